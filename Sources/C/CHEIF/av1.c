#include "coded.h"

#include <dav1d/dav1d.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

// The functions that this file uses; their types come from the header.
#define FUNCTIONS(use)                                                                           \
  use(dav1d_default_settings) use(dav1d_open) use(dav1d_close) use(dav1d_data_wrap)              \
  use(dav1d_data_unref) use(dav1d_send_data) use(dav1d_get_picture) use(dav1d_picture_unref)

#define MEMBER(name) __typeof__(&name) name;
typedef struct {
  FUNCTIONS(MEMBER)
} library;

static int load(library *av1, char message[256]) {
  void *handle = dlopen("libdav1d.so.6", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return wallfarm_coded_refuse(message, "dav1d is not installed (Debian package libdav1d6)");
#define FIND(name)                                                        \
  if ((av1->name = (__typeof__(&name))dlsym(handle, #name)) == NULL) \
    return wallfarm_coded_refuse(message, "dav1d is too old: it has no " #name);
  FUNCTIONS(FIND)
  return 0;
}

// Does nothing: the caller owns the bytes and keeps them until the decoder is closed.
static void keep(const uint8_t *bytes, void *cookie) {
  (void)bytes;
  (void)cookie;
}

// Passes all data to the decoder and keeps the last picture.
static int decode(const library *av1, Dav1dContext *decoder, Dav1dData *data, Dav1dPicture *picture,
                  char message[256]) {
  int has_picture = 0;
  for (;;) {
    int sent = 0;
    if (data->sz > 0) {
      sent = av1->dav1d_send_data(decoder, data);
      if (sent < 0 && sent != DAV1D_ERR(EAGAIN)) {
        return wallfarm_coded_refuse(message, "dav1d finds its coded data damaged");
      }
    }
    Dav1dPicture next = {0};
    int got = av1->dav1d_get_picture(decoder, &next);
    if (got == 0) {
      if (has_picture) av1->dav1d_picture_unref(picture);
      *picture = next;
      has_picture = 1;
    } else if (got != DAV1D_ERR(EAGAIN)) {
      return wallfarm_coded_refuse(message, "dav1d finds its coded data damaged");
    } else if (data->sz == 0) {
      return has_picture ? 0 : wallfarm_coded_refuse(message, "its coded data holds no picture");
    } else if (sent < 0) {
      return wallfarm_coded_refuse(message, "dav1d takes no more data");
    }
  }
}

static int describe(const Dav1dPicture *picture, wallfarm_coded *result, char message[256]) {
  enum Dav1dPixelLayout layout = picture->p.layout;
  result->plane_count = layout == DAV1D_PIXEL_LAYOUT_I400 ? 1 : 3;
  result->shift_x = layout == DAV1D_PIXEL_LAYOUT_I420 || layout == DAV1D_PIXEL_LAYOUT_I422;
  result->shift_y = layout == DAV1D_PIXEL_LAYOUT_I420;
  result->width = picture->p.w;
  result->height = picture->p.h;
  result->bits = picture->p.bpc;
  for (int index = 0; index < result->plane_count; index++) {
    result->planes[index] = picture->data[index];
    result->strides[index] = picture->stride[index > 0];
  }
  result->primaries = picture->seq_hdr->pri;
  result->transfer = picture->seq_hdr->trc;
  result->matrix = picture->seq_hdr->mtrx;
  result->is_full_range = picture->seq_hdr->color_range;
  return wallfarm_check_coded(result, message);
}

static void release(void *owner) {
  library av1;
  char message[256];
  if (load(&av1, message) == 0) av1.dav1d_picture_unref(owner);
  free(owner);
}

int wallfarm_av1_decode(const uint8_t *units, size_t count, size_t most_pixels,
                        wallfarm_coded *result, char message[256]) {
  *result = (wallfarm_coded){0};
  library av1;
  if (load(&av1, message) != 0) return -1;
  Dav1dSettings settings;
  av1.dav1d_default_settings(&settings);
  // Use one thread, because the farm already runs one worker per core.
  settings.n_threads = 1;
  settings.max_frame_delay = 1;
  settings.all_layers = 0;
  settings.frame_size_limit = most_pixels > UINT_MAX ? UINT_MAX : (unsigned)most_pixels;
  settings.logger.callback = NULL;
  Dav1dPicture *picture = calloc(1, sizeof *picture);
  if (picture == NULL) return wallfarm_coded_refuse(message, "no memory");
  Dav1dContext *decoder = NULL;
  Dav1dData data = {0};
  int status = 0;
  if (av1.dav1d_open(&decoder, &settings) != 0) status = wallfarm_coded_refuse(message, "dav1d could not start");
  if (status == 0 && av1.dav1d_data_wrap(&data, units, count, keep, NULL) != 0) {
    status = wallfarm_coded_refuse(message, "no memory");
  }
  if (status == 0) status = decode(&av1, decoder, &data, picture, message);
  if (data.sz > 0) av1.dav1d_data_unref(&data);
  // The picture remains valid after its decoder is closed.
  if (decoder != NULL) av1.dav1d_close(&decoder);
  if (status == 0) status = describe(picture, result, message);
  if (status != 0) {
    if (picture->data[0] != NULL) av1.dav1d_picture_unref(picture);
    free(picture);
    *result = (wallfarm_coded){0};
    return -1;
  }
  return wallfarm_own(result, picture, release, message);
}
