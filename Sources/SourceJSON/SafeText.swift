// Text from a file, made fit to be shown: no control characters, no hidden direction marks.

extension Unicode.Scalar {
  /// True if printing it cannot move the cursor, hide it, or turn the text round it about.
  package var isSafeToPrint: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    // The two joiners belong to emoji and to many scripts; the other format characters are unseen.
    case .format: self == "\u{200C}" || self == "\u{200D}"
    default: true
    }
  }

  /// Columns it takes in a terminal: none for marks, two for East Asian and emoji, one otherwise.
  ///
  /// The wide ranges are the large blocks of Unicode's EastAsianWidth.txt.
  var printedWidth: Int {
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

/// `text` in single quotes for a message: cut when long, escaped where it could not be seen.
func quoted(_ text: String, limit: Int = 40) -> String {
  var shown = ""
  for (index, scalar) in text.unicodeScalars.enumerated() {
    if index == limit { return "'\(shown)…'" }
    shown += scalar.isSafeToPrint ? String(scalar) : controlEscape(scalar)
  }
  return "'\(shown)'"
}
