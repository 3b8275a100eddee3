#define _GNU_SOURCE
#include "CSystem.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

int wallfarm_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

int wallfarm_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int wallfarm_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int wallfarm_do_not_wait(int descriptor) {
  return fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

int wallfarm_rename_new(int folder, const char *name, const char *other) {
  return (int)renameat2(folder, name, folder, other, RENAME_NOREPLACE);
}

int wallfarm_exchange(int folder, const char *name, const char *other) {
  return (int)renameat2(folder, name, folder, other, RENAME_EXCHANGE);
}

int wallfarm_open_to_look(const char *path) {
  return open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}
