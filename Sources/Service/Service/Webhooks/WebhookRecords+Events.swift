internal import Digests
package import Storage
import WallfarmCore
package import WallfarmPluginKit

// The part of the records that queues events.

extension WebhookRecords {
  /// The maximum number of pending events of a client.
  package static let mostPending = 10_000
  /// The number of people who are told about a source in one transaction.
  private static let step = 500

  /// Returns whether an enabled webhook of a client receives one of the types.
  ///
  /// - Throws: `store-failed`.
  func wants(
    _ kinds: [WebhookEvent.Kind], of client: String, in database: Database
  ) throws(RenderError) -> Bool {
    let bits = kinds.reduce(0) { $0 | $1.bit }
    return try database.first(
      "SELECT 1 FROM webhooks WHERE client = ? AND disabled = 0 AND kinds & ? <> 0 LIMIT 1",
      SQLValue(client), SQLValue(bits)
    ) { _ in true } ?? false
  }

  /// Queues events for the webhooks of a client, in the transaction that causes them.
  ///
  /// If too many events are waiting, the oldest are dropped and counted.
  ///
  /// - Throws: `store-failed`.
  package func post(
    _ events: [WebhookEvent], of client: String, in database: Database
  ) throws(RenderError) {
    guard !events.isEmpty else { return }
    let webhooks = try database.rows(
      "SELECT id, kinds FROM webhooks WHERE client = ? AND disabled = 0", SQLValue(client)
    ) { (row) throws(RenderError) in (row.integer(0), row.integer(1)) }
    var count = 0
    for event in events {
      for (webhook, bits) in webhooks where bits & event.kind.bit != 0 {
        _ = try add(event, to: webhook, of: client, in: database)
        count += 1
      }
    }
    if count > 0 { try drop(of: client, in: database) }
  }

  /// Queues a test event.
  ///
  /// - Returns: The identifier of the message, or `nil` if the client has no such webhook.
  /// - Throws: `webhook-disabled`, `store-failed`.
  func postTest(
    to name: String, of client: String, in database: Database
  ) throws(RenderError) -> String? {
    let row = try database.first(
      "SELECT id, disabled FROM webhooks WHERE client = ? AND name = ?", SQLValue(client),
      SQLValue(name)
    ) { ($0.integer(0), $0.integer(1)) }
    guard let (webhook, disabled) = row else { return nil }
    guard disabled == 0 else { throw .webhookDisabled(name, Moment(seconds: disabled)) }
    let event = WebhookEvent(.test, person: nil)
    let id = try add(event, to: webhook, of: client, in: database)
    try drop(of: client, in: database)
    return id
  }

  private func add(
    _ event: WebhookEvent, to webhook: Int, of client: String, in database: Database
  ) throws(RenderError) -> String {
    let (now, id) = (clock.read(), WebhookEvent.newID())
    let person = try event.person.map { (id) throws(RenderError) in
      try name(of: id, in: database)
    }
    let sealed = Seal.sealed(
      Array(event.payload(at: now, person: person).utf8),
      key: WebhookRecords.key(id, ring.addresses.first))
    try database.run(
      """
      INSERT INTO deliveries(webhook, client, person, id, due, attempts, sealed)
        VALUES(?, ?, ?, ?, ?, 0, ?)
      """, SQLValue(webhook), SQLValue(client), SQLValue(event.person ?? ""), SQLValue(id),
      SQLValue(now.seconds), .blob(sealed))
    return id
  }

  /// Returns the ID that the client uses for a person.
  private func name(of person: String, in database: Database) throws(RenderError) -> String {
    try database.first("SELECT name FROM inboxes WHERE person = ?", .text(person)) { $0.text(0) }
      ?? person
  }

  /// The key that encrypts an event.
  static func key(_ id: String, _ secret: AddressKeys.Key) -> [UInt8] {
    secret.code("webhook event", id)
  }

  /// Drops the oldest events of a client beyond ``mostPending``.
  private func drop(of client: String, in database: Database) throws(RenderError) {
    let count = try database.first(
      "SELECT count(*) FROM deliveries WHERE client = ?", SQLValue(client)
    ) { $0.integer(0) }
    let excess = (count ?? 0) - WebhookRecords.mostPending
    guard excess > 0 else { return }
    let last = try database.first(
      "SELECT number FROM deliveries WHERE client = ? ORDER BY number LIMIT 1 OFFSET ?",
      SQLValue(client), SQLValue(excess - 1)
    ) { $0.integer(0) }
    guard let last else { return }
    let dropped = try database.rows(
      "SELECT webhook, count(*) FROM deliveries WHERE client = ? AND number <= ? GROUP BY webhook",
      SQLValue(client), SQLValue(last)
    ) { (row) throws(RenderError) in (row.integer(0), row.integer(1)) }
    for (webhook, count) in dropped {
      try database.run(
        "UPDATE webhooks SET dropped = dropped + ? WHERE id = ?", SQLValue(count),
        SQLValue(webhook))
    }
    try database.run(
      "DELETE FROM deliveries WHERE client = ? AND number <= ?", SQLValue(client), SQLValue(last))
  }

  /// Queues events for every person of a client who subscribes to a source.
  ///
  /// The events are queued in several transactions, so that other threads are not blocked.
  ///
  /// - Throws: `store-failed`.
  func post(
    _ kinds: [(WebhookEvent.Kind, WebhookEvent.Detail?)], toSubscribersOf source: [UInt8],
    of client: String
  ) throws(RenderError) {
    guard !kinds.isEmpty else { return }
    var last: String? = ""
    while let after = last {
      last = try store.use { (database) throws(RenderError) in
        guard try wants(kinds.map(\.0), of: client, in: database) else { return nil }
        let people = try database.rows(
          """
          SELECT person FROM subscriptions WHERE source = ? AND person > ?
            ORDER BY person LIMIT \(WebhookRecords.step)
          """, .blob(source), SQLValue(after)
        ) { (row) throws(RenderError) in row.text(0) }
        try post(
          people.flatMap { person in
            kinds.map { WebhookEvent($0.0, person: person, $0.1) }
          }, of: client, in: database)
        return people.count == WebhookRecords.step ? people.last : nil
      }
    }
  }
}
