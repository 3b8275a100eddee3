// Decodes PNG with libpng. In C because libpng reports errors with longjmp, and because its
// simplified interface reports only the first warning, while each one must be classified.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct wallfarm_png wallfarm_png;

// Receives the message of a warning; a result other than 0 turns it into a failure. Must return.
typedef int (*wallfarm_png_judge)(void *context, const char *warning);

// The version of the loaded libpng.
const char *wallfarm_png_version(void);

// Reads all chunks before the pixels. Returns null only if memory is exhausted; check
// wallfarm_png_failure. The bytes and the context must stay valid until the picture is closed.
wallfarm_png *wallfarm_png_open(const uint8_t *bytes, size_t count, wallfarm_png_judge judge,
                                void *context);

// Size as stored in pixels; 0 after a failure.
uint32_t wallfarm_png_width(const wallfarm_png *png);
uint32_t wallfarm_png_height(const wallfarm_png *png);

// Decodes to blue, green, red, alpha, not premultiplied. Returns 0, or -1 after a failure. `gamma`
// is 0 to keep samples as stored, or the file's exponent in 1/100,000 to convert them to an
// exponent of 1/2.2; for 16-bit files, whose dark tones would be lost in 8 bits.
int wallfarm_png_read(wallfarm_png *png, uint32_t gamma, uint8_t *target, size_t stride);

// Receives row `y` of red, green, blue, alpha. Must return.
typedef void (*wallfarm_png_row)(void *context, uint32_t y, const uint16_t *row);

// Decodes to 16 bits per channel as stored, not premultiplied, row by row. Returns 0, or -1 after a
// failure.
int wallfarm_png_read_deep(wallfarm_png *png, wallfarm_png_row give, void *context);

// The error message, or null.
const char *wallfarm_png_failure(const wallfarm_png *png);

void wallfarm_png_close(wallfarm_png *png);
