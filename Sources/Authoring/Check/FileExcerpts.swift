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
    guard Self.isDesign(bytes), let spot = SourcePlace(line: line, column: column, in: bytes)
    else { return nil }
    return sourceExcerpt(of: bytes, at: spot)
  }

  /// By its bytes, because what is wrong with it may be that it is no JSON.
  private static func isDesign(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    let first = text.first { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }
    guard !bytes.isEmpty, first != UInt8(ascii: "[") else { return false }
    // A number under such a key is a token that is misspelt.
    let lists = #/"(notes|jobs|snapshots)"\s*:?\s*["\[{]/#.ignoresCase()
    return !String(decoding: text, as: UTF8.self).contains(lists)
  }
}
