// landlock(7): irreversibly restricts the files that a process and its children may open. Requires
// Linux 5.13. Later kernels support more restrictions. Restrictions that the running kernel does
// not support are omitted.
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

// These constants are defined here, because the installed headers may be older than the kernel.
enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3,
  TRUNCATE = 1 << 14,
  // All access rights, including those to change files and folders, for each ABI version.
  EVERYTHING_1 = (1 << 13) - 1,
  EVERYTHING_2 = (1 << 14) - 1,
  EVERYTHING_3 = (1 << 15) - 1,
};

struct rules {
  uint64_t files;
  // ABI version 4: TCP bind and connect.
  uint64_t network;
  // ABI version 6: abstract sockets, and signals to processes outside the fence.
  uint64_t scope;
};

int wallfarm_landlock_version(void) {
  long version =
      syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? 0 : (int)version;
}

// Whether a call failed because of a machine fault, such as an I/O error. Paths that fail for other
// reasons, such as missing paths and link cycles, are skipped.
static int is_fault(int reason) {
  return reason == EIO || reason == ESTALE || reason == ENOMEM || reason == EMFILE || reason == ENFILE;
}

// Allows access to a path. Returns 0 if a machine fault prevented this, and 1 otherwise.
static int allow(int rules, const char *path, uint64_t rights) {
  int found = open(path, O_PATH | O_CLOEXEC);
  if (found < 0) return !is_fault(errno);
  struct stat about;
  int status = fstat(found, &about);
  if (status == 0) {
    // Only these rights apply to paths that are not folders.
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
  // Value 1 restricts abstract sockets, and value 2 restricts signals. A process that may not run
  // programs cannot send signals anyway. If its signals were restricted, Landlock would also block
  // the signal that tells its launcher that it has ended.
  if (version >= 6) wanted.scope = may_run ? 3 : 1;
  size_t size = version < 4 ? 8 : version < 6 ? 16 : 24;
  int rules = (int)syscall(SYS_landlock_create_ruleset, &wanted, size, 0);
  if (rules < 0) return 0;
  uint64_t reading = READ_FILE | READ_DIR | (may_run ? EXECUTE : 0);
  int is_whole = 1;
  for (; readable && *readable; readable++) is_whole &= allow(rules, *readable, reading);
  // Grant all rights except the right to execute the written files.
  for (; writable && *writable; writable++) {
    is_whole &= allow(rules, *writable, wanted.files & ~EXECUTE);
  }
  static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                        "/dev/urandom"};
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
    is_whole &= allow(rules, devices[i], (READ_FILE | WRITE_FILE | TRUNCATE) & wanted.files);
  }
  // Fail now. Otherwise, the process would fail later, when it needs the paths that could not be
  // added, such as its fonts.
  if (!is_whole) {
    close(rules);
    return WALLFARM_FENCE_FAILED;
  }
  // Landlock requires this flag for an unprivileged process. The flag prevents the process from
  // gaining privileges with exec.
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  long status = syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
  if (status != 0) return 0;
  unsigned layers = WALLFARM_FENCE_FILES;
  if (version >= 3) layers |= WALLFARM_FENCE_LENGTHS;
  if (version >= 6 && may_run) layers |= WALLFARM_FENCE_SIGNALS;
  return layers;
}
