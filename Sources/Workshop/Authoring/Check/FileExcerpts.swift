internal import Files
internal import SourceJSON
public import WallfarmPluginKit

/// Extracts excerpts from files, reading each file once.
public struct FileExcerpts {
  private var files: [String: [UInt8]] = [:]

  /// Creates an empty cache.
  public init() {}

  /// The line of an origin, with a caret under the column; nil if there is no line or the file is
  /// unreadable.
  ///
  /// It is nil for files that may contain notes, because notes are private. A list may contain
  /// notes or jobs; themes, templates and maps of presets have no such keys.
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
