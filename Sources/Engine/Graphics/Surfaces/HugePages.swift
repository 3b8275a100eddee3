internal import Glibc
internal import Synchronization

/// Allocates zeroed memory on huge pages for the first large surfaces of a process.
///
/// With pages of 4 KiB, the 12 MB of a picture cause 3,000 page faults, which take a tenth of the
/// run time of a process that renders one picture. If a process renders more pictures, it uses
/// `malloc` for later surfaces, because clearing memory that it has already used is faster than
/// mapping new memory.
enum HugePages {
  /// The size of a huge page in bytes on x86-64, and on ARM64 with pages of 4 KiB.
  private static let size = 2 << 20
  /// The minimum size in bytes for which huge pages are worthwhile.
  private static let leastBytes = 2 * size
  /// The maximum number of surfaces in a process: enough for a picture with its photo and
  /// background.
  private static let mostSurfaces = 8
  private static let surfaces = Atomic(0)

  /// A mapped range of memory.
  private struct Region {
    let start: UnsafeMutableRawPointer
    let count: Int
  }

  /// Maps zeroed memory.
  ///
  /// - Returns: the memory and the argument for ``release``; `nil` if the surface is small, if the
  ///   process has reached the maximum number of surfaces, or if there is not enough memory.
  static func allocate(_ count: Int) -> (UnsafeMutablePointer<UInt8>, UnsafeMutableRawPointer)? {
    guard count >= leastBytes,
      surfaces.load(ordering: .relaxed) < mostSurfaces,
      surfaces.add(1, ordering: .relaxed).oldValue < mostSurfaces
    else { return nil }
    // Map one more huge page than needed, so that the range contains a start address that is
    // aligned to huge pages.
    let range = mmap(
      nil, count + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let range, range != MAP_FAILED else { return nil }
    let start = range.alignedUp(toMultipleOf: size)
    // Request huge pages only for the part that fills them completely, so that the remainder does
    // not use up another one. If huge pages are not available, the call fails, and the memory keeps
    // small pages.
    madvise(start, count / size * size, MADV_HUGEPAGE)
    let owner = UnsafeMutablePointer<Region>.allocate(capacity: 1)
    owner.initialize(to: Region(start: range, count: count + size))
    return (start.assumingMemoryBound(to: UInt8.self), UnsafeMutableRawPointer(owner))
  }

  /// Unmaps memory; cairo calls this function with a surface's `Region` when it destroys the
  /// surface.
  static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { owner in
    guard let owner else { return }
    let region = owner.assumingMemoryBound(to: Region.self)
    munmap(region.pointee.start, region.pointee.count)
    region.deallocate()
  }
}
