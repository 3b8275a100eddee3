import Challenge
internal import Digests
import SourceJSON
internal import Storage
package import WallfarmPluginKit

/// Stored people, encrypted so that only their tokens can decrypt them.
///
/// Each person has a random key, stored twice: encrypted with the read token and with the write
/// token.
package struct KeptPeople: Sendable {
  let store: ServiceStore
  let uploads: UploadRecords
  let sources: SourceRecords

  package init(store: ServiceStore, uploads: UploadRecords, sources: SourceRecords) {
    (self.store, self.uploads, self.sources) = (store, uploads, sources)
  }

  /// A person's bearer token: 256 random bits; only an HMAC of the token is stored.
  package struct Token: Sendable {
    package enum Kind: String, Sendable { case read = "r", write = "w" }

    package let kind: Kind
    package let text: String

    /// Creates a random token.
    static func random(_ kind: Kind) -> Token {
      Token(kind: kind, text: kind.rawValue + Base64.addressText(of: RandomBytes.make(32)))
    }

    /// Parses a token; returns `nil` if the string is not a token.
    package init?(_ text: String) {
      guard text.utf8.count == 44, let kind = Kind(rawValue: String(text.prefix(1))) else {
        return nil
      }
      self.init(kind: kind, text: text)
    }

    private init(kind: Kind, text: String) { (self.kind, self.text) = (kind, text) }

    private func code(_ purpose: String) -> [UInt8] {
      HMACSHA256.code(of: Array("wallfarm \(purpose)".utf8), key: Array(text.utf8))
    }

    /// The identifier of the token in the store.
    var name: [UInt8] { code("token name") }
    /// The key that decrypts the person's key.
    var key: [UInt8] { code("token key") }
    /// The identifier of the token as text, for use in memory.
    var shownName: String { Base64.addressText(of: name) }
  }

  /// A stored person.
  package struct Kept: Sendable {
    let id: String
    /// The ID that the client uses for the person.
    let name: String
    /// The client whose key created the person.
    package let client: String
    package var person: Person
    /// The identifier of the read token as text, for use in memory.
    let reader: String
    let key: [UInt8]
    /// The name of the token with which the person was read.
    let access: [UInt8]
    /// The encrypted data, as read from the store.
    fileprivate let stored: Stored

    /// The entity tag of the version that was read.
    package var tag: String { stored.tag }
  }

  /// The result of changing a person under optimistic concurrency.
  package enum Replacement { case done, changedMeanwhile, erased }

  /// The identifier and the tokens of a new person.
  package struct Made: Sendable {
    package let id: String
    /// The ID that the client uses: its own ID, or the same as `id`.
    let name: String
    package let read: Token
    package let write: Token
  }

  /// Stores a new person.
  ///
  /// - Throws: `photo-unreadable` if an upload is no longer stored, `store-full`, `quota-exceeded`,
  ///   `store-failed`.
  package func add(_ person: Person, for client: String, now: Moment) throws(RenderError) -> Made {
    try store.use { (database) throws(RenderError) in
      try add(person, for: client, now: now, in: database)
    }
  }

  /// Stores a new person in a transaction; see ``add(_:for:now:)``.
  ///
  /// - Parameters:
  ///   - person: The person.
  ///   - name: The ID that the client uses, or `nil` for a random one.
  ///   - client: The client.
  ///   - now: The current time.
  ///   - database: The database, in a transaction.
  /// - Returns: The identifier and the tokens.
  /// - Throws: The errors of ``add(_:for:now:)``.
  func add(
    _ person: Person, named name: String? = nil, for client: String, now: Moment,
    in database: Database
  ) throws(RenderError) -> Made {
    let id = Base64.addressText(of: RandomBytes.make(12))
    let made = Made(id: id, name: name ?? id, read: .random(.read), write: .random(.write))
    let key = RandomBytes.make(32)
    let sealed = Seal.sealed(try KeptPeople.bytes(person), key: key)
    try store.checkPeople(of: client, in: database)
    try store.makeRoom(for: sealed.count, of: client, in: database, now: now)
    try database.run(
      "INSERT INTO people VALUES(?, ?, ?, ?, ?, ?, ?)", SQLValue(made.id), SQLValue(client),
      .blob(made.read.name), .blob(made.write.name), .blob(Seal.sealed(key, key: made.read.key)),
      .blob(Seal.sealed(key, key: made.write.key)), .blob(sealed))
    try addInbox(of: made, key: key, for: client, in: database)
    let shown = person.uploadDigests
    try uploads.pin(shown, needed: shown, to: Array(made.id.utf8), of: client, in: database)
    try sources.subscribe(made.id, to: person.sources, of: client, in: database)
    return made
  }

  /// Returns IDs of a client's people in the order of their bytes.
  ///
  /// - Parameters:
  ///   - client: The client that created the people.
  ///   - after: The identifier after which the list starts; `nil` for the first.
  ///   - count: The maximum number of identifiers.
  /// - Returns: The identifiers.
  /// - Throws: `store-failed`.
  func list(
    of client: String, after: String?, count: Int
  ) throws(RenderError) -> [String] {
    try store.use { (database) throws(RenderError) in
      try database.rows(
        "SELECT name FROM inboxes WHERE client = ? AND name > ? ORDER BY name LIMIT ?",
        SQLValue(client), SQLValue(after ?? ""), SQLValue(count)
      ) { (row) throws(RenderError) in row.text(0) }
    }
  }

  /// Returns the client that created the person to whom a token belongs, or `nil` if the token is
  /// unknown.
  ///
  /// - Throws: `store-failed`.
  func owner(of token: Token) throws(RenderError) -> String? {
    let column = token.kind == .read ? "reader" : "writer"
    return try store.use { (database) throws(RenderError) in
      let first = try database.first(
        "SELECT client FROM people WHERE \(column) = ? AND length(\(column)_key) > 0",
        .blob(token.name)
      ) { $0.text(0) }
      if let first { return first }
      return try KeptPeople.linked(token, in: database)?.client
    }
  }

  /// Returns the person to whom a token belongs, or `nil` if the token is unknown.
  ///
  /// - Throws: `store-failed`.
  package func open(_ token: Token) throws(RenderError) -> Kept? {
    let column = token.kind == .read ? "reader" : "writer"
    let row = try store.use { (database) throws(RenderError) -> Row? in
      if let row = try KeptPeople.row(where: column, is: .blob(token.name), column, in: database) {
        return row
      }
      guard let link = try KeptPeople.linked(token, in: database),
        var row = try KeptPeople.row(where: "id", is: .text(link.person), column, in: database)
      else { return nil }
      row.key = link.key
      return row
    }
    guard let row, let key = Seal.opened(row.key, key: token.key),
      let person = KeptPeople.person(row.stored, key)
    else { return nil }
    if row.pins == 0, let own = KeptPeople.person(row.stored.withoutPosted, key) {
      try pin(own.pinned, to: row.id, of: row.client)
    }
    if row.lock.isEmpty { try lockInbox(of: row.id, key: key) }
    return Kept(
      id: row.id, name: row.name, client: row.client, person: person,
      reader: Base64.addressText(of: row.reader), key: key, access: token.name,
      stored: row.stored)
  }

  /// A row of the table of people, with the inbox.
  private struct Row {
    let (id, client, name): (String, String, String)
    let reader: [UInt8]
    /// The person's key, encrypted with the token.
    var key: [UInt8]
    let stored: Stored
    let pins: Int
    let lock: [UInt8]
  }

  private static func row(
    where column: String, is value: SQLValue, _ kind: String, in database: Database
  ) throws(RenderError) -> Row? {
    try database.first(
      """
      SELECT id, people.client, reader, \(kind)_key, people.sealed,
        (SELECT count(*) FROM pins WHERE holder = CAST(id AS BLOB)), name, lock, inboxes.sealed
        FROM people JOIN inboxes ON person = id WHERE \(column) = ?
      """, value
    ) { row in
      Row(
        id: row.text(0), client: row.text(1), name: row.text(6), reader: row.bytes(2),
        key: row.bytes(3), stored: Stored(own: row.bytes(4), posted: row.bytes(8)),
        pins: row.integer(5), lock: row.bytes(7))
    }
  }

  /// Records the photos of a person that was stored by an earlier version, which did not record
  /// photos.
  private func pin(
    _ digests: Set<String>, to id: String, of client: String
  ) throws(RenderError) {
    guard !digests.isEmpty else { return }
    try store.use { (database) throws(RenderError) in
      // Nothing would release the pins of a person who was erased in the meantime.
      guard try stored(id, in: database) != nil else { return }
      try uploads.pin(
        digests, isBounded: false, to: Array(id.utf8), of: client, in: database)
    }
  }

  /// Applies a change to the current version of a person, which may differ from the version in
  /// `kept`.
  ///
  /// - Returns: `false` if the person was erased in the meantime.
  /// - Throws: `store-full`, `store-failed`, `body-too-large`, and errors from `change`; in that
  ///   case, the person is unchanged.
  package func change(
    _ kept: Kept, now: Moment, _ change: (inout Person) throws(RenderError) -> Void
  ) throws(RenderError) -> Bool {
    try store.use { (database) throws(RenderError) in
      guard try allows(kept, in: database), let before = try stored(kept.id, in: database),
        var person = KeptPeople.person(before, kept.key)
      else { return false }
      try change(&person)
      return try write(person, of: kept, over: before, needed: [], now, in: database)
    }
  }

  /// Replaces a person unless it was changed since it was read.
  ///
  /// - Parameters:
  ///   - kept: The version that was read.
  ///   - person: The new version.
  ///   - needed: Digests of photos that must be stored.
  ///   - now: The current time.
  /// - Returns: The outcome: the person was replaced, or another request changed or erased the
  ///   person in the meantime.
  /// - Throws: `photo-unreadable` if a needed photo is no longer stored, `store-full`,
  ///   `store-failed`, `body-too-large`.
  package func replace(
    _ kept: Kept, with person: Person, needed: Set<String>, now: Moment
  ) throws(RenderError) -> Replacement {
    try store.use { (database) throws(RenderError) in
      guard try allows(kept, in: database), let before = try stored(kept.id, in: database) else {
        return .erased
      }
      guard before == kept.stored else { return .changedMeanwhile }
      return try write(person, of: kept, over: before, needed: needed, now, in: database)
        ? .done : .erased
    }
  }

  /// Returns whether the token with which a person was read has not been revoked since.
  ///
  /// Every change checks this in its transaction, because rendering takes time.
  func allows(_ kept: Kept, in database: Database) throws(RenderError) -> Bool {
    try database.first(
      """
      SELECT 1 FROM people WHERE id = ?1 AND (writer = ?2 AND length(writer_key) > 0
        OR reader = ?2 AND length(reader_key) > 0
        OR EXISTS(SELECT 1 FROM links WHERE name = ?2 AND person = ?1))
      """, SQLValue(kept.id), .blob(kept.access)
    ) { _ in true } ?? false
  }

  private func stored(_ id: String, in database: Database) throws(RenderError) -> Stored? {
    try database.first(
      """
      SELECT people.sealed, inboxes.sealed FROM people JOIN inboxes ON person = id WHERE id = ?
      """, SQLValue(id)
    ) { Stored(own: $0.bytes(0), posted: $0.bytes(1)) }
  }

  private func write(
    _ person: Person, of kept: Kept, over before: Stored, needed: Set<String>, _ now: Moment,
    in database: Database
  ) throws(RenderError) -> Bool {
    let sealed = Seal.sealed(try KeptPeople.bytes(person), key: kept.key)
    let used = before.own.count + before.posted.count
    if sealed.count > used {
      try store.makeRoom(for: sealed.count - used, of: kept.client, in: database, now: now)
    }
    if !before.posted.isEmpty {
      try emptyInbox(of: kept.id, client: kept.client, in: database)
    }
    // If the ledger is from a newer version, keep the previous pins, because the ledger may refer
    // to photos that this version cannot detect.
    try uploads.pin(
      person.pinned, needed: needed, drops: person.unreadLedger == nil, to: Array(kept.id.utf8),
      of: kept.client, in: database)
    try sources.subscribe(kept.id, to: person.sources, of: kept.client, in: database)
    try announce(person, over: before, of: kept, in: database)
    try dropRhythms(of: kept.id, except: person, in: database)
    return try database.run(
      "UPDATE people SET sealed = ? WHERE id = ?", .blob(sealed), SQLValue(kept.id)) == 1
  }

  /// Erases a person unless it was changed since it was read, and overwrites the person's data on
  /// disk.
  ///
  /// - Throws: `store-failed`.
  package func erase(_ kept: Kept) throws(RenderError) -> Replacement {
    let end = try store.use { (database) throws(RenderError) -> Replacement in
      guard try allows(kept, in: database), let before = try stored(kept.id, in: database) else {
        return .erased
      }
      guard before == kept.stored else { return .changedMeanwhile }
      try database.run("DELETE FROM people WHERE id = ?", SQLValue(kept.id))
      return .done
    }
    if case .done = end { store.forgetErased() }
    return end
  }

  /// Erases a person, and overwrites the person's data on disk.
  ///
  /// - Returns: `false` if the person was erased, or the token was revoked, in the meantime.
  /// - Throws: `store-failed`.
  package func eraseAnyVersion(_ kept: Kept) throws(RenderError) -> Bool {
    let isErased = try store.use { (database) throws(RenderError) in
      guard try allows(kept, in: database) else { return false }
      return try database.run("DELETE FROM people WHERE id = ?", .text(kept.id)) == 1
    }
    store.forgetErased()
    return isErased
  }

  /// Erases a client's person by ID, and overwrites the person's data on disk.
  ///
  /// - Returns: The identifier of the read token, or `nil` if the client has no such person.
  /// - Throws: `store-failed`.
  package func erase(_ name: String, of client: String) throws(RenderError) -> String? {
    let reader = try store.use { (database) throws(RenderError) in
      let found = try find(name, of: client, in: database)
      if let found { try database.run("DELETE FROM people WHERE id = ?", .text(found.id)) }
      return found?.reader
    }
    store.forgetErased()
    return reader
  }

  /// - Throws: `body-too-large`.
  static func bytes(_ person: Person) throws(RenderError) -> [UInt8] {
    // The ledger grows with each export, and pages write the states of flows. They do not count as
    // content, because the client cannot shorten them.
    let states = JSONValue.object(person.states).text(pretty: false)
    guard person.plain.text(pretty: false).utf8.count <= KeptRequests.mostBytes,
      states.utf8.count <= mostOfStates, person.ledger?.text.utf8.count ?? 0 <= mostOfLedger
    else { throw .tooLargeToKeep(KeptRequests.mostBytes) }
    return Array(person.kept.text(pretty: false).utf8)
  }

  /// The maximum size of all states of flows in bytes; one can have
  /// ``PeopleEndpoint/mostStateBytes``.
  private static let mostOfStates = 4 << 20
  /// The maximum ledger size in bytes, enough for an export every 15 minutes for a year.
  private static let mostOfLedger = 16 << 20
}

extension Person {
  /// Digests of the uploads that are kept for the person, because pictures or flow states refer to
  /// them.
  fileprivate var pinned: Set<String> { uploadDigests.union(photoDigestsOfStates) }
}
