#include "wallfarm_svg.h"

#include <dlfcn.h>
#include <stdio.h>

// The types and functions of librsvg, GLib and cairo that this file uses. They are declared here,
// because their headers would add the development files of seven libraries to the requirements of a
// build; the ABI of these functions is stable.
typedef struct {
  double x, y, width, height;
} rectangle;
typedef struct {
  uint32_t domain;
  int code;
  char *message;
} failure;

typedef struct {
  void *(*rsvg_handle_new_from_data)(const uint8_t *bytes, size_t count, failure **error);
  void (*rsvg_handle_set_dpi)(void *handle, double dpi);
  int (*rsvg_handle_render_document)(void *handle, void *cairo, const rectangle *viewport, failure **error);
  void (*g_object_unref)(void *object);
  void (*g_error_free)(failure *error);
  void (*cairo_scale)(void *cairo, double x, double y);
  const unsigned *rsvg_major_version, *rsvg_minor_version, *rsvg_micro_version;
} library;

static int refuse(char message[256], const char *text) {
  snprintf(message, 256, "%s", text);
  return -1;
}

static int load(library *svg, char message[256]) {
  void *handle = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return refuse(message, "librsvg is not installed (Debian package librsvg2-2)");
// The lookup includes the libraries that librsvg needs.
#define FIND(name)                                                       \
  if ((svg->name = (__typeof__(svg->name))dlsym(handle, #name)) == NULL) \
    return refuse(message, "librsvg is too old: it has no " #name);
  FIND(rsvg_handle_new_from_data)
  FIND(rsvg_handle_set_dpi)
  FIND(rsvg_handle_render_document)
  FIND(g_object_unref)
  FIND(g_error_free)
  FIND(cairo_scale)
  FIND(rsvg_major_version)
  FIND(rsvg_minor_version)
  FIND(rsvg_micro_version)
  return 0;
}

static int fail(const library *svg, failure *error, char message[256]) {
  snprintf(message, 256, "librsvg cannot draw it: %s",
           error != NULL && error->message != NULL ? error->message : "unknown error");
  if (error != NULL) svg->g_error_free(error);
  return -1;
}

int wallfarm_svg_draw(const uint8_t *bytes, size_t count, void *cairo, double width, double height,
                      double pixels_wide, double pixels_high, char message[256]) {
  library svg;
  if (load(&svg, message) != 0) return -1;
  failure *error = NULL;
  void *handle = svg.rsvg_handle_new_from_data(bytes, count, &error);
  if (handle == NULL) return fail(&svg, error, message);
  // Lengths in inches, centimeters and points do not depend on the screen.
  svg.rsvg_handle_set_dpi(handle, 96);
  svg.cairo_scale(cairo, pixels_wide / width, pixels_high / height);
  rectangle viewport = {0, 0, width, height};
  int is_drawn = svg.rsvg_handle_render_document(handle, cairo, &viewport, &error);
  svg.g_object_unref(handle);
  return is_drawn ? 0 : fail(&svg, error, message);
}

int wallfarm_svg_version(unsigned version[3], char message[256]) {
  library svg;
  if (load(&svg, message) != 0) return -1;
  version[0] = *svg.rsvg_major_version;
  version[1] = *svg.rsvg_minor_version;
  version[2] = *svg.rsvg_micro_version;
  return 0;
}
