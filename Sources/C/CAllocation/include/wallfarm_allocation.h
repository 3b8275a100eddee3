// How often memory was asked for in vain. FreeType and HarfBuzz go on without it: a glyph gets another
// weight, or another width, and nothing is said.
#ifndef WALLFARM_ALLOCATION_H
#define WALLFARM_ALLOCATION_H

#include <stdint.h>

/// How many requests of this thread for memory have failed; always 0 where none are counted.
uint64_t wallfarm_failed_allocations(void);

/// How many requests of all threads have failed since the process began; always 0 where none are counted.
uint64_t wallfarm_failed_allocations_of_process(void);

/// Counts a request of this thread that failed.
void wallfarm_count_failed_allocation(void);

#endif
