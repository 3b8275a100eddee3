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

  /// Whether a person would not see that it is there, or it changes how what stands round it is shown.
  ///
  /// Besides what is not safe to print, all that Unicode calls ignorable, such as the fillers of
  /// Hangul; but not the two joiners and what chooses the form of an emoji.
  package var isHidden: Bool {
    guard value >= 0x7F else { return value < 0x20 }
    guard isSafeToPrint else { return true }
    let isPartOfWords = isJoiner || isVariationSelector
    return properties.isDefaultIgnorableCodePoint && !isPartOfWords
  }

  fileprivate var isVariationSelector: Bool { (0xFE00...0xFE0F).contains(value) }

  private var isJoiner: Bool { self == "\u{200C}" || self == "\u{200D}" }

  /// Columns it takes in a terminal: none for marks, two for East Asian and emoji, one otherwise.
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
  /// The same on one line in which everything can be seen: line ends, control characters, marks that
  /// turn text about and others that nothing shows are written like `\u{202e}`.
  ///
  /// What is visible already comes back as it is, so it may be done twice.
  public var visible: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var shown = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in unicodeScalars {
      // A form is chosen for a character; one that is chosen for none cannot be seen.
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
