// Informs the thread sanitizer when a Mutex of Swift's module Synchronization is acquired or
// released.
//
// A contended Mutex waits in libswiftSynchronization.so, which is not built with the sanitizer. The
// sanitizer then reports a race on the data that the mutex guards (Swift 6.3.1 on Linux; ten lines
// with one Mutex and concurrentPerform reproduce it). This library is loaded before that one,
// intercepts the calls and forwards them. It has no effect on programs without the sanitizer.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// From sanitizer/tsan_interface.h. Both functions are null in programs without the sanitizer.
void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

SWIFT void wallfarm_lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void wallfarm_unlock(SELF) __asm__(UNLOCK);

// _MutexHandle._lockSlow(_:)
SWIFT void wallfarm_lock(uint32_t thread, SELF) {
  ((SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK))(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

// _MutexHandle._unlockSlow()
SWIFT void wallfarm_unlock(SELF) {
  if (__tsan_release) __tsan_release(self);
  ((SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK))(self);
}
