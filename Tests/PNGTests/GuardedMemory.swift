import Glibc

/// Memory followed by a guard page, which kills the process when it is touched.
struct GuardedMemory: ~Copyable {
  private let base: UnsafeMutableRawPointer
  private let usable: Int
  private let page = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// Allocates memory for up to `most` bytes.
  init(most: Int) {
    usable = (most + page - 1) / page * page
    guard
      let base = mmap(
        nil, usable + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      base != MAP_FAILED, mprotect(base + usable, page, PROT_NONE) == 0
    else { preconditionFailure("no memory with a guard behind it") }
    self.base = base
  }

  deinit { munmap(base, usable + page) }

  /// The last `count` bytes before the guard page.
  func last(_ count: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: base + usable - count, count: count)
  }
}
