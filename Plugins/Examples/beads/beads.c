/*
 * beads: the notes along a thin line, with a dot for each.
 *
 * This file contains the functions that the host calls; beads.h describes the other files.
 */
#include "beads.h"

#include <stdlib.h>

const char *member_text(const cJSON *object, const char *key, const char *fallback) {
  const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, key);
  return cJSON_IsString(member) ? member->valuestring : fallback;
}

double member_number(const cJSON *object, const char *key, double fallback) {
  const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, key);
  return cJSON_IsNumber(member) ? member->valuedouble : fallback;
}

cJSON *refuse(const char *code, const char *message, const char *hint) {
  cJSON *refusal = cJSON_CreateObject();
  if (code != NULL) cJSON_AddStringToObject(refusal, "code", code);
  cJSON_AddStringToObject(refusal, "message", message);
  if (hint != NULL) cJSON_AddStringToObject(refusal, "hint", hint);
  return refusal;
}

cJSON *no_memory(void) { return refuse(NULL, "out of memory", NULL); }

/* Writes the answer for the host, and frees it. */
static int32_t hand_over(cJSON *json, int32_t status, wallfarm_text *answer) {
  char *text = cJSON_PrintUnformatted(json);
  cJSON_Delete(json);
  answer->bytes = text;
  answer->length = 0;
  if (text == NULL) return WALLFARM_REFUSED; /* no memory for an answer */
  while (text[answer->length] != '\0') answer->length++;
  return status;
}

static void free_text(wallfarm_text answer) { cJSON_free((void *)answer.bytes); }

static void destroy(void *instance) {
  settings *s = instance;
  if (s == NULL) return;
  cJSON_Delete(s->json);
  free(s);
}

/* The host checks each value against plugin.json; this function checks their combination. */
static int32_t create(const wallfarm_host *host, wallfarm_text parameters, void **instance,
                      wallfarm_text *answer) {
  (void)host;
  settings *s = calloc(1, sizeof *s);
  if (s == NULL) return hand_over(no_memory(), WALLFARM_REFUSED, answer);
  /* Without parameters, every value has its default. */
  s->json = cJSON_ParseWithLength(parameters.bytes, parameters.length);
  s->font = member_text(s->json, "font", "Inter");
  s->color = member_text(s->json, "color", "#ffffff");
  s->accent = member_text(s->json, "accent", "#ffb45c");
  s->weight = (int)member_number(s->json, "weight", 600);
  s->max_size = member_number(s->json, "max-size", 34);
  s->min_size = member_number(s->json, "min-size", 14);
  s->side = member_number(s->json, "side", 28);
  s->gap = member_number(s->json, "gap", 0.55);
  if (s->min_size > s->max_size) {
    destroy(s);
    cJSON *refusal = refuse("invalid-parameter", "'min-size' is larger than 'max-size'",
                            "lower min-size or raise max-size");
    cJSON_AddStringToObject(refusal, "parameter", "min-size");
    return hand_over(refusal, WALLFARM_REFUSED, answer);
  }
  *instance = s;
  return WALLFARM_OK;
}

static int32_t compose(void *instance, const wallfarm_host *host, wallfarm_text context,
                       wallfarm_text *answer) {
  /* The column borrows its texts from this object. */
  cJSON *json = cJSON_ParseWithLength(context.bytes, context.length);
  column c;
  cJSON *refusal = column_open(&c, instance, host, json);
  if (refusal == NULL) refusal = column_fit(&c);
  cJSON *layers = refusal == NULL ? column_answer(&c) : NULL;
  column_close(&c);
  cJSON_Delete(json);
  return refusal == NULL ? hand_over(layers, WALLFARM_OK, answer)
                         : hand_over(refusal, WALLFARM_REFUSED, answer);
}

static const wallfarm_plugin plugin = {
    .size = sizeof(wallfarm_plugin),
    .contract = WALLFARM_CONTRACT,
    .id = "beads",
    .version = 1,
    .create = create,
    .compose = compose,
    .destroy = destroy,
    .free_text = free_text,
};

WALLFARM_EXPORT const wallfarm_plugin *wallfarm_plugin_1(void) { return &plugin; }
