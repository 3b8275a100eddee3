// The launcher: a process that starts programs for a worker. The worker itself may not start
// programs, because it decodes untrusted data.
//
// The launcher is forked before the worker is fenced and has a copy of the list of programs, so a
// request contains only an index into this list, or the ID of a process that the launcher started.
// A compromised worker can only make the launcher start and end plugins, each behind its own fence.
#define _GNU_SOURCE
#include "family.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { START, HAS_ENDED, END, IS_ALONE, COUNT, END_ORPHANS };

typedef struct question {
  int what;
  // For START: the index in the list of programs. Two descriptors are attached to the request:
  // output and errors.
  size_t place;
  // The ID of the process, for all requests except START and END_ORPHANS.
  pid_t process;
} question;

typedef struct answer {
  // For START: the process ID, or a negative error number. The descriptors of the program's input
  // and pixels are attached.
  int value;
  unsigned fence;
  wallfarm_end end;
  wallfarm_family family;
} answer;

enum { MOST_DESCRIPTORS = 2 };

static struct {
  wallfarm_program *programs;
  size_t count;
} known;

// The worker's end of the connection; -1 without a launcher.
static int launcher = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// MARK: - Messages

static int tell(int socket, const void *bytes, size_t count, const int *with, int descriptors) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  _Alignas(struct cmsghdr) char room[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))] = {0};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptors > 0) {
    size_t size = (size_t)descriptors * sizeof(int);
    message.msg_control = room;
    message.msg_controllen = CMSG_SPACE(size);
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(head), with, size);
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)count;
}

// Receives a message, and returns whether it is complete. Elements of `with` that receive no
// descriptor are set to -1.
static int hear(int socket, void *bytes, size_t count, int with[MOST_DESCRIPTORS]) {
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  _Alignas(struct cmsghdr) char room[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
  for (int i = 0; i < MOST_DESCRIPTORS; i++) with[i] = -1;
  ssize_t got;
  do got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  if (got < 0) return 0;
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS) {
    memcpy(with, CMSG_DATA(head), head->cmsg_len - CMSG_LEN(0));
  }
  return got == (ssize_t)count && !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC));
}

// MARK: - The launcher

static answer start(size_t place, const int with[MOST_DESCRIPTORS], int own[MOST_DESCRIPTORS]) {
  answer result = {.value = -EPERM};
  if (place >= known.count || with[0] < 0 || with[1] < 0) return result;
  wallfarm_program program = known.programs[place];
  program.output = with[0];
  program.errors = with[1];
  result.value = wallfarm_start_program_here(&program);
  result.fence = program.fence;
  own[0] = program.input;
  own[1] = program.pixels;
  return result;
}

static answer do_as_asked(const question *asked) {
  answer result = {.value = 0};
  if (asked->what == END_ORPHANS) {
    wallfarm_end_orphans_here();
    return result;
  }
  // The launcher answers only for processes that it started.
  if (!wallfarm_family_holds(asked->process)) {
    result.value = asked->what == HAS_ENDED || asked->what == IS_ALONE;
    return result;
  }
  switch (asked->what) {
  case HAS_ENDED: result.value = wallfarm_has_ended_here(asked->process, &result.end); break;
  case END: wallfarm_end_program_here(asked->process); break;
  case IS_ALONE: result.value = wallfarm_is_alone_here(asked->process); break;
  case COUNT: result.family = wallfarm_count_family_here(asked->process); break;
  default: break;
  }
  return result;
}

static pid_t worker;

// Handles SIGCONT: shuts down the connection if the worker is gone. The kernel sends SIGCONT when
// the worker ends, and this signal also resumes a launcher that was stopped.
static void notice(int signal) {
  (void)signal;
  if (getppid() != worker) shutdown(3, SHUT_RDWR);
}

static _Noreturn void serve(int socket, char *const *readable) {
  // Signals to the worker's group or from a terminal must not end this process, because it must
  // still end the programs that it started.
  setpgid(0, 0);
  // Disable core dumps: the memory of this process is a copy of the worker's memory, including the
  // key for digests of notes.
  wallfarm_limit(RLIMIT_CORE, 0);
  prctl(PR_SET_NAME, "wallfarm starts");
  signal(SIGPIPE, SIG_IGN);
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  // Descriptors 0 to 2 belong to the worker. A process that reads the worker's output detects the
  // end of the worker only when every copy of these descriptors is closed, so this process must not
  // keep them open.
  int nothing = open("/dev/null", O_RDWR);
  for (int i = 0; i < 3; i++) {
    if (nothing < 0) close(i);
    else dup2(nothing, i);
  }
  socket = dup2(socket, 3);
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  wallfarm_close_all_from(4);
  struct sigaction action = {.sa_handler = notice};
  sigaction(SIGCONT, &action, NULL);
  prctl(PR_SET_PDEATHSIG, SIGCONT);
  notice(SIGCONT);
  wallfarm_adopt_orphans();
  wallfarm_family_begin();
  answer ready = {.value = 0};
  if (readable && wallfarm_fence_files(readable, NULL, 1) == WALLFARM_FENCE_FAILED) ready.value = EIO;
  question asked;
  int with[MOST_DESCRIPTORS];
  int goes_on = tell(socket, &ready, sizeof ready, NULL, 0) && ready.value == 0;
  while (goes_on && hear(socket, &asked, sizeof asked, with)) {
    int own[MOST_DESCRIPTORS] = {-1, -1};
    answer result = asked.what == START ? start(asked.place, with, own) : do_as_asked(&asked);
    goes_on = tell(socket, &result, sizeof result, own, (own[0] >= 0) + (own[1] >= 0));
    for (int i = 0; i < MOST_DESCRIPTORS; i++) {
      if (own[i] >= 0) close(own[i]);
      if (with[i] >= 0) close(with[i]);
    }
  }
  wallfarm_end_children();
  _exit(0);
}

// MARK: - The worker

static char **copy_list(char *const *list) {
  size_t count = 0;
  while (list && list[count]) count++;
  char **copy = calloc(count + 1, sizeof *copy);
  for (size_t i = 0; copy && i < count; i++) {
    copy[i] = strdup(list[i]);
    if (!copy[i]) return NULL;
  }
  return copy;
}

int wallfarm_launcher_add(const wallfarm_program *program) {
  wallfarm_program copy = *program;
  copy.folder = strdup(program->folder);
  copy.words = copy_list(program->words);
  copy.environment = copy_list(program->environment);
  copy.readable = copy_list(program->readable);
  size_t size = (known.count + 1) * sizeof copy;
  wallfarm_program *programs = realloc(known.programs, size);
  if (programs) known.programs = programs;
  if (!programs || !copy.folder || !copy.words || !copy.environment || !copy.readable) return ENOMEM;
  programs[known.count++] = copy;
  return 0;
}

int wallfarm_launcher_begin(char *const *readable) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return errno;
  worker = getpid();
  pid_t child = fork();
  if (child == 0) serve(ends[1], readable);
  int reason = child < 0 ? errno : 0;
  close(ends[1]);
  answer ready = {.value = EPIPE};
  int with[MOST_DESCRIPTORS];
  if (child > 0 && hear(ends[0], &ready, sizeof ready, with)) reason = ready.value;
  else if (!reason) reason = EPIPE;
  if (reason) close(ends[0]);
  else launcher = ends[0];
  return reason;
}

// Sends a request to the launcher. Exits on failure, because this process cannot work without the
// launcher.
static answer ask(const question *asked, const int *with, int descriptors, int own[MOST_DESCRIPTORS]) {
  answer result;
  pthread_mutex_lock(&lock);
  if (!tell(launcher, asked, sizeof *asked, with, descriptors) ||
      !hear(launcher, &result, sizeof result, own)) {
    static const char said[] = "the process that starts programs of plugins is gone\n";
    ssize_t written = write(STDERR_FILENO, said, sizeof said - 1);
    (void)written;
    _exit(1);
  }
  pthread_mutex_unlock(&lock);
  return result;
}

static answer ask_about(int what, pid_t process) {
  question asked = {.what = what, .process = process};
  int none[MOST_DESCRIPTORS];
  return ask(&asked, NULL, 0, none);
}

static int is_same(const wallfarm_program *one, const wallfarm_program *other) {
  size_t i = 0;
  if (strcmp(one->folder, other->folder) != 0) return 0;
  while (one->words[i] && other->words[i] && strcmp(one->words[i], other->words[i]) == 0) i++;
  return !one->words[i] && !other->words[i];
}

pid_t wallfarm_start_program(wallfarm_program *program) {
  if (launcher < 0 || !program->words) return wallfarm_start_program_on_thread(program);
  program->input = program->pixels = -1;
  program->fence = 0;
  question asked = {.what = START};
  while (asked.place < known.count && !is_same(program, &known.programs[asked.place])) asked.place++;
  if (asked.place == known.count) return -EPERM;
  int with[MOST_DESCRIPTORS] = {program->output, program->errors}, own[MOST_DESCRIPTORS];
  answer result = ask(&asked, with, 2, own);
  program->input = own[0];
  program->pixels = own[1];
  program->fence = result.fence;
  return result.value;
}

int wallfarm_has_ended(pid_t process, wallfarm_end *end) {
  if (launcher < 0) return wallfarm_has_ended_here(process, end);
  answer result = ask_about(HAS_ENDED, process);
  if (result.value) *end = result.end;
  return result.value;
}

void wallfarm_end_program(pid_t process) {
  if (launcher < 0) wallfarm_end_program_here(process);
  else (void)ask_about(END, process);
}

int wallfarm_is_alone(pid_t process) {
  if (launcher < 0) return wallfarm_is_alone_here(process);
  return ask_about(IS_ALONE, process).value;
}

wallfarm_family wallfarm_count_family(pid_t process) {
  if (launcher < 0) return wallfarm_count_family_here(process);
  return ask_about(COUNT, process).family;
}

void wallfarm_end_orphans(void) {
  if (launcher < 0) wallfarm_end_orphans_here();
  else (void)ask_about(END_ORPHANS, 0);
}
