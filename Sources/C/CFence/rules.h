#ifndef WALLFARM_RULES_H
#define WALLFARM_RULES_H

#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>

/// Adds a rule for each system call. Names that this architecture or libseccomp does not know are
/// skipped.
///
/// Returns 0, or -1 if a rule could not be added.
int wallfarm_add_rules(scmp_filter_ctx filter, uint32_t action, const char *const *names, size_t count);

#endif
