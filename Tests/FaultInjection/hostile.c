// Simulates a compromised photo decoder: before it decodes a JPEG, it performs HOSTILE_ACT, and it
// decodes the photo only if the act fails.
//
// If the act succeeds, it writes "DONE" and the act to standard error and aborts; if the act fails,
// it reports nothing.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

static int tried;

static int can_open(const char *path, int flags) {
  int file = open(path, flags, 0600);
  if (file >= 0) close(file);
  return file >= 0;
}

static int can_connect(int family, int kind, const struct sockaddr *to, socklen_t length) {
  int one = socket(family, kind, 0);
  if (one < 0) return 0;
  if (!to) return 1;
  return connect(one, to, length) == 0 || errno == ECONNREFUSED;
}

// A request in the format that a worker's launcher process expects.
struct question {
  int what;
  size_t place;
  pid_t process;
};

// Sends the request, and returns the number in the response, or 0 if there is no response.
static int ask(int what, size_t place, pid_t process) {
  // Find the launcher's socket. It is the first socket after descriptor 3, which the worker uses to
  // request descriptors.
  struct stat about;
  int socket = 4;
  while (socket < 64 && (fstat(socket, &about) != 0 || !S_ISSOCK(about.st_mode))) socket++;
  struct question asked = {what, place, process};
  int answer[16];
  struct iovec part = {&asked, sizeof asked}, room = {answer, sizeof answer};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (sendmsg(socket, &message, 0) != sizeof asked) return 0;
  message.msg_iov = &room;
  return recvmsg(socket, &message, 0) > 0 ? answer[0] : 0;
}

static int can(const char *act, const char *path) {
  // The launcher starts only known programs, and reports nothing about processes that it did not
  // start.
  if (!strcmp(act, "start others")) return ask(0, 1 << 20, 0) != -EPERM;
  if (!strcmp(act, "end others")) {
    enum { HAS_ENDED = 1, END = 2 };
    if (ask(HAS_ENDED, 0, getppid()) != 1) return 1;
    ask(END, 0, getppid());
    return 0;
  }
  if (!strcmp(act, "read")) return can_open(path, O_RDONLY);
  if (!strcmp(act, "list")) return can_open(path, O_RDONLY | O_DIRECTORY);
  if (!strcmp(act, "write")) return can_open(path, O_WRONLY | O_CREAT);
  if (!strcmp(act, "cut")) return truncate(path, 0) == 0;
  if (!strcmp(act, "remove")) return unlink(path) == 0;
  if (!strcmp(act, "mode")) return chmod(path, 0777) == 0;
  if (!strcmp(act, "link")) return symlink("/etc/passwd", path) == 0;
  if (!strcmp(act, "exec")) {
    char *words[] = {"/bin/true", NULL};
    return execve("/bin/true", words, NULL) == 0;
  }
  if (!strcmp(act, "fork")) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    return child > 0;
  }
  if (!strcmp(act, "daemon")) {
    pid_t child = fork();
    if (child == 0) {
      setsid();
      sleep(600);
      _exit(0);
    }
    return child > 0;
  }
  if (!strcmp(act, "spawn")) {
    pid_t child;
    char *words[] = {"/bin/true", NULL};
    return posix_spawn(&child, "/bin/true", NULL, NULL, words, NULL) == 0;
  }
  if (!strcmp(act, "ip")) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    return can_connect(AF_INET, SOCK_STREAM, (struct sockaddr *)&to, sizeof to);
  }
  if (!strcmp(act, "udp")) return can_connect(AF_INET6, SOCK_DGRAM, NULL, 0);
  if (!strcmp(act, "path")) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    strncpy(to.sun_path, path, sizeof to.sun_path - 1);
    return can_connect(AF_UNIX, SOCK_STREAM, (struct sockaddr *)&to, sizeof to);
  }
  if (!strcmp(act, "netlink")) return can_connect(AF_NETLINK, SOCK_RAW, NULL, 0);
  if (!strcmp(act, "ptrace")) return ptrace(PTRACE_SEIZE, getppid(), NULL, NULL) == 0;
  if (!strcmp(act, "peek")) {
    char byte;
    struct iovec here = {&byte, 1}, there = {&tried, 1};
    return process_vm_readv(getppid(), &here, 1, &there, 1, 0) == 1;
  }
  if (!strcmp(act, "signal")) return kill(getppid(), SIGKILL) == 0;
  if (!strcmp(act, "shared")) return shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0;
  if (!strcmp(act, "ring")) return syscall(SYS_io_uring_setup, 8, NULL) >= 0 || errno == EFAULT;
  if (!strcmp(act, "keys")) return syscall(SYS_keyctl, 0, -3, 1) >= 0;
  if (!strcmp(act, "spaces")) return syscall(SYS_unshare, 0x10000000) == 0;
  if (!strcmp(act, "grow")) {
    for (;;) {
      void *memory = mmap(NULL, 16 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (memory == MAP_FAILED) return 0;
      memset(memory, 1, 16 << 20);
      usleep(2000);
    }
  }
  return 1;
}

// Replaces libjpeg's initialization function. `info` is the caller's memory. `version` and `size`
// are the library version and structure size for which the caller was compiled.
void jpeg_CreateDecompress(void *info, int version, size_t size) {
  const char *act = getenv("HOSTILE_ACT"), *path = getenv("HOSTILE_PATH");
  // Act only in workers, because the process that starts them also inspects photos.
  int words = open("/proc/self/cmdline", O_RDONLY);
  int is_worker = 0;
  if (words >= 0) {
    char text[512];
    ssize_t count = read(words, text, sizeof text - 1);
    for (ssize_t i = 0; i + 6 < count; i++) is_worker |= memcmp(text + i, "worker", 7) == 0;
    close(words);
  }
  if (act && is_worker && !tried++) {
    errno = 0;
    if (can(act, path)) {
      fprintf(stderr, "DONE %s\n", act);
      abort();
    }
  }
  void (*real)(void *, int, size_t) = dlsym(RTLD_NEXT, "jpeg_CreateDecompress");
  real(info, version, size);
}
