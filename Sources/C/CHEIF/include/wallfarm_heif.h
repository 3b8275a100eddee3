// Pictures coded with HEVC through libde265 and with AV1 through dav1d. Both are opened when the first
// such picture is met: linking them would cost every start some milliseconds.
#pragma once
#include <stddef.h>
#include <stdint.h>

// A decoded picture in its decoder's memory, as it is coded: planes of brightness and color.
typedef struct {
  // For wallfarm_coded_release; null after a failure.
  void *owner;
  // Samples of 8 bits, or of more in 16 bits each, little-endian. One plane or three.
  const uint8_t *planes[3];
  // Bytes from row to row.
  ptrdiff_t strides[3];
  int width, height;
  int plane_count;
  // Significant bits of a sample: 8 to 16.
  int bits;
  // Columns and rows of a color sample, as powers of two: 1 and 1 for 4:2:0.
  int shift_x, shift_y;
  // Numbers of ITU-T H.273 that the coded picture has; 2 is unknown. Whether its samples use all levels.
  int primaries, transfer, matrix, is_full_range;
} wallfarm_coded;

// Decodes the picture of HEVC units, each behind its length in four bytes. Returns 0, or -1 with a
// sentence in `message`.
int wallfarm_hevc_decode(const uint8_t *units, size_t count, wallfarm_coded *result, char message[256]);

// Decodes the last picture of AV1 open bitstream units, which is the largest of several layers.
// `most_pixels` bounds the pictures that are decoded. Returns 0, or -1 with a sentence in `message`.
int wallfarm_av1_decode(const uint8_t *units, size_t count, size_t most_pixels, wallfarm_coded *result,
                        char message[256]);

// Gives the memory of a picture back.
void wallfarm_coded_release(wallfarm_coded *picture);
