internal import CNettle

/// SHA-256 (FIPS 180-4) through nettle, which uses the processor's instructions where it has them.
public struct SHA256: Sendable {
  private var context = sha256_ctx()

  /// Starts an empty digest.
  public init() { nettle_sha256_init(&context) }

  /// Adds bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    nettle_sha256_update(&context, bytes.count, start.assumingMemoryBound(to: UInt8.self))
  }

  /// Ends the digest as 64 lower-case hex digits; the value starts again.
  public mutating func finish() -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    nettle_sha256_digest(&context, digest.count, &digest)
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The digest of some bytes.
  public static func hex(of bytes: [UInt8]) -> String {
    var digest = SHA256()
    bytes.withUnsafeBytes { digest.update($0) }
    return digest.finish()
  }
}
