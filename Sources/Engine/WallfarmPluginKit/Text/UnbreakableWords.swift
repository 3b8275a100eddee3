extension String {
  /// The words that a large title must not break: all between spaces that belong to scripts which
  /// write with spaces.
  ///
  /// Chinese, Japanese, Thai, Lao, Burmese and Khmer break between words that nothing marks, so
  /// their sentences hold no such word.
  public var unbreakableWords: [String] {
    split(whereSeparator: \.isWhitespace)
      .filter { word in !word.unicodeScalars.contains(where: \.breaksWithoutSpaces) }
      .map(String.init)
  }
}

extension Unicode.Scalar {
  /// Blocks of the Unicode Standard, version 15, whose scripts are written without spaces.
  fileprivate var breaksWithoutSpaces: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true
    case 0x2E80...0xA4CF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF: true
    default: false
    }
  }
}
