internal import Digests
internal import Files
internal import Glibc
import WallfarmPluginKit

/// Copies private files of a backup, and digests them on the way.
enum FileCopy {
  /// The size and the SHA-256 of a copied file.
  struct Copied: Sendable, Hashable {
    let bytes: Int
    let digest: String
  }

  private static let pieceBytes = 1 << 20

  /// Copies a file to a new file that only its owner can read.
  ///
  /// - Returns: The size and digest of the copy.
  /// - Throws: `backup-failed`, `file-unreadable`; in that case, an incomplete copy may be left.
  static func copy(_ path: String, to other: String) throws(RenderError) -> Copied {
    let source = try Files.openToRead(path)
    defer { close(source) }
    let target = Files.untilNotInterrupted {
      open(other, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    guard target >= 0 else { throw .backupFailed(other, errno) }
    var (digest, bytes) = (SHA256(), 0)
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceBytes, alignment: 16)
    defer { piece.deallocate() }
    var failure: RenderError?
    while failure == nil {
      let got = Files.untilNotInterrupted { read(source, piece.baseAddress, piece.count) }
      guard got > 0 else {
        if got < 0 { failure = .backupFailed(path, errno) }
        break
      }
      let part = UnsafeRawBufferPointer(rebasing: piece[..<got])
      digest.update(part)
      bytes += got
      if let reason = AtomicFile.writeAll(part, to: target) {
        failure = .backupFailed("'\(other)': \(reason)", origin: .file(other))
      }
    }
    if close(target) != 0, errno != EINTR, failure == nil { failure = .backupFailed(other, errno) }
    if let failure { throw failure }
    return Copied(bytes: bytes, digest: digest.finish())
  }

  /// Makes the content of a file durable.
  ///
  /// - Throws: `backup-failed`.
  static func sync(_ path: String) throws(RenderError) {
    let descriptor = Files.untilNotInterrupted { open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .backupFailed(path, errno) }
    defer { close(descriptor) }
    guard Files.untilNotInterrupted({ fsync(descriptor) }) == 0 else {
      throw .backupFailed(path, errno)
    }
  }
}
