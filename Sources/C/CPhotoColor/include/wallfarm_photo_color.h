// The loops that make red, green and blue of what decoders give. In C because the same loops in Swift are
// not vectorized, and a photo of 50 megapixels has many rows.
#pragma once
#include <stddef.h>
#include <stdint.h>

// A picture as planes of brightness and color, and how they are coded (ITU-T H.273, section 8).
typedef struct {
  // Samples of 8 bits, or of more in 16 bits each. One plane or three.
  const uint8_t *planes[3];
  ptrdiff_t strides[3];
  int width, height;
  int plane_count, bits;
  // Columns and rows of a color sample, as powers of two.
  int shift_x, shift_y;
  int is_full_range;
  // 0: shares of red and blue in brightness; 1: the planes are green, blue and red; 2: YCgCo.
  int coding;
  float red_share, blue_share;
} wallfarm_sampled;

// Floats that a row of `count` pixels needs beside its result.
size_t wallfarm_row_scratch(const wallfarm_sampled *picture);

// Makes `count` pixels of row `y` from column `first` on: blue, green, red and 255.
void wallfarm_row_bgra8(const wallfarm_sampled *picture, int y, int first, int count, float *scratch,
                        uint8_t *pixels);

// The same in 16 bits each: red, green, blue and 65535.
void wallfarm_row_rgba16(const wallfarm_sampled *picture, int y, int first, int count, float *scratch,
                         uint16_t *pixels);

// Samples of the first plane as levels of 255: one for each of `columns`, from row `y`.
void wallfarm_row_levels(const wallfarm_sampled *picture, int y, const int32_t *columns, int count,
                         uint8_t *levels);

// How pixels of PQ or HLG become pixels of Display P3.
typedef struct {
  // Light of each of 65,536 levels, as a share of the most there is.
  const float *light;
  // What the brightest channel is multiplied by: 4,097 entries over the square root of its light.
  const float *gain;
  // Levels of Display P3: 4,096 entries over the square root of light.
  const uint8_t *levels;
  // Exponent of the system gamma less one, and the shares of the channels in it; 0 for PQ.
  float system_gamma;
  float shares[3];
  // From the primaries of the photo to those of Display P3, by rows.
  float matrix[9];
} wallfarm_tone;

// Maps `count` pixels of red, green, blue, alpha to blue, green, red, alpha. Nothing is multiplied with alpha.
void wallfarm_tone_row(const wallfarm_tone *tone, const uint16_t *source, size_t count, uint8_t *target);
