// Counts failed allocations, because FreeType and HarfBuzz continue after a failed allocation: a
// glyph silently gets another weight or width.
#ifndef WALLFARM_ALLOCATION_H
#define WALLFARM_ALLOCATION_H

#include <stdint.h>

/// The number of failed allocations of this thread; always 0 if allocations are not counted.
uint64_t wallfarm_failed_allocations(void);

/// The number of failed allocations of the process; always 0 if allocations are not counted.
uint64_t wallfarm_failed_allocations_of_process(void);

/// Counts a failed allocation of this thread.
void wallfarm_count_failed_allocation(void);

#endif
