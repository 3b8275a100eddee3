internal import CCurve

/// Encryption to a public key, so that the sender cannot read what it has sent.
///
/// A box consists of an ephemeral X25519 key (RFC 7748) and a message that is encrypted with
/// ``Seal``. The key of the message is an HMAC-SHA-256 of both public keys, computed with the shared
/// secret.
package enum SealedBox {
  /// The size in bytes of a public key and of a private key.
  package static let keyBytes = 32
  /// The number of bytes added to a message.
  package static let overhead = keyBytes + Seal.overhead

  /// Whether libhogweed is installed.
  package static var isAvailable: Bool {
    publicKey(of: [UInt8](repeating: 1, count: keyBytes)) != nil
  }

  /// Computes the public key of a private key.
  ///
  /// - Parameter key: 32 random bytes, or 32 bytes derived from a random key.
  /// - Returns: The public key, or nil if libhogweed is not installed.
  package static func publicKey(of key: [UInt8]) -> [UInt8]? {
    precondition(key.count == keyBytes)
    var open = [UInt8](repeating: 0, count: keyBytes)
    return wallfarm_curve_public_key(&open, key) == 0 ? open : nil
  }

  /// Encrypts a message to a public key.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - recipient: The public key.
  /// - Returns: The box, or nil if libhogweed is not installed or the public key is invalid.
  package static func sealed(_ bytes: [UInt8], to recipient: [UInt8]) -> [UInt8]? {
    let own = RandomBytes.make(keyBytes)
    guard let open = publicKey(of: own), let secret = secret(of: own, recipient) else { return nil }
    return open + Seal.sealed(bytes, key: messageKey(secret, from: open, to: recipient))
  }

  /// Decrypts a box; returns nil if the key is wrong or the box was changed.
  package static func opened(_ box: [UInt8], with key: [UInt8]) -> [UInt8]? {
    guard box.count >= overhead, let recipient = publicKey(of: key) else { return nil }
    let sender = Array(box.prefix(keyBytes))
    guard let secret = secret(of: key, sender) else { return nil }
    return Seal.opened(
      Array(box.dropFirst(keyBytes)), key: messageKey(secret, from: sender, to: recipient))
  }

  private static func secret(of key: [UInt8], _ other: [UInt8]) -> [UInt8]? {
    guard other.count == keyBytes else { return nil }
    var secret = [UInt8](repeating: 0, count: keyBytes)
    guard wallfarm_curve_secret(&secret, key, other) == 0 else { return nil }
    // A point of low order has no secret (RFC 7748, section 6.1).
    return secret.contains { $0 != 0 } ? secret : nil
  }

  private static func messageKey(
    _ secret: [UInt8], from sender: [UInt8], to recipient: [UInt8]
  ) -> [UInt8] {
    HMACSHA256.code(of: Array("wallfarm sealed box".utf8) + sender + recipient, key: secret)
  }
}
