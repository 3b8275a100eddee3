/*
 * The declarations that the three files of this plugin share.
 *
 * beads.c reads the parameters and the context, column.c finds the size at which the notes fit, and
 * layers.c turns them into layers.
 *
 * A function that can fail returns a refusal: NULL on success, else the JSON object to answer instead
 * of layers. The caller owns it.
 */
#ifndef BEADS_H
#define BEADS_H

#include <cJSON.h>
#include <stdbool.h>
#include <wallfarm_plugin.h>

/* The parameters, with sizes for a screen 430 pt wide, as in plugin.json. This is the instance. */
typedef struct settings {
  cJSON *json; /* owns the texts below */
  const char *font;
  const char *color;
  const char *accent;
  int weight;
  double max_size;
  double min_size;
  double side;
  double gap; /* em */
} settings;

/* A note, or the last line, which counts the hidden notes; in points once measured. */
typedef struct row {
  const char *text;
  bool is_done;
  bool has_long_word; /* wider than a line even at the smallest size */
  int whole_lines;    /* at the smallest size, unshortened */

  double top; /* of the text's frame, from the top of the area */
  double height;
  double first_baseline; /* from the top of the frame */
  double last_baseline;
  int lines;
  bool is_right_to_left;
  bool is_clipped;
  bool breaks_a_word;
} row;

/* The notes below one another at one size. */
typedef struct column {
  const settings *settings;
  const wallfarm_host *host;
  const char *direction;
  const char *language; /* NULL if unknown */
  const char *overflow;

  double x, y, width, height; /* the area for dots and text */
  double smallest, largest;   /* type sizes, in points of this screen */

  row *notes;
  int count;
  row more;
  char more_text[32];

  double size;
  int line_limit; /* for each note; 0: none */
  int shown;      /* number of notes; if some are hidden, `more` is below */
  bool fits;
} column;

/* The indent of the text from the edge of the area, in em: the space for dot and line. */
#define BEADS_TEXT_INDENT 1.1

/* beads.c: a member of a JSON object, or the fallback if it is missing or of another type. */
const char *member_text(const cJSON *object, const char *key, const char *fallback);
double member_number(const cJSON *object, const char *key, double fallback);
/* beads.c: a refusal; code and hint may be NULL. */
cJSON *refuse(const char *code, const char *message, const char *hint);
cJSON *no_memory(void);

/* column.c */
cJSON *column_open(column *c, const settings *settings, const wallfarm_host *host,
                   const cJSON *context);
cJSON *column_fit(column *c);
void column_close(column *c);
int column_rows(const column *c);
const row *column_row(const column *c, int index);
double column_text_width(const column *c);
cJSON *column_block(const column *c, const row *r);

/* layers.c: the answer, which the caller owns. */
cJSON *column_answer(const column *c);

#endif
