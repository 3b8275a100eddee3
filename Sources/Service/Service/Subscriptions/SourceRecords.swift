package import ContentSources
internal import Digests
import Fetching
internal import SourceJSON
import Storage
package import WallfarmCore
package import WallfarmPluginKit

/// The content sources to which people subscribe, with the last valid document of each.
///
/// URLs, credentials and documents are encrypted with the keys of addresses, because the service
/// fetches them without a token of the person.
package struct SourceRecords: Sendable {
  let store: ServiceStore
  let ring: KeyRing
  let clock: TimeSource

  package init(store: ServiceStore, ring: KeyRing, clock: TimeSource) {
    (self.store, self.ring, self.clock) = (store, ring, clock)
  }

  /// The time in seconds for which a source without a subscription is kept.
  ///
  /// The service stores a person only after it has rendered the pictures of the person.
  private static let patience = 3600

  /// The state of a source of a client.
  package struct Present: Sendable {
    /// The name of the source in the store.
    package let name: [UInt8]
    /// A number that changes with the document.
    package let version: Int
    /// The time of the next fetch.
    package let due: Moment
    /// The time of the last successful fetch.
    package let fetched: Moment?
    /// The stored URL and the error of the last fetch.
    package let record: SourceRecord
    fileprivate let secret: AddressKeys.Key
  }

  // MARK: - Reading

  /// Returns the state of a source, or nil if it is not stored.
  ///
  /// - Throws: `store-failed`.
  package func present(
    _ source: ContentSource, of client: String
  ) throws(RenderError) -> Present? {
    try store.use { (database) throws(RenderError) in
      try present(source, of: client, in: database)
    }
  }

  private func present(
    _ source: ContentSource, of client: String, in database: Database
  ) throws(RenderError) -> Present? {
    for secret in ring.addresses.all {
      let keys = SourceKeys(source, of: client, secret)
      let row = try database.first(
        "SELECT version, due, fetched, sealed FROM sources WHERE name = ?", .blob(keys.name)
      ) { ($0.integer(0), $0.integer(1), $0.integer(2), $0.bytes(3)) }
      guard let (version, due, fetched, sealed) = row,
        let record = SourceRecords.record(sealed, keys.name, secret)
      else { continue }
      return Present(
        name: keys.name, version: version, due: Moment(seconds: due),
        fetched: fetched == 0 ? nil : Moment(seconds: fetched), record: record, secret: secret)
    }
    return nil
  }

  /// Returns the last valid document of a source, or nil if there is none.
  ///
  /// - Throws: `store-failed`.
  package func document(of present: Present) throws(RenderError) -> SourceDocument? {
    try document(named: present.name, present.secret, present.record.mediaType)
  }

  /// Returns the document of a source that is encrypted with a key, or nil if there is none.
  ///
  /// - Throws: `store-failed`.
  func document(
    named name: [UInt8], _ secret: AddressKeys.Key, _ mediaType: String?
  ) throws(RenderError) -> SourceDocument? {
    let sealed = try store.use { (database) throws(RenderError) in
      try database.first("SELECT document FROM sources WHERE name = ?", .blob(name)) {
        $0.bytes(0)
      }
    }
    return sealed.flatMap { SourceRecords.document($0, name, secret, mediaType) }
  }

  /// Returns the states of the sources of a person, in no particular order.
  ///
  /// - Throws: `store-failed`.
  package func presents(of person: String) throws(RenderError) -> [Present] {
    let rows = try store.use { (database) throws(RenderError) in
      try database.rows(
        """
        SELECT name, version, due, fetched, sealed FROM sources
          JOIN subscriptions ON source = name WHERE person = ?
        """, SQLValue(person)
      ) { (row) throws(RenderError) in
        (row.bytes(0), row.integer(1), row.integer(2), row.integer(3), row.bytes(4))
      }
    }
    return rows.compactMap { name, version, due, fetched, sealed in
      opened(sealed, name).map { record, secret in
        Present(
          name: name, version: version, due: Moment(seconds: due),
          fetched: fetched == 0 ? nil : Moment(seconds: fetched), record: record, secret: secret)
      }
    }
  }

  /// The numbers of sources and of sources whose last fetch failed; nil if the store is unreadable.
  package var counts: (all: Int, failing: Int)? {
    try? store.use { (database) throws(RenderError) in
      try database.first("SELECT count(*), count(nullif(failures, 0)) FROM sources") {
        ($0.integer(0), $0.integer(1))
      }
    }
  }

  // MARK: - Subscribing

  /// Makes a document that was fetched for another client available to a client, if it is recent.
  ///
  /// - Returns: Whether the source has a document now.
  /// - Throws: errors in the document, `store-full`, `quota-exceeded`, `store-failed`.
  func reuse(_ source: ContentSource, for client: String) throws(RenderError) -> Bool {
    let now = clock.read()
    let oldest = now.seconds - (source.minutes ?? ContentSource.defaultMinutes) * 60
    for secret in ring.addresses.all {
      let keys = SourceKeys(source, of: client, secret)
      let rows = try store.use { (database) throws(RenderError) in
        try database.rows(
          """
          SELECT name, sealed, document FROM sources
            WHERE address = ? AND fetched > ? AND failures = 0 AND length(document) > 0 LIMIT 1
          """, .blob(keys.address), SQLValue(oldest)
        ) { (row) throws(RenderError) in (row.bytes(0), row.bytes(1), row.bytes(2)) }
      }
      guard let (name, sealed, document) = rows.first,
        let record = SourceRecords.record(sealed, name, secret),
        let found = SourceRecords.document(document, name, secret, record.mediaType)
      else { continue }
      try add(
        source, found, record.validators, for: client)
      return true
    }
    return false
  }

  /// Stores the first document of a source.
  ///
  /// - Throws: errors in the document, `store-full`, `quota-exceeded`, `store-failed`.
  func add(
    _ source: ContentSource, _ document: SourceDocument, _ validators: FetchValidators,
    for client: String
  ) throws(RenderError) {
    let now = clock.read()
    _ = try SourceReader.content(in: document, of: source, at: CalendarNow(now: .moment(now)))
    try store.use { (database) throws(RenderError) in
      let known = try present(source, of: client, in: database)
      guard known?.fetched == nil else { return }
      // A source that waits for its document can have an older key.
      let secret = known?.secret ?? ring.addresses.first
      try add(source, document, validators, for: client, secret, at: now, in: database)
    }
  }

  private func add(
    _ source: ContentSource, _ document: SourceDocument, _ validators: FetchValidators,
    for client: String, _ secret: AddressKeys.Key, at now: Moment, in database: Database
  ) throws(RenderError) {
    let keys = SourceKeys(source, of: client, secret)
    var record = SourceRecord(source)
    (record.mediaType, record.validators) = (document.mediaType, validators)
    let sealed = SourceRecords.sealed(record, keys.name, secret)
    let sealedDocument = Seal.sealed(
      document.bytes, key: SourceKeys.documentKey(keys.name, secret))
    let due = SourceSchedule(
      minutes: source.minutes ?? ContentSource.defaultMinutes, address: keys.address
    ).next(after: now)
    try store.makeRoom(
      for: sealed.count + sealedDocument.count, of: client, in: database, now: now)
    try database.run(
      """
      INSERT INTO sources(name, address, client, sealed, document, version, due, fetched, failures)
        VALUES(?, ?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT(name) DO UPDATE SET
        sealed = excluded.sealed, document = excluded.document, version = excluded.version,
        due = excluded.due, fetched = excluded.fetched, failures = 0
      """, .blob(keys.name), .blob(keys.address), SQLValue(client), .blob(sealed),
      .blob(sealedDocument), SQLValue(SourceRecords.newVersion()), SQLValue(due.seconds),
      SQLValue(now.seconds))
  }

  /// Replaces the subscriptions of a person, in the transaction that stores the person.
  ///
  /// - Throws: `quota-exceeded`, `store-failed`.
  func subscribe(
    _ person: String, to sources: [ContentSource], of client: String, in database: Database
  ) throws(RenderError) {
    let known = Set(
      try database.rows(
        "SELECT source FROM subscriptions WHERE person = ?", SQLValue(person)
      ) { (row) throws(RenderError) in row.bytes(0) })
    guard !known.isEmpty || !sources.isEmpty else { return }
    var wanted: [[UInt8]: Int] = [:]
    for source in sources {
      let minutes = source.minutes ?? ContentSource.defaultMinutes
      let name = try place(source, of: client, in: database)
      wanted[name] = min(wanted[name] ?? minutes, minutes)
    }
    for name in known where wanted[name] == nil {
      try database.run(
        "DELETE FROM subscriptions WHERE person = ? AND source = ?", SQLValue(person), .blob(name))
    }
    for (name, minutes) in wanted {
      try database.run(
        """
        INSERT INTO subscriptions VALUES(?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET minutes = excluded.minutes
        """, SQLValue(person), .blob(name), SQLValue(client), SQLValue(minutes))
      try hasten(name, minutes, in: database)
    }
    if wanted.count > known.count { try store.checkSources(of: client, in: database) }
  }

  /// Returns the name of a source; if it is not stored, adds it without a document, and the poller
  /// fetches it soon.
  private func place(
    _ source: ContentSource, of client: String, in database: Database
  ) throws(RenderError) -> [UInt8] {
    if let known = try present(source, of: client, in: database) { return known.name }
    let (now, secret) = (clock.read(), ring.addresses.first)
    let keys = SourceKeys(source, of: client, secret)
    let sealed = SourceRecords.sealed(SourceRecord(source), keys.name, secret)
    try store.makeRoom(for: sealed.count, of: client, in: database, now: now)
    try database.run(
      """
      INSERT INTO sources(name, address, client, sealed, document, version, due, fetched, failures)
        VALUES(?, ?, ?, ?, x'', 0, ?, 0, 0)
      """, .blob(keys.name),
      .blob(keys.address), SQLValue(client), .blob(sealed), SQLValue(now.seconds))
    return keys.name
  }

  /// Moves the next fetch of a URL forward if a new subscription has a shorter interval.
  private func hasten(
    _ name: [UInt8], _ minutes: Int, in database: Database
  ) throws(RenderError) {
    let row = try database.first(
      "SELECT address, failures FROM sources WHERE name = ?", .blob(name)
    ) { ($0.bytes(0), $0.integer(1)) }
    guard let (address, failures) = row, failures == 0 else { return }
    let next = SourceSchedule(minutes: minutes, address: address).next(after: clock.read())
    try database.run(
      "UPDATE sources SET due = min(due, ?) WHERE address = ?", SQLValue(next.seconds),
      .blob(address))
  }

  /// Erases sources to which nobody has subscribed within an hour.
  package func tidy() {
    _ = try? store.use { (database) throws(RenderError) in
      try database.run(
        """
        DELETE FROM sources WHERE fetched < ? AND NOT EXISTS(
          SELECT 1 FROM subscriptions WHERE source = name)
        """, SQLValue(clock.read().seconds - SourceRecords.patience))
    }
  }

  // MARK: - Encryption

  static func sealed(
    _ record: SourceRecord, _ name: [UInt8], _ secret: AddressKeys.Key
  ) -> [UInt8] {
    Seal.sealed(
      Array(record.json.text(pretty: false).utf8), key: SourceKeys.recordKey(name, secret))
  }

  /// Decrypts a record with the key that encrypted it, and returns both.
  func opened(
    _ sealed: [UInt8], _ name: [UInt8]
  ) -> (record: SourceRecord, secret: AddressKeys.Key)? {
    for secret in ring.addresses.all {
      if let record = SourceRecords.record(sealed, name, secret) { return (record, secret) }
    }
    return nil
  }

  static func record(
    _ sealed: [UInt8], _ name: [UInt8], _ secret: AddressKeys.Key
  ) -> SourceRecord? {
    guard let bytes = Seal.opened(sealed, key: SourceKeys.recordKey(name, secret)),
      let node = try? JSONNode(parsing: bytes)
    else { return nil }
    return SourceRecord(node)
  }

  static func document(
    _ sealed: [UInt8], _ name: [UInt8], _ secret: AddressKeys.Key, _ mediaType: String?
  ) -> SourceDocument? {
    guard !sealed.isEmpty,
      let bytes = Seal.opened(sealed, key: SourceKeys.documentKey(name, secret))
    else { return nil }
    return SourceDocument(bytes, mediaType: mediaType)
  }

  /// Returns a number for a new document that differs from all earlier ones.
  static func newVersion() -> Int { Int.random(in: 1...Int.max) }
}
