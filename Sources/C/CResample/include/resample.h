// The two inner loops of scaling a photo. In C because the same loops in Swift are not vectorised:
// rasterizing a wallpaper from 12 megapixels took 198 ms with those and takes 53 ms with these
// ("make bench", warm).
#pragma once
#include <stddef.h>
#include <stdint.h>

// line[i] = weight · row[i], or += where `adds` is not 0.
void wallfarm_combine(float *line, const uint8_t *row, float weight, size_t count, int adds);

// Makes `count` pixels of four channels. Pixel i is the sum of `taps[i]` pixels of `line` from
// `firsts[i]` on, each times its weight; weights stand `width` apart. Channels are rounded and held
// between 0 and the fourth one, or 255 where `has_alpha` is 0.
void wallfarm_weigh(const float *line, const int32_t *firsts, const int32_t *taps,
                    const float *weights, size_t width, size_t count, uint8_t *pixels,
                    int has_alpha);
