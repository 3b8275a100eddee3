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
  /// - Parameters:
  ///   - path: The file; links are not followed.
  ///   - other: The new file.
  ///   - owner: The owner of the folder that contains the file, or `nil` for this user.
  /// - Returns: The size and digest of the copy.
  /// - Throws: `backup-failed`; in that case, an incomplete copy may be left.
  static func copy(
    _ path: String, to other: String, as owner: StateOwner? = nil
  ) throws(RenderError) -> Copied {
    let source: Int32
    if let owner {
      source = try owner.act { () throws(RenderError) -> Int32 in try opened(path) }
    } else {
      source = try opened(path)
    }
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

  private static func opened(_ path: String) throws(RenderError) -> Int32 {
    let source = Files.untilNotInterrupted {
      open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    guard source >= 0 else { throw .backupFailed(path, errno) }
    var status = stat()
    guard fstat(source, &status) == 0, EntryKind(status.st_mode) == .file else {
      close(source)
      throw .backupFailed("'\(path)' is not a file", origin: .file(path))
    }
    return source
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
