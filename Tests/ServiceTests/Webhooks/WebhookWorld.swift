import Fetching
import Service
import SourceJSON
import Synchronization
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Webhooks in a store in memory or in a folder, with a clock and receivers.
final class WebhookWorld: Sendable {
  /// The response of a receiver.
  enum Answer: Sendable {
    case status(Int, retryAfter: String? = nil)
    case unreachable
    /// The receiver responds only after it is released.
    case hanging
  }

  /// A message that a receiver got.
  struct Message: Sendable {
    let url: String
    let headers: [String: String]
    let body: String
    let at: Moment

    var id: String { headers["webhook-id"] ?? "" }
    var json: JSONNode? { try? JSONNode(parsing: body) }
    var type: String? { json?["type"]?.string }
    var person: String? { json?["data"]?["person"]?.string }
  }

  struct State {
    /// The responses by URL; other receivers return 204.
    var answers: [String: Answer] = [:]
    var messages: [Message] = []
    var effects: [WebhookRecords.Effect: Int] = [:]
    /// The number of deliveries that hang now.
    var stuck = 0
    var isReleased = false
  }

  let sources: SourceWorld
  let state = Mutex(State())

  init(_ sources: SourceWorld) { self.sources = sources }
  convenience init() throws { self.init(try SourceWorld()) }

  var records: WebhookRecords {
    WebhookRecords(store: sources.store, ring: sources.ring, clock: sources.clock)
  }
  var now: Moment { sources.clock.read() }
  var messages: [Message] { state.withLock(\.messages) }
  func advance(_ seconds: Int) { sources.advance(seconds) }
  func answer(_ url: String, _ answer: Answer) { state.withLock { $0.answers[url] = answer } }

  /// Creates a webhook that receives all events.
  @discardableResult
  func hook(
    _ name: String = "app", to url: String = "https://app.example/hook",
    _ kinds: [WebhookEvent.Kind] = WebhookEvent.Kind.all, secret: WebhookSecret? = nil,
    of client: String = "one"
  ) throws -> WebhookSecret? {
    try records.put(name, url: url, kinds: Set(kinds), secret: secret, of: client)
  }

  /// Queues an event.
  func post(
    _ kind: WebhookEvent.Kind = .changed, person: String = "p", of client: String = "one"
  ) throws {
    try sources.store.use { (database) throws(RenderError) in
      try records.post([WebhookEvent(kind, person: person)], of: client, in: database)
    }
  }

  func present(_ name: String = "app", of client: String = "one") throws -> WebhookRecords.Present {
    try #require(try records.list(of: client).first { $0.name == name })
  }

  private func receive(_ message: SentMessage, _ url: String) -> WebhookRecords.Attempt {
    let headers = message.headers.map { ($0.name, $0.value) }
    let answer = state.withLock { state in
      state.messages.append(
        Message(
          url: url, headers: Dictionary(headers) { $1 }, body: message.body, at: now))
      return state.answers[url] ?? .status(204)
    }
    switch answer {
    case .status(let status, let retryAfter):
      return .answered(SentReply(status: status, retryAfter: retryAfter))
    case .unreachable:
      return .failed(RenderError(.fetchFailed, "the host does not respond", hint: "try again"))
    case .hanging:
      state.withLock { $0.stuck += 1 }
      _ = eventually { state.withLock(\.isReleased) }
      state.withLock { $0.stuck -= 1 }
      return .failed(RenderError(.fetchLate, "the host is late", hint: "try again"))
    }
  }

  func sender(jitter: Double = 0) -> WebhookSender {
    WebhookSender(
      records, random: { jitter }, send: { [self] in receive($0, $1) },
      report: { [self] effect in state.withLock { $0.effects[effect, default: 0] += 1 } })
  }

  /// Starts what is due, and waits until all deliveries have ended or hang.
  func deliver(_ sender: WebhookSender) -> Bool {
    sender.lookAfter()
    return eventually { sender.count == state.withLock(\.stuck) }
  }
}
