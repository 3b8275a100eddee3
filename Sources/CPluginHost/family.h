// The programs that were started, and what they started: who belongs to whom.
#ifndef WALLFARM_FAMILY_H
#define WALLFARM_FAMILY_H

#include <sys/types.h>

/// Ends every child of this process with all that they started.
void wallfarm_end_children(void);

/// Makes this process the one that takes in orphans, where it may.
void wallfarm_family_begin(void);

/// Held while a program is started, so that it is not taken for an orphan.
void wallfarm_family_lock(void);
void wallfarm_family_unlock(void);

/// Knows a program, with the lock held.
void wallfarm_family_add(pid_t process);

/// Waits for a program that is about to end, and forgets it.
void wallfarm_family_wait(pid_t process);

#endif
