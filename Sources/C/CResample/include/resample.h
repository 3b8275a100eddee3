// The two inner loops of photo resampling. Written in C, because the compiler does not vectorize
// the same loops in Swift: rasterizing a wallpaper from a 12-megapixel photo takes 53 ms with these
// loops and took 198 ms in Swift ("make bench", warm).
#pragma once
#include <stddef.h>
#include <stdint.h>

// line[i] = weight · row[i], or += if `adds` is not 0.
void wallfarm_combine(float *line, const uint8_t *row, float weight, size_t count, int adds);

// Computes `count` pixels of four channels. Pixel i is the weighted sum of `taps[i]` pixels of
// `line`, starting at pixel `firsts[i]`; its weights start at `weights[i · width]`. Channels are
// rounded and clamped to 0…alpha, or to 0…255 if `has_alpha` is 0.
void wallfarm_weigh(const float *line, const int32_t *firsts, const int32_t *taps,
                    const float *weights, size_t width, size_t count, uint8_t *pixels,
                    int has_alpha);
