internal import Glibc
package import WallfarmPluginKit

/// A folder that nobody else may look into, for as long as somebody needs it.
package final class ScratchFolder {
  /// Its path, in ``above``.
  package let path: String

  /// The folder that `TMPDIR` names.
  package static var above: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  /// Makes one.
  ///
  /// - Throws: `output-failed`.
  package init() throws(RenderError) {
    var name = Array((ScratchFolder.above + "/wallfarm-XXXXXX").utf8CString)
    guard mkdtemp(&name) != nil else {
      throw RenderError(
        .outputFailed, "no temporary folder can be made: \(Files.systemMessage(errno))",
        origin: .environment("TMPDIR"), hint: "make room and permissions there")
    }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Takes it away, with all that is in it.
  deinit { try? WholeFile.removeAll(path) }
}
