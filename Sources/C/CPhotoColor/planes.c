#include "wallfarm_photo_color.h"

// Compilers fuse multiplications and additions only on some machines, and a fused operation rounds
// differently. The same photo must give the same pixels on every machine.
#pragma STDC FP_CONTRACT OFF

static int color_width(const wallfarm_sampled *picture) {
  return (picture->width + picture->shift_x) >> picture->shift_x;
}

size_t wallfarm_row_scratch(const wallfarm_sampled *picture) {
  return (size_t)picture->width * 3 + (size_t)color_width(picture);
}

// Reads samples of a row, subtracts a bias and multiplies by a scale.
static void fetch(const wallfarm_sampled *picture, int plane, int y, int first, int count, float bias,
                  float scale, float *target) {
  const uint8_t *row = picture->planes[plane] + (ptrdiff_t)y * picture->strides[plane];
  if (picture->bits == 8) {
    for (int x = 0; x < count; x++) target[x] = ((float)row[first + x] - bias) * scale;
  } else {
    const uint16_t *wide = (const uint16_t *)row;
    for (int x = 0; x < count; x++) target[x] = ((float)wide[first + x] - bias) * scale;
  }
}

// Blends three quarters of the target with one quarter of row `y`.
static void mix(const wallfarm_sampled *picture, int plane, int y, int count, float bias, float scale,
                float *target) {
  const uint8_t *row = picture->planes[plane] + (ptrdiff_t)y * picture->strides[plane];
  const uint16_t *wide = (const uint16_t *)row;
  for (int x = 0; x < count; x++) {
    float value = ((float)(picture->bits == 8 ? row[x] : wide[x]) - bias) * scale;
    target[x] = target[x] * 0.75f + value * 0.25f;
  }
}

// The interpolated chroma at a pixel of a row.
static float between(const float *line, int width, int place) {
  int column = place >> 1;
  int other = place & 1 ? column + 1 : column - 1;
  other = other < 0 ? 0 : other >= width ? width - 1 : other;
  return line[column] * 0.75f + line[other] * 0.25f;
}

// Upsamples a row by a factor of two. Where both neighbors exist, two pixels are written at a time.
static void widen(const float *line, int width, int first, int count, float *target) {
  int x = 0;
  while (x < count && (first + x < 2 || (first + x) & 1)) {
    target[x] = between(line, width, first + x);
    x++;
  }
  const float *column = line + ((first + x) >> 1);
  int pairs = (count - x) / 2, inner = width - 1 - ((first + x) >> 1);
  if (pairs > inner) pairs = inner;
  for (int pair = 0; pair < pairs; pair++) {
    float own = column[pair] * 0.75f;
    target[x + 2 * pair] = own + column[pair - 1] * 0.25f;
    target[x + 2 * pair + 1] = own + column[pair + 1] * 0.25f;
  }
  if (pairs > 0) x += 2 * pairs;
  for (; x < count; x++) target[x] = between(line, width, first + x);
}

// Reads a row of a chroma plane and upsamples it to the resolution of the luma plane. Chroma
// samples are assumed to be centered between luma samples.
static void fetch_color(const wallfarm_sampled *picture, int plane, int y, int first, int count,
                        float bias, float scale, float *line, float *target) {
  if (picture->shift_x == 0 && picture->shift_y == 0) {
    fetch(picture, plane, y, first, count, bias, scale, target);
    return;
  }
  int width = color_width(picture);
  int height = (picture->height + picture->shift_y) >> picture->shift_y;
  int near = y >> picture->shift_y;
  fetch(picture, plane, near, 0, width, bias, scale, line);
  if (picture->shift_y) {
    int other = y & 1 ? near + 1 : near - 1;
    other = other < 0 ? 0 : other >= height ? height - 1 : other;
    if (other != near) mix(picture, plane, other, width, bias, scale, line);
  }
  if (picture->shift_x == 0) {
    for (int x = 0; x < count; x++) target[x] = line[first + x];
    return;
  }
  widen(line, width, first, count, target);
}

static float held(float value) { return value < 0 ? 0 : value > 1 ? 1 : value; }

// Converts a row to red, green and blue from 0 to 1. Each channel is written to its own line of the
// scratch buffer.
static void convert(const wallfarm_sampled *picture, int y, int first, int count, float *scratch) {
  float unit = (float)(1 << (picture->bits - 8)), most = (float)((1 << picture->bits) - 1);
  float bias = picture->is_full_range ? 0 : 16 * unit;
  float scale = 1 / (picture->is_full_range ? most : 219 * unit);
  float middle = 128 * unit, color_scale = 1 / (picture->is_full_range ? most : 224 * unit);
  size_t width = (size_t)picture->width;
  float *one = scratch, *two = scratch + width, *three = scratch + 2 * width, *line = scratch + 3 * width;
  fetch(picture, 0, y, first, count, bias, scale, one);
  if (picture->plane_count == 1) {
    for (int x = 0; x < count; x++) two[x] = three[x] = one[x] = held(one[x]);
    return;
  }
  if (picture->coding == 1) {
    // Green, blue, red.
    fetch_color(picture, 1, y, first, count, bias, scale, line, three);
    fetch_color(picture, 2, y, first, count, bias, scale, line, two);
    for (int x = 0; x < count; x++) {
      float green = one[x];
      one[x] = held(two[x]);
      two[x] = held(green);
      three[x] = held(three[x]);
    }
    return;
  }
  fetch_color(picture, 1, y, first, count, middle, color_scale, line, two);
  fetch_color(picture, 2, y, first, count, middle, color_scale, line, three);
  if (picture->coding == 2) {
    for (int x = 0; x < count; x++) {
      float rest = one[x] - two[x], green = one[x] + two[x], orange = three[x];
      one[x] = held(rest + orange);
      two[x] = held(green);
      three[x] = held(rest - orange);
    }
    return;
  }
  float red = picture->red_share, blue = picture->blue_share, green = 1 - red - blue;
  float red_of_cr = 2 * (1 - red), blue_of_cb = 2 * (1 - blue);
  float green_of_cr = red * red_of_cr / green, green_of_cb = blue * blue_of_cb / green;
  for (int x = 0; x < count; x++) {
    float light = one[x], cb = two[x], cr = three[x];
    one[x] = held(light + red_of_cr * cr);
    two[x] = held(light - green_of_cb * cb - green_of_cr * cr);
    three[x] = held(light + blue_of_cb * cb);
  }
}

void wallfarm_row_bgra8(const wallfarm_sampled *picture, int y, int first, int count, float *scratch,
                        uint8_t *pixels) {
  convert(picture, y, first, count, scratch);
  const float *red = scratch, *green = red + picture->width, *blue = green + picture->width;
  for (int x = 0; x < count; x++) {
    pixels[x * 4] = (uint8_t)(blue[x] * 255 + 0.5f);
    pixels[x * 4 + 1] = (uint8_t)(green[x] * 255 + 0.5f);
    pixels[x * 4 + 2] = (uint8_t)(red[x] * 255 + 0.5f);
    pixels[x * 4 + 3] = 255;
  }
}

void wallfarm_row_rgba16(const wallfarm_sampled *picture, int y, int first, int count, float *scratch,
                         uint16_t *pixels) {
  convert(picture, y, first, count, scratch);
  const float *red = scratch, *green = red + picture->width, *blue = green + picture->width;
  for (int x = 0; x < count; x++) {
    pixels[x * 4] = (uint16_t)(red[x] * 65535 + 0.5f);
    pixels[x * 4 + 1] = (uint16_t)(green[x] * 65535 + 0.5f);
    pixels[x * 4 + 2] = (uint16_t)(blue[x] * 65535 + 0.5f);
    pixels[x * 4 + 3] = 65535;
  }
}

void wallfarm_row_levels(const wallfarm_sampled *picture, int y, const int32_t *columns, int count,
                         uint8_t *levels) {
  float unit = (float)(1 << (picture->bits - 8)), most = (float)((1 << picture->bits) - 1);
  float bias = picture->is_full_range ? 0 : 16 * unit;
  float scale = 1 / (picture->is_full_range ? most : 219 * unit);
  const uint8_t *row = picture->planes[0] + (ptrdiff_t)y * picture->strides[0];
  const uint16_t *wide = (const uint16_t *)row;
  for (int x = 0; x < count; x++) {
    int sample = picture->bits == 8 ? row[columns[x]] : wide[columns[x]];
    levels[x] = (uint8_t)(held(((float)sample - bias) * scale) * 255 + 0.5f);
  }
}
