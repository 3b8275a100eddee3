/// A four-character code that names a table, a variation axis or a signature.
struct FontTag: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  private let value: UInt32

  init(_ value: UInt32) { self.value = value }

  /// Creates a tag from four ASCII characters.
  init(stringLiteral text: StaticString) {
    value = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  private var bytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// Whether all four characters are printable ASCII.
  var isPrintable: Bool { bytes.allSatisfy { (32..<127).contains($0) } }

  /// The four characters, with `?` in place of each character that is not printable ASCII.
  var description: String {
    String(
      decoding: bytes.map { (32..<127).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }
}
