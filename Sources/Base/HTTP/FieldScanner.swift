/// Reads the value of a header from its start: words, quoted texts and parameters (RFC 9110, 5.6).
struct FieldScanner {
  /// What a backslash does in a quoted text.
  enum Escapes {
    /// The next character stands for itself, whichever it is (RFC 9110, 5.6.4).
    case all
    /// Only before a quote and another backslash: browsers and curl write the others as they are.
    case quoteAndBackslash
  }

  private var rest: ArraySlice<UInt8>
  private let escapes: Escapes

  init(_ text: String, escapes: Escapes = .all) {
    (rest, self.escapes) = (Array(text.utf8)[...], escapes)
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// RFC 9110, 5.6.2.
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

  /// All but control characters.
  static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

  mutating func skipBlanks() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }

  func isBefore(_ sign: Unicode.Scalar) -> Bool { rest.first.map(UInt32.init) == sign.value }

  /// Moves over a character, if it is the next.
  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard isBefore(sign) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Moves over all bytes of a kind; nil where the next is none.
  mutating func word(_ isPart: (UInt8) -> Bool = isToken) -> String? {
    let word = rest.prefix(while: isPart)
    rest = rest.dropFirst(word.count)
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }

  /// Moves over a quoted text, and gives what it stands for.
  ///
  /// - Returns: nil where none begins here, it does not end, or a control character is in it.
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

  /// Reads all parameters up to the end, such as `; name="photo"; size=3`, names in lower case.
  ///
  /// - Parameter isPlain: what a value may have that is not quoted.
  /// - Returns: every one in its order; nil where something else stands between them.
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
