// Parses numbers according to the grammar of RFC 8259, and rounds them to the nearest `Double`.

extension JSONParser {
  /// Parses the number at this position.
  mutating func number() throws(JSONSyntaxError) -> Double {
    let place = cursor.place
    var number = cursor
    guard let decimal = number.skipDecimal(), !number.isAtWordByte else {
      throw unexpected(.value)
    }
    cursor = number
    if let exact = decimal.exactValue { return exact }
    let text = cursor.text(from: place.offset)
    guard let rounded = Double(text), rounded.isFinite else {
      throw .numberTooLarge(text, at: place)
    }
    return rounded
  }
}

/// A decimal number that is being parsed: its digits and a power of ten.
struct JSONDecimal {
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
  /// The limit below which another digit can be appended, because the result is less than 2⁵³ and
  /// therefore exact as a `Double`.
  private static let roomForADigit: UInt64 = 900_719_925_474_099
  /// An exponent that is beyond the range of `Double` but too small to cause an integer overflow.
  private static let exponentLimit = 100_000

  var isNegative = false
  private var digits: UInt64 = 0
  private var scale = 0
  private var isExact = true

  mutating func append(digit byte: UInt8, isFraction: Bool) {
    guard digits < Self.roomForADigit else {
      isExact = false
      return
    }
    digits = digits * 10 + UInt64(byte - ASCII.zero)
    if isFraction { scale -= 1 }
  }

  mutating func apply(exponent: Int) { scale += exponent }

  static func exponent(_ exponent: Int, appending byte: UInt8) -> Int {
    min(exponent * 10 + Int(byte - ASCII.zero), exponentLimit)
  }

  /// The value, if one multiplication or division of exact operands is enough to compute it
  /// (Clinger 1990).
  ///
  /// This is the case for most numbers.
  var exactValue: Double? {
    guard isExact, abs(scale) < Self.powersOfTen.count else { return nil }
    let power = Self.powersOfTen[abs(scale)]
    let magnitude = scale < 0 ? Double(digits) / power : Double(digits) * power
    return isNegative ? -magnitude : magnitude
  }
}

extension SourceCursor {
  /// Parses the number at this position.
  ///
  /// - Returns: nil if the number is invalid or too large.
  package mutating func number() -> Double? {
    let start = offset
    guard let decimal = skipDecimal() else { return nil }
    if let exact = decimal.exactValue { return exact }
    return Double(text(from: start)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Skips a number; returns nil if it is invalid.
  fileprivate mutating func skipDecimal() -> JSONDecimal? {
    var decimal = JSONDecimal()
    decimal.isNegative = skip(if: ASCII.minus)
    guard skipWhole(&decimal), skipFraction(&decimal), skipExponent(&decimal) else { return nil }
    return decimal
  }

  private mutating func skipWhole(_ decimal: inout JSONDecimal) -> Bool {
    if skip(if: ASCII.zero) { return true }
    return skipDigits { decimal.append(digit: $0, isFraction: false) }
  }

  private mutating func skipFraction(_ decimal: inout JSONDecimal) -> Bool {
    guard skip(if: ASCII.point) else { return true }
    return skipDigits { decimal.append(digit: $0, isFraction: true) }
  }

  private mutating func skipExponent(_ decimal: inout JSONDecimal) -> Bool {
    guard skip(if: UInt8(ascii: "e")) || skip(if: UInt8(ascii: "E")) else { return true }
    let isNegative = skip(if: ASCII.minus)
    if !isNegative { _ = skip(if: ASCII.plus) }
    var exponent = 0
    let hasDigits = skipDigits { exponent = JSONDecimal.exponent(exponent, appending: $0) }
    decimal.apply(exponent: isNegative ? -exponent : exponent)
    return hasDigits
  }

  /// Skips a sequence of digits; returns false if there are none.
  private mutating func skipDigits(_ use: (UInt8) -> Void) -> Bool {
    let start = offset
    while let byte, ASCII.zero...ASCII.nine ~= byte {
      use(byte)
      skip(1)
    }
    return offset > start
  }
}
