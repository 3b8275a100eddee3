// landlock(7): what a process and all its children may open, for good. Linux 5.13 has it, later ones
// have more of it; what a kernel does not know is left as it is.
#define _GNU_SOURCE
#include "landlock.h"
#include "wallfarm_fence.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Headers may be older than the kernel.
enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3,
  TRUNCATE = 1 << 14,
  // Everything that changes files and folders as well; the number grew with versions 2 and 3.
  EVERYTHING_1 = (1 << 13) - 1,
  EVERYTHING_2 = (1 << 14) - 1,
  EVERYTHING_3 = (1 << 15) - 1,
};

struct rules {
  uint64_t files;
  // Version 4: TCP, to bind and to connect.
  uint64_t network;
  // Version 6: abstract sockets, and signals to processes outside.
  uint64_t scope;
};

int wallfarm_landlock_version(void) {
  long version =
      syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? 0 : (int)version;
}

// Whether a call failed because of the machine. What is not there, or cannot be reached by anybody, such as
// a link in a circle, is only left out.
static int is_fault(int reason) {
  return reason == EIO || reason == ESTALE || reason == ENOMEM || reason == EMFILE || reason == ENFILE;
}

// Whether it is allowed from now on, or there is nothing to allow.
static int allow(int rules, const char *path, uint64_t rights) {
  int found = open(path, O_PATH | O_CLOEXEC);
  if (found < 0) return !is_fault(errno);
  struct stat about;
  int status = fstat(found, &about);
  if (status == 0) {
    // A file has no right that is about folders.
    if (!S_ISDIR(about.st_mode)) rights &= EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE;
    struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = found};
    status = (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  int is_whole = status == 0 || !is_fault(errno);
  close(found);
  return is_whole;
}

unsigned wallfarm_fence_files(char *const *readable, char *const *writable, int may_run) {
  int version = wallfarm_landlock_version();
  if (version < 1) return 0;
  struct rules wanted = {.files = version < 2   ? EVERYTHING_1
                                  : version < 3 ? EVERYTHING_2
                                                : EVERYTHING_3};
  if (version >= 4) wanted.network = 3;
  // 1: sockets without a file; 2: signals. What runs nothing may not signal anybody by its calls, and the
  // signal by which its end wakes who starts programs for it would be refused as its own.
  if (version >= 6) wanted.scope = may_run ? 3 : 1;
  size_t size = version < 4 ? 8 : version < 6 ? 16 : 24;
  int rules = (int)syscall(SYS_landlock_create_ruleset, &wanted, size, 0);
  if (rules < 0) return 0;
  uint64_t reading = READ_FILE | READ_DIR | (may_run ? EXECUTE : 0);
  int is_whole = 1;
  for (; readable && *readable; readable++) is_whole &= allow(rules, *readable, reading);
  // Everything but to run what was written there.
  for (; writable && *writable; writable++) {
    is_whole &= allow(rules, *writable, wanted.files & ~EXECUTE);
  }
  static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                        "/dev/urandom"};
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
    is_whole &= allow(rules, devices[i], (READ_FILE | WRITE_FILE | TRUNCATE) & wanted.files);
  }
  // It would miss what was left out, such as its fonts, until it ends.
  if (!is_whole) {
    close(rules);
    return WALLFARM_FENCE_FAILED;
  }
  // A process that could gain rights by running a program may not be restricted otherwise.
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  long status = syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
  if (status != 0) return 0;
  unsigned layers = WALLFARM_FENCE_FILES;
  if (version >= 3) layers |= WALLFARM_FENCE_LENGTHS;
  if (version >= 6 && may_run) layers |= WALLFARM_FENCE_SIGNALS;
  return layers;
}
