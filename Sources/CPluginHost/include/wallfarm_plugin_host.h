// What running strange code takes and Swift cannot do: work between fork and exec, signal handlers,
// and pictures in memory that another process may write.
#ifndef WALLFARM_PLUGIN_HOST_H
#define WALLFARM_PLUGIN_HOST_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <wallfarm_fence.h>

/// A program to start.
typedef struct wallfarm_program {
  /// The folder it starts in.
  const char *folder;
  /// The program, then its arguments, ended by NULL; a name without a slash is looked for in PATH.
  /// NULL for none: the fence is built, and the process ends.
  char *const *words;
  /// Ended by NULL.
  char *const *environment;
  /// Files and folders that it may read and run, ended by NULL; it may change none.
  char *const *readable;
  /// Become standard input, output, error and descriptor 3; -1 for none.
  int input, output, errors, pixels;
  /// Set when it was started: the layers of the fence that stand round it.
  unsigned fence;
} wallfarm_program;

/// Starts a program in a group of its own, behind as much of the fence as the kernel can build, and so
/// that the kernel ends it with this process. From one thread that lives as long as the process does,
/// because Linux ends a child with the thread that started it.
///
/// From the first one on this process takes in the orphans of its children
/// (PR_SET_CHILD_SUBREAPER), so that nothing a program started can get away.
///
/// Returns its process id, or minus the number of the error that kept it from starting.
pid_t wallfarm_start_program(wallfarm_program *program);

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

/// From here on another process, which this function makes, goes on, and this one waits for it: what
/// code in it does to the process cannot pass for a success any more. One that ends without
/// wallfarm_guard_finish, in the middle of a call or with status 0, is reported as a failure of the
/// plugin, with status 77; otherwise its end is the end of this process too. To be called before there
/// are threads.
///
/// Returns 0 in the process that goes on, or the number of an error.
int wallfarm_guard(void);

/// Says that all is done, and with which status the process is about to end.
void wallfarm_guard_finish(int status);

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

/// Ends a program with all that it started, in whatever group or session that is, and waits until it
/// is gone.
void wallfarm_end_program(pid_t process);

/// What a program and all that it started have at the moment.
typedef struct wallfarm_family {
  /// How many processes live, the program included.
  int processes;
  /// Memory in use, and files in memory that they hold, in bytes. For a program that is alone its
  /// peak where that is more.
  int64_t bytes;
} wallfarm_family;

/// Whether nothing that a program started is alive.
int wallfarm_is_alone(pid_t process);

/// Counts; nothing for a program that has ended.
wallfarm_family wallfarm_count_family(pid_t process);

/// Lets this process take in what programs disown, from the first program on.
void wallfarm_adopt_orphans(void);

/// Ends what programs left behind when they ended or disowned it; quick where there is nothing.
void wallfarm_end_orphans(void);

#endif
