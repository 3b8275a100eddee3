import ContentSources
import Digests
import HTTP
import SourceJSON
import Storage
import WallfarmCore
import WallfarmPluginKit

/// People whose ID the client chooses: `PUT /v1/people/{id}` and `GET /v1/people/{id}`.
extension PeopleEndpoint {
  /// A request that stores a person without a token.
  struct Addition: Sendable {
    /// The ID that the client has chosen, or `nil` for a random one.
    let name: String?
    let client: String
    /// The identity of the request if it has an `Idempotency-Key`.
    let key: KeptReplies.Key?
    let head: HTTPHead
    let began: SuspendingClock.Instant
    let exchange: HTTPExchange
  }

  /// Maximum length of an ID in bytes.
  private static let mostIDBytes = 64

  /// Whether a text can be the ID of a person: it needs no percent-encoding in a path.
  static func isID(_ text: String) -> Bool {
    (1...mostIDBytes).contains(text.utf8.count) && text.utf8.contains { $0 != UInt8(ascii: ".") }
      && text.utf8.allSatisfy {
        Base64.isURLSafe($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "~")
      }
  }

  /// Checks an ID that a client has chosen.
  ///
  /// - Throws: `invalid-request`.
  static func checkID(_ name: String) throws(RenderError) {
    guard isID(name) else {
      throw RenderError(
        .invalidRequest, "'\(name.prefix(80))' cannot be the ID of a person",
        hint: "use at most \(mostIDBytes) of the characters A-Z, a-z, 0-9, '-', '_', '.' and '~', "
          + "and not only dots")
    }
  }

  /// Renders the pictures of a person, and stores the person.
  func add(_ person: Person, _ addition: Addition) {
    make(
      person, of: addition.client, for: Turn(addition.client), since: addition.began,
      addition.exchange
    ) { (pictures) throws(RenderError) in
      var replaced: KeptPeople.Named?
      var reader = ""
      func store(in database: Database) throws(RenderError) -> KeptReplies.Created {
        replaced = nil
        switch try put(person, addition, in: database) {
        case .created(let made):
          reader = made.read.shownName
          return KeptReplies.Created(created(made, pictures), person: made.id)
        case .replaced(let named):
          (replaced, reader) = (named, named.reader)
          return KeptReplies.Created(.done(warningOf: pictures), person: named.id)
        }
      }
      let answer: HTTPAnswer
      if let key = addition.key {
        answer = try replies.keep(for: key) { (database) throws(RenderError) in
          try store(in: database)
        }
      } else {
        answer = try people.store.use { (database) throws(RenderError) in
          try store(in: database).answer
        }
      }
      if let replaced { forget(replaced.reader) }
      // A repeated request has stored nothing.
      if !reader.isEmpty { note(pictures, of: person, reader: reader) }
      addition.exchange.answer(answer)
    }
  }

  private func put(
    _ person: Person, _ addition: Addition, in database: Database
  ) throws(RenderError) -> KeptPeople.Put {
    let (client, now) = (addition.client, answers.clock.read())
    guard let name = addition.name else {
      return .created(try people.add(person, for: client, now: now, in: database))
    }
    return try people.put(person, named: name, for: client, now: now, in: database) {
      (tag) throws(RenderError) in try addition.head.checkPrecondition(tag)
    }
  }

  private func created(_ made: KeptPeople.Made, _ pictures: [TriedPicture]) -> HTTPAnswer {
    let base = settings.publicAddress + "/p/"
    let words: JSONValue = [
      "id": .string(made.name), "read": .string(base + made.read.text),
      "write": .string(base + made.write.text),
    ]
    return .document(201, words, warningOf: pictures)
  }

  /// `GET /v1/people/{id}`: returns the facts about a person that need no token: the version, and
  /// the state of the content sources.
  func known(_ name: String, _ head: HTTPHead, for client: String, _ exchange: HTTPExchange) {
    planning.run(for: Turn(client), answering: exchange) { () throws(RenderError) in
      guard let found = try people.find(name, of: client) else { throw .noSuchAddress() }
      let sources = try people.sources.presents(of: found.id)
      // The tag does not cover the state of sources.
      guard !head.matches(found.tag) || !sources.isEmpty else {
        return exchange.answer(
          HTTPAnswer(
            304, [HTTPHeader("ETag", found.tag), HTTPHeader("Cache-Control", "no-store")]))
      }
      let words: JSONValue = [
        "id": .string(name), "sources": .array(sources.inOrder.map(\.shown)),
      ]
      exchange.answer(.document(200, words, tag: found.tag))
    }
  }
}

extension [SourceRecords.Present] {
  /// The sources in the order in which they are shown.
  var inOrder: [SourceRecords.Present] {
    sorted { ($0.record.source.name, $0.due) < ($1.record.source.name, $1.due) }
  }
}
