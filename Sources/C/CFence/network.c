// Moves a process to a network namespace without interfaces.
#define _GNU_SOURCE
#include "wallfarm_fence.h"

#include <sched.h>

unsigned wallfarm_leave_network(void) {
  // Root does not need a user namespace and would lose the right to read other users' files in one.
  if (unshare(CLONE_NEWNET) == 0) return WALLFARM_FENCE_NO_INTERFACES;
  return unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0 ? WALLFARM_FENCE_NO_INTERFACES : 0;
}
