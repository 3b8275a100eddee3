// Parses keys and string values.

extension JSONParser {
  /// Parses the string at this position.
  mutating func string() throws(JSONSyntaxError) {
    let opened = cursor.place
    cursor.skip(1)
    let start = cursor.offset
    cursor.skipPlainASCII()
    if cursor.byte == ASCII.quote {
      tokens.append(.plain(start..<cursor.offset), at: opened)
    } else {
      tokens.append(decoded: try otherString(opened, from: start), at: opened)
    }
    cursor.skip(1)
  }

  /// Parses a string with escapes or non-ASCII characters, up to its closing quote.
  private mutating func otherString(
    _ opened: SourcePlace, from start: Int
  ) throws(JSONSyntaxError) -> String {
    try skipPlainText(opened)
    if cursor.byte == ASCII.quote { return cursor.text(from: start) }
    var text = Array(cursor.bytes[start..<cursor.offset])
    while cursor.byte == ASCII.backslash {
      text.append(contentsOf: String(try escape(opened)).utf8)
      let start = cursor.offset
      try skipPlainText(opened)
      text.append(contentsOf: cursor.bytes[start..<cursor.offset])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Skips unescaped characters, up to a quote or a backslash.
  private mutating func skipPlainText(_ opened: SourcePlace) throws(JSONSyntaxError) {
    while true {
      cursor.skipPlainASCII()
      switch cursor.byte {
      case ASCII.quote, ASCII.backslash: return
      case nil: throw .unclosedString(opened, at: cursor.place)
      case ASCII.lineFeed, ASCII.carriageReturn:
        throw .stringAcrossLines(opened, at: cursor.place)
      case let byte? where byte < 0x20:
        throw .controlCharacter(Unicode.Scalar(byte), at: cursor.place)
      case let byte?:
        guard cursor.skipScalar() else { throw .invalidUTF8(byte, at: cursor.place) }
      }
    }
  }

  /// Parses the escape sequence at this position.
  private mutating func escape(_ opened: SourcePlace) throws(JSONSyntaxError) -> Unicode.Scalar {
    let scalar: Unicode.Scalar
    switch cursor.byte(at: cursor.offset + 1) {
    case UInt8(ascii: "u"): return try unicodeEscape()
    case ASCII.quote: scalar = "\""
    case ASCII.backslash: scalar = "\\"
    case ASCII.slash: scalar = "/"
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    default: throw unknownEscape(opened)
    }
    cursor.skip(2)
    return scalar
  }

  /// Parses a `\u` escape sequence, or two escape sequences that form a surrogate pair.
  private mutating func unicodeEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
    guard let first = codeUnit(at: cursor.offset) else {
      throw .shortUnicodeEscape(cursor.escapeText(), at: cursor.place)
    }
    if let scalar = Unicode.Scalar(first) {
      cursor.skip(6)
      return scalar
    }
    guard let second = codeUnit(at: cursor.offset + 6), let scalar = scalar(of: first, second)
    else { throw .loneSurrogate(first, at: cursor.place) }
    cursor.skip(12)
    return scalar
  }

  /// The scalar that a UTF-16 surrogate pair encodes, or nil if the pair is invalid.
  private func scalar(of first: UInt16, _ second: UInt16) -> Unicode.Scalar? {
    guard UTF16.isLeadSurrogate(first), UTF16.isTrailSurrogate(second) else { return nil }
    return Unicode.Scalar(0x10000 + UInt32(first & 0x3FF) << 10 + UInt32(second & 0x3FF))
  }

  /// The code unit of the `\u0000` escape sequence at `offset`, or nil if it is incomplete.
  private func codeUnit(at offset: Int) -> UInt16? {
    guard cursor.byte(at: offset) == ASCII.backslash,
      cursor.byte(at: offset + 1) == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt16 = 0
    for index in 2..<6 {
      guard let byte = cursor.byte(at: offset + index), let digit = hexDigit(byte) else {
        return nil
      }
      unit = unit << 4 | digit
    }
    return unit
  }

  private func hexDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case ASCII.zero...ASCII.nine: UInt16(byte - ASCII.zero)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// The error for an unknown or incomplete escape sequence.
  private func unknownEscape(_ opened: SourcePlace) -> JSONSyntaxError {
    var after = cursor
    after.skip(1)
    return switch after.scalarAhead() {
    case .scalar("\n"), .scalar("\r"): .stringAcrossLines(opened, at: after.place)
    case .scalar(let scalar): .unknownEscape(scalar, at: cursor.place)
    case .invalidByte(let byte): .invalidUTF8(byte, at: after.place)
    case .end, .word: .unclosedString(opened, at: after.place)
    }
  }
}
