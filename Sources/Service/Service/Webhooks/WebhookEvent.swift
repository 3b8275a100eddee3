internal import Digests
internal import SourceJSON
import WallfarmPluginKit

/// An event that the service reports to the webhooks of a client.
package struct WebhookEvent: Sendable, Equatable {
  /// The type of an event.
  ///
  /// The order of the cases is part of the store, so new cases must be appended.
  package enum Kind: String, Sendable, CaseIterable {
    /// The picture of a person has changed.
    case changed = "picture.changed"
    /// The time until which a picture is correct has passed.
    case expired = "picture.expired"
    /// A picture has not been fetched for several intervals.
    case unfetched = "picture.unfetched"
    /// A content source of a person fails.
    case sourceFailed = "source.failed"
    /// A content source of a person works again.
    case sourceRecovered = "source.recovered"
    /// A challenge has reached a milestone.
    case milestone = "challenge.milestone"
    /// The client has requested a test.
    case test = "webhook.test"

    /// The types that a webhook can receive besides tests.
    package static var all: [Kind] { allCases.filter { $0 != .test } }

    /// The bit of the type in a stored set.
    var bit: Int { 1 << (Kind.allCases.firstIndex(of: self) ?? 0) }
  }

  /// A fact about an event besides the person.
  package enum Detail: Sendable, Equatable {
    /// The name of the picture; see ``PersonDisplay/name``.
    case screen(String)
    /// The code of an error.
    case code(String)
    /// The reached percentage of the goal.
    case percent(Int)
  }

  package let kind: Kind
  /// The identifier of the person, or `nil` for a test.
  package let person: String?
  package let detail: Detail?

  /// Creates an event.
  package init(_ kind: Kind, person: String?, _ detail: Detail? = nil) {
    (self.kind, self.person, self.detail) = (kind, person, detail)
  }

  /// Returns the body of the request to a receiver, which contains neither content nor addresses.
  ///
  /// - Parameters:
  ///   - time: The time of the event.
  ///   - person: The ID that the client uses for the person.
  /// - Returns: The body as JSON.
  func payload(at time: Moment, person: String?) -> String {
    var data: [String: JSONValue] = [:]
    data["person"] = person.map { .string($0) }
    switch detail {
    case .screen(let name)?:
      let parts = name.split(separator: "/").map(String.init)
      data["screen"] = parts.last.map { .string($0) }
      if parts.count == 2 { data["device"] = .string(parts[0]) }
    case .code(let code)?: data["code"] = .string(code)
    case .percent(let percent)?: data["percent"] = .number(Double(percent))
    case nil: break
    }
    let words: JSONValue = [
      "type": .string(kind.rawValue), "timestamp": .string(time.description),
      "data": .object(data),
    ]
    return words.text(pretty: false)
  }

  /// Returns a random message identifier, which contains no dot, because dots separate the signed
  /// parts of a message.
  static func newID() -> String { "msg_" + Base64.addressText(of: RandomBytes.make(18)) }
}
