// Simulates a kernel with Landlock version LANDLOCK_VERSION, or without Landlock if this version is
// 0.
//
// Load it with LD_PRELOAD. Calls return the same results as on a kernel with that version. The real
// kernel builds the rulesets that the version supports:
// https://docs.kernel.org/userspace-api/landlock.html, "Previous limitations".
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// The access rights that a ruleset may handle: files since version 1, network since 4, scopes since
// 6.
struct wanted {
  uint64_t files, network, scope;
};

static struct wanted known(int version) {
  int rights = version < 2 ? 13 : version < 3 ? 14 : version < 5 ? 15 : 16;
  struct wanted all = {(1u << rights) - 1, version < 4 ? 0 : 3, version < 6 ? 0 : 3};
  return all;
}

static int refuse(int reason) {
  errno = reason;
  return -1;
}

long syscall(long number, ...) {
  long words[6];
  va_list list;
  va_start(list, number);
  for (int i = 0; i < 6; i++) words[i] = va_arg(list, long);
  va_end(list);
  long (*real)(long, ...) = dlsym(RTLD_NEXT, "syscall");
  const char *text = getenv("LANDLOCK_VERSION");
  if (text && number == SYS_landlock_create_ruleset) {
    int version = atoi(text);
    // The simulated version cannot exceed that of the real kernel.
    long newest = real(number, NULL, 0, 1);
    if (newest < version) version = newest < 0 ? 0 : (int)newest;
    if (version == 0) return refuse(EOPNOTSUPP);
    if (words[2] & 1) return version;
    struct wanted wanted = {0}, most = known(version);
    size_t size = (size_t)words[1];
    memcpy(&wanted, (void *)words[0], size < sizeof wanted ? size : sizeof wanted);
    // Nonzero bytes beyond the structure of this version cause E2BIG; unknown bits inside it cause
    // EINVAL.
    if ((version < 4 && wanted.network) || (version < 6 && wanted.scope)) return refuse(E2BIG);
    if ((wanted.files & ~most.files) || (wanted.network & ~most.network)) return refuse(EINVAL);
  }
  return real(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
