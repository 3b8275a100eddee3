// Converts the colors of decoded pictures. Written in C, because the compiler does not vectorize
// the same loops in Swift, and a 50-megapixel photo has many rows.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Planes of luma and chroma, with their coding (ITU-T H.273, section 8).
typedef struct {
  // One plane or three. Samples of 8 bits are stored as bytes, and samples of more bits as 16-bit
  // integers.
  const uint8_t *planes[3];
  ptrdiff_t strides[3];
  int width, height;
  int plane_count, bits;
  // The base-2 logarithms of the horizontal and vertical chroma subsampling factors.
  int shift_x, shift_y;
  int is_full_range;
  // 0: YCbCr, where `red_share` and `blue_share` are the weights of red and blue in luma; 1: the
  // planes are green, blue and red; 2: YCgCo.
  int coding;
  float red_share, blue_share;
} wallfarm_sampled;

// Returns the size, in floats, of the scratch memory that is needed to convert a row.
size_t wallfarm_row_scratch(const wallfarm_sampled *picture);

// Converts `count` pixels of row `y`, starting at column `first`, to 8 bits per channel: blue,
// green, red and 255.
void wallfarm_row_bgra8(const wallfarm_sampled *picture, int y, int first, int count, float *scratch,
                        uint8_t *pixels);

// Like wallfarm_row_bgra8, but converts pixels to 16 bits per channel: red, green, blue and 65535.
void wallfarm_row_rgba16(const wallfarm_sampled *picture, int y, int first, int count, float *scratch,
                         uint16_t *pixels);

// Converts the samples of the first plane at the given `columns` of row `y` to 8 bits.
void wallfarm_row_levels(const wallfarm_sampled *picture, int y, const int32_t *columns, int count,
                         uint8_t *levels);

// The mapping of PQ or HLG pixels to Display P3.
typedef struct {
  // For each of the 65,536 levels, its linear light relative to the maximum.
  const float *light;
  // The gain, indexed by the square root of the light of the brightest channel: 4,097 entries.
  const float *gain;
  // The Display P3 levels, indexed by the square root of linear light: 4,096 entries.
  const uint8_t *levels;
  // `system_gamma` is the HLG system gamma minus one, or 0 for PQ. `shares` contains the weights of
  // red, green and blue in the luminance that is raised to this power.
  float system_gamma;
  float shares[3];
  // The matrix from the photo's primaries to those of Display P3, in row-major order.
  float matrix[9];
} wallfarm_tone;

// Maps `count` pixels from 16-bit red, green, blue and alpha to 8-bit blue, green, red and alpha.
// Colors are not multiplied by alpha.
void wallfarm_tone_row(const wallfarm_tone *tone, const uint16_t *source, size_t count, uint8_t *target);
