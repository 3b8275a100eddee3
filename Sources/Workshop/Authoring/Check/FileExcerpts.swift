internal import Files
internal import SourceJSON
public import WallfarmPluginKit

/// Lines of files, each file read once.
public struct FileExcerpts {
  private var files: [String: [UInt8]] = [:]

  /// Has read nothing.
  public init() {}

  /// The line that an error is about, with a sign under the column; nil where it is about none, or
  /// the file cannot be read.
  ///
  /// Nil for what holds notes, or may: those are private, and no part of a message. A list may be one of
  /// notes or of jobs; a theme, a template and a map of presets have no such keys.
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
