// A layout that tries to read and write the file named in the file `target` beside it, and to open
// a socket. Its error message reports each outcome: "target 1 read 0 write 0 socket 0" if it can
// read only `target`.
#define _GNU_SOURCE
#include "../../../Plugins/SDK/wallfarm_plugin.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int can_open(const char *path, int flags) {
  int descriptor = open(path, flags);
  if (descriptor >= 0) close(descriptor);
  return descriptor >= 0;
}

static int32_t create(const wallfarm_host *host, wallfarm_text values, void **instance, wallfarm_text *answer) {
  (void)host, (void)values, (void)answer;
  *instance = malloc(1);
  return WALLFARM_OK;
}

static int32_t compose(void *instance, const wallfarm_host *host, wallfarm_text order, wallfarm_text *answer) {
  (void)instance, (void)host, (void)order;
  Dl_info own;
  char path[4096] = "", *text = malloc(128);
  dladdr((void *)create, &own);
  snprintf(path, sizeof path, "%.*s/target", (int)(strrchr(own.dli_fname, '/') - own.dli_fname), own.dli_fname);
  int target = open(path, O_RDONLY);
  ssize_t length = read(target, path, sizeof path - 1);
  path[length < 0 ? 0 : length] = 0;
  int network = socket(AF_INET, SOCK_STREAM, 0);
  snprintf(text, 128, "{\"message\":\"target %d read %d write %d socket %d\"}", length > 0,
           can_open(path, O_RDONLY), can_open(path, O_WRONLY), network >= 0);
  *answer = (wallfarm_text){text, strlen(text)};
  return WALLFARM_REFUSED;
}

static void destroy(void *instance) { free(instance); }

static void free_text(wallfarm_text text) { free((void *)text.bytes); }

static const void *extension(const char *name) {
  (void)name;
  return NULL;
}

const wallfarm_plugin *wallfarm_plugin_1(void) {
  static const wallfarm_plugin plugin = {
      .size = sizeof plugin, .contract = WALLFARM_CONTRACT, .id = "curious", .version = 1, .create = create,
      .compose = compose, .destroy = destroy, .free_text = free_text, .extension = extension};
  return &plugin;
}
