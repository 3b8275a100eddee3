/*
 * A checklist: each note has a circle, with a tick if the note is completed.
 *
 * This file draws the picture. column.c finds the largest type size at which the notes fit, and
 * wallfarm_host.c exchanges the messages with wallfarm.
 */
#include "column.h"

#include <stdio.h>
#include <stdlib.h>

/* The proportions of a row, relative to the type size. */
static const double circle_size = 0.78; /* diameter of a circle */
static const double stroke = 0.075;     /* thickness of its line */
static const double indent = 1.2;       /* from the edge of the list to the text */
static const double middle = 0.36;      /* from a baseline up to the middle of the capitals */
static const double line_gap = 0.04;    /* additional space between the lines of a note */

/* Opacity of completed notes. */
static const double faded = 0.5;
/* Maximum width of the list, on a phone 430 pt wide; longer lines are hard to read. */
static const double widest = 520;
/* Space above and below the list, on the same phone. */
static const double margin = 12;
/* Share of the remaining height above the list; with 0.5, a list looks too low. */
static const double center = 0.42;

/* Reads the notes into rows. Returns NULL, or an answer if there are no notes. */
static cJSON *read_rows(column *c, const cJSON *parameters) {
  const cJSON *notes = member(c->context, "notes");
  int count = cJSON_GetArraySize(notes);
  const char *empty_text = text(parameters, "empty-text");
  if (count == 0 && !cJSON_IsTrue(member(c->context, "emptyList"))) {
    return refusal("there are no notes to show", "no-notes", NULL, NULL);
  }
  if (count == 0 && empty_text[0] == 0) {
    cJSON *nothing = cJSON_CreateObject();
    cJSON_AddArrayToObject(nothing, "layers");
    return nothing;
  }
  c->room = count + 2;
  c->rows = calloc((size_t)c->room, sizeof *c->rows);
  if (c->rows == NULL) return refusal("out of memory", NULL, NULL, NULL);
  if (count == 0) {
    c->rows[c->count++] = (row){.name = "nothing-left", .text = empty_text, .circle = TICKED};
  }
  const cJSON *note;
  cJSON_ArrayForEach(note, notes) {
    row *r = &c->rows[c->count++];
    r->number = c->count;
    r->text = text(note, "text");
    r->is_faded = cJSON_IsTrue(member(note, "done"));
    r->circle = r->is_faded ? TICKED : OPEN;
    /* Reports contain the names of layers, so a name must never contain the text of a note. */
    snprintf(r->name, sizeof r->name, "note.%d", r->number);
  }
  return NULL;
}

/* The part of the free area that the list can use, in the middle of a wide screen. */
static rect list_area(const cJSON *free_area, double side, double scale) {
  double width = number(free_area, "width") - 2 * side;
  if (width > widest * scale) width = widest * scale;
  return (rect){
      .x = number(free_area, "x") + (number(free_area, "width") - width) / 2,
      .y = number(free_area, "y") + margin * scale,
      .width = width,
      .height = number(free_area, "height") - 2 * (margin * scale),
  };
}

/* Adds a layer of a row, such as note.1.text; returns its content. */
static cJSON *add_part(cJSON *layers, const row *r, const char *part, const char *key) {
  char name[40];
  snprintf(name, sizeof name, "%s.%s", r->name, part);
  return add_layer(layers, name, key);
}

/* A line halfway between the last baseline above and the letters below. */
static void add_rule(const column *c, cJSON *layers, const row *r, double above, double below,
                     const char *color) {
  /* Halfway between two baselines would be too close to the capital letters. */
  double y = (above + below) / 2 - 0.3 * c->size;
  cJSON *content = add_part(layers, r, "rule", "shape");
  cJSON *shape = cJSON_AddObjectToObject(content, "shape");
  rect line = {c->area.x, y - 0.5, c->area.width, 1};
  cJSON_AddItemToObject(shape, "rectangle", rect_json(line));
  cJSON_AddStringToObject(content, "fill", color);
}

static void add_stroke(const column *c, cJSON *content, const char *color) {
  cJSON *line = cJSON_AddObjectToObject(content, "stroke");
  cJSON_AddStringToObject(line, "color", color);
  add_number(line, "width", stroke * c->size);
}

/* Adds an element to a path. */
static void add_point(cJSON *path, const char *key, double x, double y) {
  cJSON *element = cJSON_CreateObject();
  cJSON_AddItemToObject(element, key, point_json(x, y));
  cJSON_AddItemToArray(path, element);
}

static void add_circle(const column *c, cJSON *layers, const row *r, double x, double y,
                       const char *color) {
  double radius = circle_size / 2 * c->size;
  double inner = radius - stroke * c->size / 2; /* half of a line is outside its shape */
  cJSON *content = add_part(layers, r, "circle", "shape");
  cJSON *shape = cJSON_AddObjectToObject(content, "shape");
  rect frame = {x - inner, y - inner, 2 * inner, 2 * inner};
  cJSON_AddItemToObject(shape, "ellipse", rect_json(frame));
  add_stroke(c, content, color);
  if (r->circle != TICKED) return;

  content = add_part(layers, r, "tick", "shape");
  cJSON *path = cJSON_AddArrayToObject(cJSON_AddObjectToObject(content, "shape"), "path");
  add_point(path, "move", x - 0.42 * radius, y + 0.03 * radius);
  add_point(path, "line", x - 0.1 * radius, y + 0.36 * radius);
  add_point(path, "line", x + 0.46 * radius, y - 0.34 * radius);
  add_stroke(c, content, color);
}

/* Adds a row as a group: its circle, and its text. */
static void add_row(const column *c, cJSON *layers, const row *r, const cJSON *parameters,
                    double y) {
  cJSON *group = add_layer(layers, r->name, "group");
  if (r->is_faded) {
    cJSON *layer = cJSON_GetArrayItem(layers, cJSON_GetArraySize(layers) - 1);
    add_number(layer, "opacity", faded);
  }
  cJSON *members = cJSON_AddArrayToObject(group, "layers");
  if (r->circle != NO_CIRCLE) {
    double radius = circle_size / 2 * c->size;
    double x = c->area.x + (c->is_mirrored ? c->area.width - radius : radius);
    double y_of_circle = y + r->first_baseline - middle * c->size;
    add_circle(c, members, r, x, y_of_circle, text(parameters, "accent"));
  }
  cJSON *content = add_part(members, r, "text", "text");
  cJSON_AddItemToObject(content, "block", cJSON_Duplicate(r->block, true));
  double x = c->area.x + (c->is_mirrored ? 0 : indent * c->size);
  cJSON_AddItemToObject(content, "frame", rect_json((rect){x, y, c->text_width, r->height}));
}

/* Adds the position of a note, for the receipt. */
static void add_note(const column *c, cJSON *notes, const row *r, double y) {
  cJSON *note = cJSON_CreateObject();
  add_number(note, "number", r->number);
  add_number(note, "lines", r->lines);
  rect frame = {c->area.x, y, c->area.width, r->height};
  cJSON_AddItemToObject(note, "frame", rect_json(frame));
  cJSON_AddStringToObject(note, "direction", r->is_right_to_left ? "rtl" : "ltr");
  cJSON_AddBoolToObject(note, "clipped", r->is_clipped);
  cJSON_AddItemToArray(notes, note);
}

static double list_top(const column *c) {
  return c->area.y + center * (c->area.height - c->height);
}

/* Adds the layers, and the position of each note. */
static void draw(const column *c, const cJSON *parameters, cJSON *answer) {
  cJSON *layers = cJSON_AddArrayToObject(answer, "layers");
  cJSON *notes = cJSON_AddArrayToObject(answer, "notes");
  double y = list_top(c);
  double baseline = 0; /* the last one of the row above */
  for (int i = 0; i < c->count; i++) {
    const row *r = &c->rows[i];
    if (i > 0) add_rule(c, layers, r, baseline, y + r->first_baseline, text(parameters, "rule"));
    add_row(c, layers, r, parameters, y);
    if (r->number > 0) add_note(c, notes, r, y);
    baseline = y + r->last_baseline;
    y += r->height + c->gap;
  }
  add_number(answer, "fontSize", c->size);
}

/* The style of all text, without its size. */
static cJSON *make_style(const cJSON *parameters) {
  cJSON *style = cJSON_CreateObject();
  cJSON_AddStringToObject(style, "family", text(parameters, "font"));
  add_number(style, "weight", number(parameters, "weight"));
  cJSON_AddStringToObject(style, "color", text(parameters, "color"));
  add_number(style, "letterSpacing", number(parameters, "letter-spacing"));
  add_number(style, "lineGap", line_gap);
  return style;
}

/* Returns the layers in paint order. Lengths are in points, from the top left corner. */
cJSON *compose(const cJSON *parameters, const cJSON *context, const wallfarm_host *host) {
  /* Parameters are for a phone 430 pt wide; the scale converts them to this screen. */
  double scale = number(context, "typeScale");
  cJSON *style = make_style(parameters);
  column c = {
      .area = list_area(member(context, "freeArea"), number(parameters, "side") * scale, scale),
      .style = style,
      .indent = indent,
      .relative_gap = number(parameters, "gap"),
      .context = context,
      .host = host,
  };
  cJSON *answer = read_rows(&c, parameters);
  if (answer == NULL) {
    cJSON *warnings = cJSON_CreateArray();
    answer = column_fit(&c, number(parameters, "min-size") * scale,
                        number(parameters, "max-size") * scale, text(parameters, "more-text"),
                        warnings);
    if (answer == NULL) {
      answer = cJSON_CreateObject();
      draw(&c, parameters, answer);
      cJSON_AddItemToObject(answer, "warnings", warnings);
    } else {
      cJSON_Delete(warnings);
    }
  }
  column_close(&c);
  cJSON_Delete(style);
  return answer;
}

PLUGIN("{{id}}", 1)
