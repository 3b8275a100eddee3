/*
 * An old plugin in a library: does what the plugin of a transcript did, and looks whether the host
 * still does what it did.
 *
 * replay.py is the same as a program and says more. The transcript lies beside the library.
 */
#define _GNU_SOURCE
#include <cJSON.h>
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wallfarm_plugin_1.h"

static cJSON *transcript;
/* The entry that comes next; NULL at the end. */
static const cJSON *entry;
static int number = 1;
/* The first difference; empty while there is none. */
static char broken[600];
/* What the host has to give back. */
static char *lent;
static bool has_instance;

static const cJSON *member(const cJSON *object, const char *key) {
  return cJSON_GetObjectItemCaseSensitive(object, key);
}

static void next_entry(void) {
  entry = entry->next;
  number++;
}

/* Keeps the first difference only. Returns false, for whoever found it. */
static bool differ(const char *path, const char *what) {
  if (broken[0] == '\0') {
    snprintf(broken, sizeof broken, "line %d of the transcript: %.400s %.100s", number, path, what);
  }
  return false;
}

/* Whether a value holds every recorded member with the same value. */
static bool is_same(const cJSON *old, const cJSON *new, const char *path) {
  char below[400];
  if (new == NULL) return differ(path, "is missing");
  if (cJSON_IsBool(old) && cJSON_IsBool(new) && old->type != new->type) {
    return differ(path, cJSON_IsTrue(new) ? "is true" : "is false");
  }
  if (old->type != new->type) return differ(path, "is of another type");
  const cJSON *item;
  if (cJSON_IsObject(old)) {
    cJSON_ArrayForEach(item, old) {
      /* The words of an error are for people, and get better. */
      if (strcmp(item->string, "message") == 0 && member(old, "code") != NULL) continue;
      snprintf(below, sizeof below, "%.300s.%.90s", path, item->string);
      if (!is_same(item, member(new, item->string), below)) return false;
    }
  } else if (cJSON_IsArray(old)) {
    if (cJSON_GetArraySize(old) != cJSON_GetArraySize(new)) {
      return differ(path, "has another number of items");
    }
    int at = 0;
    const cJSON *other = new->child;
    cJSON_ArrayForEach(item, old) {
      snprintf(below, sizeof below, "%.300s[%d]", path, at++);
      if (!is_same(item, other, below)) return false;
      other = other->next;
    }
  } else if (cJSON_IsNumber(old) && !(fabs(old->valuedouble - new->valuedouble) <= 1e-6)) {
    snprintf(below, sizeof below, "is %.17g, was %.17g", new->valuedouble, old->valuedouble);
    return differ(path, below);
  } else if (cJSON_IsString(old) && strcmp(old->valuestring, new->valuestring) != 0) {
    return differ(path, "is another text");
  }
  return true;
}

/* Compares what the host says with what it said, and goes on. Takes the object. */
static void hear(cJSON *said) {
  const cJSON *old = member(entry, "host");
  const char *call = cJSON_GetStringValue(member(said, "call"));
  if (old == NULL) {
    differ(call == NULL ? "answer" : call, "was not recorded here");
  } else if (is_same(old, said, call == NULL ? "answer" : call)) {
    next_entry();
  }
  cJSON_Delete(said);
}

static cJSON *call(const char *name, wallfarm_text text) {
  cJSON *said = cJSON_CreateObject();
  cJSON_AddStringToObject(said, "call", name);
  cJSON *json = cJSON_ParseWithLength(text.bytes, text.length);
  if (json != NULL) cJSON_AddItemToObject(said, "text", json);
  return said;
}

/* What the transcript answers, exactly as long as it is: a byte more would be read by mistake. */
static void lend(cJSON *json, wallfarm_text *answer) {
  char *text = cJSON_PrintUnformatted(json);
  answer->length = strlen(text);
  answer->bytes = lent = memcpy(malloc(answer->length), text, answer->length);
  cJSON_free(text);
}

static int32_t tell(wallfarm_text *answer) {
  cJSON *refusal = cJSON_CreateObject();
  cJSON_AddStringToObject(refusal, "message", broken);
  lend(refusal, answer);
  cJSON_Delete(refusal);
  return WALLFARM_REFUSED;
}

/* ---- What the plugin did ---- */

static void ask(const wallfarm_host *host, const cJSON *doing) {
  const char *name = member(doing, "call")->valuestring;
  if (strcmp(name, "log") == 0) {
    const char *line = member(doing, "text")->valuestring;
    host->log(host, (wallfarm_text){line, strlen(line)});
    return;
  }
  cJSON *said = cJSON_CreateObject();
  if (strcmp(name, "extension") == 0) {
    const void *found = host->extension(host, member(doing, "name")->valuestring);
    cJSON_AddBoolToObject(said, "found", found != NULL);
    hear(said);
    return;
  }
  const wallfarm_fit *fit = host->extension(host, WALLFARM_FIT);
  const wallfarm_codes *codes = host->extension(host, WALLFARM_CODES);
  if (fit == NULL || fit->size < sizeof *fit || codes == NULL || codes->size < sizeof *codes) {
    differ("extension", "is smaller than it was");
    cJSON_Delete(said);
    return;
  }
  char *request = cJSON_PrintUnformatted(member(doing, "text"));
  wallfarm_text text = {request, strlen(request)};
  wallfarm_text reply = {NULL, 0};
  int32_t status = strcmp(name, "measure") == 0 ? host->measure(host, text, &reply)
                   : strcmp(name, "fit") == 0   ? fit->fit(host, text, &reply)
                                                : codes->code(host, text, &reply);
  cJSON_free(request);
  cJSON_AddNumberToObject(said, "status", status);
  cJSON *json = cJSON_ParseWithLength(reply.bytes, reply.length);
  if (json != NULL) cJSON_AddItemToObject(said, "text", json);
  hear(said);
}

static void paint(const wallfarm_pixels *pixels, const cJSON *rectangles) {
  const cJSON *rectangle;
  cJSON_ArrayForEach(rectangle, rectangles) {
    unsigned numbers[4], bytes[4];
    for (int at = 0; at < 4; at++) numbers[at] = cJSON_GetArrayItem(rectangle, at)->valuedouble;
    sscanf(cJSON_GetArrayItem(rectangle, 4)->valuestring, "%2x%2x%2x%2x", bytes, bytes + 1,
           bytes + 2, bytes + 3);
    for (unsigned row = numbers[1]; row < numbers[1] + numbers[3]; row++) {
      uint8_t *start = pixels->bytes + (size_t)row * pixels->stride + 4 * (size_t)numbers[0];
      for (unsigned at = 0; at < 4 * numbers[2]; at++) start[at] = (uint8_t)bytes[at % 4];
    }
  }
}

/* Goes through the entries up to the one in which the plugin returned. */
static int32_t act(const wallfarm_host *host, const wallfarm_pixels *pixels, wallfarm_text *answer) {
  while (broken[0] == '\0' && entry != NULL) {
    const cJSON *doing = entry;
    const cJSON *plugin = member(doing, "plugin");
    next_entry();
    if (member(doing, "paint") != NULL) {
      paint(pixels, member(doing, "paint"));
    } else if (member(plugin, "status") != NULL) {
      if (member(plugin, "text") != NULL) lend((cJSON *)member(plugin, "text"), answer);
      return member(plugin, "status")->valueint;
    } else {
      ask(host, plugin);
    }
  }
  if (broken[0] == '\0') differ("host", "asks for more than was recorded");
  return tell(answer);
}

static bool begin(const wallfarm_host *host, cJSON *said) {
  if (host->size < sizeof *host || host->contract < WALLFARM_CONTRACT || host->measure == NULL ||
      host->log == NULL || host->extension == NULL) {
    differ("host", "is smaller than it was");
  }
  if (broken[0] == '\0' && entry == NULL) differ("host", "asks for more than was recorded");
  if (broken[0] == '\0') hear(said);
  else cJSON_Delete(said);
  return broken[0] == '\0';
}

/* ---- What the host calls ---- */

static int32_t create(const wallfarm_host *host, wallfarm_text parameters, void **instance,
                      wallfarm_text *answer) {
  if (has_instance) differ("destroy", "was not called");
  if (lent != NULL) differ("free_text", "was not called");
  *instance = NULL;
  if (!begin(host, call("create", parameters))) return tell(answer);
  int32_t status = act(host, NULL, answer);
  if (status == WALLFARM_OK) {
    *instance = &has_instance;
    has_instance = true;
  }
  return status;
}

static int32_t compose(void *instance, const wallfarm_host *host, wallfarm_text context,
                       wallfarm_text *answer) {
  if (instance != &has_instance) differ("instance", "is another one");
  if (!begin(host, call("compose", context))) return tell(answer);
  return act(host, NULL, answer);
}

static int32_t fill(void *instance, const wallfarm_host *host, wallfarm_text context,
                    const wallfarm_pixels *pixels, wallfarm_text *answer) {
  if (instance != &has_instance) differ("instance", "is another one");
  if (pixels->size < sizeof *pixels) differ("pixels", "are fewer than they were");
  cJSON *said = call("fill", context);
  cJSON *facts = cJSON_AddObjectToObject(said, "pixels");
  cJSON_AddNumberToObject(facts, "width", pixels->width);
  cJSON_AddNumberToObject(facts, "height", pixels->height);
  cJSON_AddNumberToObject(facts, "stride", pixels->stride);
  cJSON_AddNumberToObject(facts, "scale_x", pixels->scale_x);
  cJSON_AddNumberToObject(facts, "scale_y", pixels->scale_y);
  if (!begin(host, said)) return tell(answer);
  for (size_t at = 0; at < (size_t)pixels->stride * pixels->height; at++) {
    if (pixels->bytes[at] != 0) {
      differ("pixels", "are not clear");
      return tell(answer);
    }
  }
  return act(host, pixels, answer);
}

static void destroy(void *instance) {
  if (!has_instance || instance != &has_instance) differ("destroy", "got another instance");
  has_instance = false;
}

static void free_text(wallfarm_text answer) {
  if (answer.bytes != lent) differ("free_text", "got another text");
  free(lent);
  lent = NULL;
}

static const void *extension(const char *name) {
  static const wallfarm_fill filling = {sizeof filling, fill};
  return strcmp(name, WALLFARM_FILL) == 0 ? &filling : NULL;
}

static wallfarm_plugin plugin = {
    sizeof plugin, WALLFARM_CONTRACT, "", 0, create, compose, destroy, free_text, extension,
};

/* Reads the transcript; the first two entries are this call and who the plugin is. */
static void open_transcript(void) {
  Dl_info info;
  char path[4096];
  if (dladdr((const void *)&plugin, &info) == 0) return;
  snprintf(path, sizeof path, "%.*stranscript",
           (int)(strrchr(info.dli_fname, '/') + 1 - info.dli_fname), info.dli_fname);
  FILE *file = fopen(path, "r");
  if (file == NULL) return;
  transcript = cJSON_CreateArray();
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, file) > 0) cJSON_AddItemToArray(transcript, cJSON_Parse(line));
  free(line);
  fclose(file);
  entry = transcript->child;
}

WALLFARM_EXPORT const wallfarm_plugin *wallfarm_plugin_1(void) {
  if (transcript == NULL) open_transcript();
  if (entry == NULL) return NULL;
  next_entry();
  plugin.id = member(member(entry, "plugin"), "id")->valuestring;
  plugin.version = (uint32_t)member(member(entry, "plugin"), "version")->valueint;
  next_entry();
  return &plugin;
}
