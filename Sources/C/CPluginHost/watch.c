#define _GNU_SOURCE
#include "guard.h"
#include "wallfarm_plugin_host.h"

#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

// A watched call; each thread that is inside a library has one.
typedef struct call {
  wallfarm_watch watch;
  int64_t ends;
  int64_t most_bytes;
  // The peak memory of the process at the start of the call.
  int64_t peak;
  struct call *next, *before;
} call;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static call *volatile calls;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Thread_local call own;
// The nesting depth of library calls on this thread.
static _Thread_local int depth;
static _Thread_local int has_stack;
static _Thread_local fenv_t numbers;
static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
enum { FATAL = sizeof fatal / sizeof *fatal };
static struct sigaction earlier[FATAL];

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int64_t resident(void) {
  FILE *file = fopen("/proc/self/statm", "re");
  if (!file) return 0;
  long whole = 0, pages = 0;
  int found = fscanf(file, "%ld %ld", &whole, &pages);
  fclose(file);
  return found == 2 ? (int64_t)pages * sysconf(_SC_PAGESIZE) : 0;
}

// Uses only write(2), because the heap may be damaged or its lock may be held.
void wallfarm_say(const char *text) {
  ssize_t written = write(STDERR_FILENO, text, strlen(text));
  if (written > 0) wallfarm_guard_told();
}

void wallfarm_say_number(int64_t number) {
  char digits[24];
  int at = sizeof digits - 1;
  digits[at] = 0;
  do digits[--at] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  wallfarm_say(digits + at);
}

// Writes an error in the format for terminals. The host reads the code and the origin from it.
void wallfarm_last_words(const wallfarm_watch *watch, const char *code, const char *what,
                       const char *hint) {
  wallfarm_say("error[");
  wallfarm_say(code);
  wallfarm_say("]: the plugin '");
  wallfarm_say(watch->plugin);
  wallfarm_say("' ");
  wallfarm_say(what);
  wallfarm_say(" '");
  wallfarm_say(watch->call);
  wallfarm_say("'");
  if (!hint) return;
  wallfarm_say("\n  in: ");
  wallfarm_say(watch->origin);
  wallfarm_say("\n  hint: ");
  wallfarm_say(hint);
  wallfarm_say("\n");
}

static const char *name_of(int number) {
  switch (number) {
  case SIGSEGV: return "segmentation fault";
  case SIGBUS: return "bus error";
  case SIGILL: return "illegal instruction";
  case SIGFPE: return "arithmetic error";
  case SIGABRT: return "abort";
  case SIGTRAP: return "trap";
  default: return "fatal signal";
  }
}

static void crashed(int number, siginfo_t *info, void *context) {
  // A thread that a library created is not in a watched call itself, so any active call may be
  // responsible.
  const call *blamed = depth > 0 ? &own : calls;
  if (blamed) {
    wallfarm_last_words(&blamed->watch, "plugin-crashed", "crashed in", NULL);
    wallfarm_say(": signal ");
    wallfarm_say_number(number);
    wallfarm_say(" (");
    wallfarm_say(name_of(number));
    wallfarm_say(")\n  in: ");
    wallfarm_say(blamed->watch.origin);
    wallfarm_say("\n  hint: try it alone with 'wallfarm plugin check', and leave out --in-process\n");
    _exit(77);
  }
  for (int i = 0; i < FATAL; i++) {
    if (fatal[i] != number) continue;
    if (earlier[i].sa_flags & SA_SIGINFO && earlier[i].sa_sigaction) {
      earlier[i].sa_sigaction(number, info, context);
      return;
    }
    sigaction(number, &earlier[i], NULL);
    raise(number);
  }
}

static void exited(int status, void *unused) {
  (void)unused;
  if (depth == 0) return;
  wallfarm_last_words(&own.watch, status == 0 ? "plugin-ended" : "plugin-crashed",
             "ended the whole process in", NULL);
  wallfarm_say(": exit status ");
  wallfarm_say_number(status & 0xFF);
  wallfarm_say("\n  in: ");
  wallfarm_say(own.watch.origin);
  wallfarm_say("\n  hint: a plugin answers and never exits; leave out --in-process\n");
  _exit(77);
}

static void exited_quickly(void) { exited(0, NULL); }

static int64_t peak(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? (int64_t)usage.ru_maxrss * 1024 : 0;
}

static void too_large(const wallfarm_watch *watch) {
  wallfarm_last_words(watch, "plugin-memory", "used too much memory in", NULL);
  wallfarm_say(": more than ");
  wallfarm_say_number(watch->bytes >> 20);
  wallfarm_say(" MB\n  in: ");
  wallfarm_say(watch->origin);
  wallfarm_say("\n  hint: see what it keeps, or allow more with --plugin-memory\n");
  _exit(77);
}

static void *watch_all(void *unused) {
  (void)unused;
  for (;;) {
    usleep(20000);
    pthread_mutex_lock(&lock);
    for (call *one = calls; one; one = one->next) {
      if (now() > one->ends) {
        wallfarm_last_words(&one->watch, "plugin-timeout", "took too long in", NULL);
        wallfarm_say(": more than ");
        wallfarm_say_number(one->watch.milliseconds / 1000);
        wallfarm_say(one->watch.milliseconds < 2000 ? " second" : " seconds");
        wallfarm_say("\n  in: ");
        wallfarm_say(one->watch.origin);
        wallfarm_say("\n  hint: see why it does not answer, or allow more with --plugin-timeout\n");
        _exit(77);
      }
      if (one->most_bytes == 0) one->most_bytes = resident() + one->watch.bytes;
      if (resident() > one->most_bytes) too_large(&one->watch);
    }
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

static void prepare(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = crashed;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (int i = 0; i < FATAL; i++) sigaction(fatal[i], &action, &earlier[i]);
  on_exit(exited, NULL);
  at_quick_exit(exited_quickly);
  sigset_t every, before;
  sigfillset(&every);
  pthread_sigmask(SIG_SETMASK, &every, &before);
  pthread_t thread;
  if (pthread_create(&thread, NULL, watch_all, NULL) == 0) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

// The handler for a stack overflow needs an alternate stack.
static void take_stack(void) {
  size_t size = 1 << 16;
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t stack = {.ss_sp = memory, .ss_size = size, .ss_flags = 0};
  sigaltstack(&stack, NULL);
  has_stack = 1;
}

void wallfarm_watch_begin(const wallfarm_watch *watch) {
  // This is a nested call: a library called the host, and the host reads the library's memory in
  // another watched call.
  if (depth > 0) {
    depth++;
    return;
  }
  pthread_once(&once, prepare);
  if (!has_stack) take_stack();
  own.watch = *watch;
  own.ends = now() + watch->milliseconds;
  // The watching thread computes the limit, because computing it takes longer than most calls.
  own.most_bytes = 0;
  own.peak = peak();
  pthread_mutex_lock(&lock);
  own.before = NULL;
  own.next = calls;
  if (calls) calls->before = &own;
  calls = &own;
  pthread_mutex_unlock(&lock);
  // A library built with -ffast-math changes the floating-point environment, so save it here and
  // restore it after the call.
  fegetenv(&numbers);
  wallfarm_guard_begin(watch);
  depth = 1;
}

void wallfarm_watch_end(void) {
  if (--depth > 0) return;
  // Detects peaks between two samples of the watching thread.
  if (peak() > own.peak + own.watch.bytes) too_large(&own.watch);
  wallfarm_guard_end();
  fesetenv(&numbers);
  pthread_mutex_lock(&lock);
  if (own.before) own.before->next = own.next;
  else calls = own.next;
  if (own.next) own.next->before = own.before;
  pthread_mutex_unlock(&lock);
}
