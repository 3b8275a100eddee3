import SourceJSON
import WallfarmTesting

/// Random values, and texts that represent them in all ways that the grammar allows.
struct RandomJSON {
  var generator: SeededGenerator

  init(seed: UInt64 = SeededGenerator.standardSeed) { generator = SeededGenerator(seed: seed) }

  mutating func value(depth: Int = 4) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 5), using: &generator) {
    case 0: .null
    case 1: .bool(.random(using: &generator))
    case 2: .number(number())
    case 3, 4: .string(string())
    case 5, 6: .array((0..<count()).map { _ in value(depth: depth - 1) })
    default: object(depth: depth)
    }
  }

  mutating func string() -> String {
    var view = String.UnicodeScalarView()
    for _ in 0..<count() { view.append(scalar()) }
    return String(view)
  }

  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &generator)]
  }

  private mutating func object(depth: Int) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for index in 0..<count() { members["\(index)" + string()] = value(depth: depth - 1) }
    return .object(members)
  }

  private mutating func count() -> Int { pick([0, 1, 2, 3, 4, 12]) }

  private mutating func number() -> Double {
    let bits = Double(bitPattern: generator.next())
    return pick([
      0, 1, -1, 0.1, 1e22, 1e23, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0x1p53,
      Double(Int.random(in: -1_000_000...1_000_000, using: &generator)) / 100,
      Double.random(in: -1...1, using: &generator),
      bits.isFinite ? bits : 0.5,
    ])
  }

  private mutating func scalar() -> Unicode.Scalar {
    let any = UInt32.random(in: 0...0x10FFFF, using: &generator)
    let ascii = Unicode.Scalar(UInt8.random(in: 0..<0x80, using: &generator))
    return pick([
      "a", "\"", "\\", "/", "\n", "\u{0}", "é", "茶", "😀", ascii, Unicode.Scalar(any) ?? "x",
    ])
  }
}

// MARK: - Spelling

extension RandomJSON {
  /// Returns JSON text for `value` with random whitespace and unnecessary escapes.
  mutating func spelling(of value: JSONValue) -> String {
    switch value {
    case .null, .bool, .number: blanks() + value.text(pretty: false) + blanks()
    case .string(let string): blanks() + spelling(of: string) + blanks()
    case .array(let elements):
      "[" + elements.map { spelling(of: $0) }.joined(separator: ",") + blanks(whenEmpty: elements)
        + "]"
    case .object(let members):
      "{"
        + members.map { blanks() + spelling(of: $0.key) + blanks() + ":" + spelling(of: $0.value) }
        .joined(separator: ",") + blanks(whenEmpty: Array(members)) + "}"
    }
  }

  private mutating func blanks() -> String {
    pick(["", "", "", " ", "\t", "\n", "\r\n", "\r"])
  }

  private mutating func blanks<Element>(whenEmpty entries: [Element]) -> String {
    entries.isEmpty ? blanks() : ""
  }

  private mutating func spelling(of string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
      let escapes = mustEscape || Int.random(in: 0..<4, using: &generator) == 0
      text += escapes ? escape(scalar) : String(scalar)
    }
    return text + "\""
  }

  private mutating func escape(_ scalar: Unicode.Scalar) -> String {
    let isUpper = Bool.random(using: &generator)
    return String(scalar).utf16
      .map { unit in
        let digits = String(unit, radix: 16, uppercase: isUpper)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      .joined()
  }
}

extension RandomJSON {
  /// Returns `text` with one character removed, doubled, or replaced by a structural character.
  mutating func changed(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    let index = Int.random(in: 0..<scalars.count, using: &generator)
    let signs = Array("{}[]:,\"\\-+.eE01u /tn\t\n".unicodeScalars)
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: scalars.remove(at: index)
    case 1: scalars.insert(scalars[index], at: index)
    default: scalars[index] = pick(signs)
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
