#include "wallfarm_curve.h"

#include <dlfcn.h>
#include <nettle/curve25519.h>
#include <pthread.h>
#include <stddef.h>

#define TEXT(name) #name
// The header renames the functions with macros, so the name is expanded before it becomes a text.
#define NAME(name) TEXT(name)

static __typeof__(&curve25519_mul_g) multiply_base;
static __typeof__(&curve25519_mul) multiply;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("libhogweed.so.6", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  multiply_base = (__typeof__(&curve25519_mul_g))dlsym(library, NAME(curve25519_mul_g));
  multiply = (__typeof__(&curve25519_mul))dlsym(library, NAME(curve25519_mul));
}

static int is_loaded(void) {
  pthread_once(&once, load);
  return multiply_base != NULL && multiply != NULL;
}

int wallfarm_curve_public_key(uint8_t public_key[32], const uint8_t private_key[32]) {
  if (!is_loaded()) return -1;
  multiply_base(public_key, private_key);
  return 0;
}

int wallfarm_curve_secret(uint8_t secret[32], const uint8_t private_key[32],
                          const uint8_t public_key[32]) {
  if (!is_loaded()) return -1;
  multiply(secret, private_key, public_key);
  return 0;
}
