// Forwards to the next allocator (glibc's or a preloaded one) and counts failures.
//
// Linked only into `wallfarm`: a library must not replace the allocator of its host. See "Replacing
// malloc" in the glibc manual; free needs no counting and is not replaced.
#define _GNU_SOURCE
#include "wallfarm_malloc.h"

#include "wallfarm_allocation.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_OWN_MALLOC 1
#endif
#endif

#ifndef HAS_OWN_MALLOC

// Used for allocations that dlsym makes during the lookup of the next allocator.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void *(*next_malloc)(size_t);
static void *(*next_calloc)(size_t, size_t);
static void *(*next_realloc)(void *, size_t);
static void *(*next_aligned_alloc)(size_t, size_t);
static void *(*next_memalign)(size_t, size_t);
static int (*next_posix_memalign)(void **, size_t, size_t);
static _Thread_local int is_looking;

// Looks up the next allocator. Returns 0 if this thread is already looking it up, and 1 otherwise.
// Several threads may look it up concurrently.
static int find(void) {
  if (__atomic_load_n(&next_malloc, __ATOMIC_ACQUIRE)) return 1;
  if (is_looking) return 0;
  is_looking = 1;
  next_calloc = dlsym(RTLD_NEXT, "calloc");
  next_realloc = dlsym(RTLD_NEXT, "realloc");
  next_aligned_alloc = dlsym(RTLD_NEXT, "aligned_alloc");
  next_memalign = dlsym(RTLD_NEXT, "memalign");
  next_posix_memalign = dlsym(RTLD_NEXT, "posix_memalign");
  __atomic_store_n(&next_malloc, dlsym(RTLD_NEXT, "malloc"), __ATOMIC_RELEASE);
  is_looking = 0;
  return 1;
}

static void *counted(void *memory, size_t size) {
  if (!memory && size > 0) wallfarm_count_failed_allocation();
  return memory;
}

void *malloc(size_t size) {
  return counted(find() ? next_malloc(size) : __libc_malloc(size), size);
}

void *calloc(size_t count, size_t size) {
  void *memory = find() ? next_calloc(count, size) : __libc_calloc(count, size);
  return counted(memory, count && size);
}

void *realloc(void *old, size_t size) {
  return counted(find() ? next_realloc(old, size) : __libc_realloc(old, size), size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  void *memory = find() ? next_aligned_alloc(alignment, size) : __libc_memalign(alignment, size);
  return counted(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  void *memory = find() ? next_memalign(alignment, size) : __libc_memalign(alignment, size);
  return counted(memory, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (find()) {
    int error = next_posix_memalign(result, alignment, size);
    if (error == ENOMEM) wallfarm_count_failed_allocation();
    return error;
  }
  void *memory = counted(__libc_memalign(alignment, size), size);
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

#endif
