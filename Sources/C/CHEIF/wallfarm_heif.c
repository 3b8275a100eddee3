#include "wallfarm_heif.h"

#include <dlfcn.h>
#include <libheif/heif.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAME(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), "libheif has another number")
SAME(wallfarm_heif_unknown_primaries, heif_suberror_Unknown_NCLX_color_primaries);
SAME(wallfarm_heif_unknown_transfer, heif_suberror_Unknown_NCLX_transfer_characteristics);
SAME(wallfarm_heif_unknown_matrix, heif_suberror_Unknown_NCLX_matrix_coefficients);

// The functions used, each with the type that the header gives it.
#define FUNCTIONS(use)                                                                       \
  use(heif_context_alloc) use(heif_context_free)                                             \
  use(heif_context_set_maximum_image_size_limit) use(heif_context_set_max_decoding_threads)  \
  use(heif_context_read_from_memory_without_copy)                                            \
  use(heif_context_get_primary_image_handle) use(heif_image_handle_release)                  \
  use(heif_image_handle_get_width) use(heif_image_handle_get_height)                         \
  use(heif_image_handle_get_raw_color_profile_size)                                          \
  use(heif_image_handle_get_raw_color_profile)                                               \
  use(heif_image_handle_get_nclx_color_profile) use(heif_nclx_color_profile_free)            \
  use(heif_decoding_options_alloc) use(heif_decoding_options_free) use(heif_decode_image)    \
  use(heif_image_get_plane) use(heif_image_get_width) use(heif_image_get_height)             \
  use(heif_image_get_decoding_warnings) use(heif_image_release)

#define MEMBER(name) __typeof__(&name) name;
typedef struct {
  FUNCTIONS(MEMBER)
} library;

static int say(char message[256], const char *text) {
  snprintf(message, 256, "%s", text);
  return -1;
}

// Opens the library; dlopen counts, so a second call is cheap and nothing has to be kept.
static int load(library *heif, char message[256]) {
  void *handle = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return say(message, "libheif is not installed (Debian package libheif1)");
#define FIND(name) \
  if ((heif->name = (__typeof__(&name))dlsym(handle, #name)) == NULL) \
    return say(message, "libheif is too old: it has no " #name);
  FUNCTIONS(FIND)
  return 0;
}

// Opens the primary picture of a file; the caller releases both in any case.
static int open_picture(const library *heif, const uint8_t *bytes, size_t count, int largest_side,
                        struct heif_context **context, struct heif_image_handle **handle,
                        char message[256]) {
  *handle = NULL;
  *context = heif->heif_context_alloc();
  if (*context == NULL) return say(message, "no memory");
  heif->heif_context_set_maximum_image_size_limit(*context, largest_side);
  // The farm runs one worker on each core already.
  heif->heif_context_set_max_decoding_threads(*context, 0);
  struct heif_error error =
      heif->heif_context_read_from_memory_without_copy(*context, bytes, count, NULL);
  if (error.code == heif_error_Ok) {
    error = heif->heif_context_get_primary_image_handle(*context, handle);
  }
  return error.code == heif_error_Ok ? 0 : say(message, error.message);
}

static void close_picture(const library *heif, struct heif_context *context,
                          struct heif_image_handle *handle) {
  if (handle != NULL) heif->heif_image_handle_release(handle);
  if (context != NULL) heif->heif_context_free(context);
}

static int is_color_number(struct heif_error error) {
  return error.subcode == heif_suberror_Unknown_NCLX_color_primaries ||
         error.subcode == heif_suberror_Unknown_NCLX_transfer_characteristics ||
         error.subcode == heif_suberror_Unknown_NCLX_matrix_coefficients;
}

// Returns 0, or -1 where the file around the picture has reserved colour numbers.
static int read_color(const library *heif, const struct heif_image_handle *handle,
                      wallfarm_heif_header *header, char message[256]) {
  struct heif_color_profile_nclx *nclx = NULL;
  struct heif_error error = heif->heif_image_handle_get_nclx_color_profile(handle, &nclx);
  // libheif gives none of the numbers where it does not know one of them. With a profile beside them the one for
  // the matrix still counts.
  if (is_color_number(error)) return say(message, error.message);
  if (error.code == heif_error_Ok && nclx != NULL) {
    header->primaries = (int)nclx->color_primaries;
    header->transfer = (int)nclx->transfer_characteristics;
    heif->heif_nclx_color_profile_free(nclx);
  }
  size_t size = heif->heif_image_handle_get_raw_color_profile_size(handle);
  // A profile is a few kilobytes; more is no profile.
  if (size > 128 && size <= (4 << 20) && (header->profile = malloc(size)) != NULL) {
    header->profile_size = size;
    error = heif->heif_image_handle_get_raw_color_profile(handle, header->profile);
    if (error.code == heif_error_Ok) return 0;
    free(header->profile);
    header->profile = NULL;
    header->profile_size = 0;
  }
  return 0;
}

int wallfarm_heif_read_header(const uint8_t *bytes, size_t count, int largest_side,
                              wallfarm_heif_header *header, char message[256]) {
  *header = (wallfarm_heif_header){.primaries = 2, .transfer = 2};
  library heif;
  if (load(&heif, message) != 0) return -1;
  struct heif_context *context;
  struct heif_image_handle *handle;
  int status = open_picture(&heif, bytes, count, largest_side, &context, &handle, message);
  if (status == 0) {
    header->width = heif.heif_image_handle_get_width(handle);
    header->height = heif.heif_image_handle_get_height(handle);
    status = read_color(&heif, handle, header, message);
    if (header->width < 1 || header->height < 1) status = say(message, "it has no pixels");
  }
  close_picture(&heif, context, handle);
  return status;
}

// libheif gives straight red, green, blue, alpha. The memory stays its own: a second copy of a large
// picture would be as large as the first.
static void premultiply(uint8_t *pixels, size_t stride, int width, int height) {
  for (int y = 0; y < height; y++) {
    uint8_t *pixel = pixels + (size_t)y * stride;
    for (int x = 0; x < width; x++, pixel += 4) {
      unsigned alpha = pixel[3], red = pixel[0];
      pixel[0] = (uint8_t)((pixel[2] * alpha + 127) / 255);
      pixel[1] = (uint8_t)((pixel[1] * alpha + 127) / 255);
      pixel[2] = (uint8_t)((red * alpha + 127) / 255);
    }
  }
}

// Asks about each warning of a decoded picture; 0 where all of them may be passed over.
//
// All of them are fetched at once: libheif 1.15 writes as many as there are, however few are asked for. Of their
// sentences only the last is still there then, so their numbers count.
static int hear(const library *heif, struct heif_image *image, wallfarm_heif_judge judge,
                void *context, char message[256]) {
  int count = heif->heif_image_get_decoding_warnings(image, 0, NULL, 0);
  if (count <= 0) return 0;
  struct heif_error *warnings = calloc((size_t)count, sizeof *warnings);
  if (warnings == NULL) return say(message, "no memory");
  heif->heif_image_get_decoding_warnings(image, 0, warnings, count);
  int status = 0;
  for (int index = 0; status == 0 && index < count; index++) {
    if (judge(context, (int)warnings[index].subcode) != 0) status = say(message, "libheif warned");
  }
  free(warnings);
  return status;
}

// Decodes the picture as it is coded, to hear its warnings: they get lost where libheif turns or cuts it.
static int hear_apart(const library *heif, struct heif_image_handle *handle,
                      struct heif_decoding_options *options, wallfarm_heif_judge judge,
                      void *context, char message[256]) {
  struct heif_image *image = NULL;
  options->ignore_transformations = 1;
  struct heif_error error = heif->heif_decode_image(handle, &image, heif_colorspace_undefined,
                                                    heif_chroma_undefined, options);
  options->ignore_transformations = 0;
  int status = error.code == heif_error_Ok ? hear(heif, image, judge, context, message)
                                           : say(message, error.message);
  if (image != NULL) heif->heif_image_release(image);
  return status;
}

int wallfarm_heif_decode(const uint8_t *bytes, size_t count, int largest_side, int width,
                         int height, int hears_apart, wallfarm_heif_judge judge, void *context,
                         wallfarm_heif_pixels *result, char message[256]) {
  *result = (wallfarm_heif_pixels){0};
  library heif;
  if (load(&heif, message) != 0) return -1;
  struct heif_context *file;
  struct heif_image_handle *handle;
  struct heif_image *image = NULL;
  struct heif_decoding_options *options = heif.heif_decoding_options_alloc();
  int status = open_picture(&heif, bytes, count, largest_side, &file, &handle, message);
  if (status == 0 && options == NULL) status = say(message, "no memory");
  // The loaded library made the options: an older one has no room for the members set below.
  if (status == 0 && options->version < 3) status = say(message, "libheif is older than 1.13");
  if (status == 0) {
    // Not strict, which would be an error for the first warning, and loses the memory of the picture then.
    options->strict_decoding = 0;
    options->convert_hdr_to_8bit = 1;
    if (hears_apart) status = hear_apart(&heif, handle, options, judge, context, message);
  }
  if (status == 0) {
    struct heif_error error = heif.heif_decode_image(handle, &image, heif_colorspace_RGB,
                                                     heif_chroma_interleaved_RGBA, options);
    status = error.code == heif_error_Ok ? hear(&heif, image, judge, context, message)
                                         : say(message, error.message);
  }
  if (status == 0) {
    int stride = 0;
    uint8_t *pixels = heif.heif_image_get_plane(image, heif_channel_interleaved, &stride);
    if (pixels == NULL || heif.heif_image_get_width(image, heif_channel_interleaved) != width ||
        heif.heif_image_get_height(image, heif_channel_interleaved) != height) {
      status = say(message, "the picture has not the size its header gives");
    } else {
      premultiply(pixels, (size_t)stride, width, height);
      *result = (wallfarm_heif_pixels){image, pixels, (size_t)stride};
    }
  }
  if (status != 0 && image != NULL) heif.heif_image_release(image);
  if (options != NULL) heif.heif_decoding_options_free(options);
  close_picture(&heif, file, handle);
  return status;
}

void wallfarm_heif_release(void *picture) {
  library heif;
  char message[256];
  if (picture != NULL && load(&heif, message) == 0) heif.heif_image_release(picture);
}
