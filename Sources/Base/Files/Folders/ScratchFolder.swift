package import Diagnostics
internal import Glibc
internal import Synchronization

/// A private temporary folder, which is removed when the object is released.
///
/// The process that uses the folder holds a lock on it. If the process is killed, a later process
/// that creates a scratch folder in the same parent folder removes the abandoned folder.
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
        origin: .environment("TMPDIR"),
        hint: "check the free space and permissions of the parent folder")
    }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    // On a file system without locks, a killed process's folder is never removed.
    if descriptor >= 0 { _ = flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  /// Removes the folder and its contents.
  deinit {
    try? WholeFile.removeAll(path)
    if descriptor >= 0 { close(descriptor) }
  }

  // MARK: - Sweeping

  private static let swept = Mutex<Set<String>>([])
  /// The minimum age in seconds at which an unlocked folder counts as abandoned.
  ///
  /// A newer folder may belong to a process that has not locked it yet.
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
