// Adds seccomp rules by system call name.
#include "rules.h"

static int add(scmp_filter_ctx filter, uint32_t action, const char *name) {
  int number = seccomp_syscall_resolve_name(name);
  if (number == __NR_SCMP_ERROR || number < 0) return 0;
  return seccomp_rule_add(filter, action, number, 0);
}

int wallfarm_add_rules(scmp_filter_ctx filter, uint32_t action, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (add(filter, action, names[i]) != 0) return -1;
  }
  return 0;
}
