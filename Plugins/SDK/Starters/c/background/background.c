/*
 * Hills of cut paper in front of a low sun; nearer hills are darker.
 *
 * This file draws the picture; wallfarm_host.c exchanges the messages with wallfarm.
 */
#include "wallfarm_host.h"

#include <stdio.h>

/* Proportions, relative to the shorter side of the screen. */
static const double sun_radius = 0.11;
static const double light_radius = 0.45; /* of the light around the sun */
static const double shadow_blur = 0.016; /* softness of the shadows of the hills */

/* Height of a wave in the outline of a hill, relative to the height of the screen. */
static const double swing = 0.055;
/* Color of the farthest hill: 0 is the color of the horizon, 1 that of the nearest hill. */
static const double haze = 0.35;

typedef struct screen {
  double width, height, shorter_side;
} screen;

/* A color as #rrggbb, or #rrggbbaa. */
typedef struct color {
  char hex[10];
} color;

/* Returns a color with another alpha value: ff is opaque, 00 is transparent. */
static color with_alpha(const char *from, const char *alpha) {
  color result;
  snprintf(result.hex, sizeof result.hex, "%.7s%s", from, alpha);
  return result;
}

/* Returns a color between two colors, without their alpha values. */
static color mix(const char *one, const char *other, double share) {
  unsigned a[3] = {0}, b[3] = {0}, mixed[3];
  sscanf(one, "#%2x%2x%2x", &a[0], &a[1], &a[2]);
  sscanf(other, "#%2x%2x%2x", &b[0], &b[1], &b[2]);
  for (int i = 0; i < 3; i++) {
    mixed[i] = (unsigned)(a[i] + ((double)b[i] - a[i]) * share + 0.5) & 0xff;
  }
  color result;
  snprintf(result.hex, sizeof result.hex, "#%02x%02x%02x", mixed[0], mixed[1], mixed[2]);
  return result;
}

static void add_stop(cJSON *stops, double position, const char *hex) {
  cJSON *stop = cJSON_CreateObject();
  add_number(stop, "position", position);
  cJSON_AddStringToObject(stop, "color", hex);
  cJSON_AddItemToArray(stops, stop);
}

/* The first layer is a fill, so that no corner of the screen is empty. */
static void add_sky(cJSON *layers, const cJSON *parameters, double horizon) {
  cJSON *linear = cJSON_AddObjectToObject(add_layer(layers, "sky", "fill"), "linear");
  cJSON_AddItemToObject(linear, "start", point_json(0, 0));
  cJSON_AddItemToObject(linear, "end", point_json(0, horizon));
  cJSON *stops = cJSON_AddArrayToObject(linear, "stops");
  add_stop(stops, 0, text(parameters, "sky"));
  add_stop(stops, 1, text(parameters, "glow"));
}

/* Adds a disc without a fill; returns its content. */
static cJSON *add_disc(cJSON *layers, const char *name, double x, double y, double radius) {
  cJSON *content = add_layer(layers, name, "shape");
  cJSON *shape = cJSON_AddObjectToObject(content, "shape");
  rect frame = {x - radius, y - radius, 2 * radius, 2 * radius};
  cJSON_AddItemToObject(shape, "ellipse", rect_json(frame));
  return content;
}

/* A disc, and the light around it. */
static void add_sun(cJSON *layers, const char *hex, double x, double y, double side) {
  cJSON *content = add_disc(layers, "light", x, y, light_radius * side);
  cJSON *radial = cJSON_AddObjectToObject(cJSON_AddObjectToObject(content, "fill"), "radial");
  cJSON_AddItemToObject(radial, "center", point_json(x, y));
  add_number(radial, "radius", light_radius * side);
  cJSON *stops = cJSON_AddArrayToObject(radial, "stops");
  add_stop(stops, 0, with_alpha(hex, "73").hex);
  add_stop(stops, 0.4, with_alpha(hex, "26").hex);
  add_stop(stops, 1, with_alpha(hex, "00").hex);

  content = add_disc(layers, "sun", x, y, sun_radius * side);
  cJSON_AddStringToObject(content, "fill", hex);
}

static void add_element(cJSON *path, const char *key, cJSON *value) {
  cJSON *element = cJSON_CreateObject();
  cJSON_AddItemToObject(element, key, value);
  cJSON_AddItemToArray(path, element);
}

/* Adds waves from left to right, and the lower edge of the screen. */
static void add_outline(cJSON *path, int index, double top, screen size) {
  /* Half of a wave, from its top to its bottom. Hills with different waves look natural. */
  double half = (0.62 + 0.07 * (index % 3)) * size.width;
  /* Multiples of the golden ratio are spread evenly, so no two tops are one above the other. */
  double turns = 0.618 * (index + 1);
  double left = -2 * half * (turns - (int)turns);
  double x = left, y = top, other = top + swing * size.height;
  add_element(path, "move", point_json(x, y));
  while (x < size.width) {
    /* With these control points, a curve is almost a sine. */
    cJSON *curve = cJSON_CreateArray();
    cJSON_AddItemToArray(curve, point_json(x + 0.3642 * half, y));
    cJSON_AddItemToArray(curve, point_json(x + 0.6358 * half, other));
    x += half;
    cJSON_AddItemToArray(curve, point_json(x, other));
    add_element(path, "curve", curve);
    double last = y;
    y = other;
    other = last;
  }
  add_element(path, "line", point_json(x, size.height));
  add_element(path, "line", point_json(left, size.height));
  add_element(path, "close", cJSON_CreateTrue());
}

/* One layer for each hill; a shadow separates it from the hill behind it. */
static void add_hills(cJSON *layers, const cJSON *parameters, double horizon, screen size) {
  int count = (int)number(parameters, "hills");
  const char *ground = text(parameters, "ground");
  color farthest = mix(text(parameters, "glow"), ground, haze);
  for (int index = 0; index < count; index++) {
    char name[24];
    snprintf(name, sizeof name, "hill.%d", index + 1);
    cJSON *content = add_layer(layers, name, "shape");
    cJSON *shape = cJSON_AddObjectToObject(content, "shape");
    double top = horizon + (size.height - horizon) * index / count;
    add_outline(cJSON_AddArrayToObject(shape, "path"), index, top, size);
    double nearness = count > 1 ? (double)index / (count - 1) : 1;
    cJSON_AddStringToObject(content, "fill", mix(farthest.hex, ground, nearness).hex);
    cJSON *shadow = cJSON_AddObjectToObject(content, "shadow");
    cJSON_AddStringToObject(shadow, "color", with_alpha(ground, "73").hex);
    add_number(shadow, "blur", shadow_blur * size.shorter_side);
  }
}

/* Returns the layers in paint order. Lengths are in points, from the top left corner. */
cJSON *compose(const cJSON *parameters, const cJSON *context, const wallfarm_host *host) {
  (void)host; /* a background measures no text */
  const cJSON *canvas = member(context, "canvas");
  screen size = {.width = number(canvas, "width"), .height = number(canvas, "height")};
  size.shorter_side = size.width < size.height ? size.width : size.height;
  /* Parameters with the unit "fraction" are relative to the screen, so they suit every screen. */
  double horizon = number(parameters, "horizon") * size.height;
  double sun_x = number(parameters, "sun-x") * size.width;
  cJSON *answer = cJSON_CreateObject();
  cJSON *layers = cJSON_AddArrayToObject(answer, "layers");
  add_sky(layers, parameters, horizon);
  add_sun(layers, text(parameters, "sun"), sun_x, horizon - sun_radius / 4 * size.shorter_side,
          size.shorter_side);
  add_hills(layers, parameters, horizon, size);
  return answer;
}

PLUGIN("{{id}}", 1)
