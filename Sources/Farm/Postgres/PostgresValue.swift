internal import Glibc

/// A statement parameter, which is sent to the server as text.
package enum PostgresValue: Sendable {
  case null
  case integer(Int)
  case text(String)
  /// An array of strings, for `= ANY($1::text[])`.
  case texts([String])
  /// An array of integers, for `unnest($1::bigint[])`.
  case integers([Int])

  package init(_ text: String?) { self = text.map(PostgresValue.text) ?? .null }
  package init(_ number: Int?) { self = number.map(PostgresValue.integer) ?? .null }

  /// Whether the value contains a string with a zero byte, which PostgreSQL cannot store.
  var hasZero: Bool {
    switch self {
    case .null, .integer, .integers: false
    case .text(let text): text.utf8.contains(0)
    case .texts(let texts): texts.contains { $0.utf8.contains(0) }
    }
  }

  /// The value as text, or nil for null.
  var words: String? {
    switch self {
    case .null: nil
    case .integer(let number): String(number)
    case .text(let text): text
    case .texts(let texts): "{" + texts.map(PostgresValue.quoted).joined(separator: ",") + "}"
    case .integers(let numbers): "{" + numbers.map(String.init).joined(separator: ",") + "}"
    }
  }

  /// Quotes an element of an array literal, escaping quotes and backslashes.
  private static func quoted(_ text: String) -> String {
    var bytes = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value in the text format of COPY (PostgreSQL 15 documentation, COPY, "Text
  /// Format").
  func write(toCopy target: inout [UInt8]) {
    guard let words else {
      target += Array("\\N".utf8)
      return
    }
    for byte in words.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): target += Array("\\\\".utf8)
      case UInt8(ascii: "\n"): target += Array("\\n".utf8)
      case UInt8(ascii: "\r"): target += Array("\\r".utf8)
      case UInt8(ascii: "\t"): target += Array("\\t".utf8)
      default: target.append(byte)
      }
    }
  }

  /// Calls a closure with the values as an array of C strings, which is the form that libpq
  /// requires.
  static func withPointers<Result>(
    _ values: [PostgresValue], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    let copies = values.map { value in value.words.map { strdup($0) } ?? nil }
    defer { for copy in copies { free(copy) } }
    let pointers = copies.map { $0.map { UnsafePointer<CChar>($0) } }
    return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
  }
}
