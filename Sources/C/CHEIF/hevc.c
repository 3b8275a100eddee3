#include "coded.h"

#include <dlfcn.h>
#include <libde265/de265.h>
#include <stdlib.h>

// The functions that this file uses; their types come from the header.
#define FUNCTIONS(use)                                                                              \
  use(de265_new_decoder) use(de265_free_decoder) use(de265_push_NAL) use(de265_flush_data)          \
  use(de265_decode) use(de265_get_next_picture) use(de265_get_error_text) use(de265_get_image_width) \
  use(de265_get_image_height) use(de265_get_image_plane) use(de265_get_chroma_format)               \
  use(de265_get_bits_per_pixel) use(de265_get_image_full_range_flag)                                \
  use(de265_get_image_colour_primaries) use(de265_get_image_transfer_characteristics)               \
  use(de265_get_image_matrix_coefficients)

#define MEMBER(name) __typeof__(&name) name;
typedef struct {
  FUNCTIONS(MEMBER)
} library;

// Opens the library; dlopen counts references, so repeated calls are cheap and no handle is kept.
static int load(library *hevc, char message[256]) {
  void *handle = dlopen("libde265.so.0", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return wallfarm_coded_refuse(message, "libde265 is not installed (Debian package libde265-0)");
#define FIND(name)                                                         \
  if ((hevc->name = (__typeof__(&name))dlsym(handle, #name)) == NULL) \
    return wallfarm_coded_refuse(message, "libde265 is too old: it has no " #name);
  FUNCTIONS(FIND)
  return 0;
}

static int push(const library *hevc, de265_decoder_context *decoder, const uint8_t *units,
                size_t count, char message[256]) {
  for (size_t place = 0; place + 4 <= count;) {
    size_t length = (size_t)units[place] << 24 | (size_t)units[place + 1] << 16 |
                    (size_t)units[place + 2] << 8 | units[place + 3];
    place += 4;
    if (length > count - place) return wallfarm_coded_refuse(message, "a unit is longer than its picture");
    de265_error error = hevc->de265_push_NAL(decoder, units + place, (int)length, 0, NULL);
    if (error != DE265_OK) return wallfarm_coded_refuse(message, hevc->de265_get_error_text(error));
    place += length;
  }
  de265_error error = hevc->de265_flush_data(decoder);
  return error == DE265_OK ? 0 : wallfarm_coded_refuse(message, hevc->de265_get_error_text(error));
}

static const struct de265_image *decode(const library *hevc, de265_decoder_context *decoder,
                                        char message[256]) {
  int more = 1;
  while (more) {
    more = 0;
    de265_error error = hevc->de265_decode(decoder, &more);
    if (error != DE265_OK) {
      wallfarm_coded_refuse(message, hevc->de265_get_error_text(error));
      return NULL;
    }
    const struct de265_image *image = hevc->de265_get_next_picture(decoder);
    // The decoder owns the image and keeps it until the decoder is freed.
    if (image != NULL) return image;
  }
  wallfarm_coded_refuse(message, "its coded data holds no picture");
  return NULL;
}

static int describe(const library *hevc, const struct de265_image *image, wallfarm_coded *result,
                    char message[256]) {
  enum de265_chroma chroma = hevc->de265_get_chroma_format(image);
  result->plane_count = chroma == de265_chroma_mono ? 1 : 3;
  result->shift_x = chroma == de265_chroma_420 || chroma == de265_chroma_422;
  result->shift_y = chroma == de265_chroma_420;
  result->width = hevc->de265_get_image_width(image, 0);
  result->height = hevc->de265_get_image_height(image, 0);
  result->bits = hevc->de265_get_bits_per_pixel(image, 0);
  for (int index = 0; index < result->plane_count; index++) {
    int stride = 0;
    result->planes[index] = hevc->de265_get_image_plane(image, index, &stride);
    result->strides[index] = stride;
    if (hevc->de265_get_bits_per_pixel(image, index) != result->bits) {
      return wallfarm_coded_refuse(message, "its brightness and colors have different numbers of bits");
    }
    int width = index == 0 ? result->width : (result->width + result->shift_x) >> result->shift_x;
    int height = index == 0 ? result->height : (result->height + result->shift_y) >> result->shift_y;
    if (result->planes[index] == NULL || hevc->de265_get_image_width(image, index) < width ||
        hevc->de265_get_image_height(image, index) < height) {
      return wallfarm_coded_refuse(message, "its planes have different sizes");
    }
  }
  result->primaries = hevc->de265_get_image_colour_primaries(image);
  result->transfer = hevc->de265_get_image_transfer_characteristics(image);
  result->matrix = hevc->de265_get_image_matrix_coefficients(image);
  result->is_full_range = hevc->de265_get_image_full_range_flag(image);
  return wallfarm_check_coded(result, message);
}

static void release(void *owner) {
  library hevc;
  char message[256];
  if (load(&hevc, message) == 0) hevc.de265_free_decoder(owner);
}

int wallfarm_hevc_decode(const uint8_t *units, size_t count, wallfarm_coded *result,
                         char message[256]) {
  *result = (wallfarm_coded){0};
  library hevc;
  if (load(&hevc, message) != 0) return -1;
  de265_decoder_context *decoder = hevc.de265_new_decoder();
  if (decoder == NULL) return wallfarm_coded_refuse(message, "no memory");
  const struct de265_image *image = NULL;
  if (push(&hevc, decoder, units, count, message) == 0) image = decode(&hevc, decoder, message);
  if (image == NULL || describe(&hevc, image, result, message) != 0) {
    hevc.de265_free_decoder(decoder);
    *result = (wallfarm_coded){0};
    return -1;
  }
  return wallfarm_own(result, decoder, release, message);
}
