internal import Digests
package import Fetching
import Storage
import WallfarmCore
package import WallfarmPluginKit

// The part of the records that the sender uses.

extension WebhookRecords {
  /// A webhook with events that are due.
  package struct Ready: Sendable {
    package let id: Int
    let client: String
    /// The host of the URL.
    let host: String
  }

  /// An event to deliver.
  package struct Delivery: Sendable {
    fileprivate let webhook: Int
    fileprivate let number: Int
    /// The number of earlier attempts.
    package let attempts: Int
    /// The identifier of the message, which is the same for all attempts.
    package let id: String
    package let url: String
    package let payload: String
    fileprivate let secrets: [WebhookSecret]

    /// Returns the signed message of an attempt.
    package func message(at now: Moment) -> SentMessage? {
      let signatures = secrets.map {
        $0.signature(id: id, seconds: now.seconds, payload: payload)
      }
      let headers = [
        SentMessage.Header("content-type", "application/json"),
        SentMessage.Header("webhook-id", id),
        SentMessage.Header("webhook-timestamp", String(now.seconds)),
        SentMessage.Header("webhook-signature", signatures.joined(separator: " ")),
      ]
      return SentMessage(headers.compactMap(\.self), body: payload)
    }
  }

  /// The result of an attempt.
  package enum Attempt: Sendable {
    case answered(SentReply)
    case failed(RenderError)
  }

  /// The effect of an attempt.
  package enum Effect: String, Sendable, CaseIterable {
    /// The receiver has accepted the event.
    case delivered
    /// The event is sent again later.
    case retried
    /// The event is not sent again.
    case failed
    /// The webhook was disabled.
    case disabled
  }

  /// Returns the webhooks with events that are due, the least recently used first.
  ///
  /// - Throws: `store-failed`.
  package func ready(at now: Moment) throws(RenderError) -> [Ready] {
    let rows = try store.use { (database) throws(RenderError) in
      try database.rows(
        """
        SELECT id, client, name, sealed FROM webhooks WHERE disabled = 0 AND paused <= ?
          AND EXISTS(SELECT 1 FROM deliveries WHERE webhook = webhooks.id AND due <= ?)
          ORDER BY attempted
        """, SQLValue(now.seconds), SQLValue(now.seconds)
      ) { (row) throws(RenderError) in (row.integer(0), row.text(1), row.text(2), row.bytes(3)) }
    }
    return rows.compactMap { id, client, name, sealed in
      opened(sealed, name, of: client).map { record, _ in
        Ready(id: id, client: client, host: WebAddress(record.url)?.host ?? "")
      }
    }
  }

  /// Returns the next event of a webhook, or `nil` if none is due.
  ///
  /// - Throws: `store-failed`.
  package func next(of webhook: Int, at now: Moment) throws(RenderError) -> Delivery? {
    try store.use { (database) throws(RenderError) in
      let row = try database.first(
        "SELECT client, name, sealed FROM webhooks WHERE id = ? AND disabled = 0 AND paused <= ?",
        SQLValue(webhook), SQLValue(now.seconds)
      ) { ($0.text(0), $0.text(1), $0.bytes(2)) }
      guard let (client, name, sealed) = row, let (record, _) = opened(sealed, name, of: client)
      else { return nil }
      while let delivery = try nextDelivery(of: webhook, record, at: now, in: database) {
        if let delivery = delivery.opened { return delivery }
        // The key that encrypted the event was removed.
        try database.run("DELETE FROM deliveries WHERE number = ?", SQLValue(delivery.number))
        try database.run(
          "UPDATE webhooks SET dropped = dropped + 1 WHERE id = ?", SQLValue(webhook))
      }
      return nil
    }
  }

  private func nextDelivery(
    of webhook: Int, _ record: WebhookRecord, at now: Moment, in database: Database
  ) throws(RenderError) -> (number: Int, opened: Delivery?)? {
    let row = try database.first(
      """
      SELECT number, id, attempts, sealed FROM deliveries WHERE webhook = ? AND due <= ?
        ORDER BY due, number LIMIT 1
      """, SQLValue(webhook), SQLValue(now.seconds)
    ) { ($0.integer(0), $0.text(1), $0.integer(2), $0.bytes(3)) }
    guard let (number, id, attempts, sealed) = row else { return nil }
    let payload = ring.addresses.all.lazy.compactMap {
      Seal.opened(sealed, key: WebhookRecords.key(id, $0))
    }.first
    return (
      number,
      payload.map {
        Delivery(
          webhook: webhook, number: number, attempts: attempts, id: id, url: record.url,
          payload: String(decoding: $0, as: UTF8.self), secrets: record.secrets(at: now))
      }
    )
  }

  /// Records the result of an attempt.
  ///
  /// - Parameters:
  ///   - delivery: The event.
  ///   - attempt: The result.
  ///   - jitter: A random number from 0 to 1, for the time of the next attempt.
  /// - Returns: The effect.
  /// - Throws: `store-failed`.
  package func finish(
    _ delivery: Delivery, _ attempt: Attempt, jitter: Double
  ) throws(RenderError) -> Effect {
    let now = clock.read()
    let (status, code, asked): (Int, String, Int?) =
      switch attempt {
      case .answered(let reply): (reply.status, "", reply.secondsToWait(at: now.seconds))
      case .failed(let error): (0, error.code.rawValue, nil)
      }
    return try store.use { (database) throws(RenderError) in
      guard try url(of: delivery.webhook, in: database) == delivery.url else {
        return try finishOutdated(
          delivery, isDelivered: (200...299).contains(status), at: now, in: database)
      }
      try database.run(
        "UPDATE webhooks SET attempted = ?, status = ?, error = ? WHERE id = ?",
        SQLValue(now.seconds), SQLValue(status), SQLValue(code), SQLValue(delivery.webhook))
      if (200...299).contains(status) {
        try erase(delivery, in: database)
        try database.run(
          "UPDATE webhooks SET failures = 0, paused = 0, succeeded = ? WHERE id = ?",
          SQLValue(now.seconds), SQLValue(delivery.webhook))
        return .delivered
      }
      return try fail(
        delivery, isGone: status == 410, waiting: min(asked ?? 0, WebhookSchedule.longest),
        jitter, at: now, in: database)
    }
  }

  /// Returns the URL of a webhook, or `nil` if the webhook was erased.
  private func url(of webhook: Int, in database: Database) throws(RenderError) -> String? {
    let row = try database.first(
      "SELECT client, name, sealed FROM webhooks WHERE id = ?", SQLValue(webhook)
    ) { ($0.text(0), $0.text(1), $0.bytes(2)) }
    return row.flatMap { client, name, sealed in opened(sealed, name, of: client)?.record.url }
  }

  /// Records the result of an attempt at a URL that the client has replaced in the meantime, which
  /// says nothing about the new URL.
  private func finishOutdated(
    _ delivery: Delivery, isDelivered: Bool, at now: Moment, in database: Database
  ) throws(RenderError) -> Effect {
    if isDelivered {
      try erase(delivery, in: database)
      return .delivered
    }
    try database.run(
      "UPDATE deliveries SET attempts = 0, due = ? WHERE number = ?", SQLValue(now.seconds),
      SQLValue(delivery.number))
    return .retried
  }

  private func fail(
    _ delivery: Delivery, isGone: Bool, waiting asked: Int, _ jitter: Double, at now: Moment,
    in database: Database
  ) throws(RenderError) -> Effect {
    let webhook = SQLValue(delivery.webhook)
    try database.run("UPDATE webhooks SET failures = failures + 1 WHERE id = ?", webhook)
    let row = try database.first(
      "SELECT failures, succeeded FROM webhooks WHERE id = ?", webhook
    ) { ($0.integer(0), $0.integer(1)) }
    // The client has erased the webhook in the meantime.
    guard let (failures, succeeded) = row else { return .failed }
    let attempts = delivery.attempts + 1
    let wait = WebhookSchedule.wait(after: attempts, jitter: jitter)
    if isGone || wait == nil && now.seconds - succeeded >= WebhookSchedule.patience {
      try disable(delivery.webhook, at: now, in: database)
      return .disabled
    }
    let pause = max(WebhookSchedule.pause(after: failures), asked)
    try database.run(
      "UPDATE webhooks SET paused = ? WHERE id = ?", SQLValue(now.seconds + pause), webhook)
    guard let wait else {
      try erase(delivery, in: database)
      return .failed
    }
    try database.run(
      "UPDATE deliveries SET attempts = ?, due = ? WHERE number = ?", SQLValue(attempts),
      SQLValue(now.seconds + max(wait, asked)), SQLValue(delivery.number))
    return .retried
  }

  private func erase(_ delivery: Delivery, in database: Database) throws(RenderError) {
    try database.run("DELETE FROM deliveries WHERE number = ?", SQLValue(delivery.number))
  }

  /// Disables a webhook and drops its pending events.
  private func disable(
    _ webhook: Int, at now: Moment, in database: Database
  ) throws(RenderError) {
    let dropped = try database.run("DELETE FROM deliveries WHERE webhook = ?", SQLValue(webhook))
    try database.run(
      "UPDATE webhooks SET disabled = ?, dropped = dropped + ? WHERE id = ?",
      SQLValue(now.seconds), SQLValue(dropped), SQLValue(webhook))
  }
}
