public import Diagnostics
public import SourceJSON

/// Files that other modules read and have beside a render: suites, references.
public enum WrittenFile {
  /// Reads and parses a JSON file.
  ///
  /// - Throws: `file-unreadable`, or `invalid-json` with line and column.
  public static func read(_ path: String) throws(RenderError) -> JSONNode {
    try JSONFile.read(path)
  }

  /// Parses bytes that came from a file.
  ///
  /// - Throws: `invalid-json` with line and column.
  public static func parse(_ bytes: [UInt8], file: String) throws(RenderError) -> JSONNode {
    try JSONFile.parse(bytes, file: file)
  }

  /// The first bytes of a file, as many as there are up to `count`.
  ///
  /// - Throws: `file-unreadable`.
  public static func head(of path: String, count: Int) throws(RenderError) -> [UInt8] {
    try Files.readHead(of: path, count: count)
  }

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - limit: most bytes.
  /// - Returns: its bytes, or nil where there is no such file.
  /// - Throws: `file-unreadable`, `file-too-large`.
  public static func bytes(
    of path: String, limit: Int = 64 << 20
  ) throws(RenderError) -> [UInt8]? {
    guard Files.exists(path) else { return nil }
    return try Files.read(path, limit: limit)
  }
}
