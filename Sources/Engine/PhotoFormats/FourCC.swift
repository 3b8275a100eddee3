/// The name of a chunk, of a box or of a kind of item: four characters.
package struct FourCC: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  private let value: UInt32

  init(_ value: UInt32) { self.value = value }

  /// Makes a name of four ASCII characters.
  package init(stringLiteral text: StaticString) {
    value = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// The characters, without those that a terminal would act on.
  package var description: String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    let shown = bytes.map { (32..<127).contains($0) ? $0 : UInt8(ascii: "?") }
    return String(decoding: shown, as: UTF8.self)
  }
}
