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

// Decodes to blue, green, red, alpha in sRGB, not multiplied. Returns 0, or -1 after a failure.
int wallfarm_png_read(wallfarm_png *png, uint8_t *target, size_t stride);

// The sentence of the failure, or null where there was none.
const char *wallfarm_png_failure(const wallfarm_png *png);

void wallfarm_png_close(wallfarm_png *png);
