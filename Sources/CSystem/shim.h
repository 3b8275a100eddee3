// What Linux offers through functions with variable arguments, which Swift cannot call, or only to
// those who ask for GNU extensions before the first header.
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>

/// Has the kernel kill this process as soon as the one that started it is gone.
static inline int wallfarm_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

extern int pipe2(int ends[2], int flags);

/// Makes a pipe whose ends other programs do not inherit.
static inline int wallfarm_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

/// Makes reads and writes return instead of waiting.
static inline int wallfarm_do_not_wait(int descriptor) {
  return fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}
