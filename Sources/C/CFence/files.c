// landlock(7): the files that a process and its children may open, irreversibly. Requires Linux
// 5.13; later versions restrict more, and restrictions unknown to a kernel are omitted.
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

// The headers may be older than the kernel.
enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3,
  TRUNCATE = 1 << 14,
  // All rights, including changes of files and folders, by ABI version.
  EVERYTHING_1 = (1 << 13) - 1,
  EVERYTHING_2 = (1 << 14) - 1,
  EVERYTHING_3 = (1 << 15) - 1,
};

struct rules {
  uint64_t files;
  // Version 4: TCP bind and connect.
  uint64_t network;
  // Version 6: abstract sockets, and signals to processes outside.
  uint64_t scope;
};

int wallfarm_landlock_version(void) {
  long version =
      syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? 0 : (int)version;
}

// Whether a call failed because of the machine. Paths that do not exist or cannot be resolved, such
// as link cycles, are only skipped.
static int is_fault(int reason) {
  return reason == EIO || reason == ESTALE || reason == ENOMEM || reason == EMFILE || reason == ENFILE;
}

// Returns whether the path is now allowed or does not exist.
static int allow(int rules, const char *path, uint64_t rights) {
  int found = open(path, O_PATH | O_CLOEXEC);
  if (found < 0) return !is_fault(errno);
  struct stat about;
  int status = fstat(found, &about);
  if (status == 0) {
    // Only these rights apply to files.
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
  // 1: abstract sockets; 2: signals. A process that starts nothing cannot send signals anyway, and
  // Landlock would block the exit signal to its launcher.
  if (version >= 6) wanted.scope = may_run ? 3 : 1;
  size_t size = version < 4 ? 8 : version < 6 ? 16 : 24;
  int rules = (int)syscall(SYS_landlock_create_ruleset, &wanted, size, 0);
  if (rules < 0) return 0;
  uint64_t reading = READ_FILE | READ_DIR | (may_run ? EXECUTE : 0);
  int is_whole = 1;
  for (; readable && *readable; readable++) is_whole &= allow(rules, *readable, reading);
  // All rights except to execute written files.
  for (; writable && *writable; writable++) {
    is_whole &= allow(rules, *writable, wanted.files & ~EXECUTE);
  }
  static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                        "/dev/urandom"};
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
    is_whole &= allow(rules, devices[i], (READ_FILE | WRITE_FILE | TRUNCATE) & wanted.files);
  }
  // Without a skipped path, such as its fonts, the process would fail later.
  if (!is_whole) {
    close(rules);
    return WALLFARM_FENCE_FAILED;
  }
  // Required for an unprivileged process, so that it cannot gain privileges with exec.
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  long status = syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
  if (status != 0) return 0;
  unsigned layers = WALLFARM_FENCE_FILES;
  if (version >= 3) layers |= WALLFARM_FENCE_LENGTHS;
  if (version >= 6 && may_run) layers |= WALLFARM_FENCE_SIGNALS;
  return layers;
}
