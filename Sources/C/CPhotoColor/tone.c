#include "wallfarm_photo_color.h"

#include <math.h>

#pragma STDC FP_CONTRACT OFF

// Luminance weights of Display P3's primaries.
static const float red_share = 0.2289746f, green_share = 0.6917385f, blue_share = 0.0792869f;

static float least(float a, float b, float c) { return fminf(a, fminf(b, c)); }
static float largest(float a, float b, float c) { return fmaxf(a, fmaxf(b, c)); }

static float gain(const wallfarm_tone *tone, float light) {
  float place = sqrtf(light < 0 ? 0 : light > 1 ? 1 : light) * 4096;
  int index = place >= 4095 ? 4095 : (int)place;
  float rest = place - (float)index;
  return tone->gain[index] * (1 - rest) + tone->gain[index + 1] * rest;
}

static uint8_t level(const wallfarm_tone *tone, float light) {
  if (!(light > 0)) return tone->levels[0];
  return tone->levels[light >= 1 ? 4095 : (int)(sqrtf(light) * 4095 + 0.5f)];
}

void wallfarm_tone_row(const wallfarm_tone *tone, const uint16_t *source, size_t count,
                       uint8_t *target) {
  const float *matrix = tone->matrix;
  for (size_t x = 0; x < count; x++, source += 4, target += 4) {
    float red = tone->light[source[0]], green = tone->light[source[1]], blue = tone->light[source[2]];
    if (tone->system_gamma != 0) {
      float light = red * tone->shares[0] + green * tone->shares[1] + blue * tone->shares[2];
      float factor = light > 0 ? powf(light, tone->system_gamma) : 0;
      red *= factor, green *= factor, blue *= factor;
    }
    // A common factor for all channels preserves the hue.
    float factor = gain(tone, largest(red, green, blue));
    red *= factor, green *= factor, blue *= factor;
    float r = matrix[0] * red + matrix[1] * green + matrix[2] * blue;
    float g = matrix[3] * red + matrix[4] * green + matrix[5] * blue;
    float b = matrix[6] * red + matrix[7] * green + matrix[8] * blue;
    float gray = r * red_share + g * green_share + b * blue_share;
    gray = gray < 0 ? 0 : gray > 1 ? 1 : gray;
    // Out-of-gamut colors move toward gray of equal luminance until they are in gamut.
    float low = least(r, g, b), high = largest(r, g, b), share = 1;
    if (low < 0) share = gray / (gray - low);
    if (high > 1) share = fminf(share, (1 - gray) / (high - gray));
    target[2] = level(tone, gray + (r - gray) * share);
    target[1] = level(tone, gray + (g - gray) * share);
    target[0] = level(tone, gray + (b - gray) * share);
    target[3] = (uint8_t)((source[3] + 128) / 257);
  }
}
