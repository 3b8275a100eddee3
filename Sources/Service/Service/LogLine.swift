internal import SourceJSON

/// A JSON object on one line, to which members are added in order.
struct LogLine {
  private var text = "{"

  init() { text.reserveCapacity(320) }

  /// The object with a line break.
  var ended: String { text + "}\n" }

  private mutating func begin(_ name: String) {
    text += text.utf8.count > 1 ? ",\"" : "\""
    text += name
    text += "\":"
  }

  /// Adds a text.
  mutating func add(_ name: String, _ value: String) {
    begin(name)
    guard value.utf8.allSatisfy({ LogLine.isPlain($0) }) else {
      return text += JSONValue.string(value).text(pretty: false)
    }
    text += "\""
    text += value
    text += "\""
  }

  /// Returns whether a byte is a visible ASCII character or a space that JSON does not escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Adds a number, or null.
  mutating func add(_ name: String, _ value: Int?) {
    begin(name)
    text += value.map { String($0) } ?? "null"
  }

  /// Adds a condition.
  mutating func add(_ name: String, _ value: Bool) {
    begin(name)
    text += value ? "true" : "false"
  }

  /// Adds a duration in milliseconds with up to three decimals.
  mutating func add(_ name: String, _ value: Duration) {
    begin(name)
    let microseconds = max(0, Int(value / .microseconds(1)))
    text += String(microseconds / 1000)
    let rest = microseconds % 1000
    guard rest > 0 else { return }
    var digits = String(rest + 1000).dropFirst()
    while digits.hasSuffix("0") { digits.removeLast() }
    text += "."
    text += digits
  }
}
