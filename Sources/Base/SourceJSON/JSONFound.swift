/// The unexpected text at a position.
enum JSONFound: Equatable {
  case end
  /// A sequence of letters, digits and other characters that occur in names, numbers and colors.
  case word(String)
  case scalar(Unicode.Scalar)
  /// A byte that does not start a valid UTF-8 sequence.
  case invalidByte(UInt8)

  /// Whether the text starts with `#`, which starts a comment in many languages.
  var startsWithNumberSign: Bool {
    switch self {
    case .word(let word): word.utf8.first == UInt8(ascii: "#")
    case .scalar(let scalar): scalar == "#"
    case .end, .invalidByte: false
    }
  }
}

extension SourceCursor {
  /// The maximum number of scalars to read from a word; messages do not show more.
  private static let longestWord = 64

  /// The word or character at this position.
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

  /// The character at this position.
  func scalarAhead() -> JSONFound {
    guard let byte else { return .end }
    guard let length = scalarLength(at: offset),
      let scalar = String(decoding: bytes[offset..<offset + length], as: UTF8.self)
        .unicodeScalars.first
    else { return .invalidByte(byte) }
    return .scalar(scalar)
  }

  /// The start of a `\u` escape: at most six bytes, up to the first quote or unprintable character.
  func escapeText() -> String {
    let written = bytes[offset..<min(offset + 6, bytes.count)]
      .prefix { (0x20..<0x7F).contains($0) && $0 != ASCII.quote }
    return String(decoding: written, as: UTF8.self)
  }

  /// Whether the next byte continues a number or a word.
  var isAtWordByte: Bool {
    byte.map { Unicode.Scalar($0).isPartOfWord && $0 < 0x80 } ?? false
  }

  /// Skips `word` if it is a complete word at this position.
  mutating func skip(word: StaticString) -> Bool {
    var end = self
    let matches = word.withUTF8Buffer { letters in
      letters.allSatisfy { end.skip(if: $0) }
    }
    guard matches, !end.isAtWordByte else { return false }
    self = end
    return true
  }

  /// Whether the text starts with a UTF-16 byte order mark, which is invalid in UTF-8.
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
