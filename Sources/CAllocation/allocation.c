#include "wallfarm_allocation.h"

// Of each thread by itself: a photo that is too large for one render is nothing to another.
static _Thread_local uint64_t failed;

uint64_t wallfarm_failed_allocations(void) { return failed; }

void wallfarm_count_failed_allocation(void) { failed++; }
