/*
 * The smallest host there can be, for valgrind: driver LIBRARY CASES.
 *
 * CASES is a list of {"name", "parameters", "context", "refuses"}. For each the library makes an
 * instance and composes; a line tells how many layers came, or with which code it refused. Every
 * character is a box half as wide as it is high; with "refuses" the host refuses to measure.
 *
 * All that is lent to the library is exactly as long as it says, without a zero behind it, and freed
 * as early as the contract allows, so valgrind sees whoever reads on.
 */
#define _GNU_SOURCE
#include <cJSON.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wallfarm_plugin.h>

static bool refuses;
/* The last answer of the host. */
static char *held;

static void stop(const char *why) {
  fprintf(stderr, "driver: %s\n", why);
  exit(2);
}

static const cJSON *member(const cJSON *object, const char *key) {
  return cJSON_GetObjectItemCaseSensitive(object, key);
}

static double number(const cJSON *object, const char *key, double fallback) {
  const cJSON *found = member(object, key);
  return cJSON_IsNumber(found) ? found->valuedouble : fallback;
}

/* A copy of exactly the bytes; the JSON is freed where it is ours. */
static wallfarm_text lend(const cJSON *json, char **owner) {
  char *text = cJSON_PrintUnformatted(json);
  size_t length = strlen(text);
  *owner = memcpy(malloc(length), text, length);
  cJSON_free(text);
  return (wallfarm_text){*owner, length};
}

static int32_t reply(cJSON *json, int32_t status, wallfarm_text *answer) {
  free(held);
  *answer = lend(json, &held);
  cJSON_Delete(json);
  return status;
}

static int32_t refuse(const char *code, wallfarm_text *answer) {
  cJSON *json = cJSON_CreateObject();
  cJSON_AddStringToObject(json, "code", code);
  cJSON_AddStringToObject(json, "message", "the driver refuses");
  return reply(json, WALLFARM_REFUSED, answer);
}

/* ---- Boxes for letters ---- */

static cJSON *rect(double y, double width, double height) {
  cJSON *json = cJSON_CreateObject();
  cJSON_AddNumberToObject(json, "x", 0);
  cJSON_AddNumberToObject(json, "y", y);
  cJSON_AddNumberToObject(json, "width", width);
  cJSON_AddNumberToObject(json, "height", height);
  return json;
}

static size_t after(const char *text, size_t at) {
  do at++;
  while (((unsigned char)text[at] & 0xC0) == 0x80);
  return at;
}

/* The end of the line that begins at a byte: behind the last space that fits, or inside a word. */
static size_t line_end(const char *text, size_t at, int most) {
  size_t space = 0;
  for (int count = 0; text[at] != '\0' && text[at] != '\n'; count++) {
    if (count == most) return space > 0 ? space : at;
    if (text[at] == ' ') space = at + 1;
    at = after(text, at);
  }
  return at;
}

/* The words of all spans, which the caller frees. */
static char *words(const cJSON *block) {
  char *text = calloc(1, 1);
  const cJSON *span;
  cJSON_ArrayForEach(span, member(block, "spans")) {
    const char *more = cJSON_GetStringValue(member(span, "text"));
    if (more == NULL) stop("a span has no text");
    text = realloc(text, strlen(text) + strlen(more) + 1);
    strcat(text, more);
  }
  return text;
}

static cJSON *measurement(const cJSON *block, double width) {
  double size = number(member(block, "style"), "size", 0);
  double pitch = size * (1.2 + number(member(block, "style"), "lineGap", 0));
  int limit = (int)number(block, "lineLimit", 10000);
  if (size <= 0) stop("a text has no size");
  int most = width < 0 ? 1000000 : (int)(width / (size * 0.5));
  char *text = words(block);
  cJSON *json = cJSON_CreateObject();
  cJSON *lines = cJSON_AddArrayToObject(json, "lines");
  double widest = 0, bottom = 0;
  bool clipped = false;
  for (size_t at = 0, count = 0;; count++) {
    clipped = (int)count == limit;
    if (clipped) break;
    size_t end = line_end(text, at, most < 1 ? 1 : most);
    double reach = 0;
    for (size_t byte = at; byte < end; byte = after(text, byte)) reach += size * 0.5;
    widest = reach > widest ? reach : widest;
    bottom = (double)count * pitch + size * 1.2;
    cJSON *line = cJSON_CreateObject();
    cJSON_AddItemToObject(line, "frame", rect((double)count * pitch, reach, size * 1.2));
    cJSON_AddItemToObject(line, "ink", rect((double)count * pitch, reach, size * 1.2));
    cJSON_AddNumberToObject(line, "baseline", (double)count * pitch + size);
    double range[] = {(double)at, (double)end};
    cJSON_AddItemToObject(line, "range", cJSON_CreateDoubleArray(range, 2));
    cJSON_AddItemToArray(lines, line);
    at = text[end] == '\n' ? end + 1 : end;
    if (text[end] == '\0') break;
  }
  /* Hebrew and Arabic begin with the bytes D6 to DD. */
  unsigned char first = (unsigned char)text[0];
  cJSON_AddStringToObject(json, "direction", first >= 0xD6 && first <= 0xDD ? "rtl" : "ltr");
  cJSON_AddBoolToObject(json, "isClipped", clipped);
  cJSON_AddItemToObject(json, "ink", rect(0, widest, bottom));
  cJSON *box = cJSON_AddObjectToObject(json, "size");
  cJSON_AddNumberToObject(box, "width", widest);
  cJSON_AddNumberToObject(box, "height", bottom);
  free(text);
  return json;
}

/* ---- What a host does ---- */

static int32_t measure(const wallfarm_host *host, wallfarm_text request, wallfarm_text *answer) {
  (void)host;
  if (refuses) return refuse("missing-glyph", answer);
  cJSON *json = cJSON_ParseWithLength(request.bytes, request.length);
  if (!cJSON_IsArray(member(json, "texts"))) stop("a request to measure has no texts");
  cJSON *result = cJSON_CreateObject();
  cJSON *texts = cJSON_AddArrayToObject(result, "texts");
  const cJSON *text;
  cJSON_ArrayForEach(text, member(json, "texts")) {
    cJSON_AddItemToArray(texts, measurement(member(text, "block"), number(text, "width", -1)));
  }
  cJSON_Delete(json);
  return reply(result, WALLFARM_OK, answer);
}

static int32_t fit(const wallfarm_host *host, wallfarm_text request, wallfarm_text *answer) {
  (void)host;
  if (refuses) return refuse("missing-glyph", answer);
  cJSON *json = cJSON_ParseWithLength(request.bytes, request.length);
  if (json == NULL) stop("a request to fit is no JSON");
  cJSON *result = cJSON_CreateObject();
  cJSON *block = cJSON_AddObjectToObject(result, "block");
  cJSON *span = cJSON_CreateObject();
  cJSON_AddItemToArray(cJSON_AddArrayToObject(block, "spans"), span);
  cJSON_AddItemToObject(span, "text", cJSON_Duplicate(member(json, "text"), true));
  cJSON *style = cJSON_Duplicate(member(json, "style"), true);
  cJSON_AddItemToObject(block, "style", style);
  double width = number(json, "width", 0), smallest = number(json, "smallest", 1);
  bool fits = false;
  for (double size = number(json, "largest", 1); !fits && size >= smallest; size -= 0.25) {
    cJSON_DeleteItemFromObjectCaseSensitive(style, "size");
    cJSON_AddNumberToObject(style, "size", size);
    cJSON *measured = measurement(block, width);
    fits = number(member(measured, "size"), "height", 0) <= number(json, "height", 0);
    if (fits) cJSON_AddItemToObject(result, "measurement", measured);
    else cJSON_Delete(measured);
  }
  cJSON_Delete(json);
  if (fits) return reply(result, WALLFARM_OK, answer);
  cJSON_Delete(result);
  return refuse("text-does-not-fit", answer);
}

static void log_line(const wallfarm_host *host, wallfarm_text line) {
  (void)host;
  printf("  it said: %.*s\n", (int)line.length, line.bytes);
}

static const void *extension(const wallfarm_host *host, const char *name) {
  static const wallfarm_fit fitting = {sizeof fitting, fit};
  (void)host;
  return strcmp(name, WALLFARM_FIT) == 0 ? &fitting : NULL;
}

/* ---- One case ---- */

static void tell(const cJSON *json, int32_t status) {
  if (json == NULL) stop("an answer is no JSON");
  if (status == WALLFARM_OK) {
    printf("%d layers\n", cJSON_GetArraySize(member(json, "layers")));
  } else {
    const char *code = cJSON_GetStringValue(member(json, "code"));
    printf("%s\n", code == NULL ? "refused" : code);
  }
}

static void take(const wallfarm_plugin *plugin, wallfarm_text answer, int32_t status) {
  cJSON *json = cJSON_ParseWithLength(answer.bytes, answer.length);
  plugin->free_text(answer);
  tell(json, status);
  cJSON_Delete(json);
}

static void run(const wallfarm_plugin *plugin, const cJSON *given) {
  refuses = cJSON_IsTrue(member(given, "refuses"));
  printf("%s: ", cJSON_GetStringValue(member(given, "name")));
  wallfarm_host *host = malloc(sizeof *host);
  *host = (wallfarm_host){sizeof *host, WALLFARM_CONTRACT, NULL, measure, log_line, extension};
  void *instance = NULL;
  char *lent;
  wallfarm_text answer = {NULL, 0};
  int32_t status = plugin->create(host, lend(member(given, "parameters"), &lent), &instance, &answer);
  free(lent);
  if (status == WALLFARM_OK) {
    answer = (wallfarm_text){NULL, 0};
    status = plugin->compose(instance, host, lend(member(given, "context"), &lent), &answer);
    free(lent);
    take(plugin, answer, status);
    plugin->destroy(instance);
  } else {
    take(plugin, answer, status);
  }
  free(held);
  held = NULL;
  free(host);
}

static cJSON *read_json(const char *path) {
  FILE *file = fopen(path, "r");
  if (file == NULL) stop("the cases cannot be read");
  char *text = NULL;
  size_t room = 0;
  ssize_t length = getdelim(&text, &room, '\0', file);
  fclose(file);
  cJSON *json = length < 0 ? NULL : cJSON_ParseWithLength(text, (size_t)length);
  free(text);
  if (json == NULL) stop("the cases are no JSON");
  return json;
}

int main(int count, char **arguments) {
  if (count != 3) stop("driver LIBRARY CASES");
  void *library = dlopen(arguments[1], RTLD_NOW);
  if (library == NULL) stop(dlerror());
  const wallfarm_plugin *(*entry)(void);
  *(void **)&entry = dlsym(library, "wallfarm_plugin_1");
  if (entry == NULL) stop("it exports no wallfarm_plugin_1");
  cJSON *cases = read_json(arguments[2]);
  const cJSON *given;
  cJSON_ArrayForEach(given, cases) run(entry(), given);
  cJSON_Delete(cases);
  /* It stays loaded, as in a real host; what it keeps is then no leak. */
  return 0;
}
