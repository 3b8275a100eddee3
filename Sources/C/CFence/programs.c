// The seccomp(2) filter for plugin programs, which is installed between fork and exec.
#define _GNU_SOURCE
#include "rules.h"
#include "wallfarm_fence.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <unistd.h>

// Calls that no plugin needs. A plugin may start programs and send signals to them.
static const char *const shut[] = {
    "socket", "connect", "bind", "listen", "accept", "accept4", "ptrace", "process_vm_readv",
    "process_vm_writev", "pidfd_getfd", "mount", "umount2", "pivot_root", "chroot", "unshare", "setns",
    "bpf", "perf_event_open", "io_uring_setup", "io_uring_enter", "io_uring_register", "keyctl", "add_key",
    "request_key", "userfaultfd", "init_module", "finit_module", "delete_module", "kexec_load", "reboot",
    "shmget", "shmat", "shmctl", "msgget", "semget", "mq_open", "open_by_handle_at", "fanotify_init",
    "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "lchown", "fchown", "fchownat", "setxattr",
    "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr", "utime", "utimes", "utimensat",
    "futimesat", "mknod", "mknodat", "acct", "swapon", "swapoff", "sethostname", "setdomainname", "settimeofday",
    "clock_settime", "adjtimex", "clock_adjtime",
    // Mounting by descriptor (Linux 5.2), and other calls that change the machine for every process.
    "fsopen", "fsconfig", "fsmount", "fspick", "open_tree", "open_tree_attr", "move_mount", "mount_setattr",
    "umount", "quotactl", "quotactl_fd", "syslog", "vhangup", "iopl", "ioperm", "lookup_dcookie",
    "kexec_file_load", "create_module", "nfsservctl", "fanotify_mark", "setxattrat", "removexattrat",
    "file_setattr", "semop", "semtimedop", "semctl", "shmdt", "msgsnd", "msgrcv", "msgctl", "mq_unlink",
    // Access to other processes by descriptor, and to their memory.
    "pidfd_open", "pidfd_send_signal", "process_madvise", "process_mrelease", "kcmp", "move_pages",
    "migrate_pages",
};

// Flags of clone(2) that create a namespace. CLONE_NEWTIME is not included, because clone(2) uses
// its bit as part of the exit signal, and clone3 is refused.
static const scmp_datum_t namespaces[] = {
    CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET,
};

// Calls whose first argument is the process to signal.
static const int signals[] = {
    SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(tgkill), SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(rt_tgsigqueueinfo),
};

static struct sock_fprog shut_program;
static pthread_once_t shut_once = PTHREAD_ONCE_INIT;

static int shut_namespaces(scmp_filter_ctx filter) {
  int failed = 0;
  for (size_t i = 0; i < sizeof namespaces / sizeof *namespaces; i++) {
    failed |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                               SCMP_A0(SCMP_CMP_MASKED_EQ, namespaces[i], namespaces[i]));
  }
  // The flags of clone3 are in memory, which a filter cannot read. C libraries fall back to clone on ENOSYS.
  return failed | seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
}

// Landlock ABI 6 refuses signals to every process outside the fence. On older kernels, these rules still
// protect the process that starts programs, its parent, its process group, and "every process" (-1).
static int shut_signals(scmp_filter_ctx filter) {
  const pid_t protected[] = {getpid(), getppid(), -getpgrp(), -1};
  int failed = 0;
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    for (size_t k = 0; k < sizeof protected / sizeof *protected; k++) {
      // The kernel reads only the low 32 bits of the register; the high bits are arbitrary.
      failed |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), signals[i], 1,
                                 SCMP_A0(SCMP_CMP_MASKED_EQ, UINT32_MAX, (uint32_t)protected[k]));
    }
  }
  return failed;
}

// Memory cannot be allocated between fork and exec, so the filter is compiled earlier.
static void make_shut_program(void) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (!filter) return;
  int failed = wallfarm_add_rules(filter, SCMP_ACT_ERRNO(EPERM), shut, sizeof shut / sizeof *shut);
  // A plugin may not access the limits of other processes, but it may lower its own.
  failed |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prlimit64), 1,
                             SCMP_A0(SCMP_CMP_NE, 0));
  failed |= shut_namespaces(filter) | shut_signals(filter);
  int file = memfd_create("wallfarm filter", MFD_CLOEXEC);
  if (!failed && file >= 0 && seccomp_export_bpf(filter, file) == 0) {
    off_t size = lseek(file, 0, SEEK_END);
    void *code = size > 0 ? malloc((size_t)size) : NULL;
    if (code && pread(file, code, (size_t)size, 0) == size) {
      shut_program.filter = code;
      shut_program.len = (unsigned short)((size_t)size / sizeof(struct sock_filter));
    } else {
      free(code);
    }
  }
  if (file >= 0) close(file);
  seccomp_release(filter);
}

int wallfarm_prepare_shut_calls(void) {
  pthread_once(&shut_once, make_shut_program);
  return shut_program.len > 0;
}

unsigned wallfarm_shut_calls(void) {
  if (shut_program.len == 0) return 0;
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &shut_program, 0, 0) == 0 ? WALLFARM_FENCE_NETWORK : 0;
}
