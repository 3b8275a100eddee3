package import SourceJSON
package import WallfarmPluginKit

/// Removes characters that no font draws or that change the layout invisibly.
package enum CleanText {
  /// Returns the cleaned content, with a warning for each text from which characters were removed.
  package static func clean(_ content: Content) -> (content: Content, warnings: [RenderWarning]) {
    var warnings: [RenderWarning] = []
    let cleaned = content.mapTexts { text, kind, number in
      let (plain, removed) = clean(text)
      if removed > 0 { warnings.append(.textCleaned("\(kind.entry) \(number)", count: removed)) }
      return trimmed(plain)
    }
    return (cleaned, warnings)
  }

  /// Whether a parameter value has characters that cleaning would remove.
  package static func hasControls(_ value: JSONValue) -> Bool {
    switch value {
    case .string(let text): clean(text).removed > 0
    case .array(let items): items.contains(where: hasControls)
    case .null, .bool, .number, .object: false
    }
  }

  /// Trims whitespace at both ends, because it would shift a line or add an empty line.
  private static func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  /// Maximum number of characters without a line break opportunity, far more than any word has.
  private static let longestWord = 100

  /// Inserts zero-width spaces into words longer than ``longestWord``.
  ///
  /// The line break search takes quadratic time for long words: 20 s for 20,000 letters.
  static func withPlacesToBreak(_ text: String) -> String {
    guard text.utf8.count > longestWord else { return text }
    var result = ""
    var run = 0
    for character in text {
      run = character.isWhitespace ? 0 : run + 1
      if run > longestWord {
        result.append("\u{200B}")
        run = 1
      }
      result.append(character)
    }
    return result
  }

  /// Normalizes whitespace and removes invalid characters; `removed` is the number of removed
  /// characters.
  ///
  /// Line endings become `\n`. Consecutive spaces and tabs become one space, or are dropped next to
  /// a line ending. Other control characters, replacement characters for invalid bytes, and
  /// noncharacters are removed.
  private static func clean(_ text: String) -> (text: String, removed: Int) {
    var result = String.UnicodeScalarView()
    var removed = 0
    var previous: Unicode.Scalar = "\0"
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A where previous == "\r": break
      case 0x0A, 0x0D, 0x85, 0x2028, 0x2029:
        if result.last == " " { result.removeLast() }
        result.append("\n")
      case 0x09, 0x20:
        if let last = result.last, last != " ", last != "\n" { result.append(" ") }
      case 0x00...0x1F, 0x7F...0x9F, 0xFFFD, 0xFDD0...0xFDEF: removed += 1
      case let value where value & 0xFFFE == 0xFFFE: removed += 1
      default: result.append(scalar)
      }
      previous = scalar
    }
    return (String(result), removed)
  }
}

extension RenderWarning {
  fileprivate static func textCleaned(_ entry: String, count: Int) -> RenderWarning {
    RenderWarning(
      .textCleaned,
      "\(entry): \(count) control or invalid character\(count == 1 ? " was" : "s were") "
        + "removed",
      hint: "send valid UTF-8 text without control characters")
  }
}
