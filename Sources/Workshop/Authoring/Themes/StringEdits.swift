internal import SourceJSON
internal import WallfarmPluginKit

/// Replacements of string values in a JSON file, which keep the rest of the text, such as comments.
struct StringEdits {
  /// The new strings by the position of the old ones.
  private var strings: [Position: String] = [:]

  private struct Position: Hashable {
    let line: Int
    let column: Int
  }

  /// Whether no string is replaced.
  var isEmpty: Bool { strings.isEmpty }

  /// Replaces the string at a position.
  mutating func replace(_ origin: Origin, with text: String) {
    guard let line = origin.line, let column = origin.column else { return }
    strings[Position(line: line, column: column)] = text
  }

  /// Returns the file with all replacements; `nil` if there is no string at one of the positions.
  func applied(to bytes: [UInt8]) -> [UInt8]? {
    var ranges: [(range: Range<Int>, text: String)] = []
    for (position, text) in strings {
      guard
        let start = SourcePlace(line: position.line, column: position.column, in: bytes)?.offset,
        let end = StringEdits.end(ofStringAt: start, in: bytes)
      else { return nil }
      ranges.append((start..<end, JSONValue.string(text).text(pretty: false)))
    }
    var bytes = bytes
    for (range, text) in ranges.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(range, with: Array(text.utf8))
    }
    return bytes
  }

  /// Returns the offset after the closing quote.
  private static func end(ofStringAt start: Int, in bytes: [UInt8]) -> Int? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { return nil }
    var offset = start + 1
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
      offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    return offset < bytes.count ? offset + 1 : nil
  }
}
