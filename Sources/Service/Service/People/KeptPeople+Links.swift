import Digests
import SourceJSON
internal import Storage
package import WallfarmPluginKit

/// The links to a person: the two tokens with which the person was created, and further tokens that
/// can be revoked one by one.
extension KeptPeople {
  /// A link to a person.
  package struct Link: Sendable {
    /// The public identifier of the link, which does not reveal its token.
    package let id: String
    package let kind: Token.Kind
    /// The name that the person has given to the link; empty for the first two.
    package let label: String
    /// The time at which the link was created, or `nil` for the first two.
    let created: Moment?
    /// The token, which is stored only for links that cannot change anything.
    package let token: Token?
  }

  /// The result of revoking a link.
  package enum Revocation { case done, unknown, last }

  /// Maximum number of links to a person, apart from the first two.
  static let mostLinks = 32
  /// Maximum length of a label in bytes.
  static let mostLabelBytes = 200

  /// Returns the identifier of the link with a token's name.
  static func linkID(_ name: [UInt8]) -> String { linkID(Base64.addressText(of: name)) }

  /// Returns the identifier of the link with a token's name, as text.
  static func linkID(_ shownName: String) -> String { String(shownName.prefix(16)) }

  /// Returns the links to a person, the oldest first.
  ///
  /// - Throws: `store-failed`.
  package func links(of kept: Kept) throws(RenderError) -> [Link] {
    try store.use { (database) throws(RenderError) in
      try firstLinks(of: kept.id, in: database)
        + database.rows(
          "SELECT name, kind, sealed FROM links WHERE person = ? ORDER BY number",
          SQLValue(kept.id)
        ) { (row) throws(RenderError) in
          KeptPeople.link(row.bytes(0), row.text(1), row.bytes(2), key: kept.key)
        }
    }
  }

  private func firstLinks(of id: String, in database: Database) throws(RenderError) -> [Link] {
    let row = try database.first(
      "SELECT reader, length(reader_key), writer, length(writer_key) FROM people WHERE id = ?",
      SQLValue(id)
    ) { (reader: $0.bytes(0), reads: $0.integer(1), writer: $0.bytes(2), writes: $0.integer(3)) }
    guard let row else { return [] }
    func link(_ name: [UInt8], _ kind: Token.Kind) -> Link {
      Link(id: KeptPeople.linkID(name), kind: kind, label: "", created: nil, token: nil)
    }
    return (row.writes > 0 ? [link(row.writer, .write)] : [])
      + (row.reads > 0 ? [link(row.reader, .read)] : [])
  }

  private static func link(
    _ name: [UInt8], _ kind: String, _ sealed: [UInt8], key: [UInt8]
  ) -> Link {
    let words = Seal.opened(sealed, key: key).flatMap {
      try? JSONNode(parsing: String(decoding: $0, as: UTF8.self))
    }
    return Link(
      id: linkID(name), kind: Token.Kind(rawValue: kind) ?? .read,
      label: words?["label"]?.string ?? "",
      created: words?["created"]?.number.map { Moment(seconds: Int($0)) },
      token: words?["token"]?.string.flatMap { Token($0) })
  }

  /// Creates a link to a person.
  ///
  /// - Parameters:
  ///   - kind: Whether the link can change the person.
  ///   - label: The name of the link.
  ///   - kept: The person.
  ///   - now: The current time.
  /// - Returns: The link with its token, or `nil` if the person was erased.
  /// - Throws: `too-many-links`, `store-full`, `quota-exceeded`, `store-failed`.
  package func addLink(
    _ kind: Token.Kind, label: String, to kept: Kept, now: Moment
  ) throws(RenderError) -> Link? {
    let token = Token.random(kind)
    var words: [String: JSONValue] = [
      "label": .string(label), "created": .number(Double(now.seconds)),
    ]
    // A token that can change the person is shown once, so that a stolen link reveals no other
    // link that can change the person.
    if kind == .read { words["token"] = .string(token.text) }
    let sealed = Seal.sealed(
      Array(JSONValue.object(words).text(pretty: false).utf8), key: kept.key)
    let isThere = try store.use { (database) throws(RenderError) -> Bool in
      guard try allows(kept, in: database) else { return false }
      let count = try database.first(
        "SELECT count(*) FROM links WHERE person = ?", SQLValue(kept.id)
      ) { $0.integer(0) }
      guard let count, count < KeptPeople.mostLinks else {
        throw .tooManyLinks(KeptPeople.mostLinks)
      }
      try store.makeRoom(for: sealed.count, of: kept.client, in: database, now: now)
      try database.run(
        """
        INSERT INTO links SELECT ?1, ?2, ?3, ?4, coalesce(max(number), 0) + 1, ?5, ?6
          FROM links WHERE person = ?2
        """, .blob(token.name), SQLValue(kept.id), SQLValue(kept.client), SQLValue(kind.rawValue),
        .blob(Seal.sealed(kept.key, key: token.key)), .blob(sealed))
      return true
    }
    guard isThere else { return nil }
    return Link(
      id: KeptPeople.linkID(token.name), kind: kind, label: label, created: now, token: token)
  }

  /// Revokes a link; the last link that can change the person cannot be revoked.
  ///
  /// - Throws: `store-failed`.
  package func revoke(_ id: String, of kept: Kept) throws(RenderError) -> Revocation {
    try store.use { (database) throws(RenderError) in
      guard try allows(kept, in: database) else { return .unknown }
      let first = try firstLinks(of: kept.id, in: database)
      let further = try database.rows(
        "SELECT name, kind FROM links WHERE person = ?", SQLValue(kept.id)
      ) { (row) throws(RenderError) in (name: row.bytes(0), kind: row.text(1)) }
      let writers =
        first.count { $0.kind == .write }
        + further.count { $0.kind == Token.Kind.write.rawValue }
      if let link = first.first(where: { $0.id == id }) {
        guard link.kind == .read || writers > 1 else { return .last }
        // The name of the token stays: it identifies the person's pictures and fetches.
        let column = link.kind == .read ? "reader" : "writer"
        try database.run(
          "UPDATE people SET \(column)_key = x'' WHERE id = ?", SQLValue(kept.id))
        return .done
      }
      guard let link = further.first(where: { KeptPeople.linkID($0.name) == id }) else {
        return .unknown
      }
      guard link.kind == Token.Kind.read.rawValue || writers > 1 else { return .last }
      try database.run("DELETE FROM links WHERE name = ?", .blob(link.name))
      return .done
    }
  }

  /// Returns the names of the first read tokens that have been revoked.
  ///
  /// - Throws: `store-failed`.
  func revokedReaders() throws(RenderError) -> [String] {
    try store.use { (database) throws(RenderError) in
      try database.rows("SELECT reader FROM people WHERE length(reader_key) = 0") {
        (row) throws(RenderError) in Base64.addressText(of: row.bytes(0))
      }
    }
  }

  /// Returns the client and the encrypted key of the person to whom a further link belongs.
  static func linked(
    _ token: Token, in database: Database
  ) throws(RenderError) -> (person: String, client: String, key: [UInt8])? {
    try database.first(
      "SELECT person, client, token_key FROM links WHERE name = ? AND kind = ?",
      .blob(token.name), SQLValue(token.kind.rawValue)
    ) { ($0.text(0), $0.text(1), $0.bytes(2)) }
  }
}

extension RenderError {
  fileprivate static func tooManyLinks(_ most: Int) -> RenderError {
    RenderError(
      .tooManyLinks, "the person has \(most) links, the maximum number",
      hint: "revoke a link that is no longer used")
  }

  static func lastLink() -> RenderError {
    RenderError(
      .lastLink, "this is the only link with which the person can be changed",
      hint: "create another link first, or erase the person")
  }
}
