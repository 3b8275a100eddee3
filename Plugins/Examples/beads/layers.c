/* Turns a column that fits into layers, and reports the position of each note. */
#include "beads.h"

#include <stdio.h>

/* Fractions of the type size. */
static const double dot_radius = 0.2;
static const double line_width = 0.06;
static const double clearance = 0.17; /* between a dot and the line */
/* From the baseline up to the middle of the letters: half of the capitals' height, which is between
 * 0.66 and 0.73 em in almost every family. With the font box of the first line instead, the position
 * of dots would vary with the script. */
static const double letter_middle = 0.35;

static const double line_opacity = 0.45;
static const double done_opacity = 0.5;
static const double more_opacity = 0.7;

static cJSON *rect(double x, double y, double width, double height) {
  cJSON *rect = cJSON_CreateObject();
  cJSON_AddNumberToObject(rect, "x", x);
  cJSON_AddNumberToObject(rect, "y", y);
  cJSON_AddNumberToObject(rect, "width", width);
  cJSON_AddNumberToObject(rect, "height", height);
  return rect;
}

/* Adds an empty layer to a list. Rows have names such as note.2, never their words. */
static cJSON *add_layer(const column *c, cJSON *layers, int index, const char *part) {
  char name[48] = "more";
  if (index < c->shown) snprintf(name, sizeof name, "note.%d", index + 1);
  cJSON *layer = cJSON_CreateObject();
  char full[64];
  snprintf(full, sizeof full, "%s%s", name, part);
  cJSON_AddStringToObject(layer, "name", full);
  cJSON_AddItemToArray(layers, layer);
  return layer;
}

static double middle(const column *c, const row *r) {
  return c->y + r->top + r->first_baseline - letter_middle * c->size;
}

/* The dot of the line that counts hidden notes is small. */
static double radius(const column *c, const row *r) {
  return (r == &c->more ? 0.5 : 1) * dot_radius * c->size;
}

/* Dots and line are on the side where reading begins. */
static double rail(const column *c, const row *r) {
  double inset = dot_radius * c->size;
  return r->is_right_to_left ? c->x + c->width - inset : c->x + inset;
}

/* From the dot of a row to the next one; along the lines of the row itself if the next one is on the
 * other side, or missing. */
static void add_line(const column *c, cJSON *layers, int index) {
  const row *r = column_row(c, index);
  const row *next = index + 1 < column_rows(c) ? column_row(c, index + 1) : NULL;
  double top = middle(c, r) + radius(c, r) + clearance * c->size;
  double bottom = c->y + r->top + r->last_baseline;
  if (next != NULL && next->is_right_to_left == r->is_right_to_left) {
    bottom = middle(c, next) - radius(c, next) - clearance * c->size;
  }
  double width = line_width * c->size;
  if (bottom - top <= width) return;

  cJSON *layer = add_layer(c, layers, index, ".line");
  cJSON_AddNumberToObject(layer, "opacity", line_opacity);
  cJSON *content = cJSON_AddObjectToObject(layer, "shape");
  cJSON *shape = cJSON_AddObjectToObject(content, "shape");
  cJSON *rounded = cJSON_AddObjectToObject(shape, "rounded");
  cJSON_AddItemToObject(rounded, "rect", rect(rail(c, r) - width / 2, top, width, bottom - top));
  cJSON_AddNumberToObject(rounded, "radius", width / 2);
  cJSON_AddStringToObject(content, "fill", c->settings->accent);
}

/* A disc for an open note, a ring for a done one. */
static void add_dot(const column *c, cJSON *layers, int index) {
  const row *r = column_row(c, index);
  double width = 1.5 * line_width * c->size;
  double reach = radius(c, r) - (r->is_done ? width / 2 : 0);
  cJSON *content = cJSON_AddObjectToObject(add_layer(c, layers, index, ".dot"), "shape");
  cJSON *shape = cJSON_AddObjectToObject(content, "shape");
  cJSON_AddItemToObject(
      shape, "ellipse",
      rect(rail(c, r) - reach, middle(c, r) - reach, 2 * reach, 2 * reach));
  if (r->is_done) {
    cJSON *stroke = cJSON_AddObjectToObject(content, "stroke");
    cJSON_AddStringToObject(stroke, "color", c->settings->accent);
    cJSON_AddNumberToObject(stroke, "width", width);
  } else {
    cJSON_AddStringToObject(content, "fill", c->settings->accent);
  }
}

static void add_text(const column *c, cJSON *layers, int index) {
  const row *r = column_row(c, index);
  double x = r->is_right_to_left ? c->x : c->x + BEADS_TEXT_INDENT * c->size;
  cJSON *content = cJSON_AddObjectToObject(add_layer(c, layers, index, ".text"), "text");
  cJSON_AddItemToObject(content, "block", column_block(c, r));
  cJSON_AddItemToObject(content, "frame", rect(x, c->y + r->top, column_text_width(c), r->height));
}

/* Dot and text fade together, as one group. */
static void add_row(const column *c, cJSON *layers, int index) {
  const row *r = column_row(c, index);
  cJSON *layer = add_layer(c, layers, index, "");
  if (r->is_done) cJSON_AddNumberToObject(layer, "opacity", done_opacity);
  if (r == &c->more) cJSON_AddNumberToObject(layer, "opacity", more_opacity);
  cJSON *group = cJSON_AddObjectToObject(layer, "group");
  cJSON *members = cJSON_AddArrayToObject(group, "layers");
  add_dot(c, members, index);
  add_text(c, members, index);
}

/* The position of a note, for the receipt. */
static void add_placement(const column *c, cJSON *placements, int index) {
  const row *r = column_row(c, index);
  cJSON *placement = cJSON_CreateObject();
  cJSON_AddNumberToObject(placement, "number", index + 1);
  cJSON_AddNumberToObject(placement, "lines", r->lines);
  cJSON_AddItemToObject(placement, "frame", rect(c->x, c->y + r->top, c->width, r->height));
  cJSON_AddStringToObject(placement, "direction", r->is_right_to_left ? "rtl" : "ltr");
  cJSON_AddBoolToObject(placement, "clipped", r->is_clipped);
  cJSON_AddItemToArray(placements, placement);
}

static void add_warning(cJSON *warnings, const char *code, const char *message) {
  cJSON *warning = refuse(code, message, "shorten the notes, or lower 'min-size'");
  cJSON_AddItemToArray(warnings, warning);
}

static void add_warnings(const column *c, cJSON *warnings) {
  char message[400] = ""; /* the limit is 500 characters */
  int clipped = 0;
  size_t length = 0;
  for (int i = 0; i < c->shown; i++) {
    if (!c->notes[i].is_clipped) continue;
    const char *before = clipped++ == 0 ? "shortened, ending in …: note " : ", ";
    if (length + 48 > sizeof message) continue; /* list only the first ones */
    length += (size_t)snprintf(message + length, sizeof message - length, "%s%d", before, i + 1);
  }
  if (clipped > 0) add_warning(warnings, "notes-shortened", message);
  if (c->shown < c->count) {
    int hidden = c->count - c->shown;
    snprintf(message, sizeof message, "%d %s not fit and %s counted in the last line", hidden,
             hidden == 1 ? "note does" : "notes do", hidden == 1 ? "is" : "are");
    add_warning(warnings, "notes-hidden", message);
  }
}

cJSON *column_answer(const column *c) {
  cJSON *answer = cJSON_CreateObject();
  cJSON *layers = cJSON_AddArrayToObject(answer, "layers");
  for (int i = 0; i < column_rows(c); i++) add_line(c, layers, i);
  for (int i = 0; i < column_rows(c); i++) add_row(c, layers, i);
  cJSON_AddNumberToObject(answer, "fontSize", c->size);
  cJSON *placements = cJSON_AddArrayToObject(answer, "notes");
  for (int i = 0; i < c->shown; i++) add_placement(c, placements, i);
  add_warnings(c, cJSON_AddArrayToObject(answer, "warnings"));
  return answer;
}
