internal import Files
internal import Glibc
import WallfarmPluginKit

/// Checks the free disk space for an index, before and during a scan.
package struct ScanRoom {
  private let path: String
  private let freeBytes: (String) -> UInt64?
  private let clearable: () -> [(path: String, bytes: Int)]

  /// The number of bytes that each photo needs in the index, including the journal.
  static let bytesOfPhoto = 1500
  /// The number of bytes that must stay free.
  static let reserve: UInt64 = 16 << 20

  /// - Parameters:
  ///   - index: The index path.
  ///   - freeBytes: Returns the free space in bytes on the disk of a folder; `nil` if unknown.
  ///   - clearable: Returns the paths that could be cleared, with their sizes.
  package init(
    of index: String, freeBytes: @escaping (String) -> UInt64? = ScanRoom.free,
    clearable: @escaping () -> [(path: String, bytes: Int)] = { [] }
  ) {
    (path, self.freeBytes, self.clearable) = (index, freeBytes, clearable)
  }

  /// The free space in bytes that unprivileged users can use; `nil` if unknown.
  package static func free(_ folder: String) -> UInt64? {
    var about = statvfs()
    guard statvfs(folder, &about) == 0 else { return nil }
    return UInt64(about.f_bavail) * UInt64(about.f_frsize)
  }

  /// Checks that there is enough space for `count` more photos.
  ///
  /// - Throws: `library-failed` with suggestions for clearing space.
  func check(for count: Int) throws(RenderError) {
    guard count > 0, let free = freeBytes(Files.folder(of: path)) else { return }
    let needed = UInt64(count * Self.bytesOfPhoto) + Self.reserve
    guard free < needed else { return }
    let places = clearable().filter { $0.bytes >= 1 << 20 }
      .map { "'\($0.path)' (\($0.bytes >> 20) MB)" }.joined(separator: ", ")
    throw RenderError(
      .libraryFailed,
      "\(count) more photos need \(needed >> 20) MB, but the disk that contains the index has only "
        + "\(free >> 20) MB of free space",
      origin: .option("index"),
      hint: (places.isEmpty ? "free up space" : "free up space, for example in \(places)")
        + ", use another disk with --index, or start with fewer photos: --limit 1000; "
        + "the photos read so far are kept"
    )
  }
}
