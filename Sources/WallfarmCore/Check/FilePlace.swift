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
    var files = FileExcerpts()
    return files.excerpt(at: self)
  }
}

/// Lines of files, each file read once.
public struct FileExcerpts {
  private var files: [String: [UInt8]] = [:]

  /// Has read nothing.
  public init() {}

  /// As ``FilePlace/excerpt``.
  public mutating func excerpt(at place: FilePlace) -> String? {
    guard let line = place.line, let column = place.column else { return nil }
    if files[place.file] == nil {
      files[place.file] = (try? Files.read(place.file, limit: 16 << 20)) ?? []
    }
    guard let bytes = files[place.file], !bytes.isEmpty,
      let spot = SourcePlace(line: line, column: column, in: bytes)
    else { return nil }
    return sourceExcerpt(of: bytes, at: spot)
  }
}
