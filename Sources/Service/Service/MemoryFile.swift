internal import CSystem
internal import Files
internal import Glibc
import HTTP
import WallfarmPluginKit

/// A file in memory whose content is sent in responses without being copied.
package final class MemoryFile: HTTPFile {
  package let descriptor: Int32
  package let count: Int

  /// Creates a file and fills it.
  ///
  /// - Parameters:
  ///   - name: A label, visible in the process's list of open files.
  ///   - fill: Receives the path of the file and writes its content.
  /// - Throws: `output-failed`, and errors from `fill`.
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

  /// Creates a file with content.
  ///
  /// - Throws: `output-failed`.
  convenience init(_ name: String, _ bytes: [UInt8]) throws(RenderError) {
    try self.init(name) { (file: Writer) throws(RenderError) in try file.write(bytes) }
  }

  /// Creates a file whose content is written in pieces.
  ///
  /// - Throws: `output-failed`, and errors from `write`.
  convenience init(
    _ name: String, write: (Writer) throws(RenderError) -> Void
  ) throws(RenderError) {
    try self.init(name) { (path: String) throws(RenderError) in
      let file = open(path, O_WRONLY | O_CLOEXEC)
      guard file >= 0 else {
        throw .outputFailed(name, SystemError.message(errno), origin: .option("listen"))
      }
      defer { close(file) }
      try write(Writer(name: name, descriptor: file))
    }
  }

  /// Writes the content of a new file.
  struct Writer {
    fileprivate let name: String
    fileprivate let descriptor: Int32

    /// Appends bytes.
    ///
    /// - Throws: `output-failed`.
    func write(_ bytes: [UInt8]) throws(RenderError) {
      let reason = bytes.withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
      if let reason { throw .outputFailed(name, reason, origin: .option("listen")) }
    }
  }

  /// Returns the SHA-256 of the content.
  ///
  /// - Throws: `file-unreadable`.
  func digest() throws(RenderError) -> String {
    try FileDigest.sha256(ofFile: "/proc/self/fd/\(descriptor)")
  }

  deinit { close(descriptor) }
}
