/* The library that record.py records: it asks a socket what to do next, and does it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "wallfarm_plugin_1.h"

static FILE *in, *out;

/* The next line, without its end. */
static char *hear(void) {
  static char *line = NULL;
  static size_t room = 0;
  ssize_t length = getline(&line, &room, in);
  if (length <= 0) exit(9);
  line[length - 1] = '\0';
  return line;
}

static void say(const char *word, const char *head, wallfarm_text text) {
  fprintf(out, "%s %s%.*s\n", word, head, (int)text.length, text.bytes);
  fflush(out);
}

static wallfarm_text text(const char *words) { return (wallfarm_text){words, strlen(words)}; }

static void paint(const wallfarm_pixels *pixels, const char *line) {
  unsigned x, y, width, height, bytes[4];
  sscanf(line, "paint %u %u %u %u %2x%2x%2x%2x", &x, &y, &width, &height, bytes, bytes + 1,
         bytes + 2, bytes + 3);
  for (unsigned row = y; row < y + height; row++) {
    for (unsigned at = 0; at < 4 * width; at++) {
      pixels->bytes[(size_t)row * pixels->stride + 4 * x + at] = (uint8_t)bytes[at % 4];
    }
  }
}

/* Does what it is told until it is told to return. */
static int32_t obey(const wallfarm_host *host, const wallfarm_pixels *pixels, wallfarm_text *answer) {
  while (1) {
    char *line = hear();
    char *rest = strchr(line, ' ') + 1;
    if (strncmp(line, "return ", 7) == 0) {
      if (rest[2] != '\0') *answer = text(strdup(rest + 2));
      return rest[0] - '0';
    } else if (strncmp(line, "paint ", 6) == 0) {
      paint(pixels, line);
    } else if (strncmp(line, "log ", 4) == 0) {
      host->log(host, text(rest));
    } else if (strncmp(line, "extension ", 10) == 0) {
      say(host->extension(host, rest) == NULL ? "0" : "1", "", text(""));
    } else {
      const wallfarm_fit *fit = host->extension(host, WALLFARM_FIT);
      const wallfarm_codes *codes = host->extension(host, WALLFARM_CODES);
      wallfarm_text reply = {NULL, 0};
      int32_t status = line[0] == 'm'   ? host->measure(host, text(rest), &reply)
                       : line[0] == 'f' ? fit->fit(host, text(rest), &reply)
                                        : codes->code(host, text(rest), &reply);
      say(status == WALLFARM_OK ? "0" : "1", "", reply);
    }
  }
}

static int32_t create(const wallfarm_host *host, wallfarm_text parameters, void **instance,
                      wallfarm_text *answer) {
  *instance = NULL;
  if (in == NULL) {
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = SOCKET};
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(end, (struct sockaddr *)&address, sizeof address) != 0) exit(8);
    in = fdopen(end, "r");
    out = fdopen(dup(end), "w");
  }
  say("create", "", parameters);
  return obey(host, NULL, answer);
}

static int32_t compose(void *instance, const wallfarm_host *host, wallfarm_text context,
                       wallfarm_text *answer) {
  (void)instance;
  say("compose", "", context);
  return obey(host, NULL, answer);
}

static int32_t fill(void *instance, const wallfarm_host *host, wallfarm_text context,
                    const wallfarm_pixels *pixels, wallfarm_text *answer) {
  (void)instance;
  char head[200];
  snprintf(head, sizeof head,
           "{\"width\":%u,\"height\":%u,\"stride\":%u,\"scale_x\":%g,\"scale_y\":%g}\t",
           pixels->width, pixels->height, pixels->stride, pixels->scale_x, pixels->scale_y);
  say("fill", head, context);
  return obey(host, pixels, answer);
}

static void destroy(void *instance) { (void)instance; }
static void free_text(wallfarm_text answer) { free((void *)answer.bytes); }

static const void *extension(const char *name) {
  static const wallfarm_fill filling = {sizeof filling, fill};
  return strcmp(name, WALLFARM_FILL) == 0 ? &filling : NULL;
}

static const wallfarm_plugin plugin = {
    sizeof plugin, WALLFARM_CONTRACT, ID, 1, create, compose, destroy, free_text, extension,
};

WALLFARM_EXPORT const wallfarm_plugin *wallfarm_plugin_1(void) { return &plugin; }
