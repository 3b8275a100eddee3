/*
 * {{id}}: two colors from top to bottom, and a soft circle of light.
 *
 * The host calls create with the parameters, compose with the context of the screen, and destroy.
 * All messages are JSON.
 */
#include <cJSON.h>
#include <stdio.h>
#include <string.h>
#include <wallfarm_plugin.h>

static double number(const cJSON *object, const char *key) {
  const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, key);
  return cJSON_IsNumber(member) ? member->valuedouble : 0;
}

static const char *text(const cJSON *object, const char *key) {
  const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, key);
  return cJSON_IsString(member) ? member->valuestring : "#000000";
}

static void add_point(cJSON *object, const char *key, double x, double y) {
  cJSON *point = cJSON_AddObjectToObject(object, key);
  cJSON_AddNumberToObject(point, "x", x);
  cJSON_AddNumberToObject(point, "y", y);
}

/* Adds a color to a gradient. Two more digits are its alpha: ff is opaque, 00 is clear. */
static void add_stop(cJSON *stops, double position, const char *color, const char *alpha) {
  char hex[10];
  snprintf(hex, sizeof hex, "%.7s%s", color, alpha);
  cJSON *stop = cJSON_CreateObject();
  cJSON_AddNumberToObject(stop, "position", position);
  cJSON_AddStringToObject(stop, "color", hex);
  cJSON_AddItemToArray(stops, stop);
}

/* Appends a layer to a list. Reports show its name. */
static cJSON *add_layer(cJSON *layers, const char *name) {
  cJSON *layer = cJSON_CreateObject();
  cJSON_AddStringToObject(layer, "name", name);
  cJSON_AddItemToArray(layers, layer);
  return layer;
}

static void add_sky(cJSON *layers, const cJSON *parameters, double height) {
  cJSON *fill = cJSON_AddObjectToObject(add_layer(layers, "sky"), "fill");
  cJSON *linear = cJSON_AddObjectToObject(fill, "linear");
  add_point(linear, "start", 0, 0);
  add_point(linear, "end", 0, height);
  cJSON *stops = cJSON_AddArrayToObject(linear, "stops");
  add_stop(stops, 0, text(parameters, "top"), "ff");
  add_stop(stops, 1, text(parameters, "bottom"), "ff");
}

/* Parameters of unit "fraction" are fractions of the screen, so they work on every screen. */
static void add_light(cJSON *layers, const cJSON *parameters, double width, double height) {
  double x = number(parameters, "x") * width;
  double y = number(parameters, "y") * height;
  double radius = number(parameters, "size") * width / 2;
  cJSON *content = cJSON_AddObjectToObject(add_layer(layers, "light"), "shape");
  cJSON *shape = cJSON_AddObjectToObject(content, "shape");
  cJSON *frame = cJSON_AddObjectToObject(shape, "ellipse");
  cJSON_AddNumberToObject(frame, "x", x - radius);
  cJSON_AddNumberToObject(frame, "y", y - radius);
  cJSON_AddNumberToObject(frame, "width", 2 * radius);
  cJSON_AddNumberToObject(frame, "height", 2 * radius);

  cJSON *radial = cJSON_AddObjectToObject(cJSON_AddObjectToObject(content, "fill"), "radial");
  add_point(radial, "center", x, y);
  cJSON_AddNumberToObject(radial, "radius", radius);
  cJSON *stops = cJSON_AddArrayToObject(radial, "stops");
  add_stop(stops, 0, text(parameters, "light"), "d0");
  add_stop(stops, 0.5, text(parameters, "light"), "50");
  add_stop(stops, 1, text(parameters, "light"), "00");
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
  (void)host;
  cJSON *told = cJSON_ParseWithLength(context.bytes, context.length);
  const cJSON *canvas = cJSON_GetObjectItemCaseSensitive(told, "canvas");
  cJSON *result = cJSON_CreateObject();
  cJSON *layers = cJSON_AddArrayToObject(result, "layers");
  add_sky(layers, instance, number(canvas, "height"));
  add_light(layers, instance, number(canvas, "width"), number(canvas, "height"));

  answer->bytes = cJSON_PrintUnformatted(result);
  answer->length = answer->bytes == NULL ? 0 : strlen(answer->bytes);
  cJSON_Delete(result);
  cJSON_Delete(told);
  return WALLFARM_OK;
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
