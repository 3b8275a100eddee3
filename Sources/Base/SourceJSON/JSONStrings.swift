// Text in double quotes: keys and string values.

extension JSONParser {
  /// Reads the string whose opening quote is ahead.
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

  /// Goes on reading where something else than ASCII stands, up to the closing quote.
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

  /// Moves over characters that stand for themselves, up to a quote or a backslash.
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

  /// Reads the escape whose backslash is ahead.
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

  /// Reads `\u` and four digits, or two of them that are a surrogate pair.
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

  /// The scalar a UTF-16 surrogate pair stands for, or nil if the two are no pair.
  private func scalar(of first: UInt16, _ second: UInt16) -> Unicode.Scalar? {
    guard UTF16.isLeadSurrogate(first), UTF16.isTrailSurrogate(second) else { return nil }
    return Unicode.Scalar(0x10000 + UInt32(first & 0x3FF) << 10 + UInt32(second & 0x3FF))
  }

  /// The number in the `\u0000` at `offset`, or nil if there is no whole one.
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

  /// A backslash before something that has no escape, or before nothing at all.
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
