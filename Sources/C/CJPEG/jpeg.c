#include "wallfarm_jpeg.h"

#include <limits.h>
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
  wallfarm_jpeg_judge judge;
  void *context;
  int has_failed;
  char failure[JMSG_LENGTH_MAX];
};

static void fail(j_common_ptr decoder) {
  wallfarm_jpeg *jpeg = decoder->client_data;
  jpeg->has_failed = 1;
  decoder->err->format_message(decoder, jpeg->failure);
  longjmp(jpeg->escape, 1);
}

static int number(j_common_ptr common) {
  const struct jpeg_error_mgr *errors = common->err;
  switch (errors->msg_code) {
    case JWRN_ADOBE_XFORM: return wallfarm_jpeg_adobe_transform;
    case JWRN_ARITH_BAD_CODE: return wallfarm_jpeg_bad_arithmetic_code;
    case JWRN_BOGUS_PROGRESSION: return wallfarm_jpeg_bad_progression;
    case JWRN_EXTRANEOUS_DATA: {
      int marker = errors->msg_parm.i[1];
      // Before the first scan, an RST marker is just extraneous data.
      int is_in_scan = ((j_decompress_ptr)common)->input_scan_number > 0;
      return is_in_scan && marker >= JPEG_RST0 && marker < JPEG_EOI
                 ? wallfarm_jpeg_extraneous_data_before_restart
                 : wallfarm_jpeg_extraneous_data;
    }
    case JWRN_HIT_MARKER: return wallfarm_jpeg_hit_marker;
    case JWRN_HUFF_BAD_CODE: return wallfarm_jpeg_bad_huffman_code;
    case JWRN_JFIF_MAJOR: return wallfarm_jpeg_unknown_jfif;
    case JWRN_JPEG_EOF: return wallfarm_jpeg_end_of_file;
    case JWRN_MUST_RESYNC: return wallfarm_jpeg_resync;
    case JWRN_NOT_SEQUENTIAL: return wallfarm_jpeg_not_sequential;
    case JWRN_TOO_MUCH_DATA: return wallfarm_jpeg_too_much_data;
    default: return wallfarm_jpeg_unknown_warning;
  }
}

// Negative levels are warnings; all others are trace messages.
static void note(j_common_ptr decoder, int level) {
  wallfarm_jpeg *jpeg = decoder->client_data;
  if (level >= 0) return;
  decoder->err->num_warnings++;
  char sentence[JMSG_LENGTH_MAX];
  decoder->err->format_message(decoder, sentence);
  // A warning that is not harmless stops decoding, because the remaining pixels would be guesses.
  if (jpeg->judge(jpeg->context, number(decoder), sentence) != 0) fail(decoder);
}

wallfarm_jpeg *wallfarm_jpeg_open(const uint8_t *bytes, size_t count, size_t most_memory,
                                  wallfarm_jpeg_judge judge, void *context) {
  wallfarm_jpeg *jpeg = calloc(1, sizeof *jpeg);
  if (!jpeg) return NULL;
  jpeg->judge = judge;
  jpeg->context = context;
  jpeg->decoder.err = jpeg_std_error(&jpeg->errors);
  jpeg->errors.error_exit = fail;
  jpeg->errors.emit_message = note;
  jpeg->decoder.client_data = jpeg;
  if (setjmp(jpeg->escape)) return jpeg;
  jpeg_create_decompress(&jpeg->decoder);
  jpeg->decoder.mem->max_memory_to_use = most_memory > LONG_MAX ? LONG_MAX : (long)most_memory;
  jpeg_mem_src(&jpeg->decoder, bytes, count);
  jpeg_read_header(&jpeg->decoder, TRUE);
  return jpeg;
}

uint32_t wallfarm_jpeg_width(const wallfarm_jpeg *jpeg) {
  return jpeg->has_failed ? 0 : jpeg->decoder.image_width;
}

uint32_t wallfarm_jpeg_height(const wallfarm_jpeg *jpeg) {
  return jpeg->has_failed ? 0 : jpeg->decoder.image_height;
}

int wallfarm_jpeg_is_cmyk(const wallfarm_jpeg *jpeg) {
  J_COLOR_SPACE space = jpeg->decoder.jpeg_color_space;
  return !jpeg->has_failed && (space == JCS_CMYK || space == JCS_YCCK);
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

void wallfarm_jpeg_close(wallfarm_jpeg *jpeg) {
  if (!jpeg) return;
  // Only frees memory, so it cannot fail.
  jpeg_destroy_decompress(&jpeg->decoder);
  free(jpeg);
}
