/* Lower bounds for the figures of wallfarm: the least that any program does for the same result.
 *
 * bounds PHOTO FOLDER WIDTH HEIGHT BYTES... prints the medians of 15 rounds in milliseconds, as a JSON object:
 * copying the pixels of a picture; decoding the photo with libjpeg-turbo, either in full or at the smallest of its sizes
 * that covers the picture, whichever is faster; and for each number of bytes, computing their SHA-256 with nettle, and writing and renaming a file. */
#include <fcntl.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* It uses types of stdio.h without including it. */
#include <jpeglib.h>

enum { ROUNDS = 15 };

static const char *photo, *folder;
static unsigned width, height;
static size_t count;
static int is_scaled;
static unsigned char *one, *other;

static void fail(const char *what) {
  fprintf(stderr, "bounds: %s failed\n", what);
  exit(1);
}

static void copy(void) { memcpy(other, one, (size_t)width * height * 4); }

static void hash(void) {
  struct sha256_ctx state;
  sha256_init(&state);
  sha256_update(&state, count, one);
  sha256_digest(&state, SHA256_DIGEST_SIZE, other);
}

static void write_file(void) {
  char part[4096], whole[4096];
  snprintf(part, sizeof part, "%s/bound.part", folder);
  snprintf(whole, sizeof whole, "%s/bound", folder);
  int file = open(part, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0 || write(file, one, count) != (ssize_t)count || close(file) != 0 || rename(part, whole) != 0)
    fail("writing");
}

static void decode(void) {
  FILE *file = fopen(photo, "rb");
  if (!file) fail("opening the photo");
  struct jpeg_error_mgr errors;
  struct jpeg_decompress_struct state = {.err = jpeg_std_error(&errors)};
  jpeg_create_decompress(&state);
  jpeg_stdio_src(&state, file);
  jpeg_read_header(&state, TRUE);
  state.out_color_space = JCS_EXT_BGRX;
  state.scale_denom = 8;
  for (state.scale_num = is_scaled ? 1 : 8; state.scale_num < 8; state.scale_num++) {
    jpeg_calc_output_dimensions(&state);
    if (state.output_width >= width && state.output_height >= height) break;
  }
  jpeg_start_decompress(&state);
  unsigned char *row = malloc((size_t)state.output_width * 4);
  while (state.output_scanline < state.output_height) jpeg_read_scanlines(&state, &row, 1);
  jpeg_finish_decompress(&state);
  jpeg_destroy_decompress(&state);
  free(row);
  fclose(file);
}

static int ascending(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return (difference > 0) - (difference < 0);
}

static double median(void (*work)(void)) {
  double taken[ROUNDS];
  work();
  for (int round = 0; round < ROUNDS; round++) {
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    work();
    clock_gettime(CLOCK_MONOTONIC, &end);
    taken[round] = (end.tv_sec - start.tv_sec) * 1e3 + (end.tv_nsec - start.tv_nsec) / 1e6;
  }
  qsort(taken, ROUNDS, sizeof *taken, ascending);
  return taken[ROUNDS / 2];
}

int main(int argc, char **argv) {
  if (argc < 6) {
    fprintf(stderr, "usage: bounds PHOTO FOLDER WIDTH HEIGHT BYTES...\n");
    return 2;
  }
  photo = argv[1];
  folder = argv[2];
  width = atoi(argv[3]);
  height = atoi(argv[4]);
  size_t most = (size_t)width * height * 4;
  for (int index = 5; index < argc; index++)
    if (strtoul(argv[index], NULL, 10) > most) most = strtoul(argv[index], NULL, 10);
  one = malloc(most);
  other = malloc(most);
  if (!one || !other) fail("allocating");
  memset(one, 90, most);
  double full = median(decode);
  is_scaled = 1;
  double scaled = median(decode);
  printf("{\"copy\": %.3f, \"decode\": %.3f", median(copy), full < scaled ? full : scaled);
  for (int index = 5; index < argc; index++) {
    count = strtoul(argv[index], NULL, 10);
    printf(", \"hash %zu\": %.3f", count, median(hash));
    printf(", \"write %zu\": %.3f", count, median(write_file));
  }
  printf("}\n");
  return 0;
}
