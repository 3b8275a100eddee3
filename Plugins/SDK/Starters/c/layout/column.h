/* Rows of text below one another, at the largest type size at which they fit. */
#ifndef COLUMN_H
#define COLUMN_H

#include "wallfarm_host.h"

/* A note, or a text such as "+3 more", whose number is 0. */
typedef struct row {
  char name[24];
  const char *text;
  int number;
  enum { NO_CIRCLE, OPEN, TICKED } circle;
  bool is_faded;

  /* Set by column_fit. */
  cJSON *block;
  double height, first_baseline, last_baseline;
  int lines;
  bool is_right_to_left, is_clipped;
} row;

/* Rows in an area. */
typedef struct column {
  row *rows;
  int count, room; /* the room is at least one row more than the count at first */
  rect area;
  const cJSON *style;
  double indent, relative_gap; /* relative to the type size */
  const cJSON *context;
  const wallfarm_host *host;

  /* Set by column_fit. */
  double size, gap, text_width, height;
  bool is_mirrored;
  /* Allocated by column_fit, and freed by column_close. */
  char *more_text;
} column;

/* Measures the rows at the largest size at which they fit, and appends to the list of warnings.
 * Returns NULL, or a refusal. */
cJSON *column_fit(column *c, double smallest, double largest, const char *more_text,
                  cJSON *warnings);

/* Frees the rows. */
void column_close(column *c);

#endif
