// Makes one call of a program fail: the N-th allocation, or the N-th file operation.
//
// Load it with LD_PRELOAD. The file FAIL_STATE holds a single count of the calls that the program
// FAIL_PROGRAM and its child processes make after main starts. The file also tells a test whether
// the fault occurred and in which call, even if the program was killed.
//
//   FAIL_PROGRAM  the path of the executable; other programs are not affected
//   FAIL_STATE    a file of at least sizeof(state) zeroes
//   FAIL_KIND     memory | EIO | ENOSPC | EINTR | short | kill
//   FAIL_AT       the number of the failing call, from 1; 0 only counts
//   FAIL_CALL     counts only calls with that name, such as fsync; default: all of the kind
//   FAIL_BELOW    folders, separated by colons: only calls on files below them are counted;
//                 default: all calls, including those on pipes
//
// A failing call has no effect, except close, which closes the file and then reports an error, like
// a network file system. EINTR and short are not disk faults: the caller has to continue, so they
// apply only to calls that may return them. With kill, the program is killed before the call.
#define _GNU_SOURCE
// Without these macros, the functions with 64-bit names, such as pread64, are separate functions.
#undef _FILE_OFFSET_BITS
#undef _FORTIFY_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

typedef struct {
  uint64_t count;     // calls so far
  uint64_t met;       // 1 if the fault has occurred
  char call[240];     // the failing call and its argument
} state_file;

enum kind { NONE, MEMORY, FAILURE, INTERRUPTED, SHORT, KILLED };

static state_file *state;
static enum kind kind;
static int error_number;
static uint64_t fail_at;
static char below[8][PATH_MAX];
static int below_count;
static const char *only_call;
static char started_in[PATH_MAX];

// The properties of a call, which determine the errors that it can return.
enum { READS = 1, WRITES = 2, OPENS = 4, SYNCS = 8, NAMES = 16, CLOSES = 32 };

static int is_below(const char *path) {
  for (int index = 0; index < below_count; index++) {
    size_t length = strlen(below[index]);
    if (strncmp(path, below[index], length) == 0 && (path[length] == '/' || path[length] == 0))
      return 1;
  }
  return below_count == 0;
}

static int concerns_path(const char *path) {
  if (below_count == 0) return 1;
  if (path == NULL) return 0;
  if (path[0] == '/') return is_below(path);
  char absolute[2 * PATH_MAX];
  snprintf(absolute, sizeof absolute, "%s/%s", started_in, path);
  return is_below(absolute);
}

// Stores the path of an open descriptor, or a description such as pipe:[123], in `path`.
static void path_of(int descriptor, char path[PATH_MAX]) {
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  path[length < 0 ? 0 : length] = 0;
}

static int counts_kind(int what) {
  switch (kind) {
    case FAILURE:
      // Only calls that allocate space can fail with ENOSPC.
      return error_number != ENOSPC || (what & (WRITES | SYNCS | NAMES | CLOSES)) != 0;
    case INTERRUPTED: return (what & (READS | WRITES | OPENS | SYNCS | CLOSES)) != 0;
    case KILLED: return (what & (WRITES | OPENS | SYNCS | NAMES | CLOSES)) != 0;
    case SHORT: return (what & (READS | WRITES)) != 0;
    default: return 0;
  }
}

// Counts a call, and returns whether this call must fail.
static int is_it(const char *call, const char *about) {
  if (only_call != NULL && strcmp(call, only_call) != 0) return 0;
  uint64_t number = __atomic_add_fetch(&state->count, 1, __ATOMIC_RELAXED);
  if (number != fail_at) return 0;
  state->met = 1;
  size_t end = 0;
  for (; *call != 0 && end < sizeof state->call - 2; call++) state->call[end++] = *call;
  if (about != NULL) {
    state->call[end++] = ' ';
    // If the path is too long, keep its end, which is more informative than its start.
    size_t length = strlen(about), room = sizeof state->call - 1 - end;
    memcpy(state->call + end, about + (length > room ? length - room : 0),
           length > room ? room : length);
  }
  if (kind == KILLED) kill(getpid(), SIGKILL);
  return 1;
}

static int fails_memory(const char *call) {
  if (state == NULL || kind != MEMORY || !is_it(call, NULL)) return 0;
  errno = ENOMEM;
  return 1;
}

static int fails_path(const char *call, int what, const char *path) {
  if (state == NULL || !counts_kind(what) || !concerns_path(path)) return 0;
  return is_it(call, path);
}

static int fails_descriptor(const char *call, int what, int descriptor) {
  if (state == NULL || !counts_kind(what)) return 0;
  if (only_call != NULL && strcmp(call, only_call) != 0) return 0;
  int before = errno;
  char path[PATH_MAX];
  path_of(descriptor, path);
  errno = before;
  return (below_count == 0 || (path[0] == '/' && is_below(path))) && is_it(call, path);
}

static int refuse(void) {
  errno = error_number;
  return -1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// Memory functions. They call glibc's internal functions, because dlsym allocates memory itself.

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) { return fails_memory("malloc") ? NULL : __libc_malloc(size); }

void *calloc(size_t count, size_t size) {
  return fails_memory("calloc") ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  return fails_memory("realloc") ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  return fails_memory("aligned_alloc") ? NULL : __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size) {
  return fails_memory("memalign") ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (fails_memory("posix_memalign")) return ENOMEM;
  void *made = __libc_memalign(alignment, size);
  if (made == NULL) return ENOMEM;
  *result = made;
  return 0;
}

void *mmap(void *start, size_t length, int protection, int flags, int descriptor, off_t offset) {
  if ((flags & MAP_ANONYMOUS) != 0 ? fails_memory("mmap")
                                   : fails_descriptor("mmap", READS, descriptor) && kind != SHORT) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return (void *)syscall(SYS_mmap, start, length, protection, flags, descriptor, offset);
}

void *mmap64(void *start, size_t length, int protection, int flags, int descriptor, off64_t offset) {
  return mmap(start, length, protection, flags, descriptor, offset);
}

// Files.

#define MODE_OF(flags, mode)                              \
  mode_t mode = 0;                                        \
  if ((flags & (O_CREAT | __O_TMPFILE)) != 0) {           \
    va_list list;                                         \
    va_start(list, flags);                                \
    mode = va_arg(list, mode_t);                          \
    va_end(list);                                         \
  }

#define OPENING(flags) (OPENS | ((flags & O_CREAT) != 0 ? NAMES : 0))

int open(const char *path, int flags, ...) {
  MODE_OF(flags, mode)
  if (fails_path("open", OPENING(flags), path)) return refuse();
  return NEXT(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE_OF(flags, mode)
  if (fails_path("open", OPENING(flags), path)) return refuse();
  return NEXT(open64)(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  MODE_OF(flags, mode)
  if (fails_path("openat", OPENING(flags), path)) return refuse();
  return NEXT(openat)(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
  MODE_OF(flags, mode)
  if (fails_path("openat", OPENING(flags), path)) return refuse();
  return NEXT(openat64)(folder, path, flags, mode);
}

// Reduces `count` to about half for a short transfer, or makes the call fail.
#define MOVED(call, what, descriptor, count)                              \
  if (count > (kind == SHORT) && fails_descriptor(call, what, descriptor)) { \
    if (kind != SHORT) return refuse();                                   \
    count = (count + 1) / 2;                                              \
  }

ssize_t read(int descriptor, void *bytes, size_t count) {
  MOVED("read", READS, descriptor, count)
  return NEXT(read)(descriptor, bytes, count);
}

// The buffer may be larger than the file, so a short read returns half of the available bytes, not
// half of the buffer.
ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
  int fails = count > (kind == SHORT) && fails_descriptor("pread", READS, descriptor);
  if (fails && kind != SHORT) return refuse();
  ssize_t moved = NEXT(pread64)(descriptor, bytes, count, offset);
  return fails && moved > 1 ? (moved + 1) / 2 : moved;
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  return pread64(descriptor, bytes, count, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  MOVED("write", WRITES, descriptor, count)
  return NEXT(write)(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  MOVED("pwrite", WRITES, descriptor, count)
  return NEXT(pwrite)(descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  MOVED("pwrite", WRITES, descriptor, count)
  return NEXT(pwrite64)(descriptor, bytes, count, offset);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  if (fails_descriptor("writev", WRITES, descriptor)) {
    if (kind != SHORT) return refuse();
    // For a short write, write only the first buffer.
    return NEXT(writev)(descriptor, parts, count > 1 ? 1 : count);
  }
  return NEXT(writev)(descriptor, parts, count);
}

int fsync(int descriptor) {
  return fails_descriptor("fsync", SYNCS, descriptor) ? refuse() : NEXT(fsync)(descriptor);
}

int fdatasync(int descriptor) {
  return fails_descriptor("fdatasync", SYNCS, descriptor) ? refuse() : NEXT(fdatasync)(descriptor);
}

int close(int descriptor) {
  int failed = fails_descriptor("close", CLOSES, descriptor);
  int status = (int)syscall(SYS_close, descriptor);
  return failed ? refuse() : status;
}

int ftruncate(int descriptor, off_t length) {
  return fails_descriptor("ftruncate", SYNCS, descriptor) ? refuse()
                                                          : NEXT(ftruncate)(descriptor, length);
}

int ftruncate64(int descriptor, off64_t length) {
  return fails_descriptor("ftruncate", SYNCS, descriptor) ? refuse()
                                                          : NEXT(ftruncate64)(descriptor, length);
}

int rename(const char *from, const char *to) {
  return fails_path("rename", NAMES, to) ? refuse() : NEXT(rename)(from, to);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  return fails_path("renameat", NAMES, to) ? refuse()
                                           : NEXT(renameat)(from_folder, from, to_folder, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  return fails_path("renameat2", NAMES, to)
             ? refuse()
             : NEXT(renameat2)(from_folder, from, to_folder, to, flags);
}

int mkdir(const char *path, mode_t mode) {
  return fails_path("mkdir", NAMES, path) ? refuse() : NEXT(mkdir)(path, mode);
}

// Looking up or removing a name allocates no space, so these calls can fail only with EIO.
static int fails_looking(const char *call, const char *path) {
  return kind == FAILURE && error_number != ENOSPC && fails_path(call, NAMES, path);
}

int unlink(const char *path) {
  return fails_looking("unlink", path) ? refuse() : NEXT(unlink)(path);
}

int stat(const char *restrict path, struct stat *restrict found) {
  return fails_looking("stat", path) ? refuse() : NEXT(stat)(path, found);
}

int stat64(const char *restrict path, struct stat64 *restrict found) {
  return fails_looking("stat", path) ? refuse() : NEXT(stat64)(path, found);
}

int fstat(int descriptor, struct stat *found) {
  if (kind == FAILURE && error_number != ENOSPC && fails_descriptor("fstat", NAMES, descriptor))
    return refuse();
  return NEXT(fstat)(descriptor, found);
}

int fstat64(int descriptor, struct stat64 *found) {
  if (kind == FAILURE && error_number != ENOSPC && fails_descriptor("fstat", NAMES, descriptor))
    return refuse();
  return NEXT(fstat64)(descriptor, found);
}

// Counting starts with main.

static int (*real_main)(int, char **, char **);

static void begin(void) {
  const char *program = getenv("FAIL_PROGRAM"), *file = getenv("FAIL_STATE");
  const char *name = getenv("FAIL_KIND"), *at = getenv("FAIL_AT"), *folders = getenv("FAIL_BELOW");
  char own[PATH_MAX] = "";
  if (program == NULL || file == NULL || name == NULL) return;
  if (readlink("/proc/self/exe", own, sizeof own - 1) < 0 || strcmp(own, program) != 0) return;
  if (getcwd(started_in, sizeof started_in) == NULL) started_in[0] = 0;
  while (folders != NULL && *folders != 0 && below_count < 8) {
    size_t length = strcspn(folders, ":");
    if (length >= PATH_MAX) abort();
    memcpy(below[below_count], folders, length);
    below[below_count++][length] = 0;
    folders += length + (folders[length] == ':');
  }
  only_call = getenv("FAIL_CALL");
  fail_at = at == NULL ? 0 : strtoull(at, NULL, 10);
  int descriptor = open(file, O_RDWR | O_CLOEXEC);
  void *map = descriptor < 0 ? MAP_FAILED
                             : mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED,
                                    descriptor, 0);
  // Abort, because a test that counts no calls would pass without testing anything.
  if (map == MAP_FAILED) abort();
  close(descriptor);
  if (strcmp(name, "memory") == 0) kind = MEMORY;
  else if (strcmp(name, "short") == 0) kind = SHORT;
  else if (strcmp(name, "kill") == 0) kind = KILLED;
  else if (strcmp(name, "EINTR") == 0) kind = INTERRUPTED, error_number = EINTR;
  else if (strcmp(name, "EIO") == 0) kind = FAILURE, error_number = EIO;
  else if (strcmp(name, "ENOSPC") == 0) kind = FAILURE, error_number = ENOSPC;
  else abort();
  state = map;
}

static int counted_main(int count, char **arguments, char **environment) {
  begin();
  return real_main(count, arguments, environment);
}

int __libc_start_main(int (*main)(int, char **, char **), int count, char **arguments,
                      void (*start)(void), void (*end)(void), void (*finish)(void), void *stack) {
  real_main = main;
  int (*next)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void),
              void (*)(void), void *) = dlsym(RTLD_NEXT, "__libc_start_main");
  return next(counted_main, count, arguments, start, end, finish, stack);
}
