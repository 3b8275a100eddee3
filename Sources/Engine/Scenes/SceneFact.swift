internal import SourceJSON

/// A property of a scene, such as the position of a layer.
package struct SceneFact: Sendable, Hashable {
  /// The name of a layer or of another part of the scene, such as `free-area`.
  package let subject: String
  /// The name of the property.
  package let property: String
  package let value: FactValue
}

/// The value of a fact.
package enum FactValue: Sendable, Hashable {
  /// Numbers, rounded to 0.001 when written; lengths are in points.
  case numbers([Double])
  /// A color, a name or several names.
  case words(String)
  /// Text from the user.
  case text(String)

  package static func number(_ number: Double) -> FactValue { .numbers([number]) }
  package static func count(_ number: Int) -> FactValue { .numbers([Double(number)]) }
  static func flag(_ isOn: Bool) -> FactValue { .words(isOn ? "yes" : "no") }

  /// The value as written in a reference, such as `72 318`, `#ffffff` or `"Buy milk"`.
  package var written: String {
    switch self {
    case .numbers(let numbers): numbers.map(FactValue.written).joined(separator: " ")
    case .words(let words): FactValue.isPlain(words) ? words : JSONValue.string(words).written
    case .text(let text): JSONValue.string(text).written
    }
  }

  /// A number rounded to 0.001, without trailing zeros.
  package static func written(_ number: Double) -> String {
    JSONValue.number((min(max(number, -largest), largest) * 1000).rounded() / 1000)
      .text(pretty: false)
  }

  /// The maximum absolute value of a number; larger numbers do not occur in scenes and would
  /// overflow in sentences.
  private static let largest = 1e9

  /// Parses ``written``; returns `nil` for unterminated quotes and for numbers out of range.
  init?(reading text: String) {
    // Compare bytes, because a combining mark after the quote would form one character with it.
    if text.utf8.first == UInt8(ascii: "\"") {
      guard let node = try? JSONNode(parsing: text), let string = node.string else { return nil }
      self = .text(string)
      return
    }
    let parts = text.utf8.split(separator: UInt8(ascii: " "))
    let numbers = parts.lazy.map { Double(Substring($0)) }
    if !numbers.isEmpty, numbers.allSatisfy({ $0?.isFinite == true }) {
      let numbers = Array(numbers.compactMap { $0 })
      guard numbers.allSatisfy({ abs($0) <= Self.largest }) else { return nil }
      self = .numbers(numbers)
    } else {
      self = .words(text)
    }
  }

  /// Whether words can be written without quotes and parsed back as words.
  private static func isPlain(_ words: String) -> Bool {
    let bytes = words.utf8
    let (blank, semicolon) = (UInt8(ascii: " "), UInt8(ascii: ";"))
    guard let first = bytes.first, let last = bytes.last,
      first != blank, last != blank, last != semicolon,
      bytes.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") }),
      Substring(words).utf8.firstPair(";", " ") == nil
    else { return false }
    return bytes.split(separator: blank).lazy.contains { Double(Substring($0)) == nil }
  }
}

extension JSONValue {
  /// The value on one line, with line separators escaped.
  fileprivate var written: String {
    let text = text(pretty: false)
    // All three line separators are non-ASCII characters. Most text is ASCII and can be returned
    // unchanged.
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    return text.replacing("\u{2028}", with: "\\u2028")
      .replacing("\u{2029}", with: "\\u2029").replacing("\u{85}", with: "\\u0085")
  }
}

extension Substring.UTF8View {
  /// Returns the index of the first place where `other` directly follows `one`; both are ASCII
  /// characters.
  func firstPair(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Index? {
    let (one, other) = (UInt8(ascii: one), UInt8(ascii: other))
    var start = startIndex
    while let found = self[start...].firstIndex(of: one) {
      start = index(after: found)
      if start < endIndex, self[start] == other { return found }
    }
    return nil
  }
}
