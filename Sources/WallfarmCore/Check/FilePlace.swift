internal import SourceJSON

/// `themes/mine.json:12:5` taken apart.
public struct FilePlace: Sendable, Hashable {
  /// The path of the file.
  public let file: String
  /// From 1; nil where only the file is named.
  public let line: Int?
  /// From 1; nil where only the file is named.
  public let column: Int?

  /// Reads where an error or a warning came from.
  public init(_ origin: String) {
    let parts = origin.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count > 2, let line = Int(parts[parts.count - 2]),
      let column = Int(parts[parts.count - 1])
    {
      (self.line, self.column) = (line, column)
      file = parts.dropLast(2).joined(separator: ":")
    } else {
      (file, line, column) = (origin, nil, nil)
    }
  }

  /// The line itself, with a sign under the column; nil where the file cannot be read, or has no such
  /// line.
  ///
  /// Only for files that hold no notes: those are private, and no part of a message.
  public var excerpt: String? {
    guard let line, let column, let bytes = try? Files.read(file, limit: 16 << 20),
      let place = SourcePlace(line: line, column: column, in: bytes)
    else { return nil }
    return sourceExcerpt(of: bytes, at: place)
  }
}
