// What running strange code takes and Swift cannot do: work between fork and exec, signal handlers,
// and pictures in memory that another process may write.
#ifndef WALLFARM_PLUGIN_HOST_H
#define WALLFARM_PLUGIN_HOST_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A program to start.
typedef struct wallfarm_program {
  /// The folder it starts in.
  const char *folder;
  /// The program, then its arguments, ended by NULL; a name without a slash is looked for in PATH.
  char *const *words;
  /// Ended by NULL.
  char *const *environment;
  /// Files and folders that it may read and run, ended by NULL; it may change none.
  char *const *readable;
  /// Become standard input, output, error and descriptor 3; -1 for none at 3.
  int input, output, errors, pixels;
} wallfarm_program;

/// Starts a program in a group of its own, without network and other files than those that it may read
/// where the kernel allows that, and so that the kernel ends it with this process. From one thread that lives as long as the process does,
/// because Linux ends a child with the thread that started it.
///
/// Returns its process id, or minus the number of the error that kept it from starting.
pid_t wallfarm_start_program(const wallfarm_program *program);

/// The version of landlock(7) that the kernel has; 0 where files cannot be taken from a program.
int wallfarm_fence_version(void);

/// A file in memory with this many bytes, all zero; -1 where there is none to be had.
int wallfarm_memory_file(size_t bytes);

/// Makes a pipe whose ends other programs do not inherit; this side of it does not wait.
int wallfarm_program_pipe(int ends[2], int ours);

/// What watches a call into a library that runs in this process.
typedef struct wallfarm_watch {
  /// Name of the plugin, and the path of its plugin.json.
  const char *plugin, *origin;
  /// The call, such as "compose".
  const char *call;
  /// Milliseconds and bytes that it may use.
  int64_t milliseconds, bytes;
} wallfarm_watch;

/// Begins to watch a call on this thread: where the code crashes, hangs, grows or ends the process,
/// an error is written to standard error and the process ends with status 77. Nothing better can be
/// done for a process whose memory may be damaged.
void wallfarm_watch_begin(const wallfarm_watch *watch);

/// Ends what the last call on this thread began.
void wallfarm_watch_end(void);

/// Memory, all zero, with pages round it that nobody may touch; NULL where there is none to be had.
uint8_t *wallfarm_fenced_memory(size_t bytes);

/// Gives it back.
void wallfarm_free_fenced_memory(uint8_t *memory, size_t bytes);

/// How a program ended: by a signal, or with a status.
typedef struct wallfarm_end {
  int signal, status;
} wallfarm_end;

/// Whether a program has ended, and how; it stays there to be ended with all that it started.
int wallfarm_has_ended(pid_t process, wallfarm_end *end);

/// Ends a program with its whole group, and waits until it is gone.
void wallfarm_end_program(pid_t process);

#endif
