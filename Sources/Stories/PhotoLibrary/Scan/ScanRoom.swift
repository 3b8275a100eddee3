internal import Files
internal import Glibc
import WallfarmPluginKit

/// The room that an index needs on its disk: looked at before a scan and while it goes on.
package struct ScanRoom {
  private let path: String
  private let freeBytes: (String) -> UInt64?
  private let clearable: () -> [(path: String, bytes: Int)]

  /// What the index takes of a disk for a photo, with its journal.
  static let bytesOfPhoto = 1500
  /// What stays free for everybody else.
  static let reserve: UInt64 = 16 << 20

  /// - Parameters:
  ///   - index: the file.
  ///   - freeBytes: what is free where a folder lies; nil: that cannot be told.
  ///   - clearable: what could be cleared, with its bytes.
  package init(
    of index: String, freeBytes: @escaping (String) -> UInt64? = ScanRoom.free,
    clearable: @escaping () -> [(path: String, bytes: Int)] = { [] }
  ) {
    (path, self.freeBytes, self.clearable) = (index, freeBytes, clearable)
  }

  /// What the disk has for somebody who is not root.
  package static func free(_ folder: String) -> UInt64? {
    var about = statvfs()
    guard statvfs(folder, &about) == 0 else { return nil }
    return UInt64(about.f_bavail) * UInt64(about.f_frsize)
  }

  /// Sees whether there is room for so many photos.
  ///
  /// - Throws: `library-failed`, with what could be cleared.
  func check(for count: Int) throws(RenderError) {
    guard count > 0, let free = freeBytes(Files.folder(of: path)) else { return }
    let needed = UInt64(count * Self.bytesOfPhoto) + Self.reserve
    guard free < needed else { return }
    let places = clearable().filter { $0.bytes >= 1 << 20 }
      .map { "'\($0.path)' (\($0.bytes >> 20) MB)" }.joined(separator: ", ")
    throw RenderError(
      .libraryFailed,
      "\(count) photos more take \(needed >> 20) MB, and \(free >> 20) MB are free where the index is",
      origin: .option("index"),
      hint: (places.isEmpty ? "make room" : "make room, such as by clearing \(places)")
        + ", name another disk with --index, or begin with a part: --limit 1000; what was read is kept"
    )
  }
}
