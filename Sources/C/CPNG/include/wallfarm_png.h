// PNG through libpng. In C, because libpng reports errors with longjmp, and because its simplified
// interface tells of the first warning only: each one has to be judged.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct wallfarm_png wallfarm_png;

// Hears the sentence of a warning; anything but 0 makes a failure of it. Must return.
typedef int (*wallfarm_png_judge)(void *context, const char *warning);

// The version of the libpng that is loaded.
const char *wallfarm_png_version(void);

// Reads all that stands before the pixels. Returns null only where memory is not to be had; ask
// wallfarm_png_failure. The bytes and the context must stay until the picture is closed.
wallfarm_png *wallfarm_png_open(const uint8_t *bytes, size_t count, wallfarm_png_judge judge,
                                void *context);

// Size as stored, in pixels; 0 after a failure.
uint32_t wallfarm_png_width(const wallfarm_png *png);
uint32_t wallfarm_png_height(const wallfarm_png *png);

// Decodes to blue, green, red, alpha, not multiplied. Returns 0, or -1 after a failure.
// `gamma` is 0, and levels are as they are stored, or the exponent of the file in hundred thousandths. Then levels
// come out with the exponent 1/2.2; this is for 16 bits, of which the dark half would be lost in 8.
int wallfarm_png_read(wallfarm_png *png, uint32_t gamma, uint8_t *target, size_t stride);

// Takes row `y` of red, green, blue, alpha. Must return.
typedef void (*wallfarm_png_row)(void *context, uint32_t y, const uint16_t *row);

// Decodes to 16 bits of each channel as they are stored, not multiplied, row by row. Returns 0, or -1 after a failure.
int wallfarm_png_read_deep(wallfarm_png *png, wallfarm_png_row give, void *context);

// The sentence of the failure, or null where there was none.
const char *wallfarm_png_failure(const wallfarm_png *png);

void wallfarm_png_close(wallfarm_png *png);
