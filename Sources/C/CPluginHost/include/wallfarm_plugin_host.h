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
  /// Become standard output and standard error.
  int output, errors;
  /// Whether a file in memory becomes descriptor 3.
  int has_pixels;
  /// Set when it was started: the other end of its standard input, a socket, because writing to a pipe
  /// that nobody reads any more would end this process.
  int input;
  /// Set when it was started: the file in memory; -1 for none.
  int pixels;
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
/// Where there is a launcher, that starts it; only what it was told of before, the same folder and words.
///
/// Returns its process id, or minus the number of the error that kept it from starting.
pid_t wallfarm_start_program(wallfarm_program *program);

/// Has the launcher know a program; to be called before it begins. Everything is copied.
///
/// Returns 0, or ENOMEM.
int wallfarm_launcher_add(const wallfarm_program *program);

/// Forks a process that starts, counts and ends programs from now on, so that this one may be locked in
/// and start nothing. It starts what it was told of and touches what it started, and nothing else. When
/// this process is gone it ends all of that, and itself. To be called before there are threads.
///
/// readable: what it may read and run, for the programs too; NULL for everything.
///
/// Returns 0, or the number of an error.
int wallfarm_launcher_begin(char *const *readable);

/// Makes a pipe whose ends other programs do not inherit; this side of it does not wait.
int wallfarm_program_pipe(int ends[2], int ours);

/// Sends what there is room for on a socket, and no signal where nobody reads any more. A call that a worker
/// behind its fence may make, which send(2) is not.
ssize_t wallfarm_send_at_once(int socket, const void *bytes, size_t count);

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
