public import Diagnostics
public import SourceJSON

/// Reads files, such as snapshot suites and references, for other modules.
public enum WrittenFile {
  /// Reads and parses a JSON file.
  ///
  /// - Throws: `file-unreadable`, or `invalid-json` with line and column.
  public static func read(_ path: String) throws(RenderError) -> JSONNode {
    try JSONFile.read(path)
  }

  /// Parses the bytes of a file.
  ///
  /// - Throws: `invalid-json` with line and column.
  public static func parse(_ bytes: [UInt8], file: String) throws(RenderError) -> JSONNode {
    try JSONFile.parse(bytes, file: file)
  }

  /// Reads up to `count` bytes from the start of a file.
  ///
  /// - Throws: `file-unreadable`.
  public static func head(of path: String, count: Int) throws(RenderError) -> [UInt8] {
    try Files.readHead(of: path, count: count)
  }

  /// Reads a file if it exists.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - limit: maximum size in bytes.
  /// - Returns: the bytes, or nil if the file does not exist.
  /// - Throws: `file-unreadable`, `file-too-large`.
  public static func bytes(
    of path: String, limit: Int = 64 << 20
  ) throws(RenderError) -> [UInt8]? {
    guard Files.exists(path) else { return nil }
    return try Files.read(path, limit: limit)
  }
}
