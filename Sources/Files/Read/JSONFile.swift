internal import Digests
package import SourceJSON
package import WallfarmPluginKit

/// A JSON file with places for messages.
package enum JSONFile {
  /// Reads and parses a file.
  ///
  /// - Throws: `file-unreadable`, or `invalid-json` with line and column.
  package static func read(_ path: String) throws(RenderError) -> JSONNode {
    try parse(try Files.read(path), file: path)
  }

  /// Reads and parses a file, and takes the SHA-256 of its bytes.
  ///
  /// - Throws: `file-unreadable`, or `invalid-json` with line and column.
  package static func readWithDigest(
    _ path: String, limit: Int = 64 << 20
  ) throws(RenderError) -> (node: JSONNode, digest: String) {
    let bytes = try Files.read(path, limit: limit)
    return (try parse(bytes, file: path), SHA256.hex(of: bytes))
  }

  /// Parses bytes that came from `file`.
  package static func parse(_ bytes: [UInt8], file: String) throws(RenderError) -> JSONNode {
    do {
      return try JSONNode(parsing: bytes)
    } catch {
      throw .invalidJSON(error, file: file)
    }
  }
}

extension SourcePlace {
  /// The place as an error tells it.
  package func origin(in file: String) -> Origin { .file(file, line: line, column: column) }
}
