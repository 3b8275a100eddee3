#include "wallfarm_allocation.h"

// Per thread, so that a failure in one render does not affect others.
static _Thread_local uint64_t failed;

static uint64_t failed_of_process;

uint64_t wallfarm_failed_allocations(void) { return failed; }

uint64_t wallfarm_failed_allocations_of_process(void) {
  return __atomic_load_n(&failed_of_process, __ATOMIC_RELAXED);
}

void wallfarm_count_failed_allocation(void) {
  failed++;
  __atomic_fetch_add(&failed_of_process, 1, __ATOMIC_RELAXED);
}
