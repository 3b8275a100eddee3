internal import Glibc
internal import Synchronization
package import WallfarmPluginKit

/// A folder that nobody else may look into, for as long as somebody needs it.
///
/// It is locked by the process that uses it; one that a killed process has left is removed by the
/// next.
package final class ScratchFolder {
  /// Its path, in ``above``.
  package let path: String
  private let descriptor: Int32

  /// The folder that `TMPDIR` names.
  package static var above: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  private static let prefix = "wallfarm-scratch-"

  /// Makes one.
  ///
  /// - Throws: `output-failed`.
  package convenience init() throws(RenderError) { try self.init(in: ScratchFolder.above) }

  init(in above: String) throws(RenderError) {
    ScratchFolder.sweepOnce(above)
    var name = Array("\(above)/\(ScratchFolder.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw RenderError(
        .outputFailed, "no temporary folder can be made: \(Files.systemMessage(errno))",
        origin: .environment("TMPDIR"), hint: "make room and permissions there")
    }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    // Without a lock it is only left behind by a kill.
    if descriptor >= 0 { _ = flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  /// Takes it away, with all that is in it.
  deinit {
    try? WholeFile.removeAll(path)
    if descriptor >= 0 { close(descriptor) }
  }

  // MARK: - Sweeping

  private static let swept = Mutex<Set<String>>([])
  /// Seconds for which one may have no lock yet.
  private static let longestBegin = 60

  private static func sweepOnce(_ above: String) {
    guard swept.withLock({ $0.insert(above).inserted }) else { return }
    sweep(above, olderThan: longestBegin)
  }

  /// Removes what killed processes of this user have left.
  static func sweep(_ above: String, olderThan seconds: Int) {
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
