internal import Diagnostics

extension JSONValue {
  /// This value as JSON text: equal values give equal text, whatever order they were built in.
  ///
  /// Keys are sorted, numbers take their shortest exact form, and nothing follows the last
  /// character. A number JSON cannot hold (infinite, or not a number) becomes `null`, as in
  /// JavaScript's `JSON.stringify`.
  ///
  /// - Parameter pretty: One entry to a line, indented by two spaces; otherwise no blanks at all.
  /// - Returns: JSON that ``JSONDialect/strict`` reads back as this value.
  public func text(pretty: Bool) -> String {
    var writer = JSONWriter(pretty: pretty)
    writer.write(self)
    return writer.text
  }
}

/// Builds JSON text, keeping track of the indentation.
struct JSONWriter {
  let pretty: Bool
  private(set) var text = ""
  private var depth = 0

  init(pretty: Bool) { self.pretty = pretty }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .number(let number): text += Self.text(of: number)
    case .string(let string): write(quoted: string)
    case .array(let elements):
      write(elements, between: "[", and: "]") { writer, element in writer.write(element) }
    case .object(let members):
      let sorted = members.sorted { $0.key < $1.key }
      write(sorted, between: "{", and: "}") { writer, member in
        writer.write(quoted: member.key)
        writer.text += writer.pretty ? ": " : ":"
        writer.write(member.value)
      }
    }
  }

  private mutating func write<Entry>(
    _ entries: [Entry], between open: String, and close: String,
    each writeEntry: (inout JSONWriter, Entry) -> Void
  ) {
    text += open
    depth += 1
    for (index, entry) in entries.enumerated() {
      if index > 0 { text += "," }
      breakLine()
      writeEntry(&self, entry)
    }
    depth -= 1
    if !entries.isEmpty { breakLine() }
    text += close
  }

  private mutating func breakLine() {
    guard pretty else { return }
    text += "\n"
    text += String(repeating: "  ", count: depth)
  }

  private mutating func write(quoted string: String) {
    text += "\""
    if string.utf8.contains(where: { needsEscape($0) || $0 >= 0x7F }) {
      for scalar in string.unicodeScalars {
        // What cannot be seen is escaped too, which changes no value.
        let isPlain = scalar.value < 0x20 || !scalar.isHidden
        text +=
          isPlain
          ? escaped(scalar) : scalar.utf16.map { "\\u" + hexadecimal(UInt32($0)) }.joined()
      }
    } else {
      text += string
    }
    text += "\""
  }

  /// Swift's own description is already the shortest text that reads back as the same number.
  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    // Minus zero equals zero, and equal values give equal text.
    guard number != 0 else { return "0" }
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// Whether a byte of UTF-8 cannot stand in a string as it is.
func needsEscape(_ byte: UInt8) -> Bool {
  byte < 0x20 || byte == ASCII.quote || byte == ASCII.backslash
}

/// A scalar as it is written in a string.
func escaped(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\"": "\\\""
  case "\\": "\\\\"
  case _ where scalar.value < 0x20: controlEscape(scalar)
  default: String(scalar)
  }
}

/// The escape JSON has for a control character: short where there is one, `\u0000` otherwise.
func controlEscape(_ scalar: Unicode.Scalar) -> String {
  switch scalar.value {
  case 0x08: "\\b"
  case 0x09: "\\t"
  case 0x0A: "\\n"
  case 0x0C: "\\f"
  case 0x0D: "\\r"
  default: "\\u" + hexadecimal(scalar.value)
  }
}

/// At least four hexadecimal digits, as in `\u00e9` and `U+00E9`.
func hexadecimal(_ value: UInt32, uppercase: Bool = false) -> String {
  let digits = String(value, radix: 16, uppercase: uppercase)
  return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
}
