#include "frames.h"

#include <string.h>

#include "processors.h"

typedef uint8_t bytes4 __attribute__((vector_size(4)));
typedef uint16_t levels __attribute__((vector_size(8)));

static inline levels load(const uint8_t *pixel) {
  bytes4 bytes;
  memcpy(&bytes, pixel, 4);
  return __builtin_convertvector(bytes, levels);
}

// Forces inlining, so that the function is compiled for each processor variant of its caller.
#define INLINE static inline __attribute__((always_inline))

// Loads a pixel as a word with blue in the lowest byte.
static inline uint32_t word(const uint8_t *pixel) {
  uint32_t bytes;
  memcpy(&bytes, pixel, 4);
  return bytes;
}

static inline void store(uint8_t *pixel, levels value) {
  bytes4 bytes = __builtin_convertvector(value, bytes4);
  memcpy(pixel, &bytes, 4);
}

static inline levels between(levels first, levels second, uint16_t weight) {
  return (levels)((first * (uint16_t)(256 - weight) + second * weight + 128) >> 8);
}

// Composites a premultiplied source over the target. (x + 128) · 257 / 65536 equals x / 255,
// correctly rounded.
static inline void over(uint8_t *pixel, levels source) {
  uint16_t alpha = source[3];
  if (alpha == 255) return store(pixel, source);
  levels under = load(pixel) * (uint16_t)(255 - alpha) + 128;
  store(pixel, source + ((under + (under >> 8)) >> 8));
}

// Narrows the half-open range [`first`, `last`) to the values of x for which 0 ≤ start + step · x <
// end.
static void narrow(int64_t start, int64_t step, int64_t end, int32_t *first, int32_t *last) {
  if (step == 0) {
    if (start < 0 || start >= end) *last = *first;
    return;
  }
  // A negative step swaps the bounds.
  int64_t low = step > 0 ? -start : end - 1 - start;
  int64_t high = step > 0 ? end - 1 - start : -start;
  // Round `from` up and `to` down; division in C truncates toward zero.
  int64_t from = low / step, to = high / step;
  if (from * step != low && (low > 0) == (step > 0)) from++;
  if (to * step != high && (high > 0) != (step > 0)) to--;
  if (from > *first) *first = from > *last ? *last : (int32_t)from;
  if (to + 1 < *last) *last = to + 1 < *first ? *first : (int32_t)(to + 1);
}

// The number of pixels in a group. A group is checked as a whole, because most groups are fully
// opaque or empty.
enum { TOGETHER = 16 };

INLINE void lay_some(uint8_t *target, const uint8_t *source, int32_t count, int32_t strength) {
  for (int32_t i = 0; i < count; i++, target += 4, source += 4) {
    uint32_t whole;
    memcpy(&whole, source, 4);
    if (whole == 0) continue;
    if (strength == 256 && whole >> 24 == 255) {
      memcpy(target, source, 4);
      continue;
    }
    over(target, (levels)((load(source) * (uint16_t)strength + 128) >> 8));
  }
}

INLINE void lay_as_it_is(uint8_t *target, const uint8_t *source, int32_t count, int32_t strength) {
  for (; count >= TOGETHER; count -= TOGETHER, target += 4 * TOGETHER, source += 4 * TOGETHER) {
    uint32_t pixels[TOGETHER], any = 0, all = 0xFFFFFFFF;
    memcpy(pixels, source, sizeof pixels);
    for (int i = 0; i < TOGETHER; i++) {
      any |= pixels[i];
      all &= pixels[i];
    }
    if (any == 0) continue;
    if (strength == 256 && all >> 24 == 255) {
      memcpy(target, source, sizeof pixels);
    } else {
      lay_some(target, source, TOGETHER, strength);
    }
  }
  lay_some(target, source, count, strength);
}

// Subpixel translation without rotation or scaling: all pixels of a row have the same weights.
INLINE void lay_moved(uint8_t *target, const wallfarm_sprite *sprite, int64_t across, int64_t down,
                      int32_t count, int32_t strength) {
  enum { SOME = 4 * 64 };
  const uint8_t *first =
      sprite->pixels + (size_t)(down >> 16) * sprite->stride + (size_t)(across >> 16) * 4;
  const uint8_t *second = first + sprite->stride;
  uint16_t x = (across >> 8) & 255, y = (down >> 8) & 255;
  uint8_t mixed[SOME];
  for (int32_t rest = 4 * count; rest > 0; rest -= SOME) {
    int32_t bytes = rest < SOME ? rest : SOME;
    if (x == 0) {
      for (int32_t i = 0; i < bytes; i++) {
        mixed[i] = (uint8_t)((uint16_t)(first[i] * (256 - y) + second[i] * y + 128) >> 8);
      }
    } else {
      for (int32_t i = 0; i < bytes; i++) {
        uint16_t upper = (uint16_t)(first[i] * (256 - x) + first[i + 4] * x + 128) >> 8;
        uint16_t lower = (uint16_t)(second[i] * (256 - x) + second[i + 4] * x + 128) >> 8;
        mixed[i] = (uint8_t)((uint16_t)(upper * (256 - y) + lower * y + 128) >> 8);
      }
    }
    lay_as_it_is(target, mixed, bytes / 4, strength);
    target += bytes;
    first += bytes;
    second += bytes;
  }
}

static void lay_between(uint8_t *target, const wallfarm_sprite *sprite, int64_t across,
                        int64_t down, int64_t step_across, int64_t step_down, int32_t count,
                        int32_t strength) {
  for (int32_t i = 0; i < count; i++, target += 4) {
    const uint8_t *first =
        sprite->pixels + (size_t)(down >> 16) * sprite->stride + (size_t)(across >> 16) * 4;
    const uint8_t *second = first + sprite->stride;
    uint16_t x = (across >> 8) & 255, y = (down >> 8) & 255;
    across += step_across;
    down += step_down;
    uint64_t upper, lower;
    memcpy(&upper, first, 8);
    memcpy(&lower, second, 8);
    if ((upper | lower) == 0) continue;
    levels value = upper == lower && (uint32_t)upper == upper >> 32
                       ? load(first)
                       : between(between(load(first), load(first + 4), x),
                                 between(load(second), load(second + 4), x), y);
    if (strength < 256) value = (levels)((value * (uint16_t)strength + 128) >> 8);
    over(target, value);
  }
}

FOR_EACH_PROCESSOR
void wallfarm_lay(uint8_t *target, size_t stride, wallfarm_box clip, const wallfarm_sprite *sprite,
                  const wallfarm_place *place, int32_t strength) {
  int64_t right = ((int64_t)sprite->width - 1) << 16, bottom = ((int64_t)sprite->height - 1) << 16;
  // Whether the sprite is only translated, and whether by whole pixels.
  int is_moved = place->xx == 65536 && place->yy == 65536 && place->xy == 0 && place->yx == 0;
  int is_plain = is_moved && (place->x0 & 65535) == 0 && (place->y0 & 65535) == 0;
  for (int32_t y = clip.top; y < clip.bottom; y++) {
    int64_t across = place->xy * y + place->x0, down = place->yy * y + place->y0;
    int32_t first = clip.left, last = clip.right;
    narrow(across, place->xx, right, &first, &last);
    narrow(down, place->yx, bottom, &first, &last);
    if (first >= last) continue;
    uint8_t *row = target + (size_t)y * stride + (size_t)first * 4;
    across += place->xx * first;
    down += place->yx * first;
    if (is_plain) {
      const uint8_t *source =
          sprite->pixels + (size_t)(down >> 16) * sprite->stride + (size_t)(across >> 16) * 4;
      lay_as_it_is(row, source, last - first, strength);
    } else if (is_moved) {
      lay_moved(row, sprite, across, down, last - first, strength);
    } else {
      lay_between(row, sprite, across, down, place->xx, place->yx, last - first, strength);
    }
  }
}

FOR_EACH_PROCESSOR
void wallfarm_mix(uint8_t *target, const uint8_t *from, const uint8_t *to, size_t count,
                  int32_t weight) {
  for (size_t i = 0; i < count; i++) {
    target[i] = (uint8_t)((from[i] * (256 - weight) + to[i] * weight + 128) >> 8);
  }
}

// Weights of red, green and blue (ITU-R BT.709-6, item 3), times 32768 · 219 / 255 for luma and
// 32768 · 224 / 255 for chroma.
enum {
  Y_RED = 5983, Y_GREEN = 20127, Y_BLUE = 2032,
  B_RED = -3298, B_GREEN = -11094, B_BLUE = 14392,
  R_RED = 14392, R_GREEN = -13073, R_BLUE = -1319,
};

FOR_EACH_PROCESSOR
static void luma_row(const uint8_t *row, int32_t count, uint8_t *luma) {
  for (int32_t x = 0; x < count; x++) {
    uint32_t pixel = word(row + 4 * x);
    int32_t sum = Y_BLUE * (int32_t)(pixel & 255) + Y_GREEN * (int32_t)(pixel >> 8 & 255) +
                  Y_RED * (int32_t)(pixel >> 16 & 255);
    luma[x] = (uint8_t)((sum + (16 << 15) + (1 << 14)) >> 15);
  }
}

// Computes a chroma sample from weighted sums of channel values. The weights of each sum add up to
// 8.
static inline uint8_t color(int32_t blue, int32_t green, int32_t red, int32_t by_red,
                            int32_t by_green, int32_t by_blue) {
  int32_t sum = by_red * red + by_green * green + by_blue * blue;
  return (uint8_t)((sum + (128 << 18) + (1 << 17)) >> 18);
}

// Extracts two channels of a pixel that are 16 bits apart.
static inline uint32_t pair(uint32_t pixel) { return pixel & 0xFF00FF; }

// Sums two channels over three columns, weighted 1 : 2 : 1, and two rows; each sum is at most 2040.
static inline uint32_t weighed(const uint32_t pixels[6], int shift) {
  return pair(pixels[0] >> shift) + pair(pixels[1] >> shift) +
         2 * (pair(pixels[2] >> shift) + pair(pixels[3] >> shift)) + pair(pixels[4] >> shift) +
         pair(pixels[5] >> shift);
}

// Computes one sample of each chroma plane for every two columns of two rows. The pixels to the
// left and right of the range must exist.
FOR_EACH_PROCESSOR
static void color_row(const uint8_t *first, const uint8_t *second, int32_t count,
                      uint8_t *blue_plane, uint8_t *red_plane) {
  for (int32_t i = 0; i < count; i++) {
    const uint8_t *one = first + 8 * i, *two = second + 8 * i;
    uint32_t pixels[6] = {word(one - 4), word(two - 4), word(one),
                          word(two),     word(one + 4), word(two + 4)};
    uint32_t ends = weighed(pixels, 0), middle = weighed(pixels, 8);
    int32_t blue = (int32_t)(ends & 0xFFFF), red = (int32_t)(ends >> 16);
    int32_t green = (int32_t)(middle & 0xFFFF);
    blue_plane[i] = color(blue, green, red, B_RED, B_GREEN, B_BLUE);
    red_plane[i] = color(blue, green, red, R_RED, R_GREEN, R_BLUE);
  }
}

// Computes one sample of each chroma plane at the edge of the picture, where the edge pixel is
// repeated.
static void color_at_edge(const uint8_t *first, const uint8_t *second, int32_t x, int32_t width,
                          uint8_t *blue, uint8_t *red) {
  int32_t middle = x < width ? x : width - 1;
  int32_t places[3] = {x > 0 ? x - 1 : 0, middle, x + 1 < width ? x + 1 : width - 1};
  uint8_t rows[2][12];
  for (int i = 0; i < 3; i++) {
    memcpy(rows[0] + 4 * i, first + 4 * (size_t)places[i], 4);
    memcpy(rows[1] + 4 * i, second + 4 * (size_t)places[i], 4);
  }
  color_row(rows[0] + 4, rows[1] + 4, 1, blue, red);
}

void wallfarm_planes(const uint8_t *pixels, size_t stride, int32_t width, int32_t height,
                     wallfarm_box box, uint8_t *luma, uint8_t *blue, uint8_t *red,
                     size_t plane_stride) {
  int32_t inside = box.right < width ? box.right : width;
  for (int32_t y = box.top; y < box.bottom; y++) {
    const uint8_t *row = pixels + (size_t)(y < height ? y : height - 1) * stride;
    uint8_t *target = luma + (size_t)y * plane_stride;
    luma_row(row + 4 * (size_t)box.left, inside - box.left, target + box.left);
    for (int32_t x = inside; x < box.right; x++) {
      luma_row(row + 4 * (size_t)(width - 1), 1, target + x);
    }
  }
  for (int32_t y = box.top; y < box.bottom; y += 2) {
    int32_t second = y + 1 < height ? y + 1 : height - 1;
    size_t place = (size_t)(y / 2) * (plane_stride / 2);
    const uint8_t *rows[2] = {pixels + (size_t)y * stride, pixels + (size_t)second * stride};
    int32_t from = box.left, to = box.right;
    if (from == 0 && from < to) {
      color_at_edge(rows[0], rows[1], 0, width, blue + place, red + place);
      from = 2;
    }
    // All pixels before this column have a right neighbor.
    int32_t end = to < width - 1 ? to : (width - 1) & ~1;
    if (from < end) {
      color_row(rows[0] + 4 * (size_t)from, rows[1] + 4 * (size_t)from, (end - from + 1) / 2,
                blue + place + from / 2, red + place + from / 2);
      from = end + (end & 1);
    }
    for (int32_t x = from; x < to; x += 2) {
      color_at_edge(rows[0], rows[1], x, width, blue + place + x / 2, red + place + x / 2);
    }
  }
}
