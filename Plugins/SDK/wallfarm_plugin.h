/*
 * wallfarm_plugin.h: what a wallfarm plugin in a shared library is made of, contract version 1.
 *
 * A plugin is pure: parameters and a context go in, layers come out. It draws nothing, opens no file,
 * reads no clock, and keeps nothing from one render to the next but what measure answered, for as long
 * as "measuring" of the context is the same. All it is told and all it answers is JSON in UTF-8;
 * docs/plugin-contract.md has every member of it.
 *
 * A library exports one function, wallfarm_plugin_1. Everything a host wants to know before it runs a
 * plugin stands in the plugin.json beside the library, so a host loads code only to render with it.
 *
 * Structs grow at their end only. Each begins with its own size, as the side that filled it knows it;
 * the other side looks at a member only where the size says that it is there.
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

/* Put before the definition of wallfarm_plugin_1, so that a library built with hidden symbols exports
 * it all the same. */
#if defined(__GNUC__)
#define WALLFARM_EXPORT __attribute__((visibility("default")))
#else
#define WALLFARM_EXPORT
#endif

/* UTF-8 text: not ended by a zero, and of exactly this many bytes. */
typedef struct wallfarm_text {
  const char *bytes;
  size_t length;
} wallfarm_text;

/* What create, compose and fill return. */
enum {
  /* All is well; what was asked for is in the answer. */
  WALLFARM_OK = 0,
  /* There is no picture, and the answer says why: {"message": "…"}. */
  WALLFARM_REFUSED = 1
};

/*
 * What the host does for a plugin.
 *
 * Good from create until destroy returns. The host fills it; a plugin never writes to it. Its
 * functions may be called from inside create, compose and fill only, on the thread that these run on.
 */
typedef struct wallfarm_host wallfarm_host;
struct wallfarm_host {
  /* Bytes of this struct, as the host knows it. */
  uint32_t size;
  /* The newest contract that the host speaks: at least WALLFARM_CONTRACT. */
  uint32_t contract;
  /* The host's own; leave it alone. */
  void *data;

  /*
   * Measures texts with the very fonts that draw them.
   *
   * request: {"texts": [{"block": {…}, "width": 320}, …]}; without a width lines never wrap.
   * answer: {"texts": [{"size": …, "lines": […]}, …]}, in the same order. It belongs to the host and
   *   is good until the next call of any host function, or until create, compose or fill returns.
   *   A member "type" may be there as well; ignore it.
   *
   * Returns WALLFARM_OK, or WALLFARM_REFUSED where a text cannot be measured (a character without a
   * font, say); the answer then is {"code": "…", "message": "…"}. Hand it on as your own answer and
   * the person who waits for the picture reads it as it was.
   *
   * Thread: the one of create, compose or fill.
   */
  int32_t (*measure)(const wallfarm_host *host, wallfarm_text request, wallfarm_text *answer);

  /*
   * Keeps one line for the receipt, of at most 4096 bytes. Never write a person's words into it.
   *
   * Thread: the one of create, compose or fill.
   */
  void (*log)(const wallfarm_host *host, wallfarm_text line);

  /*
   * Something that not every host can do, by its name; NULL where this one cannot.
   *
   * What it returns is a pointer to the struct of that name, good as long as the host itself.
   *
   * Thread: the one of create, compose or fill.
   */
  const void *(*extension)(const wallfarm_host *host, const char *name);
};

/*
 * What a plugin is. wallfarm_plugin_1 returns a pointer to one that stays where it is and never
 * changes; "static const" is all it needs.
 */
typedef struct wallfarm_plugin {
  /* sizeof(wallfarm_plugin), as the header says that the plugin was built with. */
  uint32_t size;
  /* WALLFARM_CONTRACT, of that header. */
  uint32_t contract;
  /* The id and the version of plugin.json. Others are an error: the two were built apart. */
  const char *id;
  uint32_t version;

  /*
   * Makes an instance for one render.
   *
   * parameters: a JSON object with a value for every parameter of plugin.json, in range. Good until
   *   create returns.
   * instance: becomes whatever compose is to be given; NULL is fine.
   * answer: is set where create refuses, because parameters do not go together, say.
   *
   * Thread: any; instances of one plugin may live on several threads at once.
   */
  int32_t (*create)(const wallfarm_host *host, wallfarm_text parameters, void **instance,
                    wallfarm_text *answer);

  /*
   * Makes the layers, once for each instance.
   *
   * Must be there, as all before it must, also where fill is called in its place.
   * context: JSON, what is known of screen and notes. Good until compose returns.
   * answer: {"layers": […]}, or why not. It stays the plugin's until the host hands it to free_text.
   *
   * Thread: the one of create.
   */
  int32_t (*compose)(void *instance, const wallfarm_host *host, wallfarm_text context,
                     wallfarm_text *answer);

  /* Ends an instance that create made. Thread: the one of create. */
  void (*destroy)(void *instance);

  /* Takes back an answer of create, compose or fill. Thread: the one it was made on. */
  void (*free_text)(wallfarm_text answer);

  /*
   * Something that not every plugin can do, by its name; NULL where this one cannot. May be NULL
   * itself. Thread: any.
   */
  const void *(*extension)(const char *name);
} wallfarm_plugin;

/* The one function that a library exports. Thread: any; called once. */
WALLFARM_EXPORT const wallfarm_plugin *wallfarm_plugin_1(void);

/*
 * Extension of a host: a text as large as an area allows, words unbroken. One call instead of the
 * dozen that a search of one's own would need.
 *
 * request: {"text": "…", "style": {…}, "width": 300, "height": 200, "smallest": 12, "largest": 40}.
 * answer: {"block": {…}, "measurement": {…}}; owned and refused as with measure.
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
 * squares; owned and refused as with measure. Leave four light squares on each side.
 *
 * Thread: the one of create, compose or fill.
 */
#define WALLFARM_CODES "wallfarm.codes/1"
typedef struct wallfarm_codes {
  uint32_t size;
  int32_t (*code)(const wallfarm_host *host, wallfarm_text request, wallfarm_text *answer);
} wallfarm_codes;

/*
 * Extension of a host: it knows kinds of content besides notes, and gives them in "content" of the
 * context to a layout whose plugin.json declares them. There is nothing to call.
 */
#define WALLFARM_CONTENT "wallfarm.content/1"
typedef struct wallfarm_content {
  uint32_t size;
} wallfarm_content;

/*
 * Extension of a host: it tells the time in "now" of the context to a layout whose plugin.json has "time",
 * and takes "expires" in an answer. There is nothing to call.
 */
#define WALLFARM_TIME "wallfarm.time/1"
typedef struct wallfarm_time {
  uint32_t size;
} wallfarm_time;

/*
 * Extension of a host: it takes "room" in the answer of a layout, and asks for it where a layout shares the
 * free area with others. There is nothing to call.
 */
#define WALLFARM_ROOM "wallfarm.room/1"
typedef struct wallfarm_room {
  uint32_t size;
} wallfarm_room;

/*
 * Extension of a host: it takes "breaking" in a BLOCK and in a request to fit, which says where lines end. There is
 * nothing to call.
 */
#define WALLFARM_LINES "wallfarm.lines/1"
typedef struct wallfarm_lines {
  uint32_t size;
} wallfarm_lines;

/*
 * Extension of a host: it takes "cells" in an image, squares that get the mean of their pixels. There is nothing to
 * call.
 */
#define WALLFARM_CELLS "wallfarm.cells/1"
typedef struct wallfarm_cells {
  uint32_t size;
} wallfarm_cells;

/*
 * Extension of a host: it makes films, and tells a plugin whose plugin.json has "moves" the time of each picture in
 * "filmTime" of the context. There is nothing to call.
 */
#define WALLFARM_FILM "wallfarm.film/1"
typedef struct wallfarm_film {
  uint32_t size;
} wallfarm_film;

/*
 * Extension of a plugin: a background whose plugin.json says "makes": "pixels" has it, and fill is
 * called in the place of compose.
 */
#define WALLFARM_FILL "wallfarm.fill/1"

/* The memory of a picture: rows from the top, in each row pixels from the left, in each pixel the
 * bytes blue, green, red, alpha; the first three multiplied by alpha, so none is above it. sRGB. */
typedef struct wallfarm_pixels {
  uint32_t size;
  /* In pixels. */
  uint32_t width;
  uint32_t height;
  /* Bytes from one row to the next, at least 4 * width. */
  uint32_t stride;
  /* Pixels for each point, across and down. */
  double scale_x;
  double scale_y;
  /* All zero before fill. Nothing beyond stride * height bytes is yours. */
  uint8_t *bytes;
} wallfarm_pixels;

typedef struct wallfarm_fill {
  uint32_t size;
  /* Covers the canvas. The answer needs to be set only where it refuses. Thread: the one of create. */
  int32_t (*fill)(void *instance, const wallfarm_host *host, wallfarm_text context,
                  const wallfarm_pixels *pixels, wallfarm_text *answer);
} wallfarm_fill;

#ifdef __cplusplus
}
#endif

#endif
