// A stretch of columns of a JPEG through libjpeg-turbo, which TurboJPEG 2 cannot decode alone: a
// phone shows a third of a landscape photo. In C, because libjpeg reports errors with longjmp.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct wallfarm_jpeg wallfarm_jpeg;

// Reads the header. Returns null only where memory is not to be had; ask wallfarm_jpeg_failure.
// The bytes must stay where they are until the picture is closed.
wallfarm_jpeg *wallfarm_jpeg_open(const uint8_t *bytes, size_t count);

// Starts decoding at `eighths`/8 of the size, to blue, green, red, 255, or to cyan, magenta, yellow,
// black. `first` and `width` say which columns are needed, and are widened to whole blocks.
// Returns 0, or -1 after a failure.
int wallfarm_jpeg_start(wallfarm_jpeg *jpeg, int eighths, int is_cmyk, uint32_t *first,
                        uint32_t *width);

// Decodes up to row `end` of the started columns, four bytes a pixel; `target` is that of row 0 each
// time. With the last row the rest of the file is looked at. Returns 0, or -1 after a failure.
int wallfarm_jpeg_read(wallfarm_jpeg *jpeg, uint8_t *target, size_t stride, uint32_t end);

// The sentence of the failure, or null where there was none.
const char *wallfarm_jpeg_failure(const wallfarm_jpeg *jpeg);

// The sentence of the worst warning so far, or null: pixels that were guessed come before harmless
// bytes between markers.
const char *wallfarm_jpeg_warning(const wallfarm_jpeg *jpeg);

void wallfarm_jpeg_close(wallfarm_jpeg *jpeg);
