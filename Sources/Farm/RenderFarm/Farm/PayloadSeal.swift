internal import Digests
import WallfarmCore
import WallfarmPluginKit

/// Keeps what a unit draws from those who can read a database: notes are in it.
///
/// ChaCha20-Poly1305 under a code of the farm's key, so that submitters and workers alone can open it.
struct PayloadSeal: Sendable {
  private let secret: [UInt8]
  private static let mark = "sealed:"

  /// Derives the secret from the key that the farm shares.
  init(_ key: SecretKey) {
    let code = Array(key.code(of: CanonicalEncoding("wallfarm payload seal", format: 1)).utf8)
    secret = stride(from: 0, to: code.count, by: 2).map { place in
      UInt8(String(decoding: code[place...place + 1], as: UTF8.self), radix: 16) ?? 0
    }
  }

  /// A text that says nothing without the key; of the same payload the same, so that a row that stays as it is is not
  /// written anew.
  func sealed(_ payload: String) -> String {
    PayloadSeal.mark + Base64.text(of: Seal.sealedAlike(Array(payload.utf8), key: secret))
  }

  /// What was sealed; nil for another key, or where something was changed.
  func opened(_ text: String) -> String? {
    guard text.hasPrefix(PayloadSeal.mark),
      let bytes = Base64.bytes(of: String(text.dropFirst(PayloadSeal.mark.count))),
      let opened = Seal.opened(bytes, key: secret)
    else { return nil }
    return String(decoding: opened, as: UTF8.self)
  }

  /// Whether a payload is one that has to be opened.
  static func isSealed(_ payload: String) -> Bool { payload.hasPrefix(mark) }
}

extension RenderUnit {
  /// Reads the payload of a unit in a queue, opened with the key where it is sealed.
  init?(payload: String, key: SecretKey?) {
    guard PayloadSeal.isSealed(payload) else {
      self.init(payload: payload)
      return
    }
    guard let key, let opened = PayloadSeal(key).opened(payload) else { return nil }
    self.init(payload: opened)
  }
}
