// Loops that are compiled for several processors.
#pragma once

#if defined(__has_feature)
#define HAS_THREAD_SANITIZER __has_feature(thread_sanitizer)
#else
#define HAS_THREAD_SANITIZER 0
#endif

// The thread sanitizer crashes where code is chosen before it has started.
#if defined(__x86_64__) && !HAS_THREAD_SANITIZER
// Chosen once when the program is loaded; the wider code does the same sums in the same order.
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif
