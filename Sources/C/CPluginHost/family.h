// The programs that were started, and what they started: who belongs to whom.
#ifndef WALLFARM_FAMILY_H
#define WALLFARM_FAMILY_H

#include "wallfarm_plugin_host.h"

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

/// Whether this process has started a program and not ended it yet.
int wallfarm_family_holds(pid_t process);

// What the functions without "here" do where there is no launcher.
void wallfarm_end_program_here(pid_t process);
int wallfarm_is_alone_here(pid_t process);
wallfarm_family wallfarm_count_family_here(pid_t process);
void wallfarm_end_orphans_here(void);
int wallfarm_has_ended_here(pid_t process, wallfarm_end *end);

/// Starts a program from this thread.
pid_t wallfarm_start_program_here(wallfarm_program *program);

/// Starts a program from the thread that all are started from.
pid_t wallfarm_start_program_on_thread(wallfarm_program *program);

/// Closes every descriptor from a number on.
void wallfarm_close_all_from(unsigned first);

#endif
