internal import Digests

/// The secret that signs the messages to a webhook (Standard Webhooks 1.0.0, *Signature scheme*).
package struct WebhookSecret: Hashable, Sendable {
  private let bytes: [UInt8]

  private static let prefix = "whsec_"
  /// The valid sizes in bytes.
  private static let sizes = 24...64

  /// Creates a random secret of 32 bytes.
  package init() { bytes = RandomBytes.make(32) }

  /// Parses `whsec_` followed by the Base64 form of 24 to 64 bytes; returns `nil` if the text is
  /// invalid.
  package init?(_ text: String) {
    guard text.hasPrefix(WebhookSecret.prefix), text.utf8.count <= 128,
      let bytes = Base64.bytes(of: String(text.dropFirst(WebhookSecret.prefix.count))),
      WebhookSecret.sizes.contains(bytes.count)
    else { return nil }
    self.bytes = bytes
  }

  package var text: String { WebhookSecret.prefix + Base64.text(of: bytes) }

  /// Returns the signature of a message.
  ///
  /// - Parameters:
  ///   - id: The identifier of the message.
  ///   - seconds: The time of the attempt in seconds since 1970.
  ///   - payload: The body.
  /// - Returns: The version of the scheme and the HMAC-SHA-256 in Base64.
  package func signature(id: String, seconds: Int, payload: String) -> String {
    let signed = Array("\(id).\(seconds).\(payload)".utf8)
    return "v1," + Base64.text(of: HMACSHA256.code(of: signed, key: bytes))
  }
}
