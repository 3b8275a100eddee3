#ifndef WALLFARM_RULES_H
#define WALLFARM_RULES_H

#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>

/// Adds a rule for each call. A name that this processor or this libseccomp does not know is passed over.
///
/// Returns 0, or -1 where a rule could not be added.
int wallfarm_add_rules(scmp_filter_ctx filter, uint32_t action, const char *const *names, size_t count);

#endif
