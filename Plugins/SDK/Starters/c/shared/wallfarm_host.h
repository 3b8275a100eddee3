/*
 * JSON, and the exchange of messages with wallfarm. You do not need to change this file.
 *
 * A function that returns a cJSON object returns a new one, which the caller deletes or passes on.
 */
#ifndef WALLFARM_HOST_H
#define WALLFARM_HOST_H

#include <cJSON.h>
#include <stdbool.h>
#include <wallfarm_plugin.h>

/* Your function: returns the layers of a picture, or a refusal. */
cJSON *compose(const cJSON *parameters, const cJSON *context, const wallfarm_host *host);

/* The members of an object. A missing number is 0, and missing text is empty. */
const cJSON *member(const cJSON *object, const char *key);
double number(const cJSON *object, const char *key);
const char *text(const cJSON *object, const char *key);

/* Adds a number with all its digits; cJSON_AddNumberToObject rounds it to 15 digits. */
void add_number(cJSON *object, const char *key, double value);

/* The reason why no picture is possible. The code is no-notes, notes-do-not-fit, text-does-not-fit
 * or invalid-parameter; the parameter is the key of the parameter that the user should change.
 * Everything except the message can be NULL. */
cJSON *refusal(const char *message, const char *code, const char *hint, const char *parameter);
bool is_refusal(const cJSON *answer);

/* Measures texts, a list of {"block": BLOCK, "width": POINTS}, and deletes it. Returns the list
 * {"texts": [MEASUREMENT, …]}, or a refusal. */
cJSON *measure(const wallfarm_host *host, cJSON *texts);

/* Finds the largest size at which a text fits, and deletes the request. Returns {"block": BLOCK,
 * "measurement": MEASUREMENT}, or a refusal. */
cJSON *fit(const wallfarm_host *host, cJSON *request);

/* Adds a line to the output of 'plugin run'; it must not contain the user's text. */
void log_line(const wallfarm_host *host, const char *line);

/* Parts of layers. */
typedef struct rect {
  double x, y, width, height;
} rect;
cJSON *rect_json(rect frame);
cJSON *point_json(double x, double y);

/* Appends a layer to a list, and returns its content: an object under the key. */
cJSON *add_layer(cJSON *layers, const char *name, const char *key);

/* The functions of the plugin struct. */
int32_t plugin_create(const wallfarm_host *host, wallfarm_text parameters, void **instance,
                      wallfarm_text *answer);
int32_t plugin_compose(void *instance, const wallfarm_host *host, wallfarm_text context,
                       wallfarm_text *answer);
void plugin_destroy(void *instance);
void plugin_free_text(wallfarm_text answer);

/* Declares the plugin; the id and version must be the same as in plugin.json. */
#define PLUGIN(ID, VERSION)                                                                        \
  static const wallfarm_plugin plugin = {                                                          \
      .size = sizeof(wallfarm_plugin), .contract = WALLFARM_CONTRACT, .id = ID,                    \
      .version = VERSION, .create = plugin_create, .compose = plugin_compose,                      \
      .destroy = plugin_destroy, .free_text = plugin_free_text,                                    \
  };                                                                                               \
  WALLFARM_EXPORT const wallfarm_plugin *wallfarm_plugin_1(void) { return &plugin; }

#endif
