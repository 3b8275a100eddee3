// The parts of running untrusted code that cannot be written in Swift: code between fork and exec,
// signal handlers, and access to pixels in memory that another process may write.
#ifndef WALLFARM_PLUGIN_HOST_H
#define WALLFARM_PLUGIN_HOST_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <wallfarm_fence.h>

/// A program to start.
typedef struct wallfarm_program {
  /// Its working folder.
  const char *folder;
  /// The program and its arguments, terminated by NULL; a name without a slash is searched in PATH.
  /// If NULL, the fence is set up and the process ends.
  char *const *words;
  /// Terminated by NULL.
  char *const *environment;
  /// Files and folders that it may read and execute, but not change, terminated by NULL.
  char *const *readable;
  /// Become its standard output and standard error.
  int output, errors;
  /// Whether a memory file becomes its descriptor 3.
  int has_pixels;
  /// Set on start: the other end of its standard input. A socket, because writing to a pipe without
  /// a reader would end this process.
  int input;
  /// Set on start: the memory file; -1 for none.
  int pixels;
  /// Set on start: the layers of its fence.
  unsigned fence;
} wallfarm_program;

/// Starts a program in its own process group, behind as much of the fence as the kernel supports.
///
/// The kernel ends the program with this process. All programs are started from one permanent
/// thread, because Linux ends a child with the thread that started it.
///
/// From the first program on, this process adopts orphans of its children (PR_SET_CHILD_SUBREAPER),
/// so that no descendant of a program can escape.
///
/// If there is a launcher, it starts the program, which must have been added with the same folder
/// and arguments.
///
/// Returns the process ID, or a negative error number.
pid_t wallfarm_start_program(wallfarm_program *program);

/// Adds a program to the launcher before it begins. Everything is copied.
///
/// Returns 0, or ENOMEM.
int wallfarm_launcher_add(const wallfarm_program *program);

/// Forks a launcher that starts, counts and ends programs for this process, which may then be
/// fenced and start nothing.
///
/// The launcher starts only added programs and touches only their processes. When this process is
/// gone, it ends them and itself. Must be called before threads exist.
///
/// readable: paths that it and the programs may read and execute; NULL for all.
///
/// Returns 0, or an error number.
int wallfarm_launcher_begin(char *const *readable);

/// Limits and names for watching a call into an in-process library.
typedef struct wallfarm_watch {
  /// Name of the plugin, and path of its plugin.json.
  const char *plugin, *origin;
  /// The call, such as "compose".
  const char *call;
  /// Maximum time in milliseconds, and maximum memory in bytes.
  int64_t milliseconds, bytes;
} wallfarm_watch;

/// Begins to watch a call on this thread. If the code crashes, hangs, uses too much memory or ends
/// the process, an error is written to standard error and the process exits with status 77, because
/// its memory may be damaged.
void wallfarm_watch_begin(const wallfarm_watch *watch);

/// Ends the watch of the last call on this thread.
void wallfarm_watch_end(void);

/// Continues in a forked process, while this process waits for it, so that a library cannot fake
/// success by ending the process.
///
/// If the forked process ends without wallfarm_guard_finish, during a call or with status 0, the
/// end is reported as a failure of the plugin with status 77; otherwise this process ends with the
/// same status. Must be called before threads exist.
///
/// Returns 0 in the forked process, or an error number.
int wallfarm_guard(void);

/// Records that the process is about to end regularly with a status.
void wallfarm_guard_finish(int status);

/// Allocates zeroed memory between guard pages; NULL on failure.
uint8_t *wallfarm_fenced_memory(size_t bytes);

/// Frees that memory.
void wallfarm_free_fenced_memory(uint8_t *memory, size_t bytes);

/// How a program ended: by a signal, or with a status.
typedef struct wallfarm_end {
  int signal, status;
} wallfarm_end;

/// Whether a program has ended, and how; it must still be ended together with its descendants.
int wallfarm_has_ended(pid_t process, wallfarm_end *end);

/// Ends a program with all its descendants, in any group or session, and waits for it.
void wallfarm_end_program(pid_t process);

/// Current resource usage of a program and its descendants.
typedef struct wallfarm_family {
  /// Number of live processes, including the program.
  int processes;
  /// Memory in use and memory files, in bytes; at least the peak of a program without descendants.
  int64_t bytes;
} wallfarm_family;

/// Whether a program has no live descendants.
int wallfarm_is_alone(pid_t process);

/// Measures the resource usage; zeros for a program that has ended.
wallfarm_family wallfarm_count_family(pid_t process);

/// Allows this process to adopt orphans of programs.
void wallfarm_adopt_orphans(void);

/// Ends orphans of programs; fast if there are none.
void wallfarm_end_orphans(void);

#endif
