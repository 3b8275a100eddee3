internal import Glibc
internal import Synchronization

/// Zeroed memory for large surfaces, on huge pages if the system provides them.
///
/// On pages of 4 KiB, the 12 MB of a picture cause 3,000 page faults, which take a tenth of the time
/// of a cold render.
enum HugePages {
  /// The size of a huge page on x86-64, and on ARM64 with pages of 4 KiB.
  private static let size = 2 << 20
  /// Minimum size for which huge pages are worthwhile.
  static let leastBytes = 2 * size

  /// A mapped range of memory.
  private struct Region {
    let range: UnsafeMutableRawPointer
    let rangeCount: Int
    /// The first huge page of the range.
    let start: UnsafeMutableRawPointer
    /// The number of bytes from there.
    let count: Int
  }

  /// The regions that were freed last; clearing them is faster than mapping new ones.
  private static let freed = Mutex<[Freed]>([])
  /// Maximum number of such regions.
  private static let mostFreed = 2
  /// Maximum size of such a region in bytes; larger ones return to the system, as in malloc.
  private static let mostFreedBytes = 32 << 20

  /// A region that is not in use; it can move between threads.
  private struct Freed: @unchecked Sendable {
    let region: Region
  }

  /// Provides zeroed memory; returns `nil` if there is not enough.
  ///
  /// - Returns: the memory, and the argument for ``release``, which frees it.
  static func allocate(_ count: Int) -> (UnsafeMutablePointer<UInt8>, UnsafeMutableRawPointer)? {
    guard let region = reused(count) ?? mapped(count) else { return nil }
    let owner = UnsafeMutablePointer<Region>.allocate(capacity: 1)
    owner.initialize(to: region)
    return (region.start.assumingMemoryBound(to: UInt8.self), UnsafeMutableRawPointer(owner))
  }

  /// Clears a freed region of about the right size.
  private static func reused(_ count: Int) -> Region? {
    let found = freed.withLock { freed -> Freed? in
      let index = freed.firstIndex { (count...2 * count).contains($0.region.count) }
      return index.map { freed.remove(at: $0) }
    }
    guard let region = found?.region else { return nil }
    memset(region.start, 0, count)
    return region
  }

  private static func mapped(_ count: Int) -> Region? {
    // A larger range contains a start that is a multiple of the page size.
    let rangeCount = count + size
    guard
      let range = mmap(
        nil, rangeCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      range != MAP_FAILED
    else { return nil }
    let start = range.alignedUp(toMultipleOf: size)
    // Only whole pages, so that the end does not take more memory than it needs. Without huge pages,
    // the call fails, and the memory has small pages.
    madvise(start, count / size * size, MADV_HUGEPAGE)
    return Region(range: range, rangeCount: rangeCount, start: start, count: count)
  }

  /// Frees memory; cairo calls it with the owner of a surface.
  static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { owner in
    guard let owner else { return }
    let region = owner.assumingMemoryBound(to: Region.self)
    let last = Freed(region: region.pointee)
    region.deallocate()
    let unused = freed.withLock { freed -> Freed? in
      guard last.region.count <= mostFreedBytes else { return last }
      freed.append(last)
      return freed.count > mostFreed ? freed.removeFirst() : nil
    }
    if let region = unused?.region { munmap(region.range, region.rangeCount) }
  }
}
