// A network of its own, without interfaces, for a process that has no use for any.
#define _GNU_SOURCE
#include "wallfarm_fence.h"

#include <sched.h>

unsigned wallfarm_leave_network(void) {
  // Root needs no users of its own, among whom it would lose the right to read the files of all others.
  if (unshare(CLONE_NEWNET) == 0) return WALLFARM_FENCE_NO_INTERFACES;
  return unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0 ? WALLFARM_FENCE_NO_INTERFACES : 0;
}
