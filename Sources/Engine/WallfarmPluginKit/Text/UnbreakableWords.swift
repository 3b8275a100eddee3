extension String {
  /// The words that must not be broken in a title: those in scripts that separate words with
  /// spaces.
  ///
  /// Chinese, Japanese, Thai, Lao, Burmese and Khmer are written without spaces between words, so
  /// text in their scripts is omitted.
  public var unbreakableWords: [String] {
    split(whereSeparator: \.isWhitespace)
      .filter { word in !word.unicodeScalars.contains(where: \.breaksWithoutSpaces) }
      .map(String.init)
  }
}

extension Unicode.Scalar {
  /// Whether the character is in a Unicode block (version 15) of a script that is written without
  /// spaces.
  fileprivate var breaksWithoutSpaces: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true
    case 0x2E80...0xA4CF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF: true
    default: false
    }
  }
}
