/// Scans a header value from left to right for tokens, quoted strings and parameters (RFC 9110,
/// 5.6).
package struct FieldScanner {
  /// The characters that a backslash escapes in a quoted string.
  enum Escapes {
    /// Every character (RFC 9110, 5.6.4).
    case all
    /// Only a quote or a backslash, because browsers and curl do not escape other characters.
    case quoteAndBackslash
  }

  private var rest: ArraySlice<UInt8>
  private let escapes: Escapes

  init(_ text: String, escapes: Escapes = .all) {
    (rest, self.escapes) = (Array(text.utf8)[...], escapes)
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Whether a byte belongs to a token (RFC 9110, 5.6.2).
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "!"),
      UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "|"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Whether a byte is a tab, or is not a control character.
  package static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

  mutating func skipBlanks() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }

  func isBefore(_ sign: Unicode.Scalar) -> Bool { rest.first.map(UInt32.init) == sign.value }

  /// Skips the given character if it comes next; returns whether it was skipped.
  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard isBefore(sign) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Reads the longest sequence of bytes that satisfy a condition; returns nil if it is empty.
  mutating func word(_ isPart: (UInt8) -> Bool = isToken) -> String? {
    let word = rest.prefix(while: isPart)
    rest = rest.dropFirst(word.count)
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }

  /// Reads a quoted string and removes its escapes.
  ///
  /// - Returns: the string, or nil if no quoted string begins at this position, or if the quoted
  ///   string is unterminated or contains a control character.
  mutating func quoted() -> String? {
    guard take("\"") else { return nil }
    var text: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\") where isEscaped(rest.first):
        guard let next = rest.popFirst(), FieldScanner.isText(next) else { return nil }
        text.append(next)
      case _ where FieldScanner.isText(byte): text.append(byte)
      default: return nil
      }
    }
    return nil
  }

  private func isEscaped(_ byte: UInt8?) -> Bool {
    escapes == .all || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Reads all parameters up to the end, such as `; name="photo"; size=3`, with lowercase names.
  ///
  /// - Parameter isPlain: returns whether an unquoted value may contain the given byte.
  /// - Returns: the parameters in order, or nil if they are invalid.
  mutating func parameters(
    isPlain: (UInt8) -> Bool = isToken
  ) -> [(name: String, value: String)]? {
    var found: [(name: String, value: String)] = []
    skipBlanks()
    while take(";") {
      skipBlanks()
      if let name = word() {
        guard take("="), let value = quoted() ?? word(isPlain) else { return nil }
        found.append((name.lowercased(), value))
        skipBlanks()
      }
    }
    return isAtEnd ? found : nil
  }
}
