// Re-encodes a PNG file with libpng at level 6 with all filters, and prints the size in bytes and
// the encoding time in milliseconds: "libpng FILE".
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static size_t written;

static void count(png_structp png, png_bytep data, size_t length) {
  (void)png;
  (void)data;
  written += length;
}

static void flush(png_structp png) { (void)png; }

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  png_image image = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_file(&image, argv[1])) return 1;
  image.format = PNG_FORMAT_RGB;
  unsigned char *pixels = malloc(PNG_IMAGE_SIZE(image));
  if (!pixels || !png_image_finish_read(&image, NULL, pixels, 0, NULL)) return 1;

  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, NULL, count, flush);
  png_set_compression_level(png, 6);
  png_set_filter(png, 0, PNG_ALL_FILTERS);
  png_set_IHDR(png, info, image.width, image.height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (unsigned y = 0; y < image.height; y++) png_write_row(png, pixels + (size_t)y * image.width * 3);
  png_write_end(png, NULL);
  clock_gettime(CLOCK_MONOTONIC, &end);
  printf("%zu %.1f\n", written,
         (end.tv_sec - start.tv_sec) * 1e3 + (end.tv_nsec - start.tv_nsec) / 1e6);
  return 0;
}
