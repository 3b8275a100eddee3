import Digests
import Files
internal import Glibc
package import WallfarmPluginKit

/// An open export, read through one file descriptor so that all reads see the same file.
package final class HealthInput {
  /// The path as specified by the user.
  let path: String
  let descriptor: Int32
  /// The chunk size in bytes, which is large enough for read-ahead but takes up little memory.
  static let pieceBytes = 128 << 10

  /// Opens a file for reading; messages refer to it as `name`.
  ///
  /// - Throws: `file-unreadable`, `input-failed`.
  package init(_ path: String, named name: String) throws(RenderError) {
    self.path = name
    descriptor = try Files.openToRead(path)
  }

  deinit { close(descriptor) }

  /// A path that reopens the same file, even if it has been renamed or replaced.
  package var place: String { "/proc/self/fd/\(descriptor)" }

  /// The size of the file in bytes.
  var size: Int64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Returns the first bytes of the file, at most `count`.
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

  /// Reads the file in chunks from the beginning until `body` returns false.
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

  /// Returns the SHA-256 of the whole file.
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
