/* Finds the largest type size at which the rows of a column fit. */
#include "column.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* From one type size to the next smaller one. */
static const double step = 0.96;
/* Minimum width of a line, relative to the smallest type size. */
static const double narrowest = 3;
/* Maximum width of a text that stays on one line, relative to the type size. */
static const double short_text = 9;

static void set_size(column *c, double size) {
  c->size = size;
  c->gap = c->relative_gap * size;
  c->text_width = c->area.width - c->indent * size;
}

static bool is_too_high(const column *c) { return c->height > c->area.height; }

/* The text of a row, in the form that requests and layers have; a line limit of 0 is no limit. */
static cJSON *make_block(const column *c, const row *r, int line_limit) {
  cJSON *block = cJSON_CreateObject();
  cJSON *span = cJSON_CreateObject();
  cJSON_AddStringToObject(span, "text", r->text);
  cJSON_AddItemToArray(cJSON_AddArrayToObject(block, "spans"), span);
  cJSON *style = cJSON_Duplicate(c->style, true);
  add_number(style, "size", c->size);
  cJSON_AddItemToObject(block, "style", style);
  cJSON_AddStringToObject(block, "direction", text(c->context, "direction"));
  cJSON_AddStringToObject(block, "breaking", "even");
  if (member(c->context, "language") != NULL) {
    cJSON_AddStringToObject(block, "language", text(c->context, "language"));
  }
  if (line_limit > 0 && r->number > 0) add_number(block, "lineLimit", line_limit);
  return block;
}

/* All rows are aligned to the side at which most of them begin. */
static void align(column *c) {
  int right_to_left = 0;
  for (int i = 0; i < c->count; i++) right_to_left += c->rows[i].is_right_to_left;
  c->is_mirrored = 2 * right_to_left > c->count;
  for (int i = 0; i < c->count; i++) {
    const row *r = &c->rows[i];
    if (r->is_right_to_left == c->is_mirrored) continue;
    cJSON_AddStringToObject(r->block, "alignment", "end");
  }
}

/* Measures all rows in one request. Returns NULL, or a refusal. */
static cJSON *measure_rows(column *c, int line_limit) {
  cJSON *texts = cJSON_CreateArray();
  for (int i = 0; i < c->count; i++) {
    row *r = &c->rows[i];
    cJSON_Delete(r->block);
    r->block = make_block(c, r, line_limit);
    cJSON *question = cJSON_CreateObject();
    cJSON_AddItemToObject(question, "block", cJSON_Duplicate(r->block, true));
    add_number(question, "width", c->text_width);
    cJSON_AddItemToArray(texts, question);
  }
  cJSON *answer = measure(c->host, texts);
  if (is_refusal(answer)) return answer;
  c->height = c->gap * (c->count - 1);
  const cJSON *measured = member(answer, "texts")->child;
  for (int i = 0; i < c->count; i++, measured = measured->next) {
    row *r = &c->rows[i];
    const cJSON *lines = member(measured, "lines");
    r->height = number(member(measured, "size"), "height");
    r->lines = cJSON_GetArraySize(lines);
    r->first_baseline = number(lines->child, "baseline");
    r->last_baseline = number(cJSON_GetArrayItem(lines, r->lines - 1), "baseline");
    r->is_right_to_left = strcmp(text(measured, "direction"), "rtl") == 0;
    r->is_clipped = cJSON_IsTrue(member(measured, "isClipped"));
    c->height += r->height;
  }
  cJSON_Delete(answer);
  align(c);
  return NULL;
}

/* Reduces a size until every short text fits on a line. Returns NULL, or a refusal. */
static cJSON *keep_short_texts_together(const column *c, double smallest, double *size) {
  cJSON *texts = cJSON_CreateArray();
  for (int i = 0; i < c->count; i++) {
    cJSON *question = cJSON_CreateObject();
    cJSON_AddItemToObject(question, "block", make_block(c, &c->rows[i], 0));
    cJSON_AddItemToArray(texts, question);
  }
  cJSON *answer = measure(c->host, texts);
  if (is_refusal(answer)) return answer;
  double longest = 0;
  const cJSON *measured;
  cJSON_ArrayForEach(measured, member(answer, "texts")) {
    double width = number(member(measured, "size"), "width") / c->size;
    if (width <= short_text && width > longest) longest = width;
  }
  cJSON_Delete(answer);
  /* The width of text is proportional to its size. */
  double most = c->area.width / (longest + c->indent);
  if (*size > most) *size = most;
  if (*size < smallest) *size = smallest;
  return NULL;
}

/* Reduces a size until every word fits on a line. Returns NULL, or a refusal. */
static cJSON *keep_words_together(const column *c, double smallest, double *size) {
  size_t length = 1;
  for (int i = 0; i < c->count; i++) length += strlen(c->rows[i].text) + 1;
  char *words = calloc(length, 1);
  if (words == NULL) return refusal("out of memory", NULL, NULL, NULL);
  char *end = words;
  for (int i = 0; i < c->count; i++) {
    end += sprintf(end, "%s%s", i == 0 ? "" : "\n", c->rows[i].text);
  }
  cJSON *request = cJSON_CreateObject();
  cJSON_AddStringToObject(request, "text", words);
  free(words);
  cJSON_AddItemToObject(request, "style", cJSON_Duplicate(c->style, true));
  add_number(request, "width", c->area.width - c->indent * *size);
  add_number(request, "height", 1000000);
  add_number(request, "smallest", smallest);
  add_number(request, "largest", *size);
  cJSON *answer = fit(c->host, request);
  if (!is_refusal(answer)) {
    *size = number(member(member(answer, "block"), "style"), "size");
  } else if (strcmp(text(answer, "code"), "text-does-not-fit") == 0) {
    *size = smallest; /* a word that is too wide at every size is broken */
  } else {
    return answer;
  }
  cJSON_Delete(answer);
  return NULL;
}

/* Limits the number of lines of each note, until the rows fit. Returns NULL, or a refusal. */
static cJSON *shorten(column *c) {
  cJSON *refused = NULL;
  for (int line_limit = 3; line_limit > 0 && is_too_high(c) && refused == NULL; line_limit--) {
    refused = measure_rows(c, line_limit);
  }
  return refused;
}

/* Copies a text with a number instead of "{count}". */
static void fill_in(char *to, size_t room, const char *pattern, int count) {
  const char *place = strstr(pattern, "{count}");
  if (place == NULL) {
    snprintf(to, room, "%s", pattern);
  } else {
    snprintf(to, room, "%.*s%d%s", (int)(place - pattern), pattern, count, place + 7);
  }
}

/* Replaces the last rows by a row with their number. Returns NULL, or a refusal. */
static cJSON *hide(column *c, const char *more_text, int *hidden) {
  int total = c->count, shown = c->count;
  cJSON *refused = NULL;
  /* A number has at most 11 characters. */
  size_t room = strlen(more_text) + 12;
  free(c->more_text);
  c->more_text = malloc(room);
  if (c->more_text == NULL) return refusal("there is not enough memory", NULL, NULL, NULL);
  while (is_too_high(c) && shown > 1 && refused == NULL) {
    /* Each note has one line now, so this estimate is hardly ever too high. */
    int estimate = (int)(shown * c->area.height / c->height);
    int most = shown - 1;
    shown = estimate < most ? estimate : most;
    if (shown < 1) shown = 1;
    *hidden = total - shown;
    fill_in(c->more_text, room, more_text, *hidden);
    /* The row after the remaining rows. */
    row *more = &c->rows[shown];
    cJSON_Delete(more->block);
    *more = (row){.name = "more", .text = c->more_text, .is_faded = true};
    c->count = shown + 1;
    refused = measure_rows(c, 1);
  }
  return refused;
}

/* A picture that does not show a note completely must say so. */
static void warn(cJSON *warnings, const char *code, const char *what, int count) {
  if (count == 0) return;
  char message[120];
  snprintf(message, sizeof message, "%s: %d", what, count);
  cJSON *warning = cJSON_CreateObject();
  cJSON_AddStringToObject(warning, "code", code);
  cJSON_AddStringToObject(warning, "message", message);
  cJSON_AddItemToArray(warnings, warning);
}

cJSON *column_fit(column *c, double smallest, double largest, const char *more_text,
                  cJSON *warnings) {
  if (smallest > largest) {
    return refusal("'min-size' is larger than 'max-size'", "invalid-parameter",
                   "lower min-size, or raise max-size", "min-size");
  }
  set_size(c, smallest);
  if (c->text_width < narrowest * smallest) {
    return refusal("the screen is too narrow for a list", "notes-do-not-fit", NULL, NULL);
  }
  set_size(c, largest);
  double size = largest;
  cJSON *refused = keep_short_texts_together(c, smallest, &size);
  if (refused == NULL) refused = keep_words_together(c, smallest, &size);
  if (refused != NULL) return refused;
  set_size(c, size);
  refused = measure_rows(c, 0);
  while (refused == NULL && is_too_high(c) && c->size > smallest) {
    set_size(c, c->size * step > smallest ? c->size * step : smallest);
    refused = measure_rows(c, 0);
  }

  /* If the notes do not fit at the smallest size, 'overflow' states whether they may be shortened
   * or omitted. */
  const char *overflow = text(c->context, "overflow");
  bool may_hide = strcmp(overflow, "more") == 0;
  bool may_shorten = may_hide || strcmp(overflow, "shorten") == 0;
  int hidden = 0;
  if (refused == NULL && may_shorten) refused = shorten(c);
  if (refused == NULL && may_hide) refused = hide(c, more_text, &hidden);
  if (refused != NULL) return refused;
  if (is_too_high(c)) {
    return refusal("the notes do not fit, even at the smallest type size", "notes-do-not-fit",
                   "shorten the notes, or lower min-size", NULL);
  }
  int shortened = 0;
  for (int i = 0; i < c->count; i++) shortened += c->rows[i].is_clipped;
  warn(warnings, "notes-shortened", "notes that do not fit and end in '…'", shortened);
  warn(warnings, "notes-hidden", "notes that do not fit and are counted in the last line", hidden);
  return NULL;
}

void column_close(column *c) {
  for (int i = 0; i < c->room; i++) cJSON_Delete(c->rows[i].block);
  free(c->rows);
  free(c->more_text);
}
