// Shows the thread sanitizer when a Mutex of Swift's Synchronization is taken.
//
// Where another thread has it, Mutex waits in libswiftSynchronization.so, which is not built for the sanitizer:
// it then sees two threads change what the mutex guards, and nothing between them (Swift 6.3.1 on Linux; ten
// lines with one Mutex and concurrentPerform show it). Loaded before that library, this is called in its place,
// and passes on. Programs without the sanitizer lose nothing.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// sanitizer/tsan_interface.h; null in programs without it.
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
