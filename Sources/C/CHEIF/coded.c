#include "coded.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
  void *memory;
  void (*release)(void *);
} owner;

int wallfarm_coded_refuse(char message[256], const char *text) {
  snprintf(message, 256, "%s", text);
  return -1;
}

int wallfarm_check_coded(const wallfarm_coded *picture, char message[256]) {
  if (picture->width < 1 || picture->height < 1) return wallfarm_coded_refuse(message, "it has no pixels");
  if (picture->bits < 8 || picture->bits > 16) {
    return wallfarm_coded_refuse(message, "the number of bits of its samples is not supported");
  }
  return 0;
}

int wallfarm_own(wallfarm_coded *picture, void *memory, void (*release)(void *), char message[256]) {
  owner *own = malloc(sizeof *own);
  if (own == NULL) {
    release(memory);
    *picture = (wallfarm_coded){0};
    return wallfarm_coded_refuse(message, "no memory");
  }
  *own = (owner){memory, release};
  picture->owner = own;
  return 0;
}

void wallfarm_coded_release(wallfarm_coded *picture) {
  owner *own = picture->owner;
  if (own == NULL) return;
  own->release(own->memory);
  free(own);
  picture->owner = NULL;
}
