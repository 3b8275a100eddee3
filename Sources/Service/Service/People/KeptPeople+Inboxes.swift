internal import Digests
internal import SourceJSON
package import Storage
package import WallfarmPluginKit

/// People whom a client identifies by its own ID, without a token.
///
/// A client can replace the description of such a person, but cannot read it: the service encrypts
/// the description to the public key of the person (``SealedBox``). A token decrypts it, and the
/// next change with a token merges it into the person.
extension KeptPeople {
  /// The encrypted data of a person.
  struct Stored: Equatable, Sendable {
    /// The person, encrypted with the person's key.
    let own: [UInt8]
    /// The description that the client has stored by ID since, or no bytes.
    let posted: [UInt8]

    /// The data without the description that waits in the inbox.
    var withoutPosted: Stored { Stored(own: own, posted: []) }

    /// The entity tag of this version.
    var tag: String {
      "\"\(Base64.addressText(of: Array(SHA256.bytes(of: own + posted).prefix(18))))\""
    }
  }

  /// The stored state of a person whom a client identifies by ID.
  package struct Named: Sendable {
    /// The identifier in the store.
    let id: String
    /// The identifier of the read token as text, for use in memory.
    let reader: String
    /// The entity tag of the current version.
    package let tag: String
    /// The public key; empty until a token has opened a person of an earlier version.
    fileprivate let lock: [UInt8]
    /// The size in bytes of the description that waits in the inbox.
    fileprivate let waiting: Int
  }

  /// The result of storing a description by ID.
  package enum Put: Sendable {
    case created(Made)
    case replaced(Named)
  }

  /// Returns a client's person by ID, or `nil` if there is none.
  ///
  /// - Throws: `store-failed`.
  package func find(_ name: String, of client: String) throws(RenderError) -> Named? {
    try store.use { (database) throws(RenderError) in
      try find(name, of: client, in: database)
    }
  }

  func find(
    _ name: String, of client: String, in database: Database
  ) throws(RenderError) -> Named? {
    try database.first(
      """
      SELECT id, reader, people.sealed, inboxes.sealed, lock FROM inboxes
        JOIN people ON id = person WHERE inboxes.client = ? AND name = ?
      """, SQLValue(client), .text(name)
    ) { row in
      Named(
        id: row.text(0), reader: Base64.addressText(of: row.bytes(1)),
        tag: Stored(own: row.bytes(2), posted: row.bytes(3)).tag, lock: row.bytes(4),
        waiting: row.bytes(3).count)
    }
  }

  /// Stores a description under an ID: creates the person, or replaces the description.
  ///
  /// The photos of the description are needed; those of the previous description stay pinned until
  /// the next change with a token, because only a token can read which ones they are.
  ///
  /// - Parameters:
  ///   - person: The description.
  ///   - name: The ID.
  ///   - client: The client.
  ///   - now: The current time.
  ///   - database: The database, in a transaction.
  ///   - check: Checks the precondition with the entity tag of the current version, or `nil`.
  /// - Returns: Whether the person was created.
  /// - Throws: `person-unopened`, `photo-unreadable`, `body-too-large`, `store-full`,
  ///   `quota-exceeded`, `store-failed`, and the error of `check`.
  package func put(
    _ person: Person, named name: String, for client: String, now: Moment, in database: Database,
    check: (String?) throws(RenderError) -> Void
  ) throws(RenderError) -> Put {
    let found = try find(name, of: client, in: database)
    try check(found?.tag)
    guard let found else {
      return .created(try add(person, named: name, for: client, now: now, in: database))
    }
    guard !found.lock.isEmpty,
      let sealed = SealedBox.sealed(try KeptPeople.bytes(person), to: found.lock)
    else { throw .personUnopened(name) }
    if sealed.count > found.waiting {
      try store.makeRoom(for: sealed.count - found.waiting, of: client, in: database, now: now)
    }
    let shown = person.uploadDigests
    try uploads.pin(
      shown, needed: shown, to: KeptPeople.inboxHolder(found.id), of: client, in: database)
    try sources.subscribe(found.id, to: person.sources, of: client, in: database)
    try database.run(
      "UPDATE inboxes SET sealed = ? WHERE person = ?", .blob(sealed), SQLValue(found.id))
    try announcePut(of: found.id, client: client, in: database)
    try dropRhythms(of: found.id, except: person, in: database)
    return .replaced(found)
  }

  /// The holder of the pins of a description that waits in the inbox.
  static func inboxHolder(_ id: String) -> [UInt8] { Array("\(id)/inbox".utf8) }

  /// Creates the inbox of a new person.
  func addInbox(
    of made: Made, key: [UInt8], for client: String, in database: Database
  ) throws(RenderError) {
    let lock = SealedBox.publicKey(of: KeptPeople.inboxKey(key)) ?? []
    try database.run(
      "INSERT INTO inboxes VALUES(?, ?, ?, ?, x'')", SQLValue(made.id), SQLValue(client),
      SQLValue(made.name), .blob(lock))
  }

  /// Stores the public key of a person of an earlier version, which a token has opened.
  func lockInbox(of id: String, key: [UInt8]) throws(RenderError) {
    guard let lock = SealedBox.publicKey(of: KeptPeople.inboxKey(key)) else { return }
    try store.use { (database) throws(RenderError) in
      _ = try database.run("UPDATE inboxes SET lock = ? WHERE person = ?", .blob(lock), .text(id))
    }
  }

  /// Empties the inbox of a person, because its description is part of the person now.
  func emptyInbox(
    of id: String, client: String, in database: Database
  ) throws(RenderError) {
    try uploads.pin([], to: KeptPeople.inboxHolder(id), of: client, in: database)
    try database.run("UPDATE inboxes SET sealed = x'' WHERE person = ?", .text(id))
  }

  /// Decrypts a person; returns `nil` if the key is wrong or the data was changed.
  static func person(_ stored: Stored, _ key: [UInt8]) -> Person? {
    func words(_ bytes: [UInt8]?) -> JSONNode? {
      bytes.flatMap { try? JSONNode(parsing: String(decoding: $0, as: UTF8.self)) }
    }
    guard let own = words(Seal.opened(stored.own, key: key)) else { return nil }
    var person = Person(kept: own)
    guard !stored.posted.isEmpty else { return person }
    guard let posted = words(SealedBox.opened(stored.posted, with: inboxKey(key))) else {
      return nil
    }
    person.replaceWords(with: Person(kept: posted))
    return person
  }

  /// The private key of a person's inbox.
  private static func inboxKey(_ key: [UInt8]) -> [UInt8] {
    HMACSHA256.code(of: Array("wallfarm inbox".utf8), key: key)
  }
}

extension RenderError {
  fileprivate static func personUnopened(_ name: String) -> RenderError {
    RenderError(
      .personUnopened,
      "the person '\(name)' was created by an earlier version and has not been opened since then",
      hint: "use the person's write address, or retry after the phone has fetched a picture")
  }
}
