// What Linux offers through functions with variable arguments, which Swift cannot call, or only to
// those who ask for GNU extensions before the first header.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>

/// Has the kernel kill this process as soon as the one that started it is gone.
static inline int wallfarm_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

extern int pipe2(int ends[2], int flags);

/// Makes a pipe whose ends other programs do not inherit.
static inline int wallfarm_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

/// Closes every descriptor from `first` on in the program that is started.
static inline int wallfarm_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

/// Makes reads and writes return instead of waiting.
static inline int wallfarm_do_not_wait(int descriptor) {
  return fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

extern int renameat2(int from, const char *name, int to, const char *other, unsigned flags);

/// Renames something unless something of the new name is there.
static inline int wallfarm_rename_new(int folder, const char *name, const char *other) {
  return renameat2(folder, name, folder, other, 1);
}

/// Lets two things of a folder change names, at one stroke.
static inline int wallfarm_exchange(int folder, const char *name, const char *other) {
  return renameat2(folder, name, folder, other, 2);
}

/// Opens the very thing of a name, a link as well, only to look at it.
///
/// Unlike with any other descriptor of a file, closing it takes no lock of this process away.
static inline int wallfarm_open_to_look(const char *path) {
  return open(path, 010000000 | O_NOFOLLOW | O_CLOEXEC);
}
