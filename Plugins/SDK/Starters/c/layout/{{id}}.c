/*
 * {{id}}: the notes as a list, as large as the free area allows.
 *
 * The host calls create with the parameters, compose with the context of screen and notes, and
 * destroy. All messages are JSON.
 */
#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wallfarm_plugin.h>

static cJSON *member(const cJSON *object, const char *key) {
  return cJSON_GetObjectItemCaseSensitive(object, key);
}

static double number(const cJSON *object, const char *key) {
  return cJSON_IsNumber(member(object, key)) ? member(object, key)->valuedouble : 0;
}

static const char *text(const cJSON *object, const char *key) {
  return cJSON_IsString(member(object, key)) ? member(object, key)->valuestring : "";
}

/* Answers with an object, and frees it. */
static int32_t hand_over(cJSON *json, int32_t status, wallfarm_text *answer) {
  answer->bytes = cJSON_PrintUnformatted(json);
  answer->length = answer->bytes == NULL ? 0 : strlen(answer->bytes);
  cJSON_Delete(json);
  return status;
}

/* Refuses with a reason; the code may be NULL. */
static int32_t refuse(const char *code, const char *message, wallfarm_text *answer) {
  cJSON *json = cJSON_CreateObject();
  if (code != NULL) cJSON_AddStringToObject(json, "code", code);
  cJSON_AddStringToObject(json, "message", message);
  return hand_over(json, WALLFARM_REFUSED, answer);
}

/* Joins the notes to one text, with a span for each; done notes are struck through. */
static char *join(const cJSON *notes, cJSON *spans) {
  size_t room = 1;
  const cJSON *note;
  cJSON_ArrayForEach(note, notes) room += strlen("\n• ") + strlen(text(note, "text"));
  char *joined = calloc(room, 1);
  if (joined == NULL) return NULL;
  char *end = joined;
  cJSON_ArrayForEach(note, notes) {
    char *line = end;
    end += sprintf(end, "%s• %s", note == notes->child ? "" : "\n", text(note, "text"));
    cJSON *span = cJSON_CreateObject();
    cJSON_AddStringToObject(span, "text", line);
    cJSON_AddBoolToObject(span, "strikethrough", cJSON_IsTrue(member(note, "done")));
    cJSON_AddItemToArray(spans, span);
  }
  return joined;
}

/* Requests the largest size at which a text fits, with an extension that not every host has. Returns
 * the answer, or with WALLFARM_REFUSED the refusal, or NULL if there is none. */
static cJSON *fit(const wallfarm_host *host, const char *joined, const cJSON *parameters,
                  double scale, double width, double height, int32_t *status) {
  const wallfarm_fit *extension = host->extension(host, WALLFARM_FIT);
  *status = WALLFARM_REFUSED;
  if (extension == NULL || joined == NULL) return NULL;
  cJSON *question = cJSON_CreateObject();
  cJSON_AddStringToObject(question, "text", joined);
  cJSON *style = cJSON_AddObjectToObject(question, "style");
  cJSON_AddStringToObject(style, "family", text(parameters, "font"));
  cJSON_AddNumberToObject(style, "size", 1); /* replaced by the size that is found */
  cJSON_AddNumberToObject(style, "weight", 600);
  cJSON_AddStringToObject(style, "color", text(parameters, "color"));
  cJSON_AddNumberToObject(style, "lineGap", 0.25);
  cJSON_AddStringToObject(question, "alignment", "start");
  cJSON_AddNumberToObject(question, "width", width);
  cJSON_AddNumberToObject(question, "height", height);
  /* Sizes are for a screen 430 pt wide; the scale converts them to this one. */
  cJSON_AddNumberToObject(question, "smallest", number(parameters, "min-size") * scale);
  cJSON_AddNumberToObject(question, "largest", number(parameters, "max-size") * scale);

  char *words = cJSON_PrintUnformatted(question);
  cJSON_Delete(question);
  wallfarm_text reply = {NULL, 0};
  if (words != NULL) *status = extension->fit(host, (wallfarm_text){words, strlen(words)}, &reply);
  cJSON_free(words);
  return cJSON_ParseWithLength(reply.bytes, reply.length);
}

static int32_t arrange(const cJSON *parameters, const cJSON *context, const wallfarm_host *host,
                       wallfarm_text *answer) {
  const cJSON *notes = member(context, "notes");
  if (cJSON_GetArraySize(notes) == 0) return refuse("no-notes", "there are no notes to show", answer);
  const cJSON *area = member(context, "freeArea");
  double scale = number(context, "typeScale");
  double side = number(parameters, "side") * scale;
  double width = number(area, "width") - 2 * side;
  if (width <= 0) return refuse("notes-do-not-fit", "the screen is too narrow", answer);

  cJSON *spans = cJSON_CreateArray();
  char *joined = join(notes, spans);
  int32_t status;
  cJSON *fitted = fit(host, joined, parameters, scale, width, number(area, "height"), &status);
  free(joined);
  cJSON *block = cJSON_DetachItemFromObjectCaseSensitive(fitted, "block");
  if (block == NULL) {
    cJSON_Delete(spans);
    /* Pass on the refusal of the host. */
    if (fitted != NULL && status != WALLFARM_OK) return hand_over(fitted, status, answer);
    cJSON_Delete(fitted);
    return refuse(NULL, "this host does not support fitting text", answer);
  }
  double height = number(member(member(fitted, "measurement"), "size"), "height");
  cJSON *result = cJSON_CreateObject();
  cJSON_AddNumberToObject(result, "fontSize", number(member(block, "style"), "size"));
  cJSON_Delete(fitted);
  cJSON_DeleteItemFromObjectCaseSensitive(block, "spans");
  cJSON_AddItemToObject(block, "spans", spans);

  cJSON *layer = cJSON_CreateObject();
  cJSON_AddItemToArray(cJSON_AddArrayToObject(result, "layers"), layer);
  cJSON_AddStringToObject(layer, "name", "notes"); /* never user text */
  cJSON *content = cJSON_AddObjectToObject(layer, "text");
  cJSON_AddItemToObject(content, "block", block);
  cJSON *frame = cJSON_AddObjectToObject(content, "frame");
  cJSON_AddNumberToObject(frame, "x", number(area, "x") + side);
  cJSON_AddNumberToObject(frame, "y", number(area, "y") + (number(area, "height") - height) / 2);
  cJSON_AddNumberToObject(frame, "width", width);
  cJSON_AddNumberToObject(frame, "height", height);
  return hand_over(result, WALLFARM_OK, answer);
}

/* The instance is the parameters, which compose needs. */
static int32_t create(const wallfarm_host *host, wallfarm_text parameters, void **instance,
                      wallfarm_text *answer) {
  (void)host, (void)answer;
  *instance = cJSON_ParseWithLength(parameters.bytes, parameters.length);
  return WALLFARM_OK;
}

static int32_t compose(void *instance, const wallfarm_host *host, wallfarm_text context,
                       wallfarm_text *answer) {
  cJSON *told = cJSON_ParseWithLength(context.bytes, context.length);
  int32_t status = arrange(instance, told, host, answer);
  cJSON_Delete(told);
  return status;
}

static void destroy(void *instance) { cJSON_Delete(instance); }

/* The host returns each answer of compose for freeing. */
static void free_text(wallfarm_text answer) { cJSON_free((void *)answer.bytes); }

/* id and version must match plugin.json. */
static const wallfarm_plugin plugin = {
    .size = sizeof(wallfarm_plugin), .contract = WALLFARM_CONTRACT, .id = "{{id}}", .version = 1,
    .create = create, .compose = compose, .destroy = destroy, .free_text = free_text,
};

WALLFARM_EXPORT const wallfarm_plugin *wallfarm_plugin_1(void) { return &plugin; }
