// Confines a process that fetches from the network.
#include "wallfarm_fence.h"

#include <stddef.h>

// The locations of trusted certificates and of the OpenSSL configuration on Debian, Fedora, Arch,
// SUSE and Alpine, without private keys. No files for name resolution are needed, because a process
// outside the fence resolves names and checks their addresses.
static char *const trusted[] = {
    "/etc/ssl/certs", "/etc/ssl/cert.pem", "/etc/ssl/openssl.cnf", "/etc/pki/tls/certs",
    "/etc/pki/tls/cert.pem", "/etc/pki/tls/openssl.cnf", "/etc/pki/ca-trust/extracted",
    "/etc/ca-certificates/extracted", "/usr/share/ca-certificates", "/usr/local/share/ca-certificates",
    "/usr/share/pki/trust", "/var/lib/ca-certificates", NULL,
};

// The caller checks the maximum photo size; `longest_file` only stops endless downloads.
enum { MOST_FILES = 64 };
static const unsigned long longest_file = 1ul << 30;

unsigned wallfarm_fence_fetch(int messenger) {
  wallfarm_fence_limits(MOST_FILES, longest_file);
  unsigned layers = wallfarm_fence_files(trusted, NULL, 0);
  if (layers == WALLFARM_FENCE_FAILED) return layers;
  return layers | wallfarm_fence_calls(WALLFARM_FENCE_FETCH, messenger);
}
