/*
 * Where every member of every struct of contract 1 stands, on machines whose pointers have 64 bits.
 *
 * Compiled against the header of today and against the frozen one, which HEADER names. A struct may
 * grow at its end; nothing else may ever change, because old plugins know these numbers by heart.
 */
#include HEADER
#include <string.h>

#define AT(type, member, offset) _Static_assert(offsetof(type, member) == (offset), #type "." #member)
#define IS(type, member, wanted) \
  _Static_assert(_Generic(((type *)0)->member, wanted: 1, default: 0), #type "." #member)
#define SIZE(type, size) _Static_assert(sizeof(type) >= (size), "size of " #type)

typedef int32_t asked(const wallfarm_host *, wallfarm_text, wallfarm_text *);
typedef const void *extended(const wallfarm_host *, const char *);
typedef int32_t created(const wallfarm_host *, wallfarm_text, void **, wallfarm_text *);
typedef int32_t composed(void *, const wallfarm_host *, wallfarm_text, wallfarm_text *);
typedef int32_t filled(void *, const wallfarm_host *, wallfarm_text, const wallfarm_pixels *,
                       wallfarm_text *);

_Static_assert(WALLFARM_OK == 0 && WALLFARM_REFUSED == 1, "what functions return");
_Static_assert(WALLFARM_CONTRACT == 1, "the contract");

/* It is handed over by value, so it may not even grow. */
_Static_assert(sizeof(wallfarm_text) == 16, "size of wallfarm_text");
AT(wallfarm_text, bytes, 0);
AT(wallfarm_text, length, 8);
IS(wallfarm_text, bytes, const char *);
IS(wallfarm_text, length, size_t);

SIZE(wallfarm_host, 40);
AT(wallfarm_host, size, 0);
AT(wallfarm_host, contract, 4);
AT(wallfarm_host, data, 8);
AT(wallfarm_host, measure, 16);
AT(wallfarm_host, log, 24);
AT(wallfarm_host, extension, 32);
IS(wallfarm_host, size, uint32_t);
IS(wallfarm_host, contract, uint32_t);
IS(wallfarm_host, data, void *);
IS(wallfarm_host, measure, asked *);
IS(wallfarm_host, log, void (*)(const wallfarm_host *, wallfarm_text));
IS(wallfarm_host, extension, extended *);

SIZE(wallfarm_plugin, 64);
AT(wallfarm_plugin, size, 0);
AT(wallfarm_plugin, contract, 4);
AT(wallfarm_plugin, id, 8);
AT(wallfarm_plugin, version, 16);
AT(wallfarm_plugin, create, 24);
AT(wallfarm_plugin, compose, 32);
AT(wallfarm_plugin, destroy, 40);
AT(wallfarm_plugin, free_text, 48);
AT(wallfarm_plugin, extension, 56);
IS(wallfarm_plugin, size, uint32_t);
IS(wallfarm_plugin, contract, uint32_t);
IS(wallfarm_plugin, id, const char *);
IS(wallfarm_plugin, version, uint32_t);
IS(wallfarm_plugin, create, created *);
IS(wallfarm_plugin, compose, composed *);
IS(wallfarm_plugin, destroy, void (*)(void *));
IS(wallfarm_plugin, free_text, void (*)(wallfarm_text));
IS(wallfarm_plugin, extension, const void *(*)(const char *));

SIZE(wallfarm_fit, 16);
AT(wallfarm_fit, size, 0);
AT(wallfarm_fit, fit, 8);
IS(wallfarm_fit, size, uint32_t);
IS(wallfarm_fit, fit, asked *);

SIZE(wallfarm_codes, 16);
AT(wallfarm_codes, size, 0);
AT(wallfarm_codes, code, 8);
IS(wallfarm_codes, size, uint32_t);
IS(wallfarm_codes, code, asked *);

SIZE(wallfarm_pixels, 40);
AT(wallfarm_pixels, size, 0);
AT(wallfarm_pixels, width, 4);
AT(wallfarm_pixels, height, 8);
AT(wallfarm_pixels, stride, 12);
AT(wallfarm_pixels, scale_x, 16);
AT(wallfarm_pixels, scale_y, 24);
AT(wallfarm_pixels, bytes, 32);
IS(wallfarm_pixels, size, uint32_t);
IS(wallfarm_pixels, width, uint32_t);
IS(wallfarm_pixels, height, uint32_t);
IS(wallfarm_pixels, stride, uint32_t);
IS(wallfarm_pixels, scale_x, double);
IS(wallfarm_pixels, scale_y, double);
IS(wallfarm_pixels, bytes, uint8_t *);

SIZE(wallfarm_fill, 16);
AT(wallfarm_fill, size, 0);
AT(wallfarm_fill, fill, 8);
IS(wallfarm_fill, size, uint32_t);
IS(wallfarm_fill, fill, filled *);

/* The names of extensions are compared as text. */
int main(void) {
  return strcmp(WALLFARM_FIT, "wallfarm.fit/1") || strcmp(WALLFARM_CODES, "wallfarm.codes/1") ||
         strcmp(WALLFARM_FILL, "wallfarm.fill/1");
}
