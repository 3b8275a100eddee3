// HEIC, HEIF and AVIF through libheif, which is opened when the first such file is met: linking it
// would load a dozen codec libraries at every start, 5 ms of a 35 ms render.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct {
  // The upright picture: libheif turns it as the file asks.
  int width, height;
  // The ICC profile, to be freed; null where there is none.
  uint8_t *profile;
  size_t profile_size;
  // Colour primaries by ITU-T H.273 (1: sRGB, 12: Display P3) and transfer curve; 2 is unknown.
  int primaries, transfer;
} wallfarm_heif_header;

// Reads the header of the primary picture. Returns 0, or -1 with a sentence in `message`.
// `largest_side` is a bound that libheif keeps before it allocates.
int wallfarm_heif_read_header(const uint8_t *bytes, size_t count, int largest_side,
                              wallfarm_heif_header *header, char message[256]);

// A decoded picture in libheif's memory.
typedef struct {
  // To be given to wallfarm_heif_release; null after a failure.
  void *picture;
  // Premultiplied blue, green, red, alpha; rows are `stride` bytes apart.
  uint8_t *pixels;
  size_t stride;
} wallfarm_heif_pixels;

// Hears a warning of libheif by its number, an enum heif_suberror_code; anything but 0 makes a failure of
// it. Must return.
typedef int (*wallfarm_heif_judge)(void *context, int number);

// The numbers of all its warnings; those of libheif, whose header is not needed to use this one.
enum {
  wallfarm_heif_unknown_primaries = 133,
  wallfarm_heif_unknown_transfer = 134,
  wallfarm_heif_unknown_matrix = 135,
};

// Decodes the primary picture of width × height pixels, as the header gave them. Returns 0, or -1
// with a sentence in `message`.
// `hears_apart` decodes it once more before, for the warnings of one that is turned or cut.
int wallfarm_heif_decode(const uint8_t *bytes, size_t count, int largest_side, int width,
                         int height, int hears_apart, wallfarm_heif_judge judge, void *context,
                         wallfarm_heif_pixels *result, char message[256]);

// Gives the memory of a picture back.
void wallfarm_heif_release(void *picture);
