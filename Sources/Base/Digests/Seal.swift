internal import CNettle

/// Authenticated encryption with ChaCha20-Poly1305 (RFC 8439), from nettle.
package enum Seal {
  private static let nonceBytes = 12
  private static let digestBytes = 16
  /// The number of bytes added to a message: the nonce and the tag.
  package static let overhead = nonceBytes + digestBytes

  /// Encrypts a message with a random nonce.
  ///
  /// - Parameters:
  ///   - bytes: the message.
  ///   - key: 32 bytes. With random nonces of 96 bits, use a key for at most 2³² messages (NIST SP
  ///     800-38D, 8.3).
  /// - Returns: the nonce, the ciphertext and the tag.
  package static func sealed(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    sealed(bytes, key: key, nonce: RandomBytes.make(nonceBytes))
  }

  /// Encrypts a message deterministically, so that equal messages have equal ciphertexts.
  ///
  /// The nonce is a prefix of the message's HMAC, as in SIV modes (RFC 8452).
  ///
  /// - Parameters:
  ///   - bytes: the message.
  ///   - key: 32 bytes.
  /// - Returns: the nonce, the ciphertext and the tag.
  package static func sealedDeterministically(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    // A separate key is derived for the nonces, because the cipher's key must not be used for any
    // other purpose.
    let own = HMACSHA256.code(of: Array("wallfarm nonces".utf8), key: key)
    return sealed(
      bytes, key: key, nonce: Array(HMACSHA256.code(of: bytes, key: own).prefix(nonceBytes)))
  }

  private static func sealed(_ bytes: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8] {
    var context = begun(key, nonce)
    var sealed = [UInt8](repeating: 0, count: bytes.count)
    var digest = [UInt8](repeating: 0, count: digestBytes)
    nettle_chacha_poly1305_encrypt(&context, bytes.count, &sealed, bytes)
    nettle_chacha_poly1305_digest(&context, digest.count, &digest)
    return nonce + sealed + digest
  }

  /// Decrypts a message; returns nil if the key is wrong or the data was changed.
  package static func opened(_ sealed: [UInt8], key: [UInt8]) -> [UInt8]? {
    guard sealed.count >= overhead else { return nil }
    var context = begun(key, Array(sealed.prefix(nonceBytes)))
    let inside = Array(sealed[nonceBytes..<(sealed.count - digestBytes)])
    var bytes = [UInt8](repeating: 0, count: inside.count)
    var digest = [UInt8](repeating: 0, count: digestBytes)
    nettle_chacha_poly1305_decrypt(&context, inside.count, &bytes, inside)
    nettle_chacha_poly1305_digest(&context, digest.count, &digest)
    return SameBytes.areSame(digest, Array(sealed.suffix(digestBytes))) ? bytes : nil
  }

  private static func begun(_ key: [UInt8], _ nonce: [UInt8]) -> chacha_poly1305_ctx {
    precondition(key.count == 32)
    var context = chacha_poly1305_ctx()
    nettle_chacha_poly1305_set_key(&context, key)
    nettle_chacha_poly1305_set_nonce(&context, nonce)
    return context
  }
}

/// Random bytes from the system's generator.
package enum RandomBytes {
  /// Generates the given number of bytes.
  package static func make(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}

/// Compares secrets.
package enum SameBytes {
  /// Compares two byte arrays; for arrays of equal length, the comparison takes constant time.
  package static func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    var difference: UInt8 = 0
    for index in one.indices { difference |= one[index] ^ other[index] }
    return difference == 0
  }
}
