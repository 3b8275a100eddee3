#include "wallfarm_jpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

struct errors {
  struct jpeg_error_mgr manager;
  jmp_buf escape;
  char *failure;
  size_t room;
};

static void fail(j_common_ptr encoder) {
  struct errors *errors = (struct errors *)encoder->err;
  char sentence[JMSG_LENGTH_MAX];
  encoder->err->format_message(encoder, sentence);
  snprintf(errors->failure, errors->room, "%s", sentence);
  longjmp(errors->escape, 1);
}

// Without this function, libjpeg would print its warnings to standard error.
static void ignore(j_common_ptr encoder) { (void)encoder; }

size_t wallfarm_jpeg_bound(uint32_t width, uint32_t height) {
  size_t blocks = (((size_t)width + 7) / 8) * (((size_t)height + 7) / 8);
  return blocks * 3 * 128 + 4096;
}

int wallfarm_jpeg_encode(const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height,
                         struct wallfarm_jpeg_settings settings, uint8_t *target, size_t *count,
                         char *failure, size_t room) {
  struct jpeg_compress_struct encoder;
  struct errors errors;
  unsigned char *file = target;
  unsigned long length = *count;
  memset(&encoder, 0, sizeof encoder);
  encoder.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = fail;
  errors.manager.output_message = ignore;
  errors.failure = failure;
  errors.room = room;
  if (setjmp(errors.escape)) {
    jpeg_destroy_compress(&encoder);
    return -1;
  }
  jpeg_create_compress(&encoder);
  jpeg_mem_dest(&encoder, &file, &length);
  encoder.image_width = width;
  encoder.image_height = height;
  encoder.input_components = 4;
  encoder.in_color_space = JCS_EXT_BGRX;
  jpeg_set_defaults(&encoder);
  jpeg_set_quality(&encoder, settings.quality, TRUE);
  encoder.dct_method = JDCT_ISLOW;
  // Disable chroma subsampling, because it causes colored edges around text.
  for (int i = 0; i < encoder.num_components; i++) {
    encoder.comp_info[i].h_samp_factor = 1;
    encoder.comp_info[i].v_samp_factor = 1;
  }
  if (settings.is_progressive) jpeg_simple_progression(&encoder);
  encoder.restart_interval = settings.restart_interval;
  jpeg_start_compress(&encoder, TRUE);
  while (encoder.next_scanline < height) {
    JSAMPROW row = (JSAMPROW)(pixels + (size_t)encoder.next_scanline * stride);
    jpeg_write_scanlines(&encoder, &row, 1);
  }
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);
  // libjpeg allocates another buffer if there is not enough room.
  if (file != target) {
    free(file);
    snprintf(failure, room, "the file is longer than any can be");
    return -1;
  }
  *count = length;
  return 0;
}
