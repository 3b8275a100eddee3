import Files
internal import Glibc
package import WallfarmPluginKit

/// A file without a name, for its owner alone, gone with the last one who has it open.
package final class AnonymousFile {
  let descriptor: Int32

  /// `O_TMPFILE` of Linux, a macro that Swift cannot see: 0o20000000 and that of folders.
  private static let unnamed = 0o20_000_000 | O_DIRECTORY

  /// Makes one.
  ///
  /// - Parameter folder: where its bytes are kept; it should be private, because they are somebody's health.
  /// - Throws: `output-failed`.
  package init(in folder: String) throws(RenderError) {
    var file = Files.untilNotInterrupted {
      open(folder, AnonymousFile.unnamed | O_RDWR | O_CLOEXEC, 0o600)
    }
    // Some file systems know none: then one with a name, which is taken away before anything is in it.
    if file < 0, [EOPNOTSUPP, EISDIR, ENOENT, EINVAL].contains(errno) {
      let name = "\(folder)/wallfarm-health-\(UInt64.random(in: 0...UInt64.max))"
      file = open(name, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, 0o600)
      if file >= 0 { unlink(name) }
    }
    guard file >= 0 else { throw AnonymousFile.failed(folder, errno) }
    descriptor = file
    self.folder = folder
  }

  private let folder: String

  deinit { close(descriptor) }

  /// Adds bytes at its end.
  ///
  /// - Throws: `output-failed`.
  func append(_ bytes: UnsafeRawBufferPointer) throws(RenderError) {
    var done = 0
    while done < bytes.count {
      let wrote = Files.untilNotInterrupted {
        write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      }
      guard wrote > 0 else { throw AnonymousFile.failed(folder, errno) }
      done += wrote
    }
  }

  private static func failed(_ folder: String, _ number: Int32) -> RenderError {
    RenderError(
      .outputFailed, "'\(folder)' cannot hold a file: \(SystemError.message(number))",
      origin: .file(folder), hint: "make room and permissions there")
  }
}
