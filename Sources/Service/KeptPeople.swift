import Challenge
internal import Digests
import SourceJSON
internal import Storage
import WallfarmPluginKit

/// People, sealed so that only their tokens open them.
///
/// A person has a key of its own, which is kept twice: sealed under what reads, and under what writes.
struct KeptPeople: Sendable {
  let store: ServiceStore

  /// What opens a person: 256 random bits, of which a digest is kept.
  struct Token: Sendable {
    enum Kind: String { case read = "r", write = "w" }

    let kind: Kind
    let text: String

    /// A new one.
    static func random(_ kind: Kind) -> Token {
      Token(kind: kind, text: kind.rawValue + Base64.addressText(of: RandomBytes.make(32)))
    }

    /// Reads one; nil for what is none.
    init?(_ text: String) {
      guard text.utf8.count == 44, let kind = Kind(rawValue: String(text.prefix(1))) else {
        return nil
      }
      self.init(kind: kind, text: text)
    }

    private init(kind: Kind, text: String) { (self.kind, self.text) = (kind, text) }

    private func code(_ purpose: String) -> [UInt8] {
      HMACSHA256.code(of: Array("wallfarm \(purpose)".utf8), key: Array(text.utf8))
    }

    /// What stands for it in the store.
    fileprivate var name: [UInt8] { code("token name") }
    /// What it opens a person's key with.
    fileprivate var key: [UInt8] { code("token key") }
    /// What stands for it in memory.
    var shownName: String { Base64.addressText(of: name) }
  }

  /// A person that is kept.
  struct Kept: Sendable {
    let id: String
    /// By whose key.
    let client: String
    var person: Person
    /// What stands for the token that reads, in memory.
    let reader: String
    fileprivate let key: [UInt8]
  }

  /// What a new person is known by.
  struct Made: Sendable {
    let id: String
    let read: Token
    let write: Token
  }

  /// Keeps a new person.
  ///
  /// - Throws: `store-full`, `store-failed`.
  func add(_ person: Person, for client: String, now: Moment) throws(RenderError) -> Made {
    let made = Made(
      id: Base64.addressText(of: RandomBytes.make(12)), read: .random(.read), write: .random(.write)
    )
    let key = RandomBytes.make(32)
    let sealed = Seal.sealed(try KeptPeople.bytes(person), key: key)
    try store.use { (database) throws(RenderError) in
      try store.makeRoom(for: sealed.count, of: client, in: database, now: now)
      try database.run(
        "INSERT INTO people VALUES(?, ?, ?, ?, ?, ?, ?)", SQLValue(made.id), SQLValue(client),
        .blob(made.read.name), .blob(made.write.name), .blob(Seal.sealed(key, key: made.read.key)),
        .blob(Seal.sealed(key, key: made.write.key)), .blob(sealed))
    }
    return made
  }

  /// The person that a token opens; nil for none.
  ///
  /// - Throws: `store-failed`.
  func open(_ token: Token) throws(RenderError) -> Kept? {
    let column = token.kind == .read ? "reader" : "writer"
    let row = try store.use { (database) throws(RenderError) in
      try database.first(
        "SELECT id, client, reader, \(column)_key, sealed FROM people WHERE \(column) = ?",
        .blob(token.name)
      ) { row in
        (row.text(0), row.text(1), row.bytes(2), row.bytes(3), row.bytes(4))
      }
    }
    guard let row, let key = Seal.opened(row.3, key: token.key),
      let bytes = Seal.opened(row.4, key: key),
      let words = try? JSONNode(parsing: String(decoding: bytes, as: UTF8.self))
    else { return nil }
    return Kept(
      id: row.0, client: row.1, person: Person(kept: words), reader: Base64.addressText(of: row.2),
      key: key)
  }

  /// Changes what is kept of a person, as it is by now: it may be another than when it was opened.
  ///
  /// - Returns: false where the person was erased meanwhile.
  /// - Throws: `store-full`, `store-failed`, `body-too-large`.
  func change(
    _ kept: Kept, now: Moment, _ change: (inout Person) -> Void
  ) throws(RenderError) -> Bool {
    try store.use { (database) throws(RenderError) in
      let before = try database.first(
        "SELECT sealed FROM people WHERE id = ?", SQLValue(kept.id)
      ) { $0.bytes(0) }
      guard let before, let bytes = Seal.opened(before, key: kept.key),
        let words = try? JSONNode(parsing: String(decoding: bytes, as: UTF8.self))
      else { return false }
      var person = Person(kept: words)
      change(&person)
      let sealed = Seal.sealed(try KeptPeople.bytes(person), key: kept.key)
      if sealed.count > before.count {
        try store.makeRoom(
          for: sealed.count - before.count, of: kept.client, in: database, now: now)
      }
      return try database.run(
        "UPDATE people SET sealed = ? WHERE id = ?", .blob(sealed), SQLValue(kept.id)) == 1
    }
  }

  /// Erases a person; what is left of it on the disk is overwritten.
  ///
  /// - Returns: what stood for the token that reads; nil where there is no such person of that client.
  /// - Throws: `store-failed`.
  func erase(_ id: String, of client: String) throws(RenderError) -> String? {
    let reader = try store.use { (database) throws(RenderError) in
      let reader = try database.first(
        "SELECT reader FROM people WHERE id = ? AND client = ?", SQLValue(id), SQLValue(client)
      ) { Base64.addressText(of: $0.bytes(0)) }
      try database.run(
        "DELETE FROM people WHERE id = ? AND client = ?", SQLValue(id), SQLValue(client))
      return reader
    }
    store.forgetErased()
    return reader
  }

  /// - Throws: `body-too-large`.
  private static func bytes(_ person: Person) throws(RenderError) -> [UInt8] {
    // A ledger grows with each export, and is no content that somebody could make smaller.
    var content = person
    content.ledger = nil
    guard content.kept.text(pretty: false).utf8.count <= KeptRequests.mostBytes,
      person.ledger?.text.utf8.count ?? 0 <= mostOfLedger
    else { throw .tooLargeToKeep(KeptRequests.mostBytes) }
    return Array(person.kept.text(pretty: false).utf8)
  }

  /// An export a quarter of an hour for a year.
  private static let mostOfLedger = 16 << 20
}
