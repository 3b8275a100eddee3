/*
 * wallfarm_plugin.h: the C interface of a wallfarm plugin in a shared library, contract version 1.
 *
 * A plugin is pure: parameters and a context go in, layers come out. It draws nothing, opens no file
 * and reads no clock. Between renders it keeps only answers of measure, while "measuring" of the
 * context is the same. All messages are JSON in UTF-8; docs/plugin-contract.md lists their members.
 *
 * A library exports one function, wallfarm_plugin_1. The plugin.json beside the library contains all
 * facts that a host needs before it runs a plugin, so a host loads code only to render with it.
 *
 * Structs grow only at their end. Each begins with its own size, set by the side that fills it; the
 * other side reads a member only if the size includes it.
 *
 * C99 and C++17.
 */
#ifndef WALLFARM_PLUGIN_H
#define WALLFARM_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the contract that this header describes. */
#define WALLFARM_CONTRACT 1

/* Precedes the definition of wallfarm_plugin_1, so that a library with hidden symbols exports it. */
#if defined(__GNUC__)
#define WALLFARM_EXPORT __attribute__((visibility("default")))
#else
#define WALLFARM_EXPORT
#endif

/* UTF-8 text of exactly length bytes, without a terminating zero. */
typedef struct wallfarm_text {
  const char *bytes;
  size_t length;
} wallfarm_text;

/* Return values of create, compose and fill. */
enum {
  /* Success; the answer contains the result. */
  WALLFARM_OK = 0,
  /* No picture; the answer contains the reason: {"message": "…"}. */
  WALLFARM_REFUSED = 1
};

/*
 * The functions that the host provides to a plugin.
 *
 * Valid from create until destroy returns. The host fills it; a plugin never writes to it. Call its
 * functions only inside create, compose and fill, on their thread.
 */
typedef struct wallfarm_host wallfarm_host;
struct wallfarm_host {
  /* Size of this struct in bytes, in the host's version. */
  uint32_t size;
  /* The newest contract that the host supports: at least WALLFARM_CONTRACT. */
  uint32_t contract;
  /* Private to the host; do not use. */
  void *data;

  /*
   * Measures texts with the fonts that draw them.
   *
   * request: {"texts": [{"block": {…}, "width": 320}, …]}; without a width lines never wrap.
   * answer: {"texts": [{"size": …, "lines": […]}, …]}, in the same order. It belongs to the host and
   *   is valid until the next call of any host function, or until create, compose or fill returns.
   *   Ignore a member "type".
   *
   * Returns WALLFARM_OK, or WALLFARM_REFUSED if a text cannot be measured (for example a character
   * without a font); the answer then is {"code": "…", "message": "…"}. Pass it on as your own answer
   * to show it to the user unchanged.
   *
   * Thread: the one of create, compose or fill.
   */
  int32_t (*measure)(const wallfarm_host *host, wallfarm_text request, wallfarm_text *answer);

  /*
   * Adds a line of at most 4096 bytes to the receipt. Never include words of a user.
   *
   * Thread: the one of create, compose or fill.
   */
  void (*log)(const wallfarm_host *host, wallfarm_text line);

  /*
   * Returns an extension by its name, or NULL if this host does not support it.
   *
   * The result is a pointer to the struct of that name, valid as long as the host.
   *
   * Thread: the one of create, compose or fill.
   */
  const void *(*extension)(const wallfarm_host *host, const char *name);
};

/*
 * The functions and facts of a plugin. wallfarm_plugin_1 returns a pointer to a struct that never
 * moves or changes, for example a "static const" one.
 */
typedef struct wallfarm_plugin {
  /* sizeof(wallfarm_plugin), of the header that the plugin was built with. */
  uint32_t size;
  /* WALLFARM_CONTRACT, of that header. */
  uint32_t contract;
  /* The id and the version of plugin.json. A mismatch is an error. */
  const char *id;
  uint32_t version;

  /*
   * Makes an instance for one render.
   *
   * parameters: a JSON object with a value for every parameter of plugin.json, in range. Valid until
   *   create returns.
   * instance: set to the value that compose receives; may be NULL.
   * answer: set if create refuses, for example because parameters conflict.
   *
   * Thread: any; instances of one plugin may exist on several threads at once.
   */
  int32_t (*create)(const wallfarm_host *host, wallfarm_text parameters, void **instance,
                    wallfarm_text *answer);

  /*
   * Makes the layers, once for each instance.
   *
   * Required, like all members before it, even if fill is called instead.
   * context: JSON that describes screen and notes. Valid until compose returns.
   * answer: {"layers": […]}, or a refusal. The plugin owns it until the host passes it to free_text.
   *
   * Thread: the one of create.
   */
  int32_t (*compose)(void *instance, const wallfarm_host *host, wallfarm_text context,
                     wallfarm_text *answer);

  /* Destroys an instance of create. Thread: the one of create. */
  void (*destroy)(void *instance);

  /* Frees an answer of create, compose or fill. Thread: the one it was made on. */
  void (*free_text)(wallfarm_text answer);

  /*
   * Returns an extension by its name, or NULL if this plugin does not have it. The member may be
   * NULL. Thread: any.
   */
  const void *(*extension)(const char *name);
} wallfarm_plugin;

/* The only exported function of a library. Thread: any; called once. */
WALLFARM_EXPORT const wallfarm_plugin *wallfarm_plugin_1(void);

/*
 * Extension of a host: finds the largest size at which a text fits into an area, words unbroken, with
 * one call instead of a dozen measurements.
 *
 * request: {"text": "…", "style": {…}, "width": 300, "height": 200, "smallest": 12, "largest": 40}.
 * answer: {"block": {…}, "measurement": {…}}; ownership and refusals as in measure.
 *
 * Thread: the one of create, compose or fill.
 */
#define WALLFARM_FIT "wallfarm.fit/1"
typedef struct wallfarm_fit {
  uint32_t size;
  int32_t (*fit)(const wallfarm_host *host, wallfarm_text request, wallfarm_text *answer);
} wallfarm_fit;

/*
 * Extension of a host: QR codes.
 *
 * request: {"text": "https://…"}. answer: {"size": 25, "runs": [[column, row, length], …]}, the dark
 * squares; ownership and refusals as in measure. Leave four light squares on each side.
 *
 * Thread: the one of create, compose or fill.
 */
#define WALLFARM_CODES "wallfarm.codes/1"
typedef struct wallfarm_codes {
  uint32_t size;
  int32_t (*code)(const wallfarm_host *host, wallfarm_text request, wallfarm_text *answer);
} wallfarm_codes;

/*
 * Extension of a host: passes content other than notes in "content" of the context to a layout whose
 * plugin.json declares it. No functions.
 */
#define WALLFARM_CONTENT "wallfarm.content/1"
typedef struct wallfarm_content {
  uint32_t size;
} wallfarm_content;

/*
 * Extension of a host: passes the time in "now" of the context to a layout whose plugin.json has
 * "time", and accepts "expires" in an answer. No functions.
 */
#define WALLFARM_TIME "wallfarm.time/1"
typedef struct wallfarm_time {
  uint32_t size;
} wallfarm_time;

/*
 * Extension of a host: accepts "room" in the answer of a layout, and uses it if the layout shares the
 * free area with others. No functions.
 */
#define WALLFARM_ROOM "wallfarm.room/1"
typedef struct wallfarm_room {
  uint32_t size;
} wallfarm_room;

/*
 * Extension of a host: accepts "breaking", the mode of line breaks, in a BLOCK and in a request to
 * fit. No functions.
 */
#define WALLFARM_LINES "wallfarm.lines/1"
typedef struct wallfarm_lines {
  uint32_t size;
} wallfarm_lines;

/*
 * Extension of a host: accepts "cells" in an image, squares that are filled with the mean of their
 * pixels. No functions.
 */
#define WALLFARM_CELLS "wallfarm.cells/1"
typedef struct wallfarm_cells {
  uint32_t size;
} wallfarm_cells;

/*
 * Extension of a host: makes films, and passes the time of each picture in "filmTime" of the context to
 * a plugin whose plugin.json has "moves". No functions.
 */
#define WALLFARM_FILM "wallfarm.film/1"
typedef struct wallfarm_film {
  uint32_t size;
} wallfarm_film;

/*
 * Extension of a host: accepts "blend", "mask", "tint" and "tile" in an image. No functions.
 */
#define WALLFARM_IMAGES "wallfarm.images/1"
typedef struct wallfarm_images {
  uint32_t size;
} wallfarm_images;

/*
 * Extension of a plugin: required for a background whose plugin.json has "makes": "pixels". The host
 * calls fill instead of compose.
 */
#define WALLFARM_FILL "wallfarm.fill/1"

/* The memory of a picture in sRGB: rows from the top, pixels from the left, each with the bytes blue,
 * green, red, alpha; colors are premultiplied, so none exceeds alpha. */
typedef struct wallfarm_pixels {
  uint32_t size;
  /* In pixels. */
  uint32_t width;
  uint32_t height;
  /* Bytes per row, at least 4 * width. */
  uint32_t stride;
  /* Pixels per point, horizontally and vertically. */
  double scale_x;
  double scale_y;
  /* stride * height bytes, all zero before fill. Do not access memory beyond them. */
  uint8_t *bytes;
} wallfarm_pixels;

typedef struct wallfarm_fill {
  uint32_t size;
  /* Covers the canvas. Set the answer only to refuse. Thread: the one of create. */
  int32_t (*fill)(void *instance, const wallfarm_host *host, wallfarm_text context,
                  const wallfarm_pixels *pixels, wallfarm_text *answer);
} wallfarm_fill;

#ifdef __cplusplus
}
#endif

#endif
