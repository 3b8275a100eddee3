// Compiles loops for several instruction sets.
#pragma once

#if defined(__has_feature)
#define HAS_THREAD_SANITIZER __has_feature(thread_sanitizer)
#else
#define HAS_THREAD_SANITIZER 0
#endif

// The thread sanitizer crashes if function variants are resolved before it has started.
#if defined(__x86_64__) && !HAS_THREAD_SANITIZER
// The variant is selected once, when the program is loaded. Wider vectors compute the same sums in
// the same order, so the results do not depend on the variant.
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif
