// Escapes text from files for display, including control characters and invisible direction marks.

extension Unicode.Scalar {
  /// Whether the character can be printed without moving the cursor, hiding text or changing the
  /// direction of the text.
  package var isSafeToPrint: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    // Emoji and many scripts need the zero-width joiner and non-joiner; other format characters are
    // not safe.
    case .format: self == "\u{200C}" || self == "\u{200D}"
    default: true
    }
  }

  /// Whether the character is invisible or affects the display of surrounding text.
  ///
  /// The result is true for all unsafe characters and all default-ignorable code points, such as
  /// Hangul fillers, except the two joiners and variation selectors.
  package var isHidden: Bool {
    guard value >= 0x7F else { return value < 0x20 }
    guard isSafeToPrint else { return true }
    let isPartOfWords = isJoiner || isVariationSelector
    return properties.isDefaultIgnorableCodePoint && !isPartOfWords
  }

  fileprivate var isVariationSelector: Bool { (0xFE00...0xFE0F).contains(value) }

  private var isJoiner: Bool { self == "\u{200C}" || self == "\u{200D}" }

  /// The width in terminal columns: 0 for marks, 2 for East Asian characters and emoji, otherwise
  /// 1.
  ///
  /// The wide ranges are the large blocks of Unicode's EastAsianWidth.txt.
  package var printedWidth: Int {
    switch value {
    case 0x20..<0x7F: return 1
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }
}

extension String {
  /// The text on one line, with invisible characters escaped like `\u{202e}`.
  ///
  /// Line breaks, control characters, direction marks and other hidden characters are escaped. The
  /// operation is idempotent.
  public var visible: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var shown = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in unicodeScalars {
      // A variation selector without a base character is invisible.
      let isLone =
        scalar.isVariationSelector && (previous == " " || previous.isVariationSelector)
      if scalar.isHidden || isLone {
        shown.append(contentsOf: String.escape(scalar).unicodeScalars)
      } else {
        shown.append(scalar)
      }
      previous = scalar
    }
    return String(shown)
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{" + String(scalar.value, radix: 16) + "}"
    }
  }
}
