// The inner loops of films: pictures laid over one another, and colours as H.264 wants them. In C because the same
// loops in Swift are not vectorised ("make bench"). Integers throughout: a pixel is a function of the pixels below
// it and of its place, whatever part of the picture is drawn with it.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Whole pixels from left and top to before right and bottom.
typedef struct {
  int32_t left, top, right, bottom;
} wallfarm_box;

// A picture of premultiplied blue, green, red, alpha.
typedef struct {
  const uint8_t *pixels;
  size_t stride;
  int32_t width, height;
} wallfarm_sprite;

// Where the middle of a pixel of the target is in the sprite, in 1/65536 of a pixel from the middle of its first one:
// across = xx·x + xy·y + x0, down = yx·x + yy·y + y0.
typedef struct {
  int64_t xx, xy, x0, yx, yy, y0;
} wallfarm_place;

// Lays a sprite over a target, interpolated between four pixels. Its outermost pixels are only ever weighed, so they
// have to be transparent, or beyond the target. `strength` is 0…256.
void wallfarm_lay(uint8_t *target, size_t stride, wallfarm_box clip, const wallfarm_sprite *sprite,
                  const wallfarm_place *place, int32_t strength);

// Every pixel between that of `from` (weight 0) and that of `to` (256).
void wallfarm_mix(uint8_t *target, const uint8_t *from, const uint8_t *to, size_t count,
                  int32_t weight);

// Pixels of a box as luma and two planes of half the sides: BT.709, 16…235 and 16…240 (ITU-T H.273). Sides of the
// box are even, but where the picture of `width` × `height` pixels ends: its last column and row are repeated. Colour
// stands with the left of two pixels, as H.264 has it unless told otherwise, so it is weighed 1 : 2 : 1 across.
void wallfarm_planes(const uint8_t *pixels, size_t stride, int32_t width, int32_t height,
                     wallfarm_box box, uint8_t *luma, uint8_t *blue, uint8_t *red,
                     size_t plane_stride);

// Gives memory that was freed back to the system: what a film had lies between what others have.
void wallfarm_give_back_memory(void);
