/* Replaces the file EXCHANGE_TO by EXCHANGE_FROM when a process starts another; used with LD_PRELOAD. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>

int posix_spawn(pid_t *restrict pid, const char *restrict path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *restrict attributes, char *const arguments[restrict],
                char *const environment[restrict]) {
  __typeof__(posix_spawn) *spawn = (__typeof__(posix_spawn) *)dlsym(RTLD_NEXT, "posix_spawn");
  const char *from = getenv("EXCHANGE_FROM"), *to = getenv("EXCHANGE_TO");
  if (from && to) rename(from, to);
  return spawn(pid, path, actions, attributes, arguments, environment);
}
