internal import Digests
internal import SourceJSON
import WallfarmPluginKit

/// The part of a webhook that is encrypted in the store, because URLs can contain secrets.
struct WebhookRecord: Sendable, Equatable {
  var url: String
  var secret: WebhookSecret
  /// The secret that was replaced last, and the time until which messages are also signed with it.
  var previous: Previous?

  struct Previous: Sendable, Equatable {
    let secret: WebhookSecret
    let until: Moment
  }

  /// The number of seconds, equal to 24 hours, for which messages are signed with two secrets.
  static let overlap = 86_400

  init(url: String, secret: WebhookSecret) { (self.url, self.secret) = (url, secret) }

  /// Replaces the secret, and keeps the current one for ``overlap``.
  mutating func rotate(to secret: WebhookSecret, at now: Moment) {
    guard secret != self.secret else { return }
    previous = Previous(secret: self.secret, until: now.adding(WebhookRecord.overlap))
    self.secret = secret
  }

  /// Returns the secrets that sign messages, the current one first.
  func secrets(at now: Moment) -> [WebhookSecret] {
    [secret] + (previous.flatMap { $0.until > now ? [$0.secret] : nil } ?? [])
  }

  private var json: JSONValue {
    var members: [String: JSONValue] = ["url": .string(url), "secret": .string(secret.text)]
    if let previous {
      members["previous"] = .string(previous.secret.text)
      members["until"] = .number(Double(previous.until.seconds))
    }
    return .object(members)
  }

  private init?(_ node: JSONNode) {
    guard let url = node["url"]?.string,
      let secret = node["secret"]?.string.flatMap({ WebhookSecret($0) })
    else { return nil }
    self.init(url: url, secret: secret)
    if let text = node["previous"]?.string, let last = WebhookSecret(text),
      let until = node["until"]?.whole
    {
      previous = Previous(secret: last, until: Moment(seconds: until))
    }
  }

  /// Encrypts the record of a client's webhook.
  func sealed(_ name: String, of client: String, _ secret: AddressKeys.Key) -> [UInt8] {
    Seal.sealed(
      Array(json.text(pretty: false).utf8), key: WebhookRecord.key(name, of: client, secret))
  }

  /// Decrypts a record; returns `nil` if another key encrypted it.
  static func opened(
    _ sealed: [UInt8], _ name: String, of client: String, _ secret: AddressKeys.Key
  ) -> WebhookRecord? {
    guard let bytes = Seal.opened(sealed, key: key(name, of: client, secret)),
      let node = try? JSONNode(parsing: bytes)
    else { return nil }
    return WebhookRecord(node)
  }

  private static func key(
    _ name: String, of client: String, _ secret: AddressKeys.Key
  ) -> [UInt8] {
    secret.code("webhook record", client + "\n" + name)
  }
}
