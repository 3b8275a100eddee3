internal import Diagnostics

/// Escapes text for GitHub Flavored Markdown, so that it is displayed literally.
///
/// The text must not be interpreted as markup or HTML, mention people, refer to issues, or become a
/// link, an emoji or a formula. Escapes are numeric entities, which cannot form markup (CommonMark
/// 0.31, section 2.5). GitHub looks for mentions after it has decoded entities, so a zero-width
/// space is inserted after each character that could start one.
enum MarkdownText {
  /// A zero-width space, U+200B.
  private static let gap = "&#8203;"
  /// The characters that have a special meaning anywhere in a line.
  private static let marks: Set<Unicode.Scalar> = [
    "&", "<", ">", "\\", "`", "*", "_", "[", "]", "|", "~", "$",
  ]

  /// Escapes text as one line in a paragraph, heading or list item.
  static func prose(_ text: String) -> String {
    let scalars = Array(text.visible.unicodeScalars)
    var escaped = ""
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      if startsReference(scalar, after: index > 0 ? scalars[index - 1] : " ", before: next) {
        escaped += entity(scalar) + gap
      } else if marks.contains(scalar) || (index == 0 && startsBlock(scalar)) {
        escaped += entity(scalar)
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Formats text as a code span on one line.
  static func code(_ text: String) -> String {
    let text = text.visible
    var (run, longest) = (0, 0)
    for scalar in text.unicodeScalars {
      run = scalar == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let isTight = longest == 0 && !text.hasPrefix(" ") && !text.hasSuffix(" ") && !text.isEmpty
    return isTight ? fence + text + fence : fence + " " + text + " " + fence
  }

  /// Escapes text for an HTML comment: percent-encodes all bytes except ASCII letters, digits, `.`,
  /// `/` and `_`.
  static func comment(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.properties.isAlphabetic || "0123456789./_".unicodeScalars.contains(scalar)
      if scalar.isASCII, isPlain {
        encoded.unicodeScalars.append(scalar)
      } else {
        encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }

  /// The text on one line, with at most `count` Unicode scalars and an ellipsis if it is longer.
  static func clipped(_ text: String, _ count: Int) -> String {
    let text = text.visible
    guard text.unicodeScalars.count > count else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(count - 1))) + "…"
  }

  private static func entity(_ scalar: Unicode.Scalar) -> String { "&#\(scalar.value);" }

  /// Whether GitHub may recognize a mention, issue reference, emoji, URL or host name at this
  /// character.
  private static func startsReference(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar, before next: Unicode.Scalar
  ) -> Bool {
    switch scalar {
    case "@", "#": true
    case ":": next != " "
    case ".": previous == "w" || previous == "W"
    // An issue reference, as in GH-12.
    case "-": (previous == "h" || previous == "H") && ("0"..."9").contains(next)
    default: false
    }
  }

  /// Whether a line that starts with this character may be a list item, a heading or code.
  private static func startsBlock(_ scalar: Unicode.Scalar) -> Bool {
    "-+= 0123456789".unicodeScalars.contains(scalar)
  }
}
