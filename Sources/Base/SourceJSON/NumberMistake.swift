/// The error in an invalid number, and the number that the user probably meant.
struct NumberMistake {
  enum Kind {
    case plusSign, noWholePart, noDigits, hexadecimal, leadingZero, separators
    case noFraction, noExponent, unit
  }

  let kind: Kind
  /// The valid form of the number, if it is unambiguous.
  let repaired: String?

  /// Classifies a word; returns nil for text such as dates and version numbers.
  init?(in word: String) {
    let sign = word.hasPrefix("-") ? "-" : ""
    let digits = word.lowercased().drop { $0 == "-" || $0 == "+" }
    guard let kind = Self.kind(of: digits, in: word) else { return nil }
    self.kind = kind
    repaired = Self.repaired(digits, kind).flatMap { Self.ifNumber(sign + $0) }
    let isUnfinished = kind == .noDigits || kind == .noExponent
    guard isUnfinished || repaired != nil else { return nil }
  }

  private static func kind(of digits: Substring, in word: String) -> Kind? {
    if ["-", "+"].contains(word) { return .noDigits }
    guard digits.utf8.contains(where: \.isDigit) else { return nil }
    if word.hasPrefix("+") { return .plusSign }
    if digits.hasPrefix(".") { return .noWholePart }
    guard digits.utf8.first?.isDigit == true else { return nil }
    if digits.hasPrefix("0x") { return .hexadecimal }
    if digits.contains("_") { return .separators }
    if hasUnit(digits) { return .unit }
    if digits.hasPrefix("0"), digits.dropFirst().utf8.first?.isDigit == true { return .leadingZero }
    if digits.prefix(while: isNumeral).hasSuffix(".") { return .noFraction }
    return ["e", "e+", "e-"].contains { digits.hasSuffix($0) } ? .noExponent : nil
  }

  /// Whether a number is followed by letters or a percent sign, as in `12px` and `50%`.
  private static func hasUnit(_ digits: Substring) -> Bool {
    let tail = digits.drop(while: isNumeral)
    return !tail.isEmpty && tail != "e" && tail.allSatisfy { $0.isLetter || $0 == "%" }
  }

  private static func repaired(_ digits: Substring, _ kind: Kind) -> String? {
    switch kind {
    case .hexadecimal: UInt64(digits.dropFirst(2), radix: 16).map { String($0) }
    case .unit: tidied(digits.prefix(while: isNumeral))
    case .noDigits, .noExponent: nil
    case .plusSign, .noWholePart, .leadingZero, .separators, .noFraction: tidied(digits)
    }
  }

  /// Removes separators, leading zeros and a trailing point, and adds a digit before the point.
  private static func tidied(_ digits: Substring) -> String {
    let joined = digits.filter { $0 != "_" }
    let exponent = joined.drop(while: isNumeral)
    var number = joined.prefix(while: isNumeral).drop { $0 == "0" }
    if number.hasSuffix(".") { number.removeLast() }
    return (number.utf8.first?.isDigit == true ? "" : "0") + number + exponent
  }

  private static func isNumeral(_ character: Character) -> Bool {
    character.isASCII && (character.isNumber || character == ".")
  }

  /// The text, if it is a JSON number (RFC 8259, section 6).
  ///
  /// The parser cannot be used here, because its error messages use this type.
  private static func ifNumber(_ text: String) -> String? {
    var rest = text.utf8[...]
    func skip(_ byte: UInt8...) -> Bool {
      guard let first = rest.first, byte.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    func skipDigits() -> Int {
      let count = rest.prefix(while: \.isDigit).count
      rest = rest.dropFirst(count)
      return count
    }
    _ = skip(UInt8(ascii: "-"))
    let hasLeadingZero = rest.first == ASCII.zero
    let whole = skipDigits()
    guard whole == 1 || (whole > 1 && !hasLeadingZero) else { return nil }
    if skip(UInt8(ascii: ".")), skipDigits() == 0 { return nil }
    if skip(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "+"), UInt8(ascii: "-"))
      if skipDigits() == 0 { return nil }
    }
    return rest.isEmpty && Double(text)?.isFinite == true ? text : nil
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { ASCII.zero...ASCII.nine ~= self }
}
