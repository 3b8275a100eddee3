// Confines this process and everything it starts, irreversibly.
#ifndef WALLFARM_FENCE_H
#define WALLFARM_FENCE_H

/// The layers of a fence; a kernel may not support all of them.
enum {
  /// Reads only given files, and changes none (Landlock, Linux 5.13).
  WALLFARM_FENCE_FILES = 1,
  /// Truncates no files either (Landlock 3, Linux 6.2).
  WALLFARM_FENCE_LENGTHS = 2,
  /// No network, no sockets of other programs, no memory that outlives the process (seccomp).
  WALLFARM_FENCE_NETWORK = 4,
  /// Signals only to what it started (Landlock 6, Linux 6.12, or no system calls for signals).
  WALLFARM_FENCE_SIGNALS = 8,
  /// Only the system calls that its work needs (seccomp).
  WALLFARM_FENCE_CALLS = 16,
  /// A network namespace without interfaces.
  WALLFARM_FENCE_NO_INTERFACES = 32,
  /// No layer: opening a readable path failed because of the machine. The process must not
  /// continue.
  WALLFARM_FENCE_FAILED = 1 << 30,
};

/// Restricts this thread and what it starts to some files; also TCP, and signals to processes
/// outside, if the kernel supports it.
///
/// Safe between fork and exec. Each list ends with NULL, and may be NULL; paths that do not exist
/// are skipped.
///
/// readable: paths to read. writable: paths to read, create and change. may_run: whether readable
/// files may be executed.
///
/// Returns the layers in effect, or WALLFARM_FENCE_FAILED alone.
unsigned wallfarm_fence_files(char *const *readable, char *const *writable, int may_run);

/// The purpose of a confined process.
enum wallfarm_fence_profile {
  /// Drawing: no sockets but the inherited ones, for messages.
  WALLFARM_FENCE_RENDER,
  /// Fetching through a connected socket, without new connections.
  WALLFARM_FENCE_FETCH,
};

/// Restricts all threads of this process to the system calls that its work needs.
///
/// Calls that an attack would start with (another program or process, a socket, tracing, a signal
/// to others) end the process with WALLFARM_FENCE_STATUS, after "refused NUMBER" is sent to
/// `messenger`; any other call fails with EPERM.
///
/// Returns WALLFARM_FENCE_CALLS and the layers that it implies, or 0 if the kernel has no seccomp
/// filters.
unsigned wallfarm_fence_calls(enum wallfarm_fence_profile profile, int messenger);

/// Confines this process to fetch something through a connected TCP socket whose address was
/// checked.
///
/// It reads only the trusted certificates of the machine, writes only to open files, resolves no
/// names and cannot be redirected.
///
/// Must be called before a second thread exists. Returns the layers in effect, or
/// WALLFARM_FENCE_FAILED.
unsigned wallfarm_fence_fetch(int messenger);

/// Moves this process, and what it starts, to a network namespace without interfaces.
///
/// Must be called before a second thread exists and before other layers. Returns
/// WALLFARM_FENCE_NO_INTERFACES, or 0 if the machine does not allow it.
unsigned wallfarm_leave_network(void);

/// Compiles the filter of wallfarm_shut_calls; must be called before the fork.
///
/// Returns 0 on failure.
int wallfarm_prepare_shut_calls(void);

/// Installs a seccomp filter on this process and everything it starts.
///
/// The filter fails these calls with EPERM: sockets, tracing, namespaces, mounts, limits of other processes,
/// process descriptors, keys, io_uring, System V shared memory and changes to file attributes. clone3 fails
/// with ENOSYS. Signals to the process that called wallfarm_prepare_shut_calls and to its parent also fail
/// with EPERM.
///
/// Safe between fork and exec. Returns WALLFARM_FENCE_NETWORK, or 0 where the kernel has no such filter.
unsigned wallfarm_shut_calls(void);

/// The exit status of a process that made a forbidden system call.
enum { WALLFARM_FENCE_STATUS = 78 };

/// The layers that this kernel supports for a process that starts nothing; changes nothing.
unsigned wallfarm_fence_available(void);

/// Sets limits: no core files, maximum number of open files, and maximum file size.
///
/// A hard limit on message queues is reserved as the mark of plugin programs, see family.c.
void wallfarm_fence_limits(unsigned long most_files, unsigned long longest_file);

/// Lowers a limit of this process, such as RLIMIT_CORE, irreversibly. Safe between fork and exec.
///
/// With a sanitizer, the address space limit (RLIMIT_AS) is kept.
void wallfarm_limit(int what, unsigned long most);

/// Disables core dumps of this process, and of the programs it starts, irreversibly.
///
/// Also makes the process non-dumpable, so that no core_pattern handler receives its memory. `is_counted` omits
/// this step: the kernel hides the open files of a non-dumpable process from a parent that counts them.
void wallfarm_forbid_core_files(int is_counted);

/// The name of a system call on this architecture; NULL if it is unknown. Free with
/// wallfarm_free_name.
char *wallfarm_call_name(int number);

/// Frees a name.
void wallfarm_free_name(char *name);

#endif
