// An in-process library can end the process in ways that no handler detects: _exit, a direct system
// call, SIGKILL or exec. Therefore, a second process, the guard, waits for the process that runs
// the library and determines why it ended.
#define _GNU_SOURCE
#include "family.h"
#include "guard.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NAME = 256, PATH = 4096 };

// Memory shared by the guard and the guarded process.
static struct page {
  atomic_int is_finished, status, has_told;
  // The number of active calls on all threads, and whether there ever was one.
  atomic_int depth, has_called;
  // The most recent call.
  char plugin[NAME], origin[PATH], call[NAME];
  int64_t milliseconds;
} *page;

static pid_t guarded;

void wallfarm_guard_begin(const wallfarm_watch *watch) {
  if (!page) return;
  snprintf(page->plugin, NAME, "%s", watch->plugin);
  snprintf(page->origin, PATH, "%s", watch->origin);
  snprintf(page->call, NAME, "%s", watch->call);
  page->milliseconds = watch->milliseconds;
  page->has_called = 1;
  page->depth++;
}

void wallfarm_guard_end(void) {
  if (page) page->depth--;
}

void wallfarm_guard_told(void) {
  if (page) page->has_told = 1;
}

void wallfarm_guard_finish(int status) {
  if (!page) return;
  page->status = status;
  page->is_finished = 1;
}

static void hand_on(int number, siginfo_t *info, void *context) {
  (void)context;
  // A signal from a terminal reaches both processes, so it is not forwarded.
  if (info->si_code != SI_KERNEL) kill(guarded, number);
}

static _Noreturn void blame(const char *code, const char *what, const char *before, int64_t number,
                            const char *after) {
  wallfarm_watch watch = {.plugin = page->plugin, .origin = page->origin, .call = page->call};
  wallfarm_last_words(&watch, code, what, NULL);
  wallfarm_say(before);
  wallfarm_say_number(number);
  wallfarm_say(after);
  wallfarm_say("\n  in: ");
  wallfarm_say(page->origin);
  wallfarm_say("\n  hint: a plugin answers and never ends the process; leave out --in-process\n");
  _exit(77);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Waits until the stopped process continues or ends. Enforces the time limit of the active call,
// because the stopped process cannot do so itself.
static int wait_while_stopped(void) {
  int status;
  for (int64_t end = now() + page->milliseconds; now() < end;) {
    pid_t found = waitpid(guarded, &status, WNOHANG | WUNTRACED | WCONTINUED);
    if (found == guarded && !WIFSTOPPED(status)) return status;
    usleep(10000);
  }
  kill(guarded, SIGKILL);
  while (waitpid(guarded, &status, 0) < 0 && errno == EINTR) {}
  blame("plugin-timeout", "stopped the process in", ": more than ", page->milliseconds / 1000,
        " s");
}

static _Noreturn void judge(int status) {
  // Processes that a library started must not outlive the guarded process.
  wallfarm_end_children();
  if (page->is_finished) _exit(page->status);
  // This status means that the error was already reported.
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77 && page->has_told) _exit(77);
  int is_blamed = page->depth > 0 || (page->has_called && WIFEXITED(status) && !WEXITSTATUS(status));
  if (is_blamed && WIFSIGNALED(status)) {
    blame("plugin-crashed", "crashed in", ": signal ", WTERMSIG(status), "");
  }
  if (is_blamed) {
    int number = WEXITSTATUS(status);
    // Status 77 without a message means that standard error was already closed when the process
    // ended.
    blame(number && number != 77 ? "plugin-crashed" : "plugin-ended", "ended the whole process in",
          ": exit status ", number, "");
  }
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status) ? WEXITSTATUS(status) : 70);
  signal(WTERMSIG(status), SIG_DFL);
  raise(WTERMSIG(status));
  _exit(128 + WTERMSIG(status));
}

int wallfarm_guard(void) {
  void *memory = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return errno;
  page = memory;
  // Signals must not be lost during the start. Those that arrive before the child exists stay
  // blocked until they can be forwarded.
  static const int handed[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCONT};
  sigset_t held, before;
  sigemptyset(&held);
  for (size_t i = 0; i < sizeof handed / sizeof *handed; i++) sigaddset(&held, handed[i]);
  sigprocmask(SIG_BLOCK, &held, &before);
  pid_t parent = getpid();
  wallfarm_family_begin();
  guarded = fork();
  if (guarded < 0) {
    sigprocmask(SIG_SETMASK, &before, NULL);
    return errno;
  }
  if (guarded == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(70);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return 0;
  }
  struct sigaction action, known;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = hand_on;
  action.sa_flags = SA_SIGINFO;
  for (size_t i = 0; i < sizeof handed / sizeof *handed; i++) {
    // A signal that was ignored at the start, such as SIGHUP under `nohup`, stays ignored.
    if (sigaction(handed[i], NULL, &known) == 0 && known.sa_handler == SIG_IGN) continue;
    sigaction(handed[i], &action, NULL);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  for (;;) {
    int status;
    pid_t found = waitpid(guarded, &status, WUNTRACED);
    if (found < 0 && errno == EINTR) continue;
    if (found != guarded) _exit(70);
    if (WIFSTOPPED(status)) {
      if (page->depth == 0) continue;
      status = wait_while_stopped();
      if (WIFCONTINUED(status)) continue;
    }
    judge(status);
  }
}
