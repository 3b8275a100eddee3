internal import Files
internal import SourceJSON
public import WallfarmPluginKit

/// Extracts excerpts from files, reading each file once.
public struct FileExcerpts {
  private var files: [String: [UInt8]] = [:]

  /// Creates an empty cache.
  public init() {}

  /// The line at an origin, with a caret under the column; nil if there is no such line or the file
  /// is unreadable.
  ///
  /// The result is also nil for a file that may contain notes, because notes are private. Such a
  /// file either is a list, which may contain notes or jobs, or has content keys, which themes,
  /// templates and maps of presets do not have.
  public mutating func excerpt(at origin: Origin) -> String? {
    guard case .file(let path, let line?, let column?) = origin else { return nil }
    let bytes = files[path] ?? (try? Files.read(path, limit: 16 << 20)) ?? []
    files[path] = bytes
    guard DesignText.isLikely(in: bytes),
      let spot = SourcePlace(line: line, column: column, in: bytes)
    else { return nil }
    return sourceExcerpt(of: bytes, at: spot)
  }
}
