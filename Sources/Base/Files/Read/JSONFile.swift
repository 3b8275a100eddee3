package import Diagnostics
internal import Digests
package import SourceJSON

/// Reads JSON files and preserves positions for messages.
///
/// A syntax error includes text from the file only if the caller declares that the file is a
/// design, such as a theme, and its bytes look like a design. Any other file may contain private
/// text.
package enum JSONFile {
  /// Reads and parses a file.
  ///
  /// - Throws: `file-unreadable`, or `invalid-json` with line and column.
  package static func read(
    _ path: String, isDesign: Bool = false
  ) throws(RenderError) -> JSONNode {
    try parse(try Files.read(path), file: path, isDesign: isDesign)
  }

  /// Reads and parses a file, and computes the SHA-256 of its bytes.
  ///
  /// - Throws: `file-unreadable`, or `invalid-json` with line and column.
  package static func readWithDigest(
    _ path: String, limit: Int = 64 << 20, isDesign: Bool = false
  ) throws(RenderError) -> (node: JSONNode, digest: String) {
    let bytes = try Files.read(path, limit: limit)
    return (try parse(bytes, file: path, isDesign: isDesign), SHA256.hex(of: bytes))
  }

  /// Parses the bytes of a file.
  package static func parse(
    _ bytes: [UInt8], file: String, isDesign: Bool = false
  ) throws(RenderError) -> JSONNode {
    do {
      return try JSONNode(parsing: bytes)
    } catch {
      throw .invalidJSON(error, file: file, showsText: isDesign && DesignText.isLikely(in: bytes))
    }
  }
}

extension SourcePlace {
  /// The position as the origin of an error.
  package func origin(in file: String) -> Origin { .file(file, line: line, column: column) }
}
