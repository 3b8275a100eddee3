// Restricts the system calls of a worker with seccomp(2), through libseccomp.
#define _GNU_SOURCE
#include "landlock.h"
#include "rules.h"
#include "wallfarm_fence.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

// System calls for reading, drawing, encoding and writing, and for the runtimes of Swift and C.
// Names that this architecture or libseccomp does not know are skipped.
static const char *const needed[] = {
    // For open files, and for files that Landlock allows the process to open.
    "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "lseek", "close",
    "close_range", "fsync", "fdatasync", "ftruncate", "fallocate", "fadvise64", "flock", "dup", "dup2",
    "dup3", "open", "openat", "getdents64", "getdents",
    "stat", "lstat", "fstat", "newfstatat", "statx", "statfs", "fstatfs", "access", "faccessat",
    "faccessat2", "readlink", "readlinkat", "getcwd", "umask",
    // For memory and threads.
    "mmap", "munmap", "mremap", "memfd_create", "mprotect", "madvise", "brk", "membarrier", "mincore",
    "futex", "futex_waitv", "set_robust_list", "get_robust_list", "rseq", "set_tid_address", "sched_yield",
    "sched_getaffinity", "sched_getparam", "sched_getscheduler", "sched_get_priority_max",
    "sched_get_priority_min", "getpriority",
    // For time, signal handling and waiting.
    "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "times",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigtimedwait", "sigaltstack",
    "restart_syscall", "pause", "poll", "ppoll", "select", "pselect6", "epoll_create1", "epoll_ctl",
    "epoll_wait", "epoll_pwait", "eventfd2", "pipe2", "timerfd_create", "timerfd_settime",
    // For information about the process.
    "getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getpgid", "getpgrp",
    "getrusage", "getrlimit", "sysinfo", "uname", "getcpu", "getrandom", "arch_prctl",
    // For messages on inherited sockets.
    "sendmsg", "recvmsg",
    "exit", "exit_group",
};

// Calls that maintain the background cache, in the folder that Landlock allows. A process that
// fetches may make none of these calls.
static const char *const keeping[] = {
    "mkdir", "mkdirat", "rename", "renameat", "renameat2", "unlink", "unlinkat", "link", "linkat",
    "utimensat", "futimesat",
};

// Calls that no render needs but that an attack would start with.
static const char *const telling[] = {
    "execve", "execveat", "fork", "vfork", "ptrace", "process_vm_readv", "process_vm_writev", "socket",
    "bind", "listen", "accept", "accept4", "sendmmsg", "kill", "tkill",
    "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "setsid",
    "setpgid", "mount", "umount2", "pivot_root", "chroot", "unshare", "setns", "bpf", "perf_event_open",
    "io_uring_setup", "io_uring_enter", "io_uring_register", "keyctl", "add_key", "request_key",
    "userfaultfd", "init_module", "finit_module", "delete_module", "kexec_load", "reboot", "setuid",
    "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setgroups", "capset", "shmget", "shmat",
    "msgget", "semget", "mq_open", "personality", "open_by_handle_at", "fanotify_init", "inotify_init",
    "inotify_init1", "chmod", "fchmod", "fchmodat", "chown", "lchown", "fchown", "fchownat", "setxattr", "lsetxattr",
    "fsetxattr", "mknod", "mknodat", "symlink", "symlinkat", "acct", "swapon", "sethostname",
    "landlock_create_ruleset",
};

// Socket calls that a render does not need, and that a fetch needs only with certain arguments.
static const char *const talking[] = {"connect", "sendto", "socketpair"};

// Calls that a fetch makes on its connected socket.
static const char *const fetching[] = {"recvfrom", "getsockopt", "getsockname", "getpeername", "shutdown"};

// The type bits in the second argument of socketpair(2); the other bits are flags.
enum { kind_of_socket = 0xf };

static volatile int messenger_of_process = -1;

// Reports the number of the refused system call, which the kernel provides, and exits. This handler
// is async-signal-safe.
static void refuse(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)context;
  char text[32] = "refused ";
  size_t length = strlen(text);
  char digits[12];
  int count = 0;
  unsigned number = info->si_syscall < 0 ? 0 : (unsigned)info->si_syscall;
  do digits[count++] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  while (count > 0) text[length++] = digits[--count];
  ssize_t written = write(messenger_of_process, text, length);
  (void)written;
  _exit(WALLFARM_FENCE_STATUS);
}

// Calls that are allowed depending on their arguments.
static int add_conditions(scmp_filter_ctx filter) {
  int failed = 0;
  // clone may create only threads; without CLONE_THREAD, it would create a process.
  failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                             SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
  failed |= seccomp_rule_add(filter, SCMP_ACT_TRAP, SCMP_SYS(clone), 1,
                             SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  // Refuse clone3, because its flags are in memory, which a filter cannot read. Libraries then fall
  // back to clone.
  failed |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  // The process may send signals only to its own threads, as abort() does.
  failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1,
                             SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
  failed |= seccomp_rule_add(filter, SCMP_ACT_TRAP, SCMP_SYS(tgkill), 1,
                             SCMP_A0(SCMP_CMP_NE, (scmp_datum_t)getpid()));
  // The process may read its own limits, but not change them.
  failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2,
                             SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0));
  // Only FIONREAD is allowed; device-specific requests are not.
  failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(ioctl), 1,
                             SCMP_A1(SCMP_CMP_EQ, FIONREAD));
  static const int commands[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL,
                                 F_SETFL, F_ADD_SEALS, F_GET_SEALS};
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1,
                               SCMP_A1(SCMP_CMP_EQ, (scmp_datum_t)commands[i]));
  }
  // Allow the process to name its threads and memory mappings.
  static const int options[] = {PR_SET_NAME, PR_GET_NAME, PR_SET_VMA};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1,
                               SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)options[i]));
  }
  return failed;
}

// Adds the rules for a process that fetches. It receives data on its connected socket, and libcurl
// wakes itself through socket pairs. The pairs must be stream sockets, because a datagram socket
// could send to any socket that has a path, even if it is connected to another one.
static int add_fetching(scmp_filter_ctx filter) {
  int failed = wallfarm_add_rules(filter, SCMP_ACT_ALLOW, fetching, sizeof fetching / sizeof *fetching);
  // sendto may not specify an address, because nothing would have checked that address. sendmsg can
  // specify one, because its address is in memory, which a filter cannot read. However, a connected
  // stream socket ignores the address, and no other sockets can be created.
  failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(sendto), 1, SCMP_A4(SCMP_CMP_EQ, 0));
  failed |= seccomp_rule_add(filter, SCMP_ACT_TRAP, SCMP_SYS(sendto), 1, SCMP_A4(SCMP_CMP_NE, 0));
  failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socketpair), 2, SCMP_A0(SCMP_CMP_EQ, AF_UNIX),
                             SCMP_A1(SCMP_CMP_MASKED_EQ, kind_of_socket, SOCK_STREAM));
  failed |= seccomp_rule_add(filter, SCMP_ACT_TRAP, SCMP_SYS(socketpair), 1, SCMP_A0(SCMP_CMP_NE, AF_UNIX));
  static const int others[] = {SOCK_DGRAM, SOCK_RAW, SOCK_RDM, SOCK_SEQPACKET};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    failed |= seccomp_rule_add(filter, SCMP_ACT_TRAP, SCMP_SYS(socketpair), 2, SCMP_A0(SCMP_CMP_EQ, AF_UNIX),
                               SCMP_A1(SCMP_CMP_MASKED_EQ, kind_of_socket, (scmp_datum_t)others[i]));
  }
  // libcurl 7.88 calls connect even on a socket that it was told is already connected
  // (curl/curl#10626). The call is skipped and reported as successful.
  failed |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(0), SCMP_SYS(connect), 0);
  // Only these socket options are allowed. Others, such as packet filters, would expose more of the
  // kernel to attacks.
  static const int options[][2] = {{IPPROTO_TCP, TCP_NODELAY}, {IPPROTO_TCP, TCP_KEEPIDLE},
                                   {IPPROTO_TCP, TCP_KEEPINTVL}, {SOL_SOCKET, SO_KEEPALIVE}};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(setsockopt), 2,
                               SCMP_A1(SCMP_CMP_EQ, (scmp_datum_t)options[i][0]),
                               SCMP_A2(SCMP_CMP_EQ, (scmp_datum_t)options[i][1]));
  }
  return failed;
}

unsigned wallfarm_fence_available(void) {
  int version = wallfarm_landlock_version();
  unsigned layers = version >= 1 ? WALLFARM_FENCE_FILES : 0;
  if (version >= 3) layers |= WALLFARM_FENCE_LENGTHS;
  // With a null filter, prctl fails with EFAULT if the kernel supports seccomp, and with EINVAL if
  // it does not.
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) != 0 && errno == EFAULT) {
    layers |= WALLFARM_FENCE_CALLS;
  }
  return layers;
}

static int load(scmp_filter_ctx filter) {
  // Failures are ignored, because older systems do not support these optional attributes.
  (void)seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  (void)seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
  return seccomp_load(filter);
}

unsigned wallfarm_fence_calls(enum wallfarm_fence_profile profile, int messenger) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (!filter) return 0;
  messenger_of_process = messenger;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = refuse;
  action.sa_flags = SA_SIGINFO;
  int failed = sigaction(SIGSYS, &action, NULL);
  failed |= wallfarm_add_rules(filter, SCMP_ACT_ALLOW, needed, sizeof needed / sizeof *needed);
  failed |= wallfarm_add_rules(filter, SCMP_ACT_TRAP, telling, sizeof telling / sizeof *telling);
  if (profile == WALLFARM_FENCE_FETCH) {
    failed |= add_fetching(filter);
  } else {
    failed |= wallfarm_add_rules(filter, SCMP_ACT_TRAP, talking, sizeof talking / sizeof *talking);
    failed |= wallfarm_add_rules(filter, SCMP_ACT_ALLOW, keeping, sizeof keeping / sizeof *keeping);
  }
  failed |= add_conditions(filter);
  if (!failed) failed = load(filter);
  seccomp_release(filter);
  return failed ? 0 : WALLFARM_FENCE_CALLS | WALLFARM_FENCE_NETWORK | WALLFARM_FENCE_SIGNALS;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SHADOW_MEMORY 1
#endif
#endif

void wallfarm_limit(int what, unsigned long most) {
#ifdef HAS_SHADOW_MEMORY
  // A sanitizer reserves terabytes of address space. With this limit, its next allocation would
  // fail.
  if (what == RLIMIT_AS) return;
#endif
  struct rlimit now;
  if (getrlimit(what, &now) != 0) return;
  if (now.rlim_max > most) now.rlim_max = most;
  if (now.rlim_cur > now.rlim_max) now.rlim_cur = now.rlim_max;
  setrlimit(what, &now);
}

void wallfarm_forbid_core_files(int is_counted) {
  wallfarm_limit(RLIMIT_CORE, 0);
  if (!is_counted) prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

void wallfarm_fence_limits(unsigned long most_files, unsigned long longest_file) {
  wallfarm_limit(RLIMIT_CORE, 0);
  wallfarm_limit(RLIMIT_NOFILE, most_files);
  wallfarm_limit(RLIMIT_FSIZE, longest_file);
}

char *wallfarm_call_name(int number) {
  return seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number);
}

void wallfarm_free_name(char *name) { free(name); }
