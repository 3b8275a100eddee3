internal import CNettle

/// SHA-256 (FIPS 180-4), from nettle, which uses the processor's SHA instructions.
package struct SHA256: Sendable {
  private var context = sha256_ctx()

  /// Whether a text is a digest as lowercase hex digits.
  package static func isHex(_ text: String) -> Bool {
    guard text.utf8.count == 64 else { return false }
    // A loop is several times faster than closures and ranges, and services check many names.
    for byte in text.utf8 {
      let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      guard isDigit || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f") else { return false }
    }
    return true
  }

  /// Creates an empty digest.
  package init() { nettle_sha256_init(&context) }

  /// Appends bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    nettle_sha256_update(&context, bytes.count, start.assumingMemoryBound(to: UInt8.self))
  }

  /// Returns the digest as 64 lowercase hex digits, and resets the state.
  package mutating func finish() -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    nettle_sha256_digest(&context, digest.count, &digest)
    return SHA256.digits(of: digest)
  }

  /// Formats bytes as lowercase hex digits.
  static func digits(of bytes: [UInt8]) -> String {
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }
    return String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
      for (index, byte) in bytes.enumerated() {
        buffer[index * 2] = digit(byte >> 4)
        buffer[index * 2 + 1] = digit(byte & 15)
      }
      return bytes.count * 2
    }
  }

  /// The 32-byte digest of bytes.
  package static func bytes(of bytes: [UInt8]) -> [UInt8] {
    var context = sha256_ctx()
    nettle_sha256_init(&context)
    nettle_sha256_update(&context, bytes.count, bytes)
    var digest = [UInt8](repeating: 0, count: 32)
    nettle_sha256_digest(&context, digest.count, &digest)
    return digest
  }

  /// The digest of bytes as 64 lowercase hex digits.
  package static func hex(of bytes: [UInt8]) -> String {
    var digest = SHA256()
    bytes.withUnsafeBytes { digest.update($0) }
    return digest.finish()
  }
}
