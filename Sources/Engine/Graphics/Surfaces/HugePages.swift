internal import Glibc
internal import Synchronization

/// Zeroed memory on huge pages for the first large surfaces of a process.
///
/// On pages of 4 KiB, the 12 MB of a picture cause 3,000 page faults, which take a tenth of the time
/// of a process that renders one picture. A process that renders more pictures uses `malloc`
/// instead, because clearing memory that it has used before is faster than mapping new memory.
enum HugePages {
  /// The size of a huge page on x86-64, and on ARM64 with pages of 4 KiB.
  private static let size = 2 << 20
  /// Minimum size for which huge pages are worthwhile.
  private static let leastBytes = 2 * size
  /// Maximum number of surfaces in a process: enough for a photo, its background and its picture.
  private static let mostSurfaces = 8
  private static let surfaces = Atomic(0)

  /// A mapped range of memory.
  private struct Region {
    let start: UnsafeMutableRawPointer
    let count: Int
  }

  /// Maps zeroed memory.
  ///
  /// - Returns: the memory, and the argument for ``release``; `nil` for a small surface, for a later
  ///   surface, and if there is not enough memory.
  static func allocate(_ count: Int) -> (UnsafeMutablePointer<UInt8>, UnsafeMutableRawPointer)? {
    guard count >= leastBytes,
      surfaces.load(ordering: .relaxed) < mostSurfaces,
      surfaces.add(1, ordering: .relaxed).oldValue < mostSurfaces
    else { return nil }
    // A larger range contains a start that is a multiple of the page size.
    let range = mmap(
      nil, count + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let range, range != MAP_FAILED else { return nil }
    let start = range.alignedUp(toMultipleOf: size)
    // Only whole pages, so that the end does not take more memory than it needs. Without huge pages,
    // the call fails, and the memory has small pages.
    madvise(start, count / size * size, MADV_HUGEPAGE)
    let owner = UnsafeMutablePointer<Region>.allocate(capacity: 1)
    owner.initialize(to: Region(start: range, count: count + size))
    return (start.assumingMemoryBound(to: UInt8.self), UnsafeMutableRawPointer(owner))
  }

  /// Unmaps memory; cairo calls it with the owner of a surface.
  static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { owner in
    guard let owner else { return }
    let region = owner.assumingMemoryBound(to: Region.self)
    munmap(region.pointee.start, region.pointee.count)
    region.deallocate()
  }
}
