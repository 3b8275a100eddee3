internal import CNettle

/// Bytes that nobody reads or changes without the key: ChaCha20-Poly1305 (RFC 8439) through nettle.
package enum Seal {
  private static let nonceBytes = 12
  private static let digestBytes = 16
  /// What is in front of and behind the bytes.
  package static let overhead = nonceBytes + digestBytes

  /// Seals bytes.
  ///
  /// - Parameters:
  ///   - bytes: the message.
  ///   - key: 32 bytes. The nonce is random, 96 bits: a key may seal 2³² messages (NIST SP 800-38D, 8.3).
  /// - Returns: nonce, ciphertext and digest, one behind the other.
  package static func sealed(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    sealed(bytes, key: key, nonce: RandomBytes.make(nonceBytes))
  }

  /// Seals bytes so that the same ones are sealed alike: who sees two of them sees whether they are the same.
  ///
  /// The nonce is the beginning of a code of the message (as in RFC 8452, SIV): another message has another one.
  ///
  /// - Parameters:
  ///   - bytes: the message.
  ///   - key: 32 bytes.
  /// - Returns: as ``sealed(_:key:)``.
  package static func sealedAlike(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    // Under a key of its own: that of the cipher is for the cipher alone.
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

  /// Opens what was sealed; nil for another key, or where a bit has changed.
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

/// Bytes from the system's generator.
package enum RandomBytes {
  /// So many.
  package static func make(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}

/// Compares secrets.
package enum SameBytes {
  /// Whether they are the same, in a time that does not depend on where they differ.
  package static func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    zip(one, other).reduce(one.count == other.count ? 0 : 1) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
