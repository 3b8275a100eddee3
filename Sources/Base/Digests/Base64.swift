/// Base64 encoding and decoding (RFC 4648, sections 4 and 5).
///
/// Foundation's implementation is not used, because it would link Foundation's ICU data into the
/// program.
package enum Base64 {
  private static let common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let plain = Array((common + "+/").utf8)
  private static let forAddresses = Array((common + "-_").utf8)

  /// Encodes bytes, with padding.
  package static func text(of bytes: [UInt8]) -> String {
    letters(of: bytes, plain) + String(repeating: "=", count: (3 - bytes.count % 3) % 3)
  }

  /// Encodes bytes in the URL-safe alphabet, without padding.
  package static func addressText(of bytes: [UInt8]) -> String { letters(of: bytes, forAddresses) }

  /// Whether a byte is in the URL-safe alphabet.
  package static func isURLSafe(_ letter: UInt8) -> Bool { known[Int(letter)] }

  private static let known: [Bool] = (0..<256).map { forAddresses.contains(UInt8($0)) }

  /// Decodes padded text; returns nil if it is invalid.
  package static func bytes(of text: String) -> [UInt8]? {
    let letters = Array(text.utf8)
    guard letters.count % 4 == 0 else { return nil }
    let padding = letters.suffix(2).count { $0 == UInt8(ascii: "=") }
    var (word, bits) = (UInt32(0), UInt32(0))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters.count / 4 * 3)
    for letter in letters.dropLast(padding) {
      let value = values[Int(letter)]
      guard value < 64 else { return nil }
      word = (word << 6 | UInt32(value)) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> bits))
      }
    }
    // The remaining bits must be zero, so that each sequence of bytes has only one valid encoding.
    return word & (1 << bits - 1) == 0 ? bytes : nil
  }

  private static let values: [UInt8] = (0..<256).map { letter in
    plain.firstIndex(of: UInt8(letter)).map(UInt8.init) ?? 255
  }

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
