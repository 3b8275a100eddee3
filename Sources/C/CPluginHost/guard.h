// What the watch of calls and the process that guards it tell each other.
#ifndef WALLFARM_GUARD_H
#define WALLFARM_GUARD_H

#include "wallfarm_plugin_host.h"

#include <stdint.h>

/// Notes that a call into a library begins or ends; nothing where there is no guard.
void wallfarm_guard_begin(const wallfarm_watch *watch);
void wallfarm_guard_end(void);

/// Notes that something was written to standard error before this process ends.
void wallfarm_guard_told(void);

// Words on standard error, by nothing but write(2).
void wallfarm_say(const char *text);
void wallfarm_say_number(int64_t number);
/// The form of every error of the program up to the name of the call; with a hint all of it.
void wallfarm_last_words(const wallfarm_watch *watch, const char *code, const char *what,
                         const char *hint);

#endif
