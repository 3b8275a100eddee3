internal import CNettle

/// HMAC with SHA-256 (RFC 2104, FIPS 198-1), from nettle.
package enum HMACSHA256 {
  /// The 32-byte message authentication code of bytes for a key.
  package static func code(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var context = hmac_sha256_ctx()
    nettle_hmac_sha256_set_key(&context, key.count, key)
    nettle_hmac_sha256_update(&context, bytes.count, bytes)
    var code = [UInt8](repeating: 0, count: 32)
    nettle_hmac_sha256_digest(&context, code.count, &code)
    return code
  }

  /// The code as 64 lowercase hex digits.
  package static func hex(of bytes: [UInt8], key: [UInt8]) -> String {
    SHA256.digits(of: code(of: bytes, key: key))
  }
}
