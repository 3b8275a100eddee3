import HTTP
import SourceJSON
import WallfarmPluginKit

/// `GET /v1/usage`: the limits on a client, and how much of each it uses.
struct UsageEndpoint: Sendable {
  let store: ServiceStore
  let limiter: Limiter
  let planning: PlanningThread

  func answer(for client: String, _ exchange: HTTPExchange) {
    planning.run(for: Turn(client), answering: exchange) { () throws(RenderError) in
      let stored = try store.usage(of: client)
      exchange.answer(.document(200, document(of: client, stored)))
    }
  }

  private func document(of client: String, _ stored: ServiceStore.Usage) -> JSONValue {
    let limits = limiter.limits(of: client)
    let use = limiter.use(by: client, now: SuspendingClock().now)
    func number(_ value: Int?) -> JSONValue { value.map { .number(Double($0)) } ?? .null }
    func item(_ used: Int, _ limit: Int?) -> JSONValue {
      ["used": .number(Double(used)), "limit": number(limit)]
    }
    return [
      "client": .string(client),
      "requests": [
        "limit": number(limits.requests), "seconds": .number(RequestBucket.window),
        "remaining": number(use.remaining), "reset": number(use.secondsUntilFull),
      ],
      "concurrent": item(use.open, limits.concurrent),
      "people": item(stored.people, limits.people),
      "uploads": item(stored.uploads, limits.uploads),
      "sources": item(stored.sources, limits.sources),
      "bytes": item(stored.bytes, limits.bytes),
    ]
  }
}
