// A library that misbehaves in the way that BEHAVIOUR selects, to test the host. Each row of
// table.json describes one way.
//
//   cc -std=c99 -O1 -shared -fPIC -DPLUGIN_ID='"lib-refuse"' -DBEHAVIOUR=lib_refuse misbehave.c
//
// BEHAVIOUR is the id with underscores instead of hyphens. lib_behaves is correct and has no row.
// Delays last half a minute and memory growth stops at 1.5 GB, so that a host that does not end the
// library is detected and nothing is left behind.

// Needed for processes, signals, clocks and anonymous memory.
#define _DEFAULT_SOURCE
// Needed for quick_exit, which is newer than C99.
#define _ISOC11_SOURCE

// This is a macro instead of an enumeration constant, so that the preprocessor can test it.
#define lib_no_entry 1
#if BEHAVIOUR == lib_no_entry
#define wallfarm_plugin_1 wallfarm_plugin_of_another_program
#endif

#include "../../../Plugins/SDK/wallfarm_plugin.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
  lib_behaves = 2,
  // Exits during a call.
  lib_abort_in_compose,
  lib_answer_at_a_wild_address,
  lib_become_another_program,
  lib_child_keeps_pipes_open,
  lib_close_descriptors_and_hang,
  lib_crash_in_a_thread,
  lib_crash_in_compose,
  lib_crash_in_create,
  lib_crash_in_destroy,
  lib_crash_in_entry,
  lib_crash_in_extension,
  lib_crash_in_fill,
  lib_crash_in_free_text,
  lib_crash_on_load,
  lib_division_by_zero,
  lib_entry_returns_a_wild_address,
  lib_exit_0_in_a_thread,
  lib_exit_0_in_compose,
  lib_exit_0_on_load,
  lib_exit_3_in_compose,
  lib_free_twice,
  lib_kill_itself,
  lib_quick_exit_0_in_compose,
  lib_quick_exit_function_0_in_compose,
  lib_quick_exit_3_in_compose,
  lib_stack_overflow,
  lib_system_call_exit_0_in_compose,
  lib_write_before_pixels,
  lib_write_beyond_pixels,
  // Exceeds limits.
  lib_answer_of_17_mb,
  lib_answer_of_endless_length,
  lib_ask_without_end,
  lib_grow_for_a_moment,
  lib_grow_in_compose,
  lib_hang_deaf_to_signals,
  lib_hang_in_compose,
  lib_hang_in_create,
  lib_hang_in_destroy,
  lib_hang_in_entry,
  lib_hang_in_fill,
  lib_hang_on_load,
  lib_log_32_mb,
  lib_spin_in_compose,
  lib_stop_itself,
  // Invalid entry points and descriptions.
  lib_entry_returns_null,
  lib_extension_returns_null,
  lib_fill_is_null,
  lib_fill_struct_too_small,
  lib_id_is_null,
  lib_missing_symbol,
  lib_no_compose,
  lib_no_create,
  lib_no_destroy,
  lib_no_extension,
  lib_no_free_text,
  lib_not_a_library,  // plugin.json names another file
  lib_other_id,
  lib_other_version,
  lib_speaks_contract_2,
  lib_struct_too_small,
  // Invalid answers.
  lib_answer_ends_with_a_zero,
  lib_answer_is_empty,
  lib_answer_is_no_json,
  lib_answer_is_no_utf_8,
  lib_answer_null_with_length,
  lib_image_outside,
  lib_measure_null_with_length,
  lib_measure_width_nan,
  lib_missing_glyph,
  lib_opacity_2,
  lib_pixels_not_premultiplied,
  lib_refuse,
  lib_refuse_in_create,
  lib_refuse_in_fill,
  lib_refuse_without_answer,
  lib_refuse_without_message,
  lib_return_7,
  lib_return_7_from_create
};

// Volatile, so that compilers do not warn about a constant switch.
static const volatile int behaviour = BEHAVIOUR;

#define GOOD "{\"layers\":[{\"name\":\"ground\",\"fill\":\"#336699\"}]}"
#define BLOCK(text) \
  "{\"spans\":[{\"text\":\"" text "\"}]," \
  "\"style\":{\"family\":\"Inter\",\"size\":20,\"color\":\"#ffffff\"}}"

// No library defines this function.
void wallfarm_no_such_function(void);

static void crash(void) {
  volatile int *volatile nowhere = NULL;
  *nowhere = 1;
}

static void *crash_in_a_thread(void *data) {
  crash();
  return data;
}

static void *exit_in_a_thread(void *data) {
  (void)data;
  _exit(0);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void hang(void) {
  const double end = now() + 30;
  const struct timespec nap = {0, 50 * 1000 * 1000};
  while (now() < end) nanosleep(&nap, NULL);
  _exit(99);
}

static volatile int is_endless = 1;

static int sink(int depth) {
  volatile char frame[4096];
  frame[0] = frame[4095] = (char)depth;
  return is_endless ? sink(depth + 1) + frame[0] : frame[4095];
}

static void divide_by_zero(void) {
#if defined(__x86_64__) || defined(__i386__)
  volatile int one = 1, zero = 0;
  one = one / zero;
#else
  raise(SIGFPE);  // other architectures return 0 instead of trapping
#endif
}

// Allocates memory without checking for failure, as many programs do.
static void grow(void) {
  const size_t piece = (size_t)8 << 20;
  for (size_t held = 0; held < (size_t)1536 << 20; held += piece) {
    void *volatile memory = malloc(piece);
    memset(memory, 1, piece);
  }
  hang();
}

static void grow_for_a_moment(void) {
  const size_t size = (size_t)400 << 20;
  void *volatile memory =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) crash();
  memset(memory, 1, size);
  munmap(memory, size);
}

static wallfarm_text text(const char *words) {
  return (wallfarm_text){words, strlen(words)};
}

static char *made;

// Answers with a copy of the bytes, which free_text releases.
static int32_t say_bytes(wallfarm_text *answer, const char *bytes, size_t length) {
  made = malloc(length + 1);
  if (made == NULL) abort();
  memcpy(made, bytes, length);
  *answer = (wallfarm_text){made, length};
  return WALLFARM_OK;
}

static int32_t say(wallfarm_text *answer, const char *words) {
  return say_bytes(answer, words, strlen(words));
}

static int32_t refuse(wallfarm_text *answer, const char *words) {
  say(answer, words);
  return WALLFARM_REFUSED;
}

// Responds with a valid answer that is followed by spaces.
static int32_t say_17_mb(wallfarm_text *answer) {
  const size_t length = (size_t)17 << 20;
  made = malloc(length);
  if (made == NULL) abort();
  memset(made, ' ', length);
  memcpy(made, GOOD, strlen(GOOD));
  *answer = (wallfarm_text){made, length};
  return WALLFARM_OK;
}

static void log_32_mb(const wallfarm_host *host) {
  static char line[4096];
  memset(line, 'x', sizeof line);
  for (int count = 0; count < 8192; count++) host->log(host, (wallfarm_text){line, sizeof line});
}

static void ask_without_end(const wallfarm_host *host) {
  const wallfarm_text request = text("{\"texts\":[{\"block\":" BLOCK("again") "}]}");
  const double end = now() + 30;
  wallfarm_text measured;
  while (now() < end) host->measure(host, request, &measured);
  _exit(99);
}

// Passes the host's error on, as the header requires.
static int32_t hand_on(const wallfarm_host *host, wallfarm_text request, wallfarm_text *answer) {
  wallfarm_text measured = {NULL, 0};
  if (host->measure(host, request, &measured) == WALLFARM_OK) return say(answer, GOOD);
  say_bytes(answer, measured.bytes, measured.length);
  return WALLFARM_REFUSED;
}

__attribute__((constructor)) static void load(void) {
  switch (behaviour) {
  case lib_crash_on_load: crash(); break;
  case lib_exit_0_on_load: _exit(0);
  case lib_hang_on_load: hang(); break;
  }
}

static int32_t create(const wallfarm_host *host, wallfarm_text parameters, void **instance,
                      wallfarm_text *answer) {
  (void)host, (void)parameters;
  *instance = NULL;
  switch (behaviour) {
  case lib_crash_in_create: crash(); break;
  case lib_hang_in_create: hang(); break;
  case lib_return_7_from_create: return 7;
  case lib_refuse_in_create:
    return refuse(answer, "{\"message\":\"these two values do not go together\"}");
  }
  return WALLFARM_OK;
}

static int32_t compose(void *instance, const wallfarm_host *host, wallfarm_text context,
                       wallfarm_text *answer) {
  (void)instance, (void)context;
  // The condition is evaluated at compile time, because otherwise every variant would refer to the
  // missing symbol.
  if (BEHAVIOUR == lib_missing_symbol) wallfarm_no_such_function();
  switch (behaviour) {
  case lib_abort_in_compose: abort();
  case lib_answer_at_a_wild_address:
    *answer = (wallfarm_text){(const char *)(uintptr_t)16, 100};
    return WALLFARM_OK;
  case lib_become_another_program: execl("/bin/true", "true", (char *)NULL); break;
  case lib_child_keeps_pipes_open:
    if (fork() == 0) hang();
    _exit(0);
  case lib_close_descriptors_and_hang:
    for (int descriptor = 0; descriptor < 1024; descriptor++) close(descriptor);
    hang();
    break;
  case lib_crash_in_a_thread: {
    pthread_t thread;
    if (pthread_create(&thread, NULL, crash_in_a_thread, NULL) == 0) pthread_join(thread, NULL);
    break;
  }
  case lib_crash_in_compose: crash(); break;
  case lib_division_by_zero: divide_by_zero(); break;
  case lib_exit_0_in_a_thread: {
    pthread_t thread;
    if (pthread_create(&thread, NULL, exit_in_a_thread, NULL) == 0) pthread_join(thread, NULL);
    break;
  }
  case lib_exit_0_in_compose: exit(0);
  case lib_exit_3_in_compose: exit(3);
  case lib_free_twice: {
    void *volatile memory = malloc(64);
    free(memory);
    free(memory);
    break;
  }
  case lib_kill_itself: kill(getpid(), SIGKILL); break;
  case lib_quick_exit_0_in_compose: _exit(0);
  case lib_quick_exit_3_in_compose: _exit(3);
  case lib_quick_exit_function_0_in_compose: quick_exit(0);
  case lib_system_call_exit_0_in_compose: syscall(SYS_exit_group, 0); break;
  case lib_stack_overflow: is_endless = sink(0); break;

  case lib_answer_of_17_mb: return say_17_mb(answer);
  case lib_answer_of_endless_length:
    *answer = (wallfarm_text){GOOD, SIZE_MAX};
    return WALLFARM_OK;
  case lib_ask_without_end: ask_without_end(host); break;
  case lib_grow_for_a_moment: grow_for_a_moment(); break;
  case lib_grow_in_compose: grow(); break;
  case lib_hang_deaf_to_signals: {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    hang();
    break;
  }
  case lib_hang_in_compose: hang(); break;
  case lib_log_32_mb: log_32_mb(host); break;
  case lib_spin_in_compose:
    for (const double end = now() + 30; now() < end;) continue;
    _exit(99);
  case lib_stop_itself:
    kill(getpid(), SIGSTOP);
    hang();
    break;

  case lib_answer_ends_with_a_zero: return say_bytes(answer, GOOD, sizeof GOOD);
  case lib_answer_is_empty: return WALLFARM_OK;
  case lib_answer_is_no_json: return say(answer, "{'layers': []}");
  case lib_answer_is_no_utf_8:
    return say(answer, "{\"layers\":[{\"name\":\"\xC3\x28\",\"fill\":\"red\"}]}");
  case lib_answer_null_with_length:
    *answer = (wallfarm_text){NULL, 5};
    return WALLFARM_OK;
  case lib_image_outside:
    return say(answer,
               "{\"layers\":[{\"name\":\"image\",\"image\":{\"file\":\"/etc/hostname\","
               "\"frame\":{\"x\":0,\"y\":0,\"width\":100,\"height\":100}}}]}");
  case lib_measure_null_with_length: return hand_on(host, (wallfarm_text){NULL, 40}, answer);
  case lib_measure_width_nan:
    return hand_on(host, text("{\"texts\":[{\"block\":" BLOCK("a") ",\"width\":NaN}]}"), answer);
  case lib_missing_glyph:
    // U+F0000 is a private-use character that no font has.
    return say(answer,
               "{\"layers\":[{\"name\":\"text\",\"text\":{\"block\":" BLOCK("\xF3\xB0\x80\x80")
               ",\"frame\":{\"x\":0,\"y\":0,\"width\":100,\"height\":100}}}]}");
  case lib_opacity_2:
    return say(answer, "{\"layers\":[{\"name\":\"ground\",\"opacity\":2,\"fill\":\"red\"}]}");
  case lib_refuse: return refuse(answer, "{\"message\":\"there is no moon tonight\"}");
  case lib_refuse_without_answer: return WALLFARM_REFUSED;
  case lib_refuse_without_message: return refuse(answer, "{\"hint\":\"guess\"}");
  case lib_return_7:
    say(answer, GOOD);
    return 7;
  }
  return say(answer, GOOD);
}

static void destroy(void *instance) {
  (void)instance;
  switch (behaviour) {
  case lib_crash_in_destroy: crash(); break;
  case lib_hang_in_destroy: hang(); break;
  }
}

static void free_text(wallfarm_text answer) {
  if (behaviour == lib_crash_in_free_text) crash();
  if (answer.bytes != made) return;
  free(made);
  made = NULL;
}

static int32_t fill(void *instance, const wallfarm_host *host, wallfarm_text context,
                    const wallfarm_pixels *pixels, wallfarm_text *answer) {
  (void)instance, (void)host, (void)context;
  volatile uint8_t *bytes = pixels->bytes;
  const size_t length = (size_t)pixels->stride * pixels->height;
  switch (behaviour) {
  case lib_crash_in_fill: crash(); break;
  case lib_hang_in_fill: hang(); break;
  case lib_refuse_in_fill: return refuse(answer, "{\"message\":\"there is no moon tonight\"}");
  // Write two pages, because the memory is rounded up to whole pages and a shorter overrun may stay
  // within it.
  case lib_write_before_pixels:
    for (size_t index = 1; index <= 8192; index++) *(bytes - index) = 1;
    break;
  case lib_write_beyond_pixels:
    for (size_t index = 0; index < 8192; index++) bytes[length + index] = 1;
    break;
  }
  const uint8_t alpha = behaviour == lib_pixels_not_premultiplied ? 100 : 255;
  for (size_t y = 0; y < pixels->height; y++) {
    for (size_t x = 0; x < pixels->width; x++) {
      volatile uint8_t *pixel = bytes + y * pixels->stride + 4 * x;
      pixel[0] = 200;
      pixel[3] = alpha;
    }
  }
  return WALLFARM_OK;
}

static const void *extension(const char *name) {
  static wallfarm_fill filling;
  if (behaviour == lib_crash_in_extension) crash();
  if (behaviour == lib_extension_returns_null || strcmp(name, WALLFARM_FILL) != 0) return NULL;
  filling.size = behaviour == lib_fill_struct_too_small ? 4 : sizeof filling;
  filling.fill = behaviour == lib_fill_is_null ? NULL : fill;
  return &filling;
}

const wallfarm_plugin *wallfarm_plugin_1(void) {
  static wallfarm_plugin plugin;
  plugin.size = sizeof plugin;
  plugin.contract = WALLFARM_CONTRACT;
  plugin.id = PLUGIN_ID;
  plugin.version = 1;
  plugin.create = create;
  plugin.compose = compose;
  plugin.destroy = destroy;
  plugin.free_text = free_text;
  plugin.extension = extension;
  switch (behaviour) {
  case lib_crash_in_entry: crash(); break;
  case lib_hang_in_entry: hang(); break;
  case lib_entry_returns_a_wild_address: return (const wallfarm_plugin *)(uintptr_t)16;
  case lib_entry_returns_null: return NULL;
  case lib_id_is_null: plugin.id = NULL; break;
  case lib_no_compose: plugin.compose = NULL; break;
  case lib_no_create: plugin.create = NULL; break;
  case lib_no_destroy: plugin.destroy = NULL; break;
  case lib_no_extension: plugin.extension = NULL; break;
  case lib_no_free_text: plugin.free_text = NULL; break;
  case lib_other_id: plugin.id = "another-plugin"; break;
  case lib_other_version: plugin.version = 2; break;
  case lib_speaks_contract_2: plugin.contract = 2; break;
  case lib_struct_too_small: plugin.size = offsetof(wallfarm_plugin, destroy); break;
  }
  return &plugin;
}
