internal import CSystem
internal import Files
internal import Glibc
import HTTP
import WallfarmPluginKit

/// A file in memory, of which no answer needs a copy.
final class MemoryFile: HTTPFile {
  let descriptor: Int32
  let count: Int

  /// Has a file filled.
  ///
  /// - Parameters:
  ///   - name: what it is, for those who list the files of the process.
  ///   - fill: is told the path of the file, and fills it.
  /// - Throws: `output-failed`, and what `fill` throws.
  init(_ name: String, fill: (String) throws(RenderError) -> Void) throws(RenderError) {
    descriptor = wallfarm_sealable_file(name)
    guard descriptor >= 0 else {
      throw .outputFailed(name, SystemError.message(errno), origin: .option("listen"))
    }
    do throws(RenderError) {
      try fill("/proc/self/fd/\(descriptor)")
    } catch {
      close(descriptor)
      throw error
    }
    var status = stat()
    fstat(descriptor, &status)
    count = Int(status.st_size)
  }

  /// Holds some bytes.
  ///
  /// - Throws: `output-failed`.
  convenience init(_ name: String, _ bytes: [UInt8]) throws(RenderError) {
    try self.init(name) { (path) throws(RenderError) in
      let file = open(path, O_WRONLY | O_CLOEXEC)
      defer { if file >= 0 { close(file) } }
      let reason: String? =
        file < 0
        ? SystemError.message(errno)
        : bytes.withUnsafeBytes { AtomicFile.writeAll($0, to: file) }
      if let reason { throw .outputFailed(name, reason, origin: .option("listen")) }
    }
  }

  /// SHA-256 of what is in it.
  ///
  /// - Throws: `file-unreadable`.
  func digest() throws(RenderError) -> String {
    try FileDigest.sha256(ofFile: "/proc/self/fd/\(descriptor)")
  }

  deinit { close(descriptor) }
}
