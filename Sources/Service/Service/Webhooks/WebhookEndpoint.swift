import Fetching
import Files
import HTTP
import SourceJSON
import Storage
import WallfarmPluginKit

/// The endpoints below `/v1/webhooks`, which manage the webhooks of a client.
struct WebhookEndpoint: Sendable {
  let records: WebhookRecords
  let replies: KeptReplies
  let fetchers: ServiceFetchers
  let planning: PlanningThread

  /// The maximum size of a request in bytes.
  static let mostBytes = 16 << 10
  /// The maximum length of a name.
  private static let mostLetters = 64
  private static let keys = ["url", "events", "secret"]

  /// `GET /v1/webhooks`: returns the webhooks of a client with their states.
  func list(for client: String, _ exchange: HTTPExchange) {
    planning.run(for: Turn(client), answering: exchange) { () throws(RenderError) in
      let all = try records.list(of: client)
      exchange.answer(.document(200, ["webhooks": .array(all.map(\.shown))]))
    }
  }

  /// `PUT /v1/webhooks/{name}`: creates or replaces a webhook.
  func put(_ name: String, _ request: HTTPRequest, for client: String, _ exchange: HTTPExchange) {
    planning.run(for: Turn(client), answering: exchange) { () throws(RenderError) in
      guard name.utf8.count <= WebhookEndpoint.mostLetters, name.contains(where: \.isLetterOrDigit)
      else { throw .invalidWebhookName(name, most: WebhookEndpoint.mostLetters) }
      let root = try JSONFile.parse(request.body, file: RenderPlanner.body)
      let asked = try Asked(root)
      try check(asked)
      let secret = try records.put(
        name, url: asked.url, kinds: asked.kinds, secret: asked.secret, of: client)
      var words: [String: JSONValue] = [
        "name": .string(name), "url": .string(asked.url), "events": asked.kinds.shown,
      ]
      words["secret"] = secret.map { .string($0.text) }
      exchange.answer(.document(secret == nil ? 200 : 201, .object(words)))
    }
  }

  /// Checks that the operator allows the host of a URL.
  ///
  /// - Throws: `host-refused`.
  private func check(_ asked: Asked) throws(RenderError) {
    do throws(RenderError) {
      _ = try fetchers.webhooks.allowed(asked.url)
    } catch {
      var refused = error
      refused.origin = asked.origin
      if WebAddress(asked.url) != nil {
        refused.hint = "ask the operator of the service to allow the host"
      }
      throw refused
    }
  }

  /// `DELETE /v1/webhooks/{name}`: erases a webhook and its pending events.
  func erase(_ name: String, for client: String, _ exchange: HTTPExchange) {
    planning.run(for: Turn(client), answering: exchange) { () throws(RenderError) in
      guard try records.erase(name, of: client) else { throw .noSuchAddress() }
      exchange.answer(.nothing)
    }
  }

  /// `POST /v1/webhooks/{name}/test`: queues a test event.
  func test(_ name: String, _ request: HTTPRequest, for client: String, _ exchange: HTTPExchange) {
    planning.run(for: Turn(client), answering: exchange) { () throws(RenderError) in
      guard let key = try replies.key(of: request, for: client) else {
        return exchange.answer(
          try records.store.use { (database) throws(RenderError) in
            try test(name, for: client, in: database)
          })
      }
      exchange.answer(
        try replies.keep(for: key) { (database) throws(RenderError) in
          KeptReplies.Created(try test(name, for: client, in: database))
        })
    }
  }

  private func test(
    _ name: String, for client: String, in database: Database
  ) throws(RenderError) -> HTTPAnswer {
    guard let id = try records.postTest(to: name, of: client, in: database) else {
      throw .noSuchAddress()
    }
    return .document(202, ["id": .string(id)])
  }

  /// The body of a request that creates or replaces a webhook.
  struct Asked {
    let url: String
    /// The position of the URL in the body.
    let origin: Origin
    let kinds: Set<WebhookEvent.Kind>
    let secret: WebhookSecret?

    /// Reads a body.
    ///
    /// - Throws: `unknown-key`, `invalid-request`, `invalid-parameter` with the position.
    init(_ root: JSONNode) throws(RenderError) {
      guard let members = root.members else {
        throw .webhook("the body is \(root.typeName)", root, "write an object")
      }
      for member in members where !WebhookEndpoint.keys.contains(member.key) {
        throw .unknownKey(
          String(member.key.prefix(64)), in: "the body", known: WebhookEndpoint.keys,
          origin: member.keyPlace.origin(in: RenderPlanner.body))
      }
      guard let node = root["url"], let url = node.string else {
        throw .webhook(
          "'url' is missing or not a string", root["url"] ?? root,
          "write the URL of the receiver, such as https://app.example.com/wallfarm")
      }
      (self.url, origin) = (url, node.place.origin(in: RenderPlanner.body))
      guard let list = root["events"]?.elements, !list.isEmpty else {
        throw .webhook(
          "'events' is missing, empty or not a list", root["events"] ?? root,
          "list event types, such as [\"picture.changed\"]")
      }
      kinds = try Asked.kinds(list)
      secret = try root["secret"].map { (node) throws(RenderError) in
        // The message must not contain the secret.
        guard let secret = node.string.flatMap({ WebhookSecret($0) }) else {
          throw .webhook(
            "'secret' is invalid", node,
            "write whsec_ and the Base64 form of 24 to 64 random bytes",
            .invalidParameter)
        }
        return secret
      }
    }

    private static func kinds(_ list: [JSONNode]) throws(RenderError) -> Set<WebhookEvent.Kind> {
      var kinds: Set<WebhookEvent.Kind> = []
      for node in list {
        guard let kind = node.string.flatMap(WebhookEvent.Kind.init(rawValue:)), kind != .test
        else {
          let names = WebhookEvent.Kind.all.map(\.rawValue)
          let meant = node.string.flatMap { closestSpelling(to: $0, among: Set(names)) }
          throw .webhook(
            "\(node.shown) is not an event type", node,
            meant.map { "did you mean '\($0)'?" }
              ?? "event types are " + names.joined(separator: ", "),
            .invalidParameter)
        }
        kinds.insert(kind)
      }
      return kinds
    }
  }
}

extension WebhookRecords.Present {
  /// The state as JSON.
  fileprivate var shown: JSONValue {
    [
      "name": .string(name), "url": .string(url), "events": Set(kinds).shown,
      "pending": .number(Double(pending)), "dropped": .number(Double(dropped)),
      "failures": .number(Double(failures)),
      "last": attempted.map { time in
        [
          "at": .string(time.description),
          "status": status.map { .number(Double($0)) } ?? .null,
          "error": error.map { .string($0) } ?? .null,
        ]
      } ?? .null,
      "disabled": disabled.map { .string($0.description) } ?? .null,
    ]
  }
}

extension Set<WebhookEvent.Kind> {
  /// The types in a fixed order.
  fileprivate var shown: JSONValue {
    .array(WebhookEvent.Kind.all.filter(contains).map { .string($0.rawValue) })
  }
}

extension Character {
  fileprivate var isLetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}

extension RenderError {
  fileprivate static func webhook(
    _ message: String, _ node: JSONNode, _ hint: String, _ code: ErrorCode = .invalidRequest
  ) -> RenderError {
    RenderError(
      code, message, origin: node.place.origin(in: RenderPlanner.body), hint: hint)
  }

  fileprivate static func invalidWebhookName(_ name: String, most: Int) -> RenderError {
    RenderError(
      .invalidRequest, "'\(name.prefix(80))' is not a valid name of a webhook",
      hint: "use at most \(most) characters, with at least one letter or digit")
  }
}
