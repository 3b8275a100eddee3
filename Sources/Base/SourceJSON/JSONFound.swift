/// What stands at a place where something else was expected.
enum JSONFound: Equatable {
  case end
  /// A run of letters, digits and the signs that occur in names, numbers and colors.
  case word(String)
  case scalar(Unicode.Scalar)
  /// A byte that starts no UTF-8 sequence.
  case invalidByte(UInt8)

  /// True for what starts a comment in many other languages.
  var startsWithNumberSign: Bool {
    switch self {
    case .word(let word): word.utf8.first == UInt8(ascii: "#")
    case .scalar(let scalar): scalar == "#"
    case .end, .invalidByte: false
    }
  }
}

extension SourceCursor {
  /// Longer words are cut; no message shows that much.
  private static let longestWord = 64

  /// What stands ahead: the whole word, or the one character.
  func found() -> JSONFound {
    var ahead = self
    var word = String.UnicodeScalarView()
    while word.count < Self.longestWord, case .scalar(let scalar) = ahead.scalarAhead(),
      scalar.isPartOfWord || (scalar == "#" && word.isEmpty), ahead.skipScalar()
    {
      word.append(scalar)
    }
    return word.isEmpty || word.elementsEqual(["#"]) ? scalarAhead() : .word(String(word))
  }

  /// The one character ahead.
  func scalarAhead() -> JSONFound {
    guard let byte else { return .end }
    guard let length = scalarLength(at: offset),
      let scalar = String(decoding: bytes[offset..<offset + length], as: UTF8.self)
        .unicodeScalars.first
    else { return .invalidByte(byte) }
    return .scalar(scalar)
  }

  /// The start of a `\u` escape as it was written, as far as it can be shown.
  func escapeText() -> String {
    let written = bytes[offset..<min(offset + 6, bytes.count)]
      .prefix { (0x20..<0x7F).contains($0) && $0 != ASCII.quote }
    return String(decoding: written, as: UTF8.self)
  }

  /// True where a number or a word would go on.
  var isAtWordByte: Bool {
    byte.map { Unicode.Scalar($0).isPartOfWord && $0 < 0x80 } ?? false
  }

  /// Moves over `word` if it stands here as a whole word.
  mutating func skip(word: StaticString) -> Bool {
    var end = self
    let matches = word.withUTF8Buffer { letters in
      letters.allSatisfy { end.skip(if: $0) }
    }
    guard matches, !end.isAtWordByte else { return false }
    self = end
    return true
  }

  /// UTF-16 files start with U+FEFF in one byte order or the other, which UTF-8 never contains.
  var startsWithUTF16Mark: Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  }
}

extension Unicode.Scalar {
  fileprivate var isPartOfWord: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "-", "+", ".", "%": true
    default: !isASCII && properties.isAlphabetic
    }
  }
}
