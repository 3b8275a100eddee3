#include "wallfarm_jpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

struct wallfarm_jpeg {
  struct jpeg_decompress_struct decoder;
  struct jpeg_error_mgr errors;
  jmp_buf escape;
  int has_failed;
  int has_warned;
  int has_guessed;
  char failure[JMSG_LENGTH_MAX];
  char warning[JMSG_LENGTH_MAX];
};

static void fail(j_common_ptr decoder) {
  wallfarm_jpeg *jpeg = decoder->client_data;
  jpeg->has_failed = 1;
  decoder->err->format_message(decoder, jpeg->failure);
  longjmp(jpeg->escape, 1);
}

// Levels below 0 are warnings, the others chatter.
static void note(j_common_ptr decoder, int level) {
  wallfarm_jpeg *jpeg = decoder->client_data;
  if (level >= 0) return;
  decoder->err->num_warnings++;
  int is_harmless = decoder->err->msg_code == JWRN_EXTRANEOUS_DATA &&
                    decoder->err->msg_parm.i[1] == JPEG_EOI;
  if (jpeg->has_guessed || (jpeg->has_warned && is_harmless)) return;
  jpeg->has_warned = 1;
  jpeg->has_guessed = !is_harmless;
  decoder->err->format_message(decoder, jpeg->warning);
}

wallfarm_jpeg *wallfarm_jpeg_open(const uint8_t *bytes, size_t count) {
  wallfarm_jpeg *jpeg = calloc(1, sizeof *jpeg);
  if (!jpeg) return NULL;
  jpeg->decoder.err = jpeg_std_error(&jpeg->errors);
  jpeg->errors.error_exit = fail;
  jpeg->errors.emit_message = note;
  jpeg->decoder.client_data = jpeg;
  if (setjmp(jpeg->escape)) return jpeg;
  jpeg_create_decompress(&jpeg->decoder);
  jpeg_mem_src(&jpeg->decoder, bytes, count);
  jpeg_read_header(&jpeg->decoder, TRUE);
  return jpeg;
}

int wallfarm_jpeg_start(wallfarm_jpeg *jpeg, int eighths, int is_cmyk, uint32_t *first,
                        uint32_t *width) {
  if (jpeg->has_failed) return -1;
  if (setjmp(jpeg->escape)) return -1;
  struct jpeg_decompress_struct *decoder = &jpeg->decoder;
  decoder->scale_num = (unsigned)eighths;
  decoder->scale_denom = 8;
  decoder->dct_method = JDCT_ISLOW;
  decoder->out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_BGRA;
  jpeg_start_decompress(decoder);
  JDIMENSION start = *first, count = *width;
  if (start > 0 || count < decoder->output_width) {
    jpeg_crop_scanline(decoder, &start, &count);
    *first = start;
  }
  *width = decoder->output_width;
  return 0;
}

int wallfarm_jpeg_read(wallfarm_jpeg *jpeg, uint8_t *target, size_t stride, uint32_t end) {
  if (jpeg->has_failed) return -1;
  if (setjmp(jpeg->escape)) return -1;
  struct jpeg_decompress_struct *decoder = &jpeg->decoder;
  while (decoder->output_scanline < end && decoder->output_scanline < decoder->output_height) {
    JSAMPROW row = target + decoder->output_scanline * stride;
    jpeg_read_scanlines(decoder, &row, 1);
  }
  if (decoder->output_scanline == decoder->output_height) jpeg_finish_decompress(decoder);
  return 0;
}

const char *wallfarm_jpeg_failure(const wallfarm_jpeg *jpeg) {
  return jpeg->has_failed ? jpeg->failure : NULL;
}

const char *wallfarm_jpeg_warning(const wallfarm_jpeg *jpeg) {
  return jpeg->has_warned ? jpeg->warning : NULL;
}

void wallfarm_jpeg_close(wallfarm_jpeg *jpeg) {
  if (!jpeg) return;
  // Frees memory only, so it cannot fail.
  jpeg_destroy_decompress(&jpeg->decoder);
  free(jpeg);
}
