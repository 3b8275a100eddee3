/// Bytes as text for addresses (RFC 4648, section 5), without padding.
package enum Base64URL {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The text of some bytes: four letters for three of them.
  package static func text(of bytes: [UInt8]) -> String {
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

  /// Whether a letter may stand in it.
  package static func has(_ letter: UInt8) -> Bool { known[Int(letter)] }

  private static let known: [Bool] = (0..<256).map { letters.contains(UInt8($0)) }
}
