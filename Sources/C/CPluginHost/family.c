// Ends a program together with everything that it started. A process can leave its group and
// session with one call, but it cannot leave the process tree. This process adopts orphans, and
// each program adopts the orphans among its descendants (as subreapers, see prctl(2)). Therefore,
// all descendants are found below the program or, after the program has ended, below this process.
//
// Orphans are distinguished from other children of this process by a mark that they cannot remove:
// programs are started with a hard limit of 0 on message queues and with no_new_privs, and
// descendants inherit both. If possible, the limit is checked, because other children, such as the
// workers of a pool, may also have no_new_privs.
#define _GNU_SOURCE
#include "family.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct list {
  pid_t *ids;
  size_t count, room;
  // One bit for each ID that was ever added, so that an entry is still found after it is removed.
  // While this is NULL, only the current entries are found.
  uint64_t *seen;
} list;

// The largest possible value of pid_max; see proc(5).
enum { MOST_IDS = 1 << 22 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
// The started programs that have not been waited for yet.
static list programs;

static int holds(const list *all, pid_t process) {
  if (all->seen) return all->seen[process / 64 % (MOST_IDS / 64)] >> process % 64 & 1;
  for (size_t i = 0; i < all->count; i++) {
    if (all->ids[i] == process) return 1;
  }
  return 0;
}

static void add(list *all, pid_t process) {
  if (process <= 1 || holds(all, process)) return;
  if (all->count == all->room) {
    size_t room = all->room ? 2 * all->room : 16;
    pid_t *ids = realloc(all->ids, room * sizeof *ids);
    if (!ids) return;
    all->ids = ids;
    all->room = room;
  }
  all->ids[all->count++] = process;
  if (all->seen) all->seen[process / 64 % (MOST_IDS / 64)] |= (uint64_t)1 << process % 64;
}

static void discard(list *all) {
  free(all->ids);
  free(all->seen);
}

static void forget(pid_t process) {
  for (size_t i = 0; i < programs.count; i++) {
    if (programs.ids[i] == process) programs.ids[i] = programs.ids[--programs.count];
  }
}

// Whether this process may be a subreaper. An orphan that has ended remains a child of its
// subreaper until the subreaper waits for it. A host that waits for any child would therefore also
// receive orphans.
static int may_adopt;

void wallfarm_adopt_orphans(void) { may_adopt = 1; }

void wallfarm_family_begin(void) {
  if (may_adopt) prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

void wallfarm_family_lock(void) { pthread_mutex_lock(&lock); }

void wallfarm_family_unlock(void) { pthread_mutex_unlock(&lock); }

void wallfarm_family_add(pid_t process) { add(&programs, process); }

int wallfarm_family_holds(pid_t process) {
  pthread_mutex_lock(&lock);
  int found = holds(&programs, process);
  pthread_mutex_unlock(&lock);
  return found;
}

// MARK: - Process information

// Reads a file below /proc as text; returns its size in bytes, or 0.
static size_t read_file(pid_t process, const char *name, char *text, size_t room) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", process, name);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  size_t count = 0;
  if (file >= 0) {
    ssize_t got;
    while (count + 1 < room && (got = read(file, text + count, room - 1 - count)) != 0) {
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) break;
      count += (size_t)got;
    }
    close(file);
  }
  text[count] = 0;
  return count;
}

// Returns the number after a word at the start of a line, or -1 if there is no such line.
static int64_t number_of(const char *text, const char *word) {
  size_t length = strlen(word);
  for (const char *line = text; line; line = strchr(line, '\n'), line += line != NULL) {
    if (strncmp(line, word, length) == 0) return strtoll(line + length, NULL, 10);
  }
  return -1;
}

// Returns the state of a process (R, S, T, Z …) and sets its parent; returns 0 if the process is
// gone.
static char state_of(pid_t process, pid_t *parent) {
  char text[512];
  if (!read_file(process, "stat", text, sizeof text)) return 0;
  // The name is enclosed in parentheses and may itself contain parentheses.
  const char *end = strrchr(text, ')');
  char state = 0;
  int above = 0;
  if (!end || sscanf(end + 1, " %c %d", &state, &above) != 2) return 0;
  if (parent) *parent = above;
  return state;
}

static int is_alive(pid_t process) {
  char state = state_of(process, NULL);
  return state && state != 'Z' && state != 'X';
}

static void add_children_by_search(pid_t process, list *found) {
  DIR *all = opendir("/proc");
  if (!all) return;
  for (struct dirent *entry; (entry = readdir(all));) {
    pid_t one = (pid_t)strtol(entry->d_name, NULL, 10), parent = 0;
    if (one > 1 && state_of(one, &parent) && parent == process) add(found, one);
  }
  closedir(all);
}

static void add_children(pid_t process, list *found) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *threads = opendir(path);
  if (!threads) return;
  int is_known = 1;
  for (struct dirent *entry; (entry = readdir(threads)) && is_known;) {
    long thread = strtol(entry->d_name, NULL, 10);
    if (thread <= 0) continue;
    snprintf(path, sizeof path, "/proc/%d/task/%ld/children", process, thread);
    FILE *file = fopen(path, "re");
    // Either the kernel lacks CONFIG_PROC_CHILDREN, or the thread has just ended.
    if (!file) is_known = access("/proc/thread-self/children", R_OK) == 0;
    if (!file) continue;
    for (int child; fscanf(file, "%d", &child) == 1;) add(found, child);
    fclose(file);
  }
  closedir(threads);
  if (!is_known) add_children_by_search(process, found);
}

static void add_below(list *found, size_t from) {
  for (size_t i = from; i < found->count; i++) add_children(found->ids[i], found);
}

static int has_mark(pid_t process) {
  struct rlimit own, its;
  if (getrlimit(RLIMIT_MSGQUEUE, &own) == 0 && own.rlim_max != 0) {
    return prlimit(process, RLIMIT_MSGQUEUE, NULL, &its) == 0 && its.rlim_max == 0;
  }
  // The limit of this process is also 0, so only no_new_privs can mark an orphan. If this process
  // is fenced, it also has no_new_privs, and orphans cannot be recognized.
  if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 0) return 0;
  char text[4096];
  return read_file(process, "status", text, sizeof text) &&
         number_of(text, "NoNewPrivs:") == 1;
}

// Adds children of this process to a list: either all of them, or only the orphans of programs.
// Children that have ended are reaped.
static void add_own(list *found, int all) {
  list children = {0};
  pthread_mutex_lock(&lock);
  add_children(getpid(), &children);
  for (size_t i = 0; i < children.count; i++) {
    pid_t one = children.ids[i];
    if (!all && (holds(&programs, one) || !has_mark(one))) continue;
    if (state_of(one, NULL) != 'Z') {
      add(found, one);
    } else if (waitpid(one, NULL, WNOHANG) == one) {
      forget(one);
    }
  }
  pthread_mutex_unlock(&lock);
  discard(&children);
}

// MARK: - Termination

static void nap(void) { usleep(500); }

// Removes ended processes from a list, but always keeps the first entry. Returns whether any
// process in the list can still start processes.
static int keep_living(list *all) {
  size_t kept = 1;
  int running = 0;
  for (size_t i = 0; i < all->count; i++) {
    char state = state_of(all->ids[i], NULL);
    running = running || state == 'R' || state == 'S' || state == 'D';
    if (i > 0 && state && state != 'Z' && state != 'X') all->ids[kept++] = all->ids[i];
  }
  if (all->count > 0) all->count = kept;
  return running;
}

// Stops processes and their new descendants until none can start more.
//
// Processes that have ended are removed from the list and are not added again. Otherwise, if
// processes started and ended faster than they are read, the list would never be complete.
static void stop(list *all) {
  if (!all->seen && (all->seen = calloc(MOST_IDS / 64, sizeof *all->seen))) {
    for (size_t i = 0; i < all->count; i++) {
      all->seen[all->ids[i] / 64 % (MOST_IDS / 64)] |= (uint64_t)1 << all->ids[i] % 64;
    }
  }
  size_t stopped = 0;
  // The number of tries is limited, because a process in uninterruptible sleep cannot be stopped.
  // Such a process cannot start other processes either.
  for (int tries = 0; tries < 4000; tries++) {
    for (; stopped < all->count; stopped++) {
      // Stop the whole group first, so that no process in it can start another one in the meantime.
      kill(-all->ids[stopped], SIGSTOP);
      kill(all->ids[stopped], SIGSTOP);
    }
    int running = keep_living(all);
    stopped = all->count;
    add_below(all, 0);
    if (!running && stopped == all->count) return;
    if (running && stopped == all->count) nap();
  }
}

// Whether a process is gone. A program that has ended is removed from the list under the lock,
// before a new program can be added with the same ID.
static int has_gone(pid_t process) {
  pthread_mutex_lock(&lock);
  pid_t found = waitpid(process, NULL, WNOHANG);
  if (found == process) forget(process);
  pthread_mutex_unlock(&lock);
  return found == process || !state_of(process, NULL);
}

// Kills processes and waits for those that are or become children of this process.
static void kill_all(const list *all) {
  for (size_t i = 0; i < all->count; i++) kill(all->ids[i], SIGKILL);
  // A killed process remains for a long time only if it is waiting for a disk that does not
  // respond.
  for (size_t i = 0; i < all->count; i++) {
    for (int tries = 0; tries < 4000; tries++) {
      if (has_gone(all->ids[i])) break;
      nap();
    }
  }
}

// Ends children of this process and their descendants until none is found.
//
// A process may start another one and end while the list is being read, so that neither is found.
// Therefore, after any process has been found, the list must be empty three times in a row. The
// pauses between these attempts give missed processes time to appear.
static void end_own(int are_all_meant, int were_some) {
  for (int rounds = 0, empty = 0; rounds < 1000 && empty < (were_some ? 3 : 1); rounds++) {
    if (empty > 0) nap();
    list all = {0};
    add_own(&all, are_all_meant);
    if (all.count > 0) {
      add_below(&all, 0);
      stop(&all);
      kill_all(&all);
    }
    empty = all.count > 0 ? 0 : empty + 1;
    were_some = were_some || all.count > 0;
    discard(&all);
  }
}

void wallfarm_end_orphans_here(void) { end_own(0, 0); }

void wallfarm_end_children(void) { end_own(1, 0); }

void wallfarm_end_program_here(pid_t process) {
  // kill(-1) would signal all processes.
  if (process <= 1) return;
  list all = {0};
  add(&all, process);
  add_below(&all, 0);
  int has_others = all.count > 1;
  if (has_others) stop(&all);
  // The program's process ID and group ID cannot be reused until this process has waited for it.
  kill(-process, SIGKILL);
  kill_all(&all);
  discard(&all);
  end_own(0, has_others);
}

void wallfarm_family_wait(pid_t process) {
  siginfo_t info;
  while (waitid(P_PID, (id_t)process, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {}
  has_gone(process);
}

// MARK: - Resource usage

typedef struct files {
  struct {
    dev_t device;
    ino_t number;
  } known[1024];
  int count;
  int64_t bytes;
} files;

// Adds the sizes of the memory files that a process has open; counts each file only once.
static void add_files(pid_t process, files *all) {
  char path[PATH_MAX], target[64];
  snprintf(path, sizeof path, "/proc/%d/fd", process);
  DIR *folder = opendir(path);
  if (!folder) return;
  for (struct dirent *entry; (entry = readdir(folder));) {
    ssize_t length = readlinkat(dirfd(folder), entry->d_name, target, sizeof target - 1);
    if (length < 0) continue;
    target[length] = 0;
    if (strncmp(target, "/memfd:", 7) != 0 && strncmp(target, "/dev/shm/", 9) != 0) continue;
    struct stat about;
    if (fstatat(dirfd(folder), entry->d_name, &about, 0) != 0) continue;
    int at = 0;
    while (at < all->count && (all->known[at].device != about.st_dev ||
                               all->known[at].number != about.st_ino)) {
      at++;
    }
    if (at < all->count) continue;
    if (all->count < 1024) {
      all->known[all->count].device = about.st_dev;
      all->known[all->count++].number = about.st_ino;
    }
    all->bytes += (int64_t)about.st_blocks * 512;
  }
  closedir(folder);
}

int wallfarm_is_alone_here(pid_t process) {
  list all = {0};
  add(&all, process);
  add_below(&all, 0);
  int others = 0;
  if (all.count > 1) {
    // A process that has ended may have started another one after the list was read. Therefore, all
    // processes are stopped while they are checked. A program without children, which is the usual
    // case, is not interrupted.
    stop(&all);
    for (size_t i = 1; i < all.count; i++) others += is_alive(all.ids[i]);
    if (others == 0) kill(process, SIGCONT);
  }
  discard(&all);
  return others == 0;
}

wallfarm_family wallfarm_count_family_here(pid_t process) {
  wallfarm_family result = {0, 0};
  list all = {0};
  add(&all, process);
  add_below(&all, 0);
  files held;
  held.count = 0;
  held.bytes = 0;
  int64_t used = 0, shared = 0, peak = 0;
  char text[4096];
  for (size_t i = 0; i < all.count; i++) {
    pid_t one = all.ids[i];
    if (!is_alive(one)) continue;
    result.processes++;
    add_files(one, &held);
    if (all.count > 1 && read_file(one, "smaps_rollup", text, sizeof text)) {
      // Shared memory is counted proportionally.
      used += number_of(text, "Pss:");
      int64_t part = number_of(text, "Pss_Shmem:");
      shared += part > 0 ? part : 0;
      if (i == 0 && read_file(one, "status", text, sizeof text)) peak = number_of(text, "VmHWM:");
    } else if (read_file(one, "status", text, sizeof text)) {
      int64_t now = number_of(text, "VmRSS:"), part = number_of(text, "RssShmem:");
      used += now > 0 ? now : 0;
      shared += part > 0 ? part : 0;
      if (i == 0) peak = number_of(text, "VmHWM:");
    }
  }
  discard(&all);
  // Memory files that are mapped have already been counted as shared memory.
  int64_t unmapped = held.bytes - (shared << 10);
  result.bytes = (used << 10) + (unmapped > 0 ? unmapped : 0);
  if (peak << 10 > result.bytes) result.bytes = peak << 10;
  return result;
}
