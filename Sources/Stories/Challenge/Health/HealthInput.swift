import Digests
import Files
internal import Glibc
import WallfarmPluginKit

/// An export that is open: read by its descriptor alone, so that it is one file from first to last byte.
final class HealthInput {
  /// As the person named it.
  let path: String
  let descriptor: Int32
  /// Enough for the system to read ahead, and little beside 20 MiB.
  static let pieceBytes = 128 << 10

  /// Opens a file, which messages call by a name.
  ///
  /// - Throws: `file-unreadable`, `input-failed`.
  init(_ path: String, named name: String) throws(RenderError) {
    self.path = name
    descriptor = try Files.openToRead(path)
  }

  deinit { close(descriptor) }

  /// A path by which others open the very file, whatever has its name by now.
  var place: String { "/proc/self/fd/\(descriptor)" }

  /// Its size in bytes.
  var size: Int64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// The first bytes.
  ///
  /// - Throws: `file-unreadable`, `input-failed`.
  func head(count: Int) throws(RenderError) -> [UInt8] {
    var head: [UInt8] = []
    try readPieces { piece in
      head += piece.prefix(count - head.count)
      return head.count < count
    }
    return head
  }

  /// Reads it from the beginning until the caller has enough.
  ///
  /// - Throws: `file-unreadable`, `input-failed`.
  func readPieces(_ body: (UnsafeRawBufferPointer) -> Bool) throws(RenderError) {
    let piece = UnsafeMutableRawBufferPointer.allocate(
      byteCount: HealthInput.pieceBytes, alignment: 16)
    defer { piece.deallocate() }
    var place = 0
    while true {
      let got = Files.untilNotInterrupted {
        pread(descriptor, piece.baseAddress, piece.count, off_t(place))
      }
      guard got >= 0 else { throw .cannotRead(path, errno) }
      guard got > 0, body(UnsafeRawBufferPointer(rebasing: piece[..<got])) else { return }
      place += got
    }
  }

  /// The SHA-256 of all of it.
  ///
  /// - Throws: `file-unreadable`, `input-failed`.
  func sha256() throws(RenderError) -> String {
    var digest = SHA256()
    try readPieces { piece in
      digest.update(piece)
      return true
    }
    return digest.finish()
  }
}
