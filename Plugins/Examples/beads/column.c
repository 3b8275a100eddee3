/* Finds the largest size at which the notes fit, and the notes to leave out if no size does. */
#include "beads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Distance between two sizes, in points; not visible. */
static const double size_step = 0.25;
/* Between the lines of one note, in em; less than between notes. */
static const double line_gap = 0.08;
/* Minimum width of a line, in em. */
static const double least_width = 2;

cJSON *column_open(column *c, const settings *settings, const wallfarm_host *host,
                   const cJSON *context) {
  memset(c, 0, sizeof *c);
  if (!cJSON_IsObject(context)) return refuse(NULL, "the host sent no context", NULL);
  c->settings = settings;
  c->host = host;
  c->direction = member_text(context, "direction", "auto");
  c->language = member_text(context, "language", NULL);
  c->overflow = member_text(context, "overflow", "fail");

  double scale = member_number(context, "typeScale", 1);
  const cJSON *area = cJSON_GetObjectItemCaseSensitive(context, "freeArea");
  double side = settings->side * scale;
  c->x = member_number(area, "x", 0) + side;
  c->y = member_number(area, "y", 0);
  c->width = member_number(area, "width", 0) - 2 * side;
  c->height = member_number(area, "height", 0);
  c->smallest = settings->min_size * scale;
  c->largest = settings->max_size * scale;

  const cJSON *notes = cJSON_GetObjectItemCaseSensitive(context, "notes");
  c->count = c->shown = cJSON_GetArraySize(notes);
  if (c->count == 0) {
    return refuse("no-notes", "there are no notes to show", "add at least one: --note 'Buy milk'");
  }
  c->notes = calloc((size_t)c->count, sizeof *c->notes);
  if (c->notes == NULL) return no_memory();
  row *r = c->notes;
  const cJSON *note;
  cJSON_ArrayForEach(note, notes) {
    r->text = member_text(note, "text", "");
    r->is_done = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(note, "done"));
    r++;
  }
  c->more.text = c->more_text;
  return NULL;
}

void column_close(column *c) { free(c->notes); }

int column_rows(const column *c) { return c->shown < c->count ? c->shown + 1 : c->count; }

const row *column_row(const column *c, int index) {
  return index < c->shown ? &c->notes[index] : &c->more;
}

double column_text_width(const column *c) { return c->width - BEADS_TEXT_INDENT * c->size; }

/* A row as a BLOCK of the contract. */
cJSON *column_block(const column *c, const row *r) {
  cJSON *block = cJSON_CreateObject();
  cJSON *span = cJSON_CreateObject();
  cJSON_AddStringToObject(span, "text", r->text);
  cJSON_AddItemToArray(cJSON_AddArrayToObject(block, "spans"), span);

  cJSON *style = cJSON_AddObjectToObject(block, "style");
  cJSON_AddStringToObject(style, "family", c->settings->font);
  cJSON_AddNumberToObject(style, "size", c->size);
  cJSON_AddNumberToObject(style, "weight", c->settings->weight);
  cJSON_AddStringToObject(style, "color", c->settings->color);
  cJSON_AddNumberToObject(style, "lineGap", line_gap);
  cJSON_AddBoolToObject(style, "strikethrough", r->is_done);

  /* "+ 3 more" reads from left to right, and is aligned like the note above it. */
  bool is_more = r == &c->more;
  cJSON_AddStringToObject(block, "direction", is_more ? "ltr" : c->direction);
  cJSON_AddStringToObject(block, "alignment", is_more && r->is_right_to_left ? "end" : "start");
  if (c->language != NULL) cJSON_AddStringToObject(block, "language", c->language);
  /* Shortening makes one paragraph of a note, so only notes that need it lose their line breaks. */
  if (c->line_limit > 0 && r->whole_lines > c->line_limit) {
    cJSON_AddNumberToObject(block, "lineLimit", c->line_limit);
  }
  return block;
}

/* Whether the UTF-8 character at a byte is a letter of a script with spaces between words. These are
 * all below Thai, which begins at U+0E00. */
static bool is_letter(const char *at) {
  unsigned char first = (unsigned char)at[0];
  if (first < 0x80) {
    return (first >= '0' && first <= '9') || ((first | 0x20) >= 'a' && (first | 0x20) <= 'z');
  }
  return (first >= 0xC3 && first < 0xE0) || (first == 0xE0 && (unsigned char)at[1] < 0xB8);
}

/* Whether the line that begins at a byte of the text splits a word. */
static bool is_inside_word(const char *text, size_t at) {
  if (at == 0 || at >= strlen(text)) return false;
  size_t before = at - 1;
  while (before > 0 && ((unsigned char)text[before] & 0xC0) == 0x80) before--;
  return is_letter(text + before) && is_letter(text + at);
}

/* Copies a measurement of the host into a row; returns the bottom of the row. */
static double place(row *r, const cJSON *measured, double y) {
  const cJSON *ink = cJSON_GetObjectItemCaseSensitive(measured, "ink");
  const cJSON *lines = cJSON_GetObjectItemCaseSensitive(measured, "lines");
  r->height = member_number(cJSON_GetObjectItemCaseSensitive(measured, "size"), "height", 0);
  r->is_right_to_left = strcmp(member_text(measured, "direction", "ltr"), "rtl") == 0;
  r->is_clipped = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(measured, "isClipped"));
  r->lines = cJSON_GetArraySize(lines);
  r->breaks_a_word = false;
  const cJSON *line;
  cJSON_ArrayForEach(line, lines) {
    const cJSON *range = cJSON_GetObjectItemCaseSensitive(line, "range");
    double start = cJSON_IsArray(range) ? cJSON_GetNumberValue(range->child) : 0;
    if (start > 0 && is_inside_word(r->text, (size_t)start)) r->breaks_a_word = true;
    r->last_baseline = member_number(line, "baseline", 0);
    if (line == lines->child) r->first_baseline = r->last_baseline;
  }
  /* Marks such as stacked accents may exceed the frame, and need space too. */
  double over = member_number(ink, "y", 0);
  double under = over + member_number(ink, "height", 0);
  r->top = y - (over < 0 ? over : 0);
  return r->top + (under > r->height ? under : r->height);
}

/* Measures all rows in one request, places them, and sets `fits`. */
static cJSON *measure(column *c) {
  c->fits = false;
  if (column_text_width(c) < least_width * c->size) return NULL;
  cJSON *request = cJSON_CreateObject();
  cJSON *texts = cJSON_AddArrayToObject(request, "texts");
  for (int i = 0; i < column_rows(c); i++) {
    cJSON *text = cJSON_CreateObject();
    cJSON_AddItemToObject(text, "block", column_block(c, column_row(c, i)));
    cJSON_AddNumberToObject(text, "width", column_text_width(c));
    cJSON_AddItemToArray(texts, text);
  }
  char *words = cJSON_PrintUnformatted(request);
  cJSON_Delete(request);
  if (words == NULL) return no_memory();
  wallfarm_text answer = {NULL, 0};
  int32_t status = c->host->measure(c->host, (wallfarm_text){words, strlen(words)}, &answer);
  cJSON_free(words);
  cJSON *json = cJSON_ParseWithLength(answer.bytes, answer.length);
  if (status != WALLFARM_OK && json != NULL) return json; /* pass on the refusal */

  const cJSON *measured = cJSON_GetObjectItemCaseSensitive(json, "texts");
  if (cJSON_GetArraySize(measured) != column_rows(c)) {
    cJSON_Delete(json);
    return refuse(NULL, "the host did not return the requested measurements", NULL);
  }
  double y = 0;
  bool breaks = false;
  measured = measured->child;
  for (int i = 0; i < column_rows(c); i++, measured = measured->next) {
    row *r = i < c->shown ? &c->notes[i] : &c->more;
    y = place(r, measured, i == 0 ? 0 : y + c->settings->gap * c->size);
    breaks = breaks || (r->breaks_a_word && !r->has_long_word);
  }
  if (c->shown < c->count) c->more.is_right_to_left = c->notes[c->shown - 1].is_right_to_left;
  c->fits = y <= c->height && !breaks;
  cJSON_Delete(json);
  return NULL;
}

static cJSON *try_size(column *c, int step) {
  c->size = c->smallest + (step - 1) * size_step;
  return measure(c);
}

static cJSON *try_line_limit(column *c, int lines) {
  c->line_limit = lines;
  return measure(c);
}

static cJSON *try_shown(column *c, int shown) {
  c->shown = shown;
  snprintf(c->more_text, sizeof c->more_text, "+ %d more", c->count - shown);
  return measure(c);
}

/* Sets the column to the largest of 1…most at which it fits, by binary search. `fits` is false if 1
 * does not fit. */
static cJSON *find_largest(column *c, int most, cJSON *(*attempt)(column *, int)) {
  int low = 0;
  int high = most + 1;
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    cJSON *refusal = attempt(c, middle);
    if (refusal != NULL) return refusal;
    if (c->fits) low = middle;
    else high = middle;
  }
  return low > 0 && !c->fits ? attempt(c, low) : NULL;
}

static cJSON *notes_do_not_fit(const column *c) {
  char message[96];
  snprintf(message, sizeof message, "%d %s not fit at the smallest type size of %.1f pt", c->count,
           c->count == 1 ? "note does" : "notes do", c->smallest);
  return refuse("notes-do-not-fit", message,
                "shorten the notes, lower 'min-size', or allow '--overflow more'");
}

cJSON *column_fit(column *c) {
  /* Try the smallest size first: words that it breaks may be broken at every other size. */
  cJSON *refusal = try_size(c, 1);
  if (refusal != NULL) return refusal;
  int most_lines = 0;
  for (int i = 0; i < c->count; i++) {
    row *note = &c->notes[i];
    note->has_long_word = note->breaks_a_word;
    note->whole_lines = note->lines;
    if (note->lines > most_lines) most_lines = note->lines;
  }
  int steps = 1 + (int)((c->largest - c->smallest) / size_step + 1e-9);
  refusal = find_largest(c, steps, try_size);
  if (refusal != NULL || c->fits) return refusal;

  /* No size fits: reduce the lines of each note, then the notes, as far as `overflow` allows. */
  c->size = c->smallest;
  if (strcmp(c->overflow, "fail") != 0) {
    refusal = find_largest(c, most_lines - 1, try_line_limit);
    if (refusal != NULL || c->fits) return refusal;
  }
  if (strcmp(c->overflow, "more") == 0) {
    c->line_limit = 1;
    refusal = find_largest(c, c->count - 1, try_shown);
    if (refusal != NULL || c->fits) return refusal;
  }
  return notes_do_not_fit(c);
}
