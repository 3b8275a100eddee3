/*
 * What the three files of this plugin share.
 *
 * A render goes: beads.c reads the parameters and the context, column.c finds the size at which
 * the notes fit, layers.c turns them into layers.
 *
 * A function that can fail returns a refusal: NULL where all is well, else the JSON object that is
 * answered in the place of layers. The caller owns it.
 */
#ifndef BEADS_H
#define BEADS_H

#include <cJSON.h>
#include <stdbool.h>
#include <wallfarm_plugin.h>

/* The parameters, with sizes as in plugin.json: for a screen 430 pt wide. This is the instance. */
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

/* A note, or the last line that counts the notes which are not shown; in points once measured. */
typedef struct row {
  const char *text;
  bool is_done;
  bool has_long_word; /* one that is wider than a line even at the smallest size */
  int whole_lines;    /* at the smallest size, with nothing shortened */

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
  const char *language; /* NULL where it is not known */
  const char *overflow;

  double x, y, width, height; /* the area for dots and text */
  double smallest, largest;   /* type sizes, in points of this screen */

  row *notes;
  int count;
  row more;
  char more_text[32];

  double size;
  int line_limit; /* for each note; 0: none */
  int shown;      /* how many of the notes; where it is fewer than all, `more` stands below */
  bool fits;
} column;

/* Where the text begins, in em from the edge of the area: the room for dot and line. */
#define BEADS_TEXT_INDENT 1.1

/* beads.c: members of JSON objects; a missing one, or one of another type, is the fallback. */
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
