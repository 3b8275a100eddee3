internal import CSystem
internal import Files
internal import Glibc
import HTTP
import WallfarmPluginKit

/// Bytes that many clients get: a file in memory, of which no answer needs a copy.
final class MemoryFile: HTTPFile {
  let descriptor: Int32
  let count: Int

  /// - Throws: `output-failed` where there is no memory for it.
  init(_ bytes: [UInt8]) throws(RenderError) {
    count = bytes.count
    descriptor = wallfarm_sealable_file("wallfarm document")
    let failure: String? =
      descriptor < 0
      ? SystemError.message(errno)
      : bytes.withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
    guard let reason = failure else { return }
    if descriptor >= 0 { close(descriptor) }
    throw .outputFailed("a document", reason, origin: .option("listen"))
  }

  deinit { close(descriptor) }
}
