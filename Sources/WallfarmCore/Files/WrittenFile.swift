public import SourceJSON
public import WallfarmPluginKit

/// Files that other modules read and have beside a render: suites, references.
public enum WrittenFile {
  /// Reads and parses a JSON file.
  ///
  /// - Throws: `file-unreadable`, or `invalid-json` with line and column.
  public static func read(_ path: String) throws(RenderError) -> JSONNode {
    try JSONFile.read(path)
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

/// What is in folders.
public enum FolderList {
  /// Whether something is there.
  public static func exists(_ path: String) -> Bool { Files.exists(path) }

  /// Names in a folder without those that begin with a dot, sorted; empty where there is no such
  /// folder.
  public static func names(in folder: String) -> [String] { Files.names(in: folder) }
}
