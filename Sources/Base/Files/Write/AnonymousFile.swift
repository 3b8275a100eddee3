package import Diagnostics
internal import Glibc

/// A private file without a name; it is deleted when it is closed.
package final class AnonymousFile: Sendable {
  package let descriptor: Int32

  /// `O_TMPFILE`, a Linux macro that Swift cannot import: 0o20000000 combined with O_DIRECTORY.
  private static let unnamed = 0o20_000_000 | O_DIRECTORY

  /// Creates an unnamed file.
  ///
  /// - Parameter folder: a folder on the file system that stores the bytes.
  /// - Throws: `output-failed`.
  package init(in folder: String) throws(RenderError) {
    var file = Files.untilNotInterrupted {
      open(folder, AnonymousFile.unnamed | O_RDWR | O_CLOEXEC, 0o600)
    }
    // On file systems without O_TMPFILE, a named file is created and unlinked immediately.
    if file < 0, [EOPNOTSUPP, EISDIR, ENOENT, EINVAL].contains(errno) {
      let name = "\(folder)/.wallfarm-\(UInt64.random(in: 0...UInt64.max)).tmp"
      file = open(name, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, 0o600)
      if file >= 0 { unlink(name) }
    }
    guard file >= 0 else { throw AnonymousFile.failed(folder, SystemError.message(errno)) }
    descriptor = file
    self.folder = folder
  }

  private let folder: String

  deinit { close(descriptor) }

  /// Appends bytes.
  ///
  /// - Throws: `output-failed`.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(RenderError) {
    if let reason = AtomicFile.writeAll(bytes, to: descriptor) {
      throw AnonymousFile.failed(folder, reason)
    }
  }

  /// Writes bytes at an offset; safe to call from any thread.
  ///
  /// - Throws: `output-failed`.
  package func write(_ bytes: [UInt8], at place: Int) throws(RenderError) {
    var done = 0
    while done < bytes.count {
      let wrote = Files.untilNotInterrupted {
        bytes.withUnsafeBytes {
          pwrite(
            descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done, off_t(place + done))
        }
      }
      guard wrote > 0 else { throw AnonymousFile.failed(folder, SystemError.message(errno)) }
      done += wrote
    }
  }

  /// Reads a range of bytes; safe to call from any thread.
  ///
  /// - Throws: `input-failed`.
  package func read(_ places: Range<Int>) throws(RenderError) -> [UInt8] {
    var (done, number) = (0, Int32(0))
    let bytes = [UInt8](unsafeUninitializedCapacity: places.count) { buffer, count in
      while done < places.count {
        let got = Files.untilNotInterrupted {
          pread(
            descriptor, buffer.baseAddress.map { $0 + done }, places.count - done,
            off_t(places.lowerBound + done))
        }
        if got < 0 { number = errno }
        guard got > 0 else { break }
        done += got
      }
      count = done
    }
    guard done == places.count else {
      throw RenderError(
        .inputFailed,
        "temporary data in '\(folder)' cannot be read: "
          + (number == 0 ? "it is truncated" : SystemError.message(number)),
        origin: .file(folder), hint: "check the disk")
    }
    return bytes
  }

  private static func failed(_ folder: String, _ reason: String) -> RenderError {
    RenderError(
      .outputFailed, "no temporary file can be created in '\(folder)': \(reason)",
      origin: .file(folder), hint: "check the free space and permissions of the parent folder")
  }
}
