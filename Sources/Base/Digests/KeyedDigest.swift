internal import CNettle

/// A fast message authentication code for large data.
package enum KeyedDigest {
  /// The 16-byte UMAC-128 (RFC 4418) of bytes.
  ///
  /// For an image of 12 MB (a full screen), this takes 2.2 ms, compared with 11.6 ms for
  /// HMAC-SHA-256 (nettle 3.8, a core with SHA instructions). Use each pair of key and nonce for
  /// only one message.
  ///
  /// - Parameters:
  ///   - bytes: the message.
  ///   - key: 16 bytes.
  ///   - nonce: 16 bytes.
  /// - Returns: the code.
  package static func quick(
    of bytes: UnsafeRawBufferPointer, key: [UInt8], nonce: [UInt8]
  ) -> [UInt8] {
    precondition(key.count == 16 && nonce.count == 16)
    var context = umac128_ctx()
    nettle_umac128_set_key(&context, key)
    nettle_umac128_set_nonce(&context, nonce.count, nonce)
    if let start = bytes.baseAddress {
      nettle_umac128_update(&context, bytes.count, start.assumingMemoryBound(to: UInt8.self))
    }
    var digest = [UInt8](repeating: 0, count: 16)
    nettle_umac128_digest(&context, digest.count, &digest)
    return digest
  }
}
