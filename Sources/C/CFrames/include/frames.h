// The inner loops of films: compositing, and conversion to the color format of H.264. Written in C,
// because the same loops in Swift are not vectorized ("make bench"). Compositing uses integers, so
// the result for a pixel does not depend on which part of the picture is drawn.
#pragma once
#include <stddef.h>
#include <stdint.h>

// A box in whole pixels; right and bottom are exclusive.
typedef struct {
  int32_t left, top, right, bottom;
} wallfarm_box;

// A picture whose pixels are premultiplied blue, green, red and alpha.
typedef struct {
  const uint8_t *pixels;
  size_t stride;
  int32_t width, height;
} wallfarm_sprite;

// Maps the center of a target pixel to the sprite, in units of 1/65536 pixel from the center of the
// sprite's first pixel: across = xx·x + xy·y + x0, down = yx·x + yy·y + y0.
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

// Converts a box to a luma plane and two chroma planes of half the width and height, as BT.709 with
// the ranges 16…235 and 16…240 (ITU-T H.273). The edges of the box must be at even positions. If
// the picture of `width` × `height` pixels has an odd size, the box can extend beyond its right and
// bottom edges, where the last column and row are repeated. Each chroma sample is cosited with the
// left one of two pixels, which is the default of H.264, so chroma is weighted 1 : 2 : 1
// horizontally.
void wallfarm_planes(const uint8_t *pixels, size_t stride, int32_t width, int32_t height,
                     wallfarm_box box, uint8_t *luma, uint8_t *blue, uint8_t *red,
                     size_t plane_stride);

// Returns freed memory to the system. The C library would keep it, because the memory of films is
// scattered among other allocations.
void wallfarm_give_back_memory(void);
