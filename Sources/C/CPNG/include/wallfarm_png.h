// Decodes PNG with libpng. Written in C, because libpng reports errors with longjmp. The simplified
// interface of libpng is not used, because it reports only the first warning, and every warning
// must be classified.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct wallfarm_png wallfarm_png;

// Receives the message of a warning. A result other than 0 turns the warning into a failure. The
// callback must return.
typedef int (*wallfarm_png_judge)(void *context, const char *warning);

// The version of the loaded libpng.
const char *wallfarm_png_version(void);

// Reads all chunks that precede the pixels. Returns null only if memory is exhausted; for other
// failures, check wallfarm_png_failure. The bytes and the context must stay valid until the picture
// is closed.
wallfarm_png *wallfarm_png_open(const uint8_t *bytes, size_t count, wallfarm_png_judge judge,
                                void *context);

// The stored size in pixels; 0 after a failure.
uint32_t wallfarm_png_width(const wallfarm_png *png);
uint32_t wallfarm_png_height(const wallfarm_png *png);

// Decodes to blue, green, red and alpha, which are not premultiplied. Returns 0, or -1 after a
// failure. If `gamma` is 0, samples are kept as stored. Otherwise, `gamma` is the file's exponent
// in units of 1/100,000, and samples are converted to an exponent of 1/2.2. Use this conversion for
// 16-bit files, whose dark tones would be lost in 8 bits.
int wallfarm_png_read(wallfarm_png *png, uint32_t gamma, uint8_t *target, size_t stride);

// Receives row `y`, whose pixels consist of red, green, blue and alpha. The callback must return.
typedef void (*wallfarm_png_row)(void *context, uint32_t y, const uint16_t *row);

// Decodes row by row to 16 bits per channel, as stored and not premultiplied. Returns 0, or -1
// after a failure.
int wallfarm_png_read_deep(wallfarm_png *png, wallfarm_png_row give, void *context);

// The error message, or null.
const char *wallfarm_png_failure(const wallfarm_png *png);

void wallfarm_png_close(wallfarm_png *png);
