internal import Digests
package import WallfarmCore
import WallfarmPluginKit

/// Encrypts unit payloads, which contain notes, so that the notes cannot be read in the database.
///
/// The seal uses ChaCha20-Poly1305 with a key derived from the farm's key, which only submitters
/// and workers have.
package struct PayloadSeal: Sendable {
  private let secret: [UInt8]
  private static let mark = "sealed:"

  /// Derives the encryption key from the shared key of the farm.
  package init(_ key: SecretKey) {
    let code = Array(key.code(of: CanonicalEncoding("wallfarm payload seal", format: 1)).utf8)
    secret = stride(from: 0, to: code.count, by: 2).map { place in
      UInt8(String(decoding: code[place...place + 1], as: UTF8.self), radix: 16) ?? 0
    }
  }

  /// Encrypts a payload deterministically, so that the row of an unchanged unit is not rewritten.
  package func sealed(_ payload: String) -> String {
    PayloadSeal.mark
      + Base64.text(of: Seal.sealedDeterministically(Array(payload.utf8), key: secret))
  }

  /// Decrypts a payload; returns `nil` if it was encrypted with a different key or was changed.
  package func opened(_ text: String) -> String? {
    guard text.hasPrefix(PayloadSeal.mark),
      let bytes = Base64.bytes(of: String(text.dropFirst(PayloadSeal.mark.count))),
      let opened = Seal.opened(bytes, key: secret)
    else { return nil }
    return String(decoding: opened, as: UTF8.self)
  }

  /// Returns whether a payload is encrypted.
  package static func isSealed(_ payload: String) -> Bool { payload.hasPrefix(mark) }

  /// Returns the text of a payload, after decrypting it if necessary; returns `nil` if decryption
  /// fails.
  static func text(of payload: String, key: SecretKey?) -> String? {
    guard isSealed(payload) else { return payload }
    return key.flatMap { PayloadSeal($0).opened(payload) }
  }
}

extension RenderUnit {
  /// Decodes the payload of a queued unit, after decrypting it with the key if necessary.
  ///
  /// - Throws: The error for the first invalid value in the request.
  init?(payload: String, key: SecretKey?) throws(RenderError) {
    guard let text = PayloadSeal.text(of: payload, key: key) else { return nil }
    try self.init(payload: text)
  }
}
