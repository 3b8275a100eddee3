#include "resample.h"

#include "processors.h"

// Compilers fuse multiplications and additions only on some machines, and a fused operation rounds
// differently. The same photo must give the same pixels on every machine.
#pragma STDC FP_CONTRACT OFF

FOR_EACH_PROCESSOR
void wallfarm_combine(float *restrict line, const uint8_t *restrict row, float weight,
                      size_t count, int adds) {
  if (adds) {
    for (size_t i = 0; i < count; i++) line[i] += weight * (float)row[i];
  } else {
    for (size_t i = 0; i < count; i++) line[i] = weight * (float)row[i];
  }
}

typedef float vector __attribute__((vector_size(16), aligned(4)));

FOR_EACH_PROCESSOR
void wallfarm_weigh(const float *restrict line, const int32_t *restrict firsts,
                    const int32_t *restrict taps, const float *restrict weights, size_t width,
                    size_t count, uint8_t *restrict pixels, int has_alpha) {
  for (size_t i = 0; i < count; i++) {
    const vector *source = (const vector *)(line + (size_t)firsts[i] * 4);
    const float *weight = weights + i * width;
    vector sum = {0, 0, 0, 0};
    for (int32_t tap = 0; tap < taps[i]; tap++) sum += source[tap] * weight[tap];
    float most = 255;
    if (has_alpha) most = sum[3] < 0 ? 0 : sum[3] > 255 ? 255 : sum[3];
    for (int channel = 0; channel < 4; channel++) {
      float value = sum[channel];
      value = value < 0 ? 0 : value > most ? most : value;
      pixels[i * 4 + (size_t)channel] = (uint8_t)(value + 0.5f);
    }
  }
}
