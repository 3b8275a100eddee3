// The fence round a process that fetches something from elsewhere.
#include "wallfarm_fence.h"

#include <stddef.h>

// The certificates that this machine trusts and how OpenSSL is set up, where Debian, Fedora, Arch, SUSE and
// Alpine keep them; never the private keys beside them. Names are resolved, and their addresses checked, by
// the process outside.
static char *const trusted[] = {
    "/etc/ssl/certs", "/etc/ssl/cert.pem", "/etc/ssl/openssl.cnf", "/etc/pki/tls/certs",
    "/etc/pki/tls/cert.pem", "/etc/pki/tls/openssl.cnf", "/etc/pki/ca-trust/extracted",
    "/etc/ca-certificates/extracted", "/usr/share/ca-certificates", "/usr/local/share/ca-certificates",
    "/usr/share/pki/trust", "/var/lib/ca-certificates", NULL,
};

// The longest that a photo may be is checked by those who ask for it; this ends what does not end.
enum { MOST_FILES = 64 };
static const unsigned long longest_file = 1ul << 30;

unsigned wallfarm_fence_fetch(int messenger) {
  wallfarm_fence_limits(MOST_FILES, longest_file);
  unsigned layers = wallfarm_fence_files(trusted, NULL, 0);
  if (layers == WALLFARM_FENCE_FAILED) return layers;
  return layers | wallfarm_fence_calls(WALLFARM_FENCE_FETCH, messenger);
}
