/// Bytes as text (RFC 4648, sections 4 and 5).
///
/// Foundation has the first, and would bring its data for all languages into the program for this.
package enum Base64 {
  private static let common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let plain = Array((common + "+/").utf8)
  private static let forAddresses = Array((common + "-_").utf8)

  /// The text of some bytes, padded to a multiple of four.
  package static func text(of bytes: [UInt8]) -> String {
    letters(of: bytes, plain) + String(repeating: "=", count: (3 - bytes.count % 3) % 3)
  }

  /// The text that stands in an address, without padding.
  package static func addressText(of bytes: [UInt8]) -> String { letters(of: bytes, forAddresses) }

  /// Whether a letter may stand in the text for an address.
  package static func isOfAddresses(_ letter: UInt8) -> Bool { known[Int(letter)] }

  private static let known: [Bool] = (0..<256).map { forAddresses.contains(UInt8($0)) }

  private static func letters(of bytes: [UInt8], _ letters: [UInt8]) -> String {
    let count = (bytes.count * 8 + 5) / 6
    return String(unsafeUninitializedCapacity: count) { text in
      var (word, bits, place) = (UInt32(0), UInt32(0), 0)
      for byte in bytes {
        word = (word << 8 | UInt32(byte)) & 0xFFFF
        bits += 8
        while bits >= 6 {
          bits -= 6
          text[place] = letters[Int(word >> bits & 63)]
          place += 1
        }
      }
      if bits > 0 { text[place] = letters[Int(word << (6 - bits) & 63)] }
      return count
    }
  }
}
