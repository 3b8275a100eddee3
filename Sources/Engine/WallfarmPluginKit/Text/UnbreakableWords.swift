extension String {
  /// The words that a title must not break, which are the words in scripts that separate words with
  /// spaces.
  ///
  /// Chinese, Japanese, Thai, Lao, Burmese and Khmer break between unmarked words, so their text is
  /// omitted.
  public var unbreakableWords: [String] {
    split(whereSeparator: \.isWhitespace)
      .filter { word in !word.unicodeScalars.contains(where: \.breaksWithoutSpaces) }
      .map(String.init)
  }
}

extension Unicode.Scalar {
  /// Unicode blocks (version 15) of scripts that are written without spaces.
  fileprivate var breaksWithoutSpaces: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true
    case 0x2E80...0xA4CF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF: true
    default: false
    }
  }
}
