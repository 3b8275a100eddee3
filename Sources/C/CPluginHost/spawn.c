#define _GNU_SOURCE
#include "family.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The thread that starts programs handles one request at a time.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static wallfarm_program *asked;
static pid_t answer;
static int is_answered;
static int has_thread;

// The descriptor to which a child reports: first the layers of its fence and then, if it cannot
// start the program, an error number.
enum { REPORT = 4 };

// Closes all descriptors that are greater than or equal to `first`. close_range requires Linux 5.9,
// and a system call filter may block it.
void wallfarm_close_all_from(unsigned first) {
  if (syscall(SYS_close_range, first, ~0u, 0) == 0) return;
  // opendir is not used because it allocates memory.
  int folder = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  struct rlimit most;
  if (folder < 0) {
    unsigned end = getrlimit(RLIMIT_NOFILE, &most) == 0 && most.rlim_max < 1u << 20
                       ? (unsigned)most.rlim_max
                       : 1u << 20;
    for (unsigned i = first; i < end; i++) close((int)i);
    return;
  }
  for (int closed = 1; closed > 0;) {
    char buffer[4096];
    closed = 0;
    lseek(folder, 0, SEEK_SET);
    long got;
    while ((got = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0) {
      for (long at = 0; at < got;) {
        // struct dirent64: inode, offset, length, type, name.
        unsigned short length;
        memcpy(&length, buffer + at + 16, sizeof length);
        int number = 0;
        for (const char *digit = buffer + at + 19; *digit >= '0' && *digit <= '9'; digit++) {
          number = number * 10 + (*digit - '0');
        }
        if (number >= (int)first && number != folder && close(number) == 0) closed++;
        at += length;
      }
    }
  }
  close(folder);
}

// Runs in the child between fork and exec, where only async-signal-safe functions may be called.
static void become(const wallfarm_program *program, int input, int report, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  // All descendants of the program stay below it in the process tree, even if they leave its group
  // or session.
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  unsigned layers = 0;
  // The program receives a person's notes, so it gets no network. It also gets no System V shared
  // memory, because that would outlive the program.
  int isolated = CLONE_NEWNET | CLONE_NEWIPC;
  if (unshare(isolated) != 0) (void)unshare(CLONE_NEWUSER | isolated);
  wallfarm_limit(RLIMIT_CORE, 0);
  // This limit marks the program and its descendants, so that orphans can be recognized (see
  // family.c). A plugin needs no message queues.
  wallfarm_limit(RLIMIT_MSGQUEUE, 0);
  // The number of open files is limited, because memory accounting inspects them one by one.
  wallfarm_limit(RLIMIT_NOFILE, 1024);

  // First move the descriptors out of the target range of 0 to 4, because some of them may already
  // be in it.
  int from[4] = {input, program->output, program->errors, program->pixels};
  for (int i = 0; i < 4; i++) {
    if (from[i] >= 0) from[i] = fcntl(from[i], F_DUPFD_CLOEXEC, 10);
  }
  report = fcntl(report, F_DUPFD_CLOEXEC, 10);
  for (int i = 0; i < 4; i++) {
    if (from[i] >= 0) dup2(from[i], i);
    else close(i);
  }
  dup3(report, REPORT, O_CLOEXEC);
  // All other descriptors belong to the host. They are closed even if they are not marked as
  // close-on-exec.
  wallfarm_close_all_from(REPORT + 1);
  for (int i = 1; i < NSIG; i++) signal(i, SIG_DFL);
  sigset_t every;
  sigemptyset(&every);
  sigprocmask(SIG_SETMASK, &every, NULL);
  int reason = 0;
  if (chdir(program->folder) != 0) reason = errno;
  unsigned files = reason ? 0 : wallfarm_fence_files(program->readable, NULL, 1);
  if (files == WALLFARM_FENCE_FAILED) reason = EIO;
  if (!reason) {
    layers |= files;
    // A network namespace does not isolate sockets that have a path, so system calls are filtered
    // too. This layer is last because it blocks calls that are used above.
    layers |= wallfarm_shut_calls();
    ssize_t written = write(REPORT, &layers, sizeof layers);
    (void)written;
    // Without a program to run, the caller only wants to check the fence.
    if (!program->words) _exit(0);
    // execvpe would use a shell to run a file that is not an executable program.
    if (strchr(program->words[0], '/')) {
      execve(program->words[0], program->words, program->environment);
    } else {
      execvpe(program->words[0], program->words, program->environment);
    }
    reason = errno;
  } else {
    ssize_t written = write(REPORT, &layers, sizeof layers);
    (void)written;
  }
  ssize_t written = write(REPORT, &reason, sizeof reason);
  (void)written;
  _exit(127);
}

static int read_all(int from, void *bytes, size_t count) {
  ssize_t got;
  do got = read(from, bytes, count);
  while (got < 0 && errno == EINTR);
  return got == (ssize_t)count;
}

// Closes the descriptors that the host opened for a program that was not started.
static void close_own(wallfarm_program *program) {
  if (program->input >= 0) close(program->input);
  if (program->pixels >= 0) close(program->pixels);
  program->input = program->pixels = -1;
}

// Opens the socket for the program's standard input and, if the program fills pixels, the memory
// file.
static int open_own(wallfarm_program *program, int *input) {
  program->input = program->pixels = *input = -1;
  if (!program->words) return 0;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  program->input = ends[0];
  *input = ends[1];
  if (program->has_pixels) program->pixels = memfd_create("wallfarm pixels", MFD_CLOEXEC);
  return program->has_pixels && program->pixels < 0 ? -1 : 0;
}

pid_t wallfarm_start_program_here(wallfarm_program *program) {
  int report[2], input, reason = 0;
  if (open_own(program, &input) != 0 || pipe2(report, O_CLOEXEC) != 0) {
    reason = errno;
    if (input >= 0) close(input);
    close_own(program);
    return -reason;
  }
  (void)wallfarm_prepare_shut_calls();
  // Checking the fence starts no program, so no orphans need to be adopted.
  if (program->words) wallfarm_family_begin();
  pid_t parent = getpid();
  // Hold the lock, so that the child is not mistaken for an orphan.
  wallfarm_family_lock();
  pid_t child = fork();
  if (child == 0) become(program, input, report[1], parent);
  if (child < 0) reason = errno;
  if (child > 0) wallfarm_family_add(child);
  wallfarm_family_unlock();
  close(report[1]);
  if (input >= 0) close(input);
  program->fence = 0;
  if (child > 0) {
    unsigned layers = 0;
    if (read_all(report[0], &layers, sizeof layers)) program->fence = layers;
    // A successful exec closes the pipe, so there is nothing to read.
    if (!read_all(report[0], &reason, sizeof reason)) reason = 0;
    if (reason || !program->words) wallfarm_family_wait(child);
  }
  close(report[0]);
  if (reason) close_own(program);
  return reason ? -reason : child;
}

static void *serve(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  for (;;) {
    while (!asked) pthread_cond_wait(&changed, &lock);
    answer = wallfarm_start_program_here(asked);
    asked = NULL;
    is_answered = 1;
    pthread_cond_broadcast(&changed);
  }
  return NULL;
}

pid_t wallfarm_start_program_on_thread(wallfarm_program *program) {
  pthread_mutex_lock(&lock);
  if (!has_thread) {
    // Signals are handled by other threads.
    sigset_t every, before;
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before);
    pthread_t thread;
    int status = pthread_create(&thread, NULL, serve, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (status != 0) {
      pthread_mutex_unlock(&lock);
      return -status;
    }
    pthread_detach(thread);
    has_thread = 1;
  }
  while (asked || is_answered) pthread_cond_wait(&changed, &lock);
  asked = program;
  pthread_cond_broadcast(&changed);
  while (!is_answered) pthread_cond_wait(&changed, &lock);
  pid_t result = answer;
  is_answered = 0;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return result;
}

int wallfarm_has_ended_here(pid_t process, wallfarm_end *end) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  if (waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return errno != EINTR;
  if (info.si_pid == 0) return 0;
  if (info.si_code == CLD_EXITED) end->status = info.si_status;
  else end->signal = info.si_status;
  return 1;
}

uint8_t *wallfarm_fenced_memory(size_t bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t whole = (bytes + page - 1) / page * page;
  uint8_t *memory =
      mmap(NULL, whole + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  if (mprotect(memory + page, whole, PROT_READ | PROT_WRITE) != 0) {
    munmap(memory, whole + 2 * page);
    return NULL;
  }
  // Overruns usually occur at the end, so place the last byte directly before the guard page.
  return memory + page + (whole - bytes);
}

void wallfarm_free_fenced_memory(uint8_t *memory, size_t bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t whole = (bytes + page - 1) / page * page;
  munmap(memory - (whole - bytes) - page, whole + 2 * page);
}
