// The inner loops of films: compositing, and conversion to the color format of H.264. In C because
// the same loops in Swift are not vectorized ("make bench"). Compositing uses integers, so a pixel
// does not depend on the part of the picture that is drawn with it.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Whole pixels; right and bottom are exclusive.
typedef struct {
  int32_t left, top, right, bottom;
} wallfarm_box;

// A picture of premultiplied blue, green, red, alpha.
typedef struct {
  const uint8_t *pixels;
  size_t stride;
  int32_t width, height;
} wallfarm_sprite;

// Maps the center of a target pixel to the sprite, in 1/65536 pixels from the center of its first
// pixel: across = xx·x + xy·y + x0, down = yx·x + yy·y + y0.
typedef struct {
  int64_t xx, xy, x0, yx, yy, y0;
} wallfarm_place;

// Composites a sprite over a target with bilinear interpolation. The outermost pixels of the sprite
// serve only as neighbors, so they must be transparent or outside the target. `strength` is 0…256.
void wallfarm_lay(uint8_t *target, size_t stride, wallfarm_box clip, const wallfarm_sprite *sprite,
                  const wallfarm_place *place, int32_t strength);

// Blends `from` (weight 0) and `to` (weight 256).
void wallfarm_mix(uint8_t *target, const uint8_t *from, const uint8_t *to, size_t count,
                  int32_t weight);

// Converts a box to a luma plane and two chroma planes of half the size: BT.709, 16…235 and 16…240
// (ITU-T H.273). The edges of the box are even, except at the end of the picture of `width` ×
// `height` pixels, whose last column and row are repeated. Chroma samples are cosited with the left
// of two pixels, the default of H.264, so they are weighted 1 : 2 : 1 horizontally.
void wallfarm_planes(const uint8_t *pixels, size_t stride, int32_t width, int32_t height,
                     wallfarm_box box, uint8_t *luma, uint8_t *blue, uint8_t *red,
                     size_t plane_stride);

// Returns freed memory to the system; the memory of films is scattered among other allocations.
void wallfarm_give_back_memory(void);
