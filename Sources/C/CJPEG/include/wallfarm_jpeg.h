// Uses the native interface of libjpeg-turbo, because TurboJPEG 2 cannot decode a range of columns
// (a phone shows a third of a landscape photo) or write restart markers. Written in C, because
// error handling uses longjmp.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct wallfarm_jpeg wallfarm_jpeg;

// The warnings of libjpeg (its jerror.h) that a decoder can emit.
enum {
  wallfarm_jpeg_unknown_warning,
  wallfarm_jpeg_adobe_transform,
  wallfarm_jpeg_bad_arithmetic_code,
  wallfarm_jpeg_bad_progression,
  wallfarm_jpeg_extraneous_data,
  wallfarm_jpeg_extraneous_data_before_restart,
  wallfarm_jpeg_hit_marker,
  wallfarm_jpeg_bad_huffman_code,
  wallfarm_jpeg_unknown_jfif,
  wallfarm_jpeg_end_of_file,
  wallfarm_jpeg_resync,
  wallfarm_jpeg_not_sequential,
  wallfarm_jpeg_too_much_data,
};

// Receives a warning: its number from the list above, and its message. A result other than 0 turns
// the warning into a failure. The callback must return.
typedef int (*wallfarm_jpeg_judge)(void *context, int warning, const char *sentence);

// Reads the header. Returns null only if memory is exhausted; for other failures, check
// wallfarm_jpeg_failure. The bytes and the context must stay valid until the picture is closed.
// `most_memory` limits the memory for the coefficients of a multi-scan picture.
wallfarm_jpeg *wallfarm_jpeg_open(const uint8_t *bytes, size_t count, size_t most_memory,
                                  wallfarm_jpeg_judge judge, void *context);

// The stored size in pixels, and whether the picture is CMYK. All results are 0 after a failure.
uint32_t wallfarm_jpeg_width(const wallfarm_jpeg *jpeg);
uint32_t wallfarm_jpeg_height(const wallfarm_jpeg *jpeg);
int wallfarm_jpeg_is_cmyk(const wallfarm_jpeg *jpeg);

// Starts decoding at `eighths`/8 of the size. Pixels are decoded to blue, green, red and 255, or,
// if `is_cmyk` is set, to cyan, magenta, yellow and black. On entry, `first` and `width` specify
// the needed columns. On return, they specify the decoded columns, which may start earlier, at a
// block boundary. Returns 0, or -1 after a failure.
int wallfarm_jpeg_start(wallfarm_jpeg *jpeg, int eighths, int is_cmyk, uint32_t *first,
                        uint32_t *width);

// Decodes rows up to `end`, exclusive, in the columns that wallfarm_jpeg_start returned, with 4
// bytes per pixel; `target` is always the address of row 0. After the last row, reads the rest of
// the file. Returns 0, or -1 after a failure.
int wallfarm_jpeg_read(wallfarm_jpeg *jpeg, uint8_t *target, size_t stride, uint32_t end);

// The error message, or null.
const char *wallfarm_jpeg_failure(const wallfarm_jpeg *jpeg);

void wallfarm_jpeg_close(wallfarm_jpeg *jpeg);

// Encoder settings.
struct wallfarm_jpeg_settings {
  // Quality from 1 to 100, on libjpeg's scale (jpeg_set_quality).
  int quality;
  // Whether to write progressive scans with optimized Huffman tables, instead of one scan with the
  // tables of ITU-T T.81, annex K.
  int is_progressive;
  // Restart interval in blocks of 8 by 8 pixels, at most 65,535; 0 for no markers.
  unsigned restart_interval;
};

// Maximum file size: 128 bytes for each block of each component, as in TurboJPEG 2.1 (tjBufSize),
// plus 4096 bytes. A larger file is a failure.
size_t wallfarm_jpeg_bound(uint32_t width, uint32_t height);

// Encodes a picture without chroma subsampling (4:4:4). A pixel consists of blue, green, red and an
// ignored byte. On entry, `count` is the size of `target`, at least wallfarm_jpeg_bound; on return,
// it is the size of the file. Returns 0, or -1 with an error message in `failure`, which has `room`
// bytes.
int wallfarm_jpeg_encode(const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height,
                         struct wallfarm_jpeg_settings settings, uint8_t *target, size_t *count,
                         char *failure, size_t room);
