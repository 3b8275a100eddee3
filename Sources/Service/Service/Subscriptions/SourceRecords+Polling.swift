package import ContentSources
internal import Digests
package import Fetching
internal import SourceJSON
import Storage
import WallfarmCore
package import WallfarmPluginKit

// The part of the records that the poller uses.

extension SourceRecords {
  /// A URL whose document is due, with the sources of all clients that use it.
  package struct Due: Sendable {
    /// The name of the URL with its credentials.
    package let address: [UInt8]
    /// The time at which the fetch was due.
    package let due: Moment
    package let url: String
    package let authorization: String?
    /// The validators for a conditional request; empty if the sources have different documents.
    package let validators: FetchValidators
    fileprivate let sources: [Stored]
  }

  /// A stored source.
  fileprivate struct Stored: Sendable {
    let name: [UInt8]
    let client: String
    let record: SourceRecord
    /// The size of the encrypted document in bytes; 0 if there is none.
    let bytes: Int
    let failures: Int
    let due: Moment
    let version: Int
    let secret: AddressKeys.Key
  }

  /// The result of a fetch.
  package enum Fetch: Sendable {
    case document(SourceDocument, FetchValidators)
    case unchanged
    case failed(RenderError)
  }

  /// The effect of a fetch.
  package enum Effect: String, Sendable, CaseIterable { case changed, unchanged, failed }

  /// Returns the names of URLs that are due: clients take turns, and for each client, the longest
  /// overdue URL comes first.
  ///
  /// - Throws: `store-failed`.
  func due(most: Int, at now: Moment) throws(RenderError) -> [[UInt8]] {
    try store.use { (database) throws(RenderError) in
      try database.rows(
        """
        SELECT address FROM (
          SELECT address, min(due) AS start,
            row_number() OVER (PARTITION BY client ORDER BY min(due)) AS turn
            FROM sources
            WHERE due <= ? AND EXISTS(SELECT 1 FROM subscriptions WHERE source = name)
            GROUP BY client, address)
          GROUP BY address ORDER BY min(turn), min(start) LIMIT ?
        """, SQLValue(now.seconds), SQLValue(most)
      ) { (row) throws(RenderError) in row.bytes(0) }
    }
  }

  /// Returns a URL that is due, or nil if it was fetched or erased in the meantime, or if none of
  /// its sources can be decrypted.
  ///
  /// - Throws: `store-failed`.
  package func open(_ address: [UInt8], at now: Moment) throws(RenderError) -> Due? {
    let sources = try stored(address)
    guard let first = sources.first, let due = sources.map(\.due).min(), due <= now else {
      return nil
    }
    let validators = Set(sources.map(\.record.validators))
    let hasAll = sources.allSatisfy { $0.bytes > 0 && $0.record.error == nil }
    return Due(
      address: address, due: due, url: first.record.source.address,
      authorization: first.record.source.authorization,
      validators: hasAll && validators.count == 1
        ? first.record.validators : FetchValidators(), sources: sources)
  }

  /// Postpones a URL whose sources cannot be decrypted by a day, so that others get their turn.
  ///
  /// - Throws: `store-failed`.
  func postpone(_ address: [UInt8], at now: Moment) throws(RenderError) {
    _ = try store.use { (database) throws(RenderError) in
      try database.run(
        "UPDATE sources SET due = ? WHERE address = ? AND due <= ?",
        SQLValue(now.seconds + 86_400), .blob(address), SQLValue(now.seconds))
    }
  }

  private func stored(_ address: [UInt8]) throws(RenderError) -> [Stored] {
    let rows = try store.use { (database) throws(RenderError) in
      try database.rows(
        """
        SELECT name, client, sealed, length(document), failures, due, version FROM sources
          WHERE address = ?
        """, .blob(address)
      ) { (row) throws(RenderError) in
        (
          row.bytes(0), row.text(1), row.bytes(2), row.integer(3), row.integer(4), row.integer(5),
          row.integer(6)
        )
      }
    }
    return rows.compactMap { name, client, sealed, bytes, failures, due, version in
      opened(sealed, name).map { record, secret in
        Stored(
          name: name, client: client, record: record, bytes: bytes, failures: failures,
          due: Moment(seconds: due), version: version, secret: secret)
      }
    }
  }

  /// Stores the result of a fetch for all sources with the URL, and schedules the next fetch.
  ///
  /// A document that is invalid for a source does not replace the last valid one.
  ///
  /// - Returns: The effect: changed if a document changed, or else failed if there was an error.
  /// - Throws: `store-failed`.
  @discardableResult
  package func finish(_ due: Due, _ fetch: Fetch) throws(RenderError) -> Effect {
    let now = clock.read()
    var effect = Effect.unchanged
    var failures: [Int] = []
    for source in due.sources {
      let known = try document(named: source.name, source.secret, source.record.mediaType)
      let change = Change(source, known, fetch, at: now)
      failures.append(change.failures)
      var written = change
      do throws(RenderError) {
        try write(change, of: source, known, at: now)
        if change.document != nil { effect = .changed }
        if change.record.error != nil, effect == .unchanged { effect = .failed }
      } catch {
        guard error.code != .storeFailed else { throw error }
        // There is no space for the new document.
        effect = .failed
        written = Change(source, known, .failed(error), at: now)
        try write(written, of: source, known, at: now)
      }
      try announce(written, of: source)
    }
    guard let first = due.sources.first else { return effect }
    let keys = SourceKeys(first.record.source, of: first.client, ring.addresses.first)
    try schedule(keys.address, failures: failures.min() ?? 0, at: now)
    return effect
  }

  /// Queues the events of a change of a source for the people who subscribe to it.
  private func announce(_ change: Change, of source: Stored) throws(RenderError) {
    var events: [(WebhookEvent.Kind, WebhookEvent.Detail?)] = []
    switch (source.record.error, change.record.error) {
    case (nil, let error?): events.append((.sourceFailed, .code(error.code.rawValue)))
    case (.some, nil): events.append((.sourceRecovered, nil))
    default: break
    }
    if change.document != nil { events.append((.changed, nil)) }
    let keys = SourceKeys(change.record.source, of: source.client, ring.addresses.first)
    try webhooks.post(events, toSubscribersOf: keys.name, of: source.client)
  }

  /// The change of a source by a fetch.
  private struct Change {
    var record: SourceRecord
    /// The new document, or nil to keep the stored one.
    var document: [UInt8]?
    var failures = 0

    init(_ source: Stored, _ known: SourceDocument?, _ fetch: Fetch, at now: Moment) {
      record = source.record
      do throws(RenderError) {
        switch fetch {
        case .failed(let error): throw error
        case .unchanged: record.error = nil
        case .document(let found, let validators):
          _ = try SourceReader.content(
            in: found, of: source.record.source, at: CalendarNow(now: .moment(now)))
          if known != found { document = found.bytes }
          (record.mediaType, record.validators) = (found.mediaType, validators)
          record.error = nil
        }
      } catch {
        record.error = error
        failures = source.failures + 1
      }
    }
  }

  private func write(
    _ change: Change, of source: Stored, _ known: SourceDocument?, at now: Moment
  ) throws(RenderError) {
    // Use the current key, so that an older key is no longer needed after the longest interval.
    let secret = ring.addresses.first
    let keys = SourceKeys(change.record.source, of: source.client, secret)
    let isMoved = keys.name != source.name
    let kept = isMoved ? known?.bytes : nil
    let sealed = SourceRecords.sealed(change.record, keys.name, secret)
    let document = (change.document ?? kept).map {
      Seal.sealed($0, key: SourceKeys.documentKey(keys.name, secret))
    }
    try store.use { (database) throws(RenderError) in
      let growth = (document?.count ?? source.bytes) - source.bytes
      if growth > 0 {
        try store.makeRoom(for: growth, of: source.client, in: database, now: now)
      }
      let written = try database.run(
        """
        UPDATE sources SET sealed = ?, failures = ?, fetched = iif(?, fetched, ?)
          WHERE name = ? AND version = ?
        """, .blob(sealed), SQLValue(change.failures), SQLValue(change.failures > 0 ? 1 : 0),
        SQLValue(now.seconds), .blob(source.name), SQLValue(source.version))
      // A client has stored the first document in the meantime, or has erased the source.
      guard written == 1 else { return }
      if let document {
        try database.run(
          "UPDATE sources SET document = ?, version = ? WHERE name = ?", .blob(document),
          SQLValue(SourceRecords.newVersion()), .blob(source.name))
      }
      guard isMoved else { return }
      try database.run(
        "UPDATE sources SET name = ?, address = ? WHERE name = ?", .blob(keys.name),
        .blob(keys.address), .blob(source.name))
      try database.run(
        "UPDATE subscriptions SET source = ? WHERE source = ?", .blob(keys.name),
        .blob(source.name))
    }
  }

  /// Sets the time of the next fetch of a URL to the shortest interval of its subscriptions.
  private func schedule(
    _ address: [UInt8], failures: Int, at now: Moment
  ) throws(RenderError) {
    try store.use { (database) throws(RenderError) in
      let minutes =
        try database.first(
          """
          SELECT coalesce(min(minutes), \(ContentSource.defaultMinutes)) FROM subscriptions
            JOIN sources ON source = name WHERE address = ?
          """, .blob(address)
        ) { $0.integer(0) } ?? ContentSource.defaultMinutes
      let next = SourceSchedule(minutes: minutes, address: address)
        .next(after: now, failures: failures)
      try database.run(
        "UPDATE sources SET due = ? WHERE address = ?", SQLValue(next.seconds), .blob(address))
    }
  }
}
