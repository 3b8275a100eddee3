#define _GNU_SOURCE
#include "fence.h"
#include "wallfarm_plugin_host.h"

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
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// One request at a time for the thread that starts programs.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static const wallfarm_program *asked;
static pid_t answer;
static int is_answered;
static int has_thread;

// In the child, between fork and exec: only what is safe in a signal handler.
static void become(const wallfarm_program *program, int failure, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  // A program that is handed a person's notes has nothing to say to a network. Where this is not
  // allowed it is left as it is.
  if (unshare(CLONE_NEWNET) != 0) (void)unshare(CLONE_NEWUSER | CLONE_NEWNET);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);

  // Out of the way of 0 to 3 first: they may be among the numbers that are to be moved there.
  int from[4] = {program->input, program->output, program->errors, program->pixels};
  for (int i = 0; i < 4; i++) {
    if (from[i] >= 0) from[i] = fcntl(from[i], F_DUPFD_CLOEXEC, 10);
  }
  failure = fcntl(failure, F_DUPFD_CLOEXEC, 10);
  for (int i = 0; i < 4; i++) {
    if (from[i] >= 0) dup2(from[i], i);
    else close(i);
  }
  // Everything else is the host's, whether or not it said so when it was opened.
  for (int i = 4; i < 1024; i++) {
    if (i != failure) close(i);
  }
  for (int i = 1; i < NSIG; i++) signal(i, SIG_DFL);
  sigset_t every;
  sigemptyset(&every);
  sigprocmask(SIG_SETMASK, &every, NULL);
  if (chdir(program->folder) == 0) {
    wallfarm_fence(program->readable);
    // execvpe would hand a file that is no program to a shell.
    if (strchr(program->words[0], '/')) {
      execve(program->words[0], program->words, program->environment);
    } else {
      execvpe(program->words[0], program->words, program->environment);
    }
  }
  int reason = errno;
  ssize_t written = write(failure, &reason, sizeof reason);
  (void)written;
  _exit(127);
}

static pid_t start(const wallfarm_program *program) {
  int failure[2];
  if (pipe2(failure, O_CLOEXEC) != 0) return -errno;
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) become(program, failure[1], parent);
  int reason = child < 0 ? errno : 0;
  close(failure[1]);
  if (child > 0) {
    // Closed without a word where exec went well.
    ssize_t got;
    do got = read(failure[0], &reason, sizeof reason);
    while (got < 0 && errno == EINTR);
    if (got != sizeof reason) reason = 0;
    else while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
  }
  close(failure[0]);
  return reason ? -reason : child;
}

static void *serve(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  for (;;) {
    while (!asked) pthread_cond_wait(&changed, &lock);
    answer = start(asked);
    asked = NULL;
    is_answered = 1;
    pthread_cond_broadcast(&changed);
  }
  return NULL;
}

pid_t wallfarm_start_program(const wallfarm_program *program) {
  pthread_mutex_lock(&lock);
  if (!has_thread) {
    // Signals are for other threads.
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

int wallfarm_memory_file(size_t bytes) {
  int file = memfd_create("wallfarm pixels", MFD_CLOEXEC);
  if (file >= 0 && ftruncate(file, (off_t)bytes) != 0) {
    close(file);
    return -1;
  }
  return file;
}

int wallfarm_program_pipe(int ends[2], int ours) {
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  fcntl(ends[ours], F_SETFL, fcntl(ends[ours], F_GETFL) | O_NONBLOCK);
  return 0;
}

int wallfarm_has_ended(pid_t process, wallfarm_end *end) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  if (waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return errno != EINTR;
  if (info.si_pid == 0) return 0;
  if (info.si_code == CLD_EXITED) end->status = info.si_status;
  else end->signal = info.si_status;
  return 1;
}

void wallfarm_end_program(pid_t process) {
  // kill(-1) would be every process there is.
  if (process <= 1) return;
  // Its number, and that of its group, are its own until it is waited for.
  kill(-process, SIGKILL);
  kill(process, SIGKILL);
  // Nothing keeps a killed process for long but a disk that does not answer.
  for (int tries = 0; tries < 2000; tries++) {
    pid_t found = waitpid(process, NULL, WNOHANG);
    if (found == process || (found < 0 && errno != EINTR)) return;
    usleep(1000);
  }
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
  // The end is what a careless loop runs over, so the last byte stands right before its fence.
  return memory + page + (whole - bytes);
}

void wallfarm_free_fenced_memory(uint8_t *memory, size_t bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t whole = (bytes + page - 1) / page * page;
  munmap(memory - (whole - bytes) - page, whole + 2 * page);
}
