internal import Digests
import Storage
package import WallfarmCore
package import WallfarmPluginKit

/// The webhooks of clients and their pending events, in the store.
///
/// URLs, secrets and events are encrypted with the keys of addresses, as content sources are.
package struct WebhookRecords: Sendable {
  let store: ServiceStore
  let ring: KeyRing
  package let clock: TimeSource

  package init(store: ServiceStore, ring: KeyRing, clock: TimeSource) {
    (self.store, self.ring, self.clock) = (store, ring, clock)
  }

  /// The maximum number of webhooks of a client.
  package static let most = 16

  /// The state of a webhook, as its client sees it.
  package struct Present: Sendable {
    package let name: String
    package let url: String
    package let kinds: [WebhookEvent.Kind]
    /// The number of events that are waiting for delivery.
    package let pending: Int
    /// The number of events that were never delivered, because the queue was full or the webhook
    /// was disabled.
    package let dropped: Int
    /// The number of failed attempts since the last success.
    package let failures: Int
    /// The time of the last attempt.
    package let attempted: Moment?
    /// The status of the last response.
    package let status: Int?
    /// The code of the error if the last attempt had no response.
    package let error: String?
    /// The time at which the service disabled the webhook.
    package let disabled: Moment?
  }

  /// Creates or replaces a webhook, enables it, and sends its pending events soon.
  ///
  /// - Parameters:
  ///   - name: The name, which is unique for the client.
  ///   - url: The URL of the receiver.
  ///   - kinds: The types of events to send.
  ///   - secret: The secret, or `nil` to keep the current one or create one.
  ///   - client: The client.
  /// - Returns: The secret if the webhook is new; otherwise, `nil`.
  /// - Throws: `quota-exceeded`, `store-full`, `store-failed`.
  package func put(
    _ name: String, url: String, kinds: Set<WebhookEvent.Kind>, secret: WebhookSecret?,
    of client: String
  ) throws(RenderError) -> WebhookSecret? {
    let bits = kinds.reduce(0) { $0 | $1.bit }
    return try store.use { (database) throws(RenderError) in
      let now = clock.read()
      let row = try database.first(
        "SELECT id, sealed FROM webhooks WHERE client = ? AND name = ?", SQLValue(client),
        SQLValue(name)
      ) { ($0.integer(0), $0.bytes(1)) }
      if let (id, sealed) = row, var record = opened(sealed, name, of: client)?.record {
        record.url = url
        if let secret { record.rotate(to: secret, at: now) }
        let new = record.sealed(name, of: client, ring.addresses.first)
        if new.count > sealed.count {
          try store.makeRoom(
            for: new.count - sealed.count, of: client, in: database, now: now)
        }
        try database.run(
          """
          UPDATE webhooks SET sealed = ?, kinds = ?, failures = 0, paused = 0, disabled = 0,
            succeeded = ? WHERE id = ?
          """, .blob(new), SQLValue(bits), SQLValue(now.seconds), SQLValue(id))
        try database.run(
          "UPDATE deliveries SET due = min(due, ?) WHERE webhook = ?", SQLValue(now.seconds),
          SQLValue(id))
        return nil
      }
      // A webhook that cannot be decrypted is replaced.
      if let (id, _) = row {
        try database.run("DELETE FROM webhooks WHERE id = ?", SQLValue(id))
      }
      let record = WebhookRecord(url: url, secret: secret ?? WebhookSecret())
      try add(record, name, bits, of: client, at: now, in: database)
      return record.secret
    }
  }

  private func add(
    _ record: WebhookRecord, _ name: String, _ bits: Int, of client: String, at now: Moment,
    in database: Database
  ) throws(RenderError) {
    let count = try database.first(
      "SELECT count(*) FROM webhooks WHERE client = ?", SQLValue(client)
    ) { $0.integer(0) }
    guard (count ?? 0) < WebhookRecords.most else {
      throw .tooManyWebhooks(WebhookRecords.most)
    }
    let sealed = record.sealed(name, of: client, ring.addresses.first)
    try store.makeRoom(for: sealed.count, of: client, in: database, now: now)
    try database.run(
      "INSERT INTO webhooks(client, name, sealed, kinds, succeeded) VALUES(?, ?, ?, ?, ?)",
      SQLValue(client), SQLValue(name), .blob(sealed), SQLValue(bits), SQLValue(now.seconds))
  }

  /// Returns the webhooks of a client, sorted by name.
  ///
  /// - Throws: `store-failed`.
  package func list(of client: String) throws(RenderError) -> [Present] {
    try store.use { (database) throws(RenderError) in
      try database.rows(
        """
        SELECT name, sealed, kinds, failures, attempted, status, error, disabled, dropped,
          (SELECT count(*) FROM deliveries WHERE webhook = webhooks.id)
          FROM webhooks WHERE client = ? ORDER BY name
        """, SQLValue(client)
      ) { (row) throws(RenderError) in
        let (name, bits) = (row.text(0), row.integer(2))
        func time(_ column: Int) -> Moment? {
          row.integer(column) == 0 ? nil : Moment(seconds: row.integer(column))
        }
        return opened(row.bytes(1), name, of: client).map { record, _ in
          Present(
            name: name, url: record.url,
            kinds: WebhookEvent.Kind.all.filter { bits & $0.bit != 0 }, pending: row.integer(9),
            dropped: row.integer(8), failures: row.integer(3), attempted: time(4),
            status: row.integer(5) == 0 ? nil : row.integer(5),
            error: row.text(6).isEmpty ? nil : row.text(6), disabled: time(7))
        }
      }.compactMap(\.self)
    }
  }

  /// Erases a webhook and its pending events, and overwrites them on disk.
  ///
  /// - Returns: Whether the client had such a webhook.
  /// - Throws: `store-failed`.
  package func erase(_ name: String, of client: String) throws(RenderError) -> Bool {
    let count = try store.use { (database) throws(RenderError) in
      try database.run(
        "DELETE FROM webhooks WHERE client = ? AND name = ?", SQLValue(client), SQLValue(name))
    }
    store.forgetErased()
    return count > 0
  }

  /// The numbers of webhooks and of pending events; `nil` if the store is unreadable.
  package var counts: (enabled: Int, disabled: Int, pending: Int)? {
    try? store.use { (database) throws(RenderError) in
      try database.first(
        """
        SELECT count(*), count(nullif(disabled, 0)), (SELECT count(*) FROM deliveries)
          FROM webhooks
        """
      ) { ($0.integer(0) - $0.integer(1), $0.integer(1), $0.integer(2)) }
    }
  }

  /// Encrypts webhooks with the current key, so that an older key is no longer needed.
  package func tidy() {
    _ = try? store.use { (database) throws(RenderError) in
      let rows = try database.rows("SELECT id, client, name, sealed FROM webhooks") {
        (row) throws(RenderError) in
        (row.integer(0), row.text(1), row.text(2), row.bytes(3))
      }
      let first = ring.addresses.first
      for (id, client, name, sealed) in rows {
        guard let (record, secret) = opened(sealed, name, of: client), secret.name != first.name
        else { continue }
        try database.run(
          "UPDATE webhooks SET sealed = ? WHERE id = ?",
          .blob(record.sealed(name, of: client, first)), SQLValue(id))
      }
    }
  }

  /// Decrypts a record with the key that encrypted it, and returns both.
  func opened(
    _ sealed: [UInt8], _ name: String, of client: String
  ) -> (record: WebhookRecord, secret: AddressKeys.Key)? {
    for secret in ring.addresses.all {
      if let record = WebhookRecord.opened(sealed, name, of: client, secret) {
        return (record, secret)
      }
    }
    return nil
  }
}
