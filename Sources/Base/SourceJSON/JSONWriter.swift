internal import Diagnostics

extension JSONValue {
  /// The value as canonical JSON text, so that equal values produce equal text.
  ///
  /// Keys are sorted, numbers have their shortest exact form, and there is no final newline.
  /// Infinity and NaN become `null`, as in JavaScript's `JSON.stringify`.
  ///
  /// - Parameter pretty: whether to write one entry per line, indented by two spaces; otherwise,
  ///   there is no white space.
  /// - Returns: text that ``JSONDialect/strict`` parses to this value.
  public func text(pretty: Bool) -> String {
    var writer = JSONWriter(pretty: pretty)
    writer.write(self)
    return writer.text
  }
}

/// Writes a value as JSON text, with or without indentation.
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
        // Invisible characters are also escaped.
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

  /// The shortest text that parses to the same number: Swift's `description` without a trailing
  /// `.0`.
  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    // Negative zero equals zero, and equal values must produce equal text.
    guard number != 0 else { return "0" }
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// Whether a byte must be escaped in a string.
func needsEscape(_ byte: UInt8) -> Bool {
  byte < 0x20 || byte == ASCII.quote || byte == ASCII.backslash
}

/// The text of a scalar in a JSON string, escaped if necessary.
func escaped(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\"": "\\\""
  case "\\": "\\\\"
  case _ where scalar.value < 0x20: controlEscape(scalar)
  default: String(scalar)
  }
}

/// The escape sequence of a control character: the short sequence if there is one; otherwise, a
/// sequence of the form `\u0000`.
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

/// A number as at least four hexadecimal digits, as in `\u00e9` and `U+00E9`.
func hexadecimal(_ value: UInt32, uppercase: Bool = false) -> String {
  let digits = String(value, radix: 16, uppercase: uppercase)
  return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
}
