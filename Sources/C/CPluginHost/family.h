// The started programs and their descendants.
#ifndef WALLFARM_FAMILY_H
#define WALLFARM_FAMILY_H

#include "wallfarm_plugin_host.h"

#include <sys/types.h>

/// Ends all children of this process and their descendants.
void wallfarm_end_children(void);

/// Makes this process a subreaper if it is allowed to be.
void wallfarm_family_begin(void);

/// Held while a program is started, so that it is not mistaken for an orphan.
void wallfarm_family_lock(void);
void wallfarm_family_unlock(void);

/// Registers a program; requires the lock.
void wallfarm_family_add(pid_t process);

/// Waits for a program that is about to end, and unregisters it.
void wallfarm_family_wait(pid_t process);

/// Whether this process has started a program and not ended it yet.
int wallfarm_family_holds(pid_t process);

// Implementations of the functions that have the same names without `_here`. The launcher calls
// them, and so does a process that has no launcher.
void wallfarm_end_program_here(pid_t process);
int wallfarm_is_alone_here(pid_t process);
wallfarm_family wallfarm_count_family_here(pid_t process);
void wallfarm_end_orphans_here(void);
int wallfarm_has_ended_here(pid_t process, wallfarm_end *end);

/// Starts a program from this thread.
pid_t wallfarm_start_program_here(wallfarm_program *program);

/// Starts a program from the thread that starts all programs.
pid_t wallfarm_start_program_on_thread(wallfarm_program *program);

/// Closes all descriptors from a number on.
void wallfarm_close_all_from(unsigned first);

#endif
