// The interface between the code that watches calls and the guard process.
#ifndef WALLFARM_GUARD_H
#define WALLFARM_GUARD_H

#include "wallfarm_plugin_host.h"

#include <stdint.h>

/// Records that a call into a library begins or ends; does nothing without a guard.
void wallfarm_guard_begin(const wallfarm_watch *watch);
void wallfarm_guard_end(void);

/// Records that an error was written to standard error before this process ends.
void wallfarm_guard_told(void);

// Writes to standard error, using only write(2).
void wallfarm_say(const char *text);
void wallfarm_say_number(int64_t number);
/// Writes an error up to the name of the call; with a hint, the whole error.
void wallfarm_last_words(const wallfarm_watch *watch, const char *code, const char *what,
                         const char *hint);

#endif
