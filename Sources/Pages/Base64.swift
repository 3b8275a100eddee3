/// Bytes as text for a data URI (RFC 4648, section 4).
///
/// Foundation has it, and would bring its data for all languages into the program for this.
public enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of some bytes.
  public static func text(of bytes: [UInt8]) -> String {
    let count = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: count) { text in
      var place = 0
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let rest = bytes.count - start
        let word =
          UInt32(bytes[start]) << 16 | UInt32(rest > 1 ? bytes[start + 1] : 0) << 8
          | UInt32(rest > 2 ? bytes[start + 2] : 0)
        for (index, shift) in [18, 12, 6, 0].enumerated() {
          text[place + index] =
            index <= rest ? letters[Int(word >> UInt32(shift) & 63)] : UInt8(ascii: "=")
        }
        place += 4
      }
      return place
    }
  }
}
