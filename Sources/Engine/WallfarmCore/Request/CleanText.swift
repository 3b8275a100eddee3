package import SourceJSON
import WallfarmPluginKit

/// Takes out of text what no font draws and what would change the layout unseen.
package enum CleanText {
  /// The content, and a warning where something was taken out.
  static func clean(_ content: Content) -> (content: Content, warnings: [RenderWarning]) {
    var warnings: [RenderWarning] = []
    let cleaned = content.mapTexts { text, kind, number in
      let (plain, removed) = clean(text)
      if removed > 0 { warnings.append(.textCleaned("\(kind.entry) \(number)", count: removed)) }
      return trimmed(plain)
    }
    return (cleaned, warnings)
  }

  /// Whether a value of a parameter has characters that no text has.
  package static func hasControls(_ value: JSONValue) -> Bool {
    switch value {
    case .string(let text): clean(text).removed > 0
    case .array(let items): items.contains(where: hasControls)
    case .null, .bool, .number, .object: false
    }
  }

  /// Without blank space at either end, which would shift a line or leave an empty one.
  private static func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  /// Longest run of characters without a place to break, far beyond any word.
  private static let longestWord = 100

  /// With an invisible place to break every so often in endless words: finding one by trial takes
  /// time that grows with the square of the length, 20 s for 20,000 letters.
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

  /// Line ends become `\n`, tabs a space; other control characters, replacement marks for bytes
  /// that were no text, and noncharacters go.
  private static func clean(_ text: String) -> (text: String, removed: Int) {
    var result = String.UnicodeScalarView()
    var removed = 0
    var previous: Unicode.Scalar = "\0"
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A where previous == "\r": break
      case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: result.append("\n")
      case 0x09: result.append(" ")
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
      "\(entry): \(count) control or broken character\(count == 1 ? " was" : "s were") "
        + "taken out",
      hint: "send it as clean UTF-8 text")
  }
}
