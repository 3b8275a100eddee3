internal import CNettle

/// SHA-256 (FIPS 180-4) through nettle, which uses the processor's instructions where it has them.
package struct SHA256: Sendable {
  private var context = sha256_ctx()

  /// Starts an empty digest.
  package init() { nettle_sha256_init(&context) }

  /// Adds bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    nettle_sha256_update(&context, bytes.count, start.assumingMemoryBound(to: UInt8.self))
  }

  /// Ends the digest as 64 lower-case hex digits; the value starts again.
  package mutating func finish() -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    nettle_sha256_digest(&context, digest.count, &digest)
    return SHA256.digits(of: digest)
  }

  /// Bytes as lower-case hex digits.
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

  /// The digest of some bytes: 32 bytes.
  package static func bytes(of bytes: [UInt8]) -> [UInt8] {
    var context = sha256_ctx()
    nettle_sha256_init(&context)
    nettle_sha256_update(&context, bytes.count, bytes)
    var digest = [UInt8](repeating: 0, count: 32)
    nettle_sha256_digest(&context, digest.count, &digest)
    return digest
  }

  /// The digest of some bytes as hex digits.
  package static func hex(of bytes: [UInt8]) -> String {
    var digest = SHA256()
    bytes.withUnsafeBytes { digest.update($0) }
    return digest.finish()
  }
}
