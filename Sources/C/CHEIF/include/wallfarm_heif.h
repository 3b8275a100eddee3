// Decodes HEVC with libde265 and AV1 with dav1d. Both libraries are opened on first use, because
// linking them would delay each start by a few milliseconds.
#pragma once
#include <stddef.h>
#include <stdint.h>

// A decoded picture in its decoder's memory: planes of luma and chroma.
typedef struct {
  // For wallfarm_coded_release; null after a failure.
  void *owner;
  // One or three planes of samples, as bytes for 8 bits or as 16-bit little-endian integers for
  // more bits.
  const uint8_t *planes[3];
  // Strides in bytes.
  ptrdiff_t strides[3];
  int width, height;
  int plane_count;
  // Bit depth: 8 to 16.
  int bits;
  // Base-2 logarithms of the chroma subsampling factors: 1 and 1 for 4:2:0.
  int shift_x, shift_y;
  // Code points of ITU-T H.273 from the bitstream; 2 means unspecified.
  int primaries, transfer, matrix, is_full_range;
} wallfarm_coded;

// Decodes a picture from HEVC NAL units, each preceded by its length in 4 bytes. Returns 0, or -1
// with an error message in `message`.
int wallfarm_hevc_decode(const uint8_t *units, size_t count, wallfarm_coded *result, char message[256]);

// Decodes the last picture in a sequence of AV1 OBUs, which is the largest picture if there are
// several layers. `most_pixels` limits the picture size. Returns 0, or -1 with an error message in
// `message`.
int wallfarm_av1_decode(const uint8_t *units, size_t count, size_t most_pixels, wallfarm_coded *result,
                        char message[256]);

// Frees the memory of a picture.
void wallfarm_coded_release(wallfarm_coded *picture);
