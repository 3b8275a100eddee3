// Starts a program as if the machine lacked some system calls, or with additional open descriptors.
//
//   launch [deny:NUMBER …] [descriptor:NUMBER …] PROGRAM ARGUMENT …
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static int deny(unsigned number) {
  struct sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof steps / sizeof *steps, .filter = steps};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static unsigned number_of(const char *name) {
  if (strcmp(name, "landlock_create_ruleset") == 0) return SYS_landlock_create_ruleset;
  if (strcmp(name, "close_range") == 0) return SYS_close_range;
  return (unsigned)atoi(name);
}

int main(int count, char **words) {
  int at = 1;
  for (; at < count; at++) {
    if (strncmp(words[at], "deny:", 5) == 0) {
      if (deny(number_of(words[at] + 5)) != 0) return 99;
    } else if (strncmp(words[at], "descriptor:", 11) == 0) {
      int number = atoi(words[at] + 11);
      struct rlimit most;
      getrlimit(RLIMIT_NOFILE, &most);
      most.rlim_cur = most.rlim_max;
      setrlimit(RLIMIT_NOFILE, &most);
      if (dup2(STDERR_FILENO, number) != number) return 98;
    } else {
      break;
    }
  }
  execv(words[at], words + at);
  return 97;
}
