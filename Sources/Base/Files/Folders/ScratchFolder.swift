package import Diagnostics
internal import Glibc
internal import Synchronization

/// A private temporary folder, removed when the object is released.
///
/// The process that uses the folder holds a lock on it. The next run removes the folders of killed
/// processes.
package final class ScratchFolder {
  /// The path of the folder, which is in ``above``.
  package let path: String
  private let descriptor: Int32

  /// The parent folder: the value of `TMPDIR`, or `/tmp` by default.
  package static var above: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  private static let prefix = "wallfarm-scratch-"

  /// Creates a folder.
  ///
  /// - Throws: `output-failed`.
  package convenience init() throws(RenderError) { try self.init(in: ScratchFolder.above) }

  package init(in above: String) throws(RenderError) {
    ScratchFolder.sweepOnce(above)
    var name = Array("\(above)/\(ScratchFolder.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw RenderError(
        .outputFailed, "the temporary folder cannot be created: \(Files.systemMessage(errno))",
        origin: .environment("TMPDIR"), hint: "check its free space and permissions")
    }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    // On a file system without locks, the folder of a killed process is never removed.
    if descriptor >= 0 { _ = flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  /// Removes the folder and its contents.
  deinit {
    try? WholeFile.removeAll(path)
    if descriptor >= 0 { close(descriptor) }
  }

  // MARK: - Sweeping

  private static let swept = Mutex<Set<String>>([])
  /// Minimum age in seconds at which an unlocked folder counts as abandoned, because a newer folder
  /// may not be locked yet.
  private static let longestBegin = 60

  private static func sweepOnce(_ above: String) {
    guard swept.withLock({ $0.insert(above).inserted }) else { return }
    sweep(above, olderThan: longestBegin)
  }

  /// Removes unlocked scratch folders that killed processes of this user left behind.
  package static func sweep(_ above: String, olderThan seconds: Int) {
    for name in Files.names(in: above) where name.hasPrefix(prefix) {
      let path = "\(above)/\(name)"
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
        time(nil) - status.st_ctim.tv_sec >= seconds, flock(descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      try? WholeFile.removeAll(path)
    }
  }
}
