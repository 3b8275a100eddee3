// Between fork and exec: only what is safe in a signal handler.
#ifndef WALLFARM_FENCE_H
#define WALLFARM_FENCE_H

/// Takes from this process, for good, all files but those below some paths, which it may read and run,
/// and the right to change any; connections over TCP, and signals to others, where the kernel can.
///
/// readable: ended by NULL. What is not there is left out.
///
/// Returns the layers of the fence that stand from now on.
unsigned wallfarm_fence(char *const *readable);

#endif
