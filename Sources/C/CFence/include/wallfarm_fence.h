// Locks this process, and all that it starts, in for good.
#ifndef WALLFARM_FENCE_H
#define WALLFARM_FENCE_H

/// What a fence is made of; a kernel may not have all of it.
enum {
  /// It reads only what it is given, and changes no file (landlock, Linux 5.13).
  WALLFARM_FENCE_FILES = 1,
  /// It cuts no file short either (landlock 3, Linux 6.2).
  WALLFARM_FENCE_LENGTHS = 2,
  /// It has no network, no socket of another program, and no memory that outlives it (seccomp).
  WALLFARM_FENCE_NETWORK = 4,
  /// It sends signals to nobody but what it started (landlock 6, Linux 6.12, or no calls for it).
  WALLFARM_FENCE_SIGNALS = 8,
  /// It can make only the calls of the kernel that its work needs (seccomp).
  WALLFARM_FENCE_CALLS = 16,
  /// It is in a network of its own, which has no interfaces (a namespace).
  WALLFARM_FENCE_NO_INTERFACES = 32,
  /// No layer: the machine failed where something that is to be readable was opened, and nothing is fenced
  /// in. The process must not go on.
  WALLFARM_FENCE_FAILED = 1 << 30,
};

/// Takes from this thread, and from what it starts, all files but those below some paths, and the right
/// to change others than those that may be; connections over TCP, and signals to processes outside, where
/// the kernel can.
///
/// Safe between fork and exec. Each list is ended by NULL, and may be NULL; what is not there is left out.
///
/// readable: may be read. writable: may be read, made and changed. may_run: whether what may be read may
/// be run too.
///
/// Returns the layers that stand from now on, or WALLFARM_FENCE_FAILED alone.
unsigned wallfarm_fence_files(char *const *readable, char *const *writable, int may_run);

/// What a process is locked in for.
enum wallfarm_fence_profile {
  /// It draws: it has no socket but those that it was started with, for messages.
  WALLFARM_FENCE_RENDER,
  /// It fetches something by a socket that was connected for it, and makes no connection itself.
  WALLFARM_FENCE_FETCH,
};

/// Takes from this process every call of the kernel that its work does not need.
///
/// What an attack would begin with (another program or process, a socket, tracing, a signal to others)
/// ends the process with WALLFARM_FENCE_STATUS, after `messenger` was sent "refused NUMBER"; anything
/// else that is not needed fails with EPERM. All threads of the process are meant.
///
/// Returns WALLFARM_FENCE_CALLS, with what follows from it, or 0 where the kernel has no such filter.
unsigned wallfarm_fence_calls(enum wallfarm_fence_profile profile, int messenger);

/// Locks this process in to fetch something, by libcurl or the like, with a TCP socket that is connected, and whose
/// address was checked: of files it reads the certificates that the machine
/// trusts; it writes to what is open, resolves no name, and cannot be led elsewhere by a redirect.
///
/// To be called before there is a second thread. Returns the layers that stand, or WALLFARM_FENCE_FAILED.
unsigned wallfarm_fence_fetch(int messenger);

/// Takes this process, and what it starts, to a network without interfaces.
///
/// To be called before there is a second thread, and before anything else is taken from it. Returns
/// WALLFARM_FENCE_NO_INTERFACES, or 0 where the machine does not let it.
unsigned wallfarm_leave_network(void);

/// Makes what wallfarm_shut_calls sets; to be called before a process is forked that sets it.
///
/// Returns 0 where there is none to be had.
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

/// What a process ends with that tried a call which is refused.
enum { WALLFARM_FENCE_STATUS = 78 };

/// The layers that this kernel has for a process that starts nothing; nothing is locked in.
unsigned wallfarm_fence_available(void);

/// Sets what a process may use at most: no core file, few open files, and files no longer than this. A hard
/// limit on queues of messages is the mark of programs of plugins, see family.c, and of nothing else.
void wallfarm_fence_limits(unsigned long most_files, unsigned long longest_file);

/// Lowers a limit of this process, such as RLIMIT_CORE, irreversibly. Safe between fork and exec.
///
/// A program with a sanitizer keeps its limit of addresses (RLIMIT_AS).
void wallfarm_limit(int what, unsigned long most);

/// Disables core dumps of this process, and of the programs it starts, irreversibly.
///
/// Also makes the process non-dumpable, so that no core_pattern handler receives its memory. `is_counted` omits
/// this step: the kernel hides the open files of a non-dumpable process from a parent that counts them.
void wallfarm_forbid_core_files(int is_counted);

/// The name of a call of this processor; NULL for none. To be given back.
char *wallfarm_call_name(int number);

/// Gives a name back.
void wallfarm_free_name(char *name);

#endif
