// Draws SVG files with librsvg, which is opened on first use, because linking it and the libraries
// that it needs would delay each start by several milliseconds.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Draws a file on a cairo context (`cairo_t *`), scaled so that the given size of the drawing covers
// `pixels_wide` × `pixels_high` pixels. References to files are not followed, because the drawing has
// no base address. Returns 0, or -1 with an error message in `message`.
int wallfarm_svg_draw(const uint8_t *bytes, size_t count, void *cairo, double width, double height,
                      double pixels_wide, double pixels_high, char message[256]);

// Gets the version of librsvg. Returns 0, or -1 with an error message in `message`.
int wallfarm_svg_version(unsigned version[3], char message[256]);
