// libjpeg-turbo's own interface: TurboJPEG 2 decodes no stretch of columns alone, of which a phone shows a
// third of a landscape photo, and writes no restart markers. In C, because errors come with longjmp.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct wallfarm_jpeg wallfarm_jpeg;

// The warnings of libjpeg (its jerror.h) that a decoder can give.
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

// Hears the number above and the sentence of a warning; anything but 0 makes a failure of it. Must
// return.
typedef int (*wallfarm_jpeg_judge)(void *context, int warning, const char *sentence);

// Reads the header. Returns null only where memory is not to be had; ask wallfarm_jpeg_failure.
// The bytes and the context must stay where they are until the picture is closed. `most_memory` is
// what libjpeg may take for the coefficients of a picture of several scans.
wallfarm_jpeg *wallfarm_jpeg_open(const uint8_t *bytes, size_t count, size_t most_memory,
                                  wallfarm_jpeg_judge judge, void *context);

// Size as stored, in pixels, and whether it has four inks; 0 after a failure.
uint32_t wallfarm_jpeg_width(const wallfarm_jpeg *jpeg);
uint32_t wallfarm_jpeg_height(const wallfarm_jpeg *jpeg);
int wallfarm_jpeg_is_cmyk(const wallfarm_jpeg *jpeg);

// Starts decoding at `eighths`/8 of the size, to blue, green, red, 255, or to cyan, magenta, yellow,
// black. `first` and `width` say which columns are needed, and are widened to whole blocks.
// Returns 0, or -1 after a failure.
int wallfarm_jpeg_start(wallfarm_jpeg *jpeg, int eighths, int is_cmyk, uint32_t *first,
                        uint32_t *width);

// Decodes up to row `end` of the started columns, four bytes a pixel; `target` is that of row 0 each
// time. With the last row the rest of the file is looked at. Returns 0, or -1 after a failure.
int wallfarm_jpeg_read(wallfarm_jpeg *jpeg, uint8_t *target, size_t stride, uint32_t end);

// The sentence of the failure, or null where there was none.
const char *wallfarm_jpeg_failure(const wallfarm_jpeg *jpeg);

void wallfarm_jpeg_close(wallfarm_jpeg *jpeg);

// How a file is written.
struct wallfarm_jpeg_settings {
  // 1 to 100, as libjpeg scales its tables.
  int quality;
  // Scans from coarse to fine with tables made for them, instead of one scan with the tables of ITU-T T.81,
  // annex K.
  int is_progressive;
  // Blocks of 8 by 8 pixels between two restart markers, at most 65,535; 0 for no markers.
  unsigned restart_interval;
};

// Bytes that are enough for a file of so many pixels: 128 for each block of a colour, which TurboJPEG 2.1
// takes to be the most (tjBufSize). A longer one would be a failure.
size_t wallfarm_jpeg_bound(uint32_t width, uint32_t height);

// Writes a file with full colour resolution (4:4:4) of pixels in blue, green, red, and a byte that is not
// looked at. `count` is the room in `target`, at least wallfarm_jpeg_bound, and then the length of the file.
// Returns 0, or -1 after a failure, whose sentence is put into `failure`, of which `room` bytes may be used.
int wallfarm_jpeg_encode(const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height,
                         struct wallfarm_jpeg_settings settings, uint8_t *target, size_t *count,
                         char *failure, size_t room);
