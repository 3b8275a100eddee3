#include "wallfarm_png.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct wallfarm_png {
  png_structp reader;
  png_infop info;
  const uint8_t *bytes;
  size_t count;
  size_t offset;
  wallfarm_png_judge judge;
  void *context;
  // Whether rows are being read, and the number of bytes read after the last row.
  int is_reading_rows;
  size_t surplus;
  // 16-bit rows that have not been delivered yet.
  uint8_t *deep_rows;
  int has_failed;
  char failure[200];
};

// Maximum number of compressed bytes that are read after the last row. The end of the stream needs
// only a few bytes. Any further bytes are not part of the picture, and they can inflate to a
// thousand times their size.
static const size_t most_surplus = 16 << 10;

// Maximum size of an ancillary chunk in memory.
static const size_t most_chunk_bytes = 8000000;

// Chunks that define the color space. Palette, transparency and pixels are always read; all other
// chunks are skipped.
static const png_byte needed_chunks[] = "cHRM\0gAMA\0iCCP\0sBIT\0sRGB";

static void fail(png_structp reader, png_const_charp sentence) {
  wallfarm_png *png = png_get_error_ptr(reader);
  png->has_failed = 1;
  snprintf(png->failure, sizeof png->failure, "%s", sentence);
  png_longjmp(reader, 1);
}

static void warn(png_structp reader, png_const_charp sentence) {
  wallfarm_png *png = png_get_error_ptr(reader);
  if (png->judge(png->context, sentence) != 0) fail(reader, sentence);
}

static int is_little_endian(void) {
  const uint16_t one = 1;
  return *(const uint8_t *)&one == 1;
}

static int has_all_rows(const wallfarm_png *png) {
  if (!png->is_reading_rows) return 0;
  if (png_get_interlace_type(png->reader, png->info) != PNG_INTERLACE_NONE) {
    return png_get_current_pass_number(png->reader) >= PNG_INTERLACE_ADAM7_PASSES;
  }
  return png_get_current_row_number(png->reader) >= wallfarm_png_height(png);
}

static void supply(png_structp reader, png_bytep target, size_t count) {
  wallfarm_png *png = png_get_io_ptr(reader);
  if (count > png->count - png->offset) png_error(reader, "the file ends before its last chunk");
  // After the last row, libpng would search for the end of the compressed stream without a limit.
  if (has_all_rows(png) && (png->surplus += count) > most_surplus) {
    png_error(reader, "its compressed data goes on long after the last pixel");
  }
  memcpy(target, png->bytes + png->offset, count);
  png->offset += count;
}

const char *wallfarm_png_version(void) { return png_get_libpng_ver(NULL); }

wallfarm_png *wallfarm_png_open(const uint8_t *bytes, size_t count, wallfarm_png_judge judge,
                                void *context) {
  wallfarm_png *png = calloc(1, sizeof *png);
  if (!png) return NULL;
  *png = (wallfarm_png){.bytes = bytes, .count = count, .judge = judge, .context = context};
  png->reader = png_create_read_struct(PNG_LIBPNG_VER_STRING, png, fail, warn);
  if (png->reader) png->info = png_create_info_struct(png->reader);
  if (!png->reader || !png->info) {
    png->has_failed = 1;
    snprintf(png->failure, sizeof png->failure, "libpng could not start");
    return png;
  }
  if (setjmp(png_jmpbuf(png->reader))) return png;
  png_set_read_fn(png->reader, png, supply);
  // Chunk errors become warnings, which the judge classifies.
  png_set_benign_errors(png->reader, 1);
  png_set_chunk_malloc_max(png->reader, most_chunk_bytes);
  png_set_chunk_cache_max(png->reader, 32);
  png_set_keep_unknown_chunks(png->reader, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_keep_unknown_chunks(png->reader, PNG_HANDLE_CHUNK_AS_DEFAULT, needed_chunks,
                              sizeof needed_chunks / 5);
  png_read_info(png->reader, png->info);
  return png;
}

uint32_t wallfarm_png_width(const wallfarm_png *png) {
  return png->has_failed ? 0 : png_get_image_width(png->reader, png->info);
}

uint32_t wallfarm_png_height(const wallfarm_png *png) {
  return png->has_failed ? 0 : png_get_image_height(png->reader, png->info);
}

// Configures libpng to return four channels. If `gamma` is not 0, samples are converted to an
// exponent of 1/2.2.
static void ask(wallfarm_png *png, uint32_t gamma, int is_deep) {
  png_structp reader = png->reader;
  png_byte color = png_get_color_type(reader, png->info);
  png_set_expand(reader);
  if (is_deep) png_set_expand_16(reader);
  if (!(color & PNG_COLOR_MASK_COLOR)) png_set_gray_to_rgb(reader);
  if (gamma != 0) png_set_gamma_fixed(reader, 220000, (png_fixed_point)gamma);
  if (!is_deep && png_get_bit_depth(reader, png->info) == 16) png_set_scale_16(reader);
  if (!(color & PNG_COLOR_MASK_ALPHA) && !png_get_valid(reader, png->info, PNG_INFO_tRNS)) {
    png_set_add_alpha(reader, is_deep ? 65535 : 255, PNG_FILLER_AFTER);
  }
  if (is_deep) {
    if (is_little_endian()) png_set_swap(reader);
  } else {
    png_set_bgr(reader);
  }
}

static void update(wallfarm_png *png, size_t pixel_bytes) {
  png_read_update_info(png->reader, png->info);
  if (png_get_rowbytes(png->reader, png->info) != wallfarm_png_width(png) * pixel_bytes) {
    png_error(png->reader, "libpng made no four channels of it");
  }
  png->is_reading_rows = 1;
}

int wallfarm_png_read(wallfarm_png *png, uint32_t gamma, uint8_t *target, size_t stride) {
  if (png->has_failed) return -1;
  if (setjmp(png_jmpbuf(png->reader))) return -1;
  ask(png, gamma, 0);
  int passes = png_set_interlace_handling(png->reader);
  update(png, 4);
  uint32_t height = wallfarm_png_height(png);
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < height; y++) png_read_row(png->reader, target + y * stride, NULL);
  }
  return 0;
}

int wallfarm_png_read_deep(wallfarm_png *png, wallfarm_png_row give, void *context) {
  if (png->has_failed) return -1;
  if (setjmp(png_jmpbuf(png->reader))) return -1;
  ask(png, 0, 1);
  int passes = png_set_interlace_handling(png->reader);
  update(png, 8);
  // All passes of an interlaced picture work on the same rows, so all rows are kept.
  uint32_t height = wallfarm_png_height(png), kept = passes > 1 ? height : 1;
  size_t stride = (size_t)wallfarm_png_width(png) * 8;
  png->deep_rows = calloc(kept, stride);
  if (png->deep_rows == NULL) png_error(png->reader, "no memory");
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < height; y++) {
      uint8_t *row = png->deep_rows + (kept > 1 ? y * stride : 0);
      png_read_row(png->reader, row, NULL);
      if (pass == passes - 1) give(context, y, (const uint16_t *)row);
    }
  }
  return 0;
}

const char *wallfarm_png_failure(const wallfarm_png *png) {
  return png->has_failed ? png->failure : NULL;
}

void wallfarm_png_close(wallfarm_png *png) {
  if (!png) return;
  png_destroy_read_struct(&png->reader, &png->info, NULL);
  free(png->deep_rows);
  free(png);
}
