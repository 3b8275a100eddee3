import HTTP
import SourceJSON
internal import Storage
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
      "bytes": item(stored.bytes, limits.bytes),
    ]
  }
}

extension ServiceStore {
  /// The amount of data that a client stores.
  struct Usage: Sendable {
    let people: Int
    let uploads: Int
    /// The size in bytes of the client's requests, people and uploads.
    let bytes: Int
  }

  /// Returns the amount of data that a client stores.
  ///
  /// - Throws: `store-failed`.
  func usage(of client: String) throws(RenderError) -> Usage {
    try use { (database) throws(RenderError) in
      let (uploads, bytes) = try ServiceStore.uploads(of: client, in: database)
      let own = try ServiceStore.bytes(of: client, in: database)
      return Usage(
        people: try ServiceStore.people(of: client, in: database), uploads: uploads,
        bytes: own + bytes)
    }
  }

  /// Checks that a client may store another person.
  ///
  /// - Throws: `quota-exceeded`.
  func checkPeople(of client: String, in database: Database) throws(RenderError) {
    guard let most = limits(of: client).people else { return }
    guard try ServiceStore.people(of: client, in: database) < most else {
      throw .quotaExceeded("people", most)
    }
  }

  /// Checks that a client may store another upload of a size in bytes.
  ///
  /// - Throws: `quota-exceeded`.
  func checkUpload(
    _ name: String, bytes: Int, of client: String, in database: Database
  ) throws(RenderError) {
    let limits = limits(of: client)
    guard limits.uploads != nil || limits.bytes != nil else { return }
    let known = try database.first(
      "SELECT bytes FROM photos WHERE name = ? AND client = ?", .text(name), SQLValue(client)
    ) { $0.integer(0) }
    let (count, used) = try ServiceStore.uploads(of: client, in: database)
    if known == nil, let most = limits.uploads, count >= most {
      throw .quotaExceeded("uploads", most)
    }
    let own = try ServiceStore.bytes(of: client, in: database)
    if let most = limits.bytes, own + used + bytes - (known ?? 0) > most {
      throw .quotaExceeded("bytes", most)
    }
  }

  /// Checks that a client may store more bytes.
  ///
  /// - Throws: `quota-exceeded`.
  func checkBytes(_ count: Int, of client: String, in database: Database) throws(RenderError) {
    guard let most = limits(of: client).bytes else { return }
    let own = try ServiceStore.bytes(of: client, in: database)
    let (_, uploads) = try ServiceStore.uploads(of: client, in: database)
    guard own + uploads + count <= most else { throw .quotaExceeded("bytes", most) }
  }

  private static func people(of client: String, in database: Database) throws(RenderError) -> Int {
    try database.first("SELECT count(*) FROM people WHERE client = ?", SQLValue(client)) {
      $0.integer(0)
    } ?? 0
  }

  private static func bytes(of client: String, in database: Database) throws(RenderError) -> Int {
    try database.first("SELECT bytes FROM shares WHERE client = ?", SQLValue(client)) {
      $0.integer(0)
    } ?? 0
  }

  private static func uploads(
    of client: String, in database: Database
  ) throws(RenderError) -> (count: Int, bytes: Int) {
    try database.first(
      "SELECT count(*), coalesce(sum(bytes), 0) FROM photos WHERE client = ?", SQLValue(client)
    ) { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
  }
}
