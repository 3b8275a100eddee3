/// A four-character code that names a chunk, a box or an item type.
package struct FourCC: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  private let value: UInt32

  init(_ value: UInt32) { self.value = value }

  /// Creates a code from four ASCII characters.
  package init(stringLiteral text: StaticString) {
    value = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// The four characters, with `?` in place of each character that is not printable ASCII.
  package var description: String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    let shown = bytes.map { (32..<127).contains($0) ? $0 : UInt8(ascii: "?") }
    return String(decoding: shown, as: UTF8.self)
  }
}
