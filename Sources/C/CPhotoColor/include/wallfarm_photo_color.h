// Color conversion of decoded pictures. In C because the same loops in Swift are not vectorized,
// and a photo of 50 megapixels has many rows.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Planes of luma and chroma, with their coding (ITU-T H.273, section 8).
typedef struct {
  // Samples of 8 bits, or of more bits as 16-bit integers. One plane or three.
  const uint8_t *planes[3];
  ptrdiff_t strides[3];
  int width, height;
  int plane_count, bits;
  // Chroma subsampling as powers of two.
  int shift_x, shift_y;
  int is_full_range;
  // 0: YCbCr with these weights of red and blue in luma; 1: the planes are green, blue and red; 2:
  // YCgCo.
  int coding;
  float red_share, blue_share;
} wallfarm_sampled;

// Number of floats of scratch memory for a row.
size_t wallfarm_row_scratch(const wallfarm_sampled *picture);

// Converts `count` pixels of row `y` from column `first` on to blue, green, red and 255.
void wallfarm_row_bgra8(const wallfarm_sampled *picture, int y, int first, int count, float *scratch,
                        uint8_t *pixels);

// Converts to 16 bits per channel: red, green, blue and 65535.
void wallfarm_row_rgba16(const wallfarm_sampled *picture, int y, int first, int count, float *scratch,
                         uint16_t *pixels);

// Converts samples of the first plane to 8 bits: one for each of `columns` in row `y`.
void wallfarm_row_levels(const wallfarm_sampled *picture, int y, const int32_t *columns, int count,
                         uint8_t *levels);

// The mapping of PQ or HLG pixels to Display P3.
typedef struct {
  // Linear light of each of 65,536 levels, relative to the maximum.
  const float *light;
  // Gain by the brightest channel: 4,097 entries over the square root of its light.
  const float *gain;
  // Display P3 levels: 4,096 entries over the square root of linear light.
  const uint8_t *levels;
  // Exponent of the system gamma minus one, and the luminance weights for it; 0 for PQ.
  float system_gamma;
  float shares[3];
  // The matrix from the photo's primaries to those of Display P3, in row-major order.
  float matrix[9];
} wallfarm_tone;

// Maps `count` pixels of red, green, blue, alpha to blue, green, red, alpha, without
// premultiplication.
void wallfarm_tone_row(const wallfarm_tone *tone, const uint16_t *source, size_t count, uint8_t *target);
