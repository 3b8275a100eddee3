/* JSON, and the exchange of messages with wallfarm. You do not need to change this file. */
#include "wallfarm_host.h"

#include <stdio.h>
#include <string.h>

const cJSON *member(const cJSON *object, const char *key) {
  return cJSON_GetObjectItemCaseSensitive(object, key);
}

double number(const cJSON *object, const char *key) {
  const cJSON *value = member(object, key);
  return cJSON_IsNumber(value) ? value->valuedouble : 0;
}

const char *text(const cJSON *object, const char *key) {
  const cJSON *value = member(object, key);
  return cJSON_IsString(value) ? value->valuestring : "";
}

cJSON *refusal(const char *message, const char *code, const char *hint, const char *parameter) {
  cJSON *json = cJSON_CreateObject();
  cJSON_AddStringToObject(json, "message", message);
  if (code != NULL) cJSON_AddStringToObject(json, "code", code);
  if (hint != NULL) cJSON_AddStringToObject(json, "hint", hint);
  if (parameter != NULL) cJSON_AddStringToObject(json, "parameter", parameter);
  return json;
}

bool is_refusal(const cJSON *answer) { return member(answer, "message") != NULL; }

/* Sends a request with one of the host's functions, and deletes it. */
static cJSON *ask(int32_t (*function)(const wallfarm_host *, wallfarm_text, wallfarm_text *),
                  const wallfarm_host *host, cJSON *request) {
  char *bytes = cJSON_PrintUnformatted(request);
  cJSON_Delete(request);
  if (bytes == NULL) return refusal("out of memory", NULL, NULL, NULL);
  wallfarm_text answer = {NULL, 0};
  function(host, (wallfarm_text){bytes, strlen(bytes)}, &answer);
  cJSON_free(bytes);
  cJSON *json = cJSON_ParseWithLength(answer.bytes, answer.length);
  return json != NULL ? json : refusal("the host did not answer a request", NULL, NULL, NULL);
}

cJSON *measure(const wallfarm_host *host, cJSON *texts) {
  cJSON *request = cJSON_CreateObject();
  cJSON_AddItemToObject(request, "texts", texts);
  return ask(host->measure, host, request);
}

cJSON *fit(const wallfarm_host *host, cJSON *request) {
  const wallfarm_fit *extension = host->extension(host, WALLFARM_FIT);
  if (extension != NULL) return ask(extension->fit, host, request);
  cJSON_Delete(request);
  return refusal("this version of wallfarm cannot fit text", NULL, NULL, NULL);
}

void log_line(const wallfarm_host *host, const char *line) {
  host->log(host, (wallfarm_text){line, strlen(line)});
}

void add_number(cJSON *object, const char *key, double value) {
  char digits[32];
  snprintf(digits, sizeof digits, "%.17g", value);
  cJSON_AddRawToObject(object, key, digits);
}

cJSON *rect_json(rect frame) {
  cJSON *json = cJSON_CreateObject();
  add_number(json, "x", frame.x);
  add_number(json, "y", frame.y);
  add_number(json, "width", frame.width);
  add_number(json, "height", frame.height);
  return json;
}

cJSON *point_json(double x, double y) {
  cJSON *json = cJSON_CreateObject();
  add_number(json, "x", x);
  add_number(json, "y", y);
  return json;
}

cJSON *add_layer(cJSON *layers, const char *name, const char *key) {
  cJSON *layer = cJSON_CreateObject();
  cJSON_AddStringToObject(layer, "name", name);
  cJSON_AddItemToArray(layers, layer);
  return cJSON_AddObjectToObject(layer, key);
}

/* The instance is the parameters, which compose needs. */
int32_t plugin_create(const wallfarm_host *host, wallfarm_text parameters, void **instance,
                      wallfarm_text *answer) {
  (void)host, (void)answer;
  *instance = cJSON_ParseWithLength(parameters.bytes, parameters.length);
  return WALLFARM_OK;
}

int32_t plugin_compose(void *instance, const wallfarm_host *host, wallfarm_text context,
                       wallfarm_text *answer) {
  cJSON *json = cJSON_ParseWithLength(context.bytes, context.length);
  cJSON *result = compose(instance, json, host);
  int32_t status = is_refusal(result) ? WALLFARM_REFUSED : WALLFARM_OK;
  answer->bytes = cJSON_PrintUnformatted(result);
  answer->length = answer->bytes == NULL ? 0 : strlen(answer->bytes);
  cJSON_Delete(result);
  cJSON_Delete(json);
  return status;
}

void plugin_destroy(void *instance) { cJSON_Delete(instance); }

/* The host returns each answer of plugin_compose for freeing. */
void plugin_free_text(wallfarm_text answer) { cJSON_free((void *)answer.bytes); }
