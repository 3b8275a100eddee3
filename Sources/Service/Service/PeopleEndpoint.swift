import Challenge
import ContentSources
import Files
import Graphics
import HTTP
internal import Requests
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The endpoints for people: `POST /v1/people`, and everything below `/p/`.
struct PeopleEndpoint: Sendable {
  let people: KeptPeople
  let owners: OwnerFinder
  let planner: RenderPlanner
  let remote: RemotePhotos
  let intake: SourceIntake
  let content: SubscribedContent
  let answers: PictureAnswers
  let fetches: PictureFetches
  let replies: KeptReplies
  let planning: PlanningThread
  let settings: ServiceSettings
  /// Flow pages by flow name.
  let flows: [String: ServiceDocument]
  /// The first read tokens that have been revoked.
  let revokedReaders: RevokedReaders
  /// Limits the photos that people upload.
  let allowance = PhotoAllowance()
  /// The thread that gathers exports, which can be large.
  let exporting = PlanningThread("wallfarm export", most: 16)
  /// The app, or `nil` if the operator does not offer it.
  let app: PersonApp?
  /// The threads that read health exports.
  let reading = PlanningThread("wallfarm health", most: 16, threads: 2)
  /// The thread that looks up tokens; each connection waits for at most one lookup.
  let admitting = PlanningThread("wallfarm tokens", most: 1 << 16)

  /// `POST /v1/people` and `PUT /v1/people/{id}`: stores a person once its pictures have been
  /// rendered.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - name: The ID of the person, which the client chooses; `nil` for `POST`.
  ///   - client: The client.
  ///   - exchange: Receives the response.
  func add(
    _ request: HTTPRequest, named name: String? = nil, for client: String,
    _ exchange: HTTPExchange
  ) {
    let began = SuspendingClock().now
    planning.run(for: Turn(client), answering: exchange) { () throws(RenderError) in
      let key = try replies.key(of: request, for: client)
      if let key, let known = try replies.find(key) { return exchange.answer(known) }
      if let name {
        try PeopleEndpoint.checkID(name)
        try request.head.checkPrecondition(try people.find(name, of: client)?.tag)
      }
      let addition = Addition(
        name: name, client: client, key: key, head: request.head, began: began, exchange: exchange)
      let root = try JSONFile.parse(request.body, file: RenderPlanner.body)
      let person = try Person(root)
      guard RemotePhotos.areNamed(in: root) || !person.sources.isEmpty else {
        return add(person, addition)
      }
      fetch(root, for: client, Turn(client), since: began, exchange) { (root) throws(RenderError) in
        add(try Person(root), addition)
      }
    }
  }

  /// Fetches the photos and content sources of a person, and continues with the description that
  /// names the stored photos.
  private func fetch(
    _ root: JSONNode, for client: String, _ turn: Turn, since began: SuspendingClock.Instant,
    _ exchange: HTTPExchange, then: @escaping @Sendable (JSONNode) throws(RenderError) -> Void
  ) {
    let ended: @Sendable (Result<JSONNode, RenderError>) -> Void = exchange.beginFetch(
      RemotePhotos.areNamed(in: root))
    remote.replace(in: root, for: client, since: began) { result in
      ended(result)
      planning.run(for: turn, answering: exchange) { () throws(RenderError) in
        let root = try result.get()
        let person = try Person(root)
        obtain(person.sources, for: client, turn, since: began, exchange) {
          () throws(RenderError) in try then(root)
        }
      }
    }
  }

  /// Fetches the content sources that are not stored yet, and continues.
  private func obtain(
    _ sources: [ContentSource], for client: String, _ turn: Turn,
    since began: SuspendingClock.Instant, _ exchange: HTTPExchange,
    then: @escaping @Sendable () throws(RenderError) -> Void
  ) {
    let ended: @Sendable (Result<Void, RenderError>) -> Void = exchange.beginFetch(
      !sources.isEmpty)
    intake.obtain(sources, for: client, since: began) { result in
      ended(result)
      planning.run(for: turn, answering: exchange) { () throws(RenderError) in
        try result.get()
        try then()
      }
    }
  }

  /// Plans the picture of a person's screen, with the stored content of its sources.
  func plan(
    _ request: JSONNode, for client: String
  ) -> Result<[PlannedPicture], RenderPlanner.Mistakes> {
    planner.plan(request, for: client, reading: content.reading(for: client))
  }

  /// `DELETE /v1/people/{id}`: erases a person; requires the key that created the person.
  func erase(_ id: String, for client: String, _ exchange: HTTPExchange) {
    planning.run(for: Turn(client), answering: exchange) { () throws(RenderError) in
      guard let reader = try people.erase(id, of: client) else { throw .noSuchAddress() }
      forget(reader)
      exchange.answer(.nothing)
    }
  }

  /// `GET` and `DELETE /p/{token}`: returns all data stored for a person, or erases the person.
  func own(_ token: String, _ head: HTTPHead, _ exchange: HTTPExchange) {
    run(by: token, exchange) { () throws(RenderError) in
      let kept = try open(token, .write)
      if head.method == "DELETE" { return try erase(kept, head) }
      let tag = HTTPHeader("ETag", kept.tag)
      let sources = try people.sources.presents(of: kept.id)
      // The tag does not cover the state of sources. It does not cover the times of fetches either,
      // but otherwise, no response for a person with a phone would be 304.
      guard !head.matches(kept.tag) || !sources.isEmpty else {
        return HTTPAnswer(304, [tag, HTTPHeader("Cache-Control", "no-store")])
      }
      return .document(200, .object(try facts(of: kept, sources)), tag: kept.tag)
    }
  }

  /// Returns everything that is stored for a person, except links and files.
  ///
  /// - Throws: `store-failed`.
  func facts(
    of kept: KeptPeople.Kept, _ sources: [SourceRecords.Present]
  ) throws(RenderError) -> [String: JSONValue] {
    let names = kept.person.displays.map(\.name)
    let times = try fetches.times(of: kept.id, reader: kept.reader, names)
    let fetched = names.map { name -> (String, JSONValue) in
      (name, times[name].map { .string($0.description) } ?? .null)
    }
    return [
      "id": .string(kept.name), "person": kept.person.plain,
      "sources": .array(sources.inOrder.map(\.shown)),
      "fetched": .object(Dictionary(uniqueKeysWithValues: fetched)),
      "states": .object(kept.person.states),
      "ledger": kept.person.ledger.map { .string($0.text) } ?? .null,
    ]
  }

  /// Erases a person; with `If-Match`, erases only the version that the client has read.
  private func erase(
    _ kept: KeptPeople.Kept, _ head: HTTPHead
  ) throws(RenderError) -> HTTPAnswer {
    try head.checkPrecondition(kept.tag)
    guard head.hasPreconditions else {
      guard try people.eraseAnyVersion(kept) else { throw .noSuchAddress() }
      forget(kept.reader)
      return .nothing
    }
    switch try people.erase(kept) {
    case .done: forget(kept.reader)
    case .erased: throw .noSuchAddress()
    case .changedMeanwhile: throw .personChanged()
    }
    return .nothing
  }

  /// `PUT /p/{token}`: replaces a person's description, such as the device; the addresses stay
  /// valid.
  func putOwn(_ token: String, _ request: HTTPRequest, _ exchange: HTTPExchange) {
    let began = SuspendingClock().now
    attempt(by: token, exchange) { (turn) throws(RenderError) in
      let kept = try open(token, .write)
      try request.head.checkPrecondition(kept.tag)
      let root = try JSONFile.parse(request.body, file: RenderPlanner.body)
      _ = try Person(root)
      fetch(root, for: kept.client, turn, since: began, exchange) { (root) throws(RenderError) in
        let words = try Person(root)
        let asked = Asked(
          token: token, turn: turn, head: request.head, began: began, exchange: exchange)
        try revise(asked) { (kept) throws(RenderError) in
          var person = kept.person
          person.replaceWords(with: words)
          return Revision(content: person)
        }
      }
    }
  }

  /// `PUT /p/{token}/content`: replaces the content once its pictures have been rendered.
  func putContent(_ token: String, _ request: HTTPRequest, _ exchange: HTTPExchange) {
    let began = SuspendingClock().now
    attempt(by: token, exchange) { (turn) throws(RenderError) in
      let asked = Asked(
        token: token, turn: turn, head: request.head, began: began, exchange: exchange)
      // JSON is parsed once. Other bodies have no sources, and depend on the zone of the person.
      let type = request.head.header("content-type")
      let written =
        ContentBody.isOne(type)
        ? nil
        : Result { () throws(RenderError) in
          try JSONFile.parse(request.body, file: RenderPlanner.body)
        }
      @Sendable func change() throws(RenderError) {
        try revise(asked) { (kept) throws(RenderError) in
          var person = kept.person
          if let written {
            try person.replaceContent(try written.get())
          } else {
            let time = planner.calendarTime(zone: person.zone)
            try person.replaceContent(try ContentBody.root(of: request.body, type, at: time))
          }
          return Revision(content: person)
        }
      }
      // The change reports an error in the body.
      let sources = (try? written?.get()).map(Person.sources) ?? []
      guard !sources.isEmpty else { return try change() }
      let kept = try open(token, .write)
      obtain(sources, for: kept.client, turn, since: began, exchange) { () throws(RenderError) in
        try change()
      }
    }
  }

  /// `GET /p/{token}/lock.png` and `GET /p/{token}/{device}/lock.png`: returns the current picture
  /// of a screen, or 204 for a home screen without a picture.
  func show(_ words: [String], _ head: HTTPHead, _ exchange: HTTPExchange) {
    let name = (words.last ?? "").split(separator: ".", omittingEmptySubsequences: false)
    guard let token = KeptPeople.Token(words[0]), name.count == 2,
      let screen = Person.Screen(rawValue: String(name[0])),
      let format = ImageFormat.ofAddress(name[1])
    else { return exchange.answer(Problem([.noSuchAddress()]).answer) }
    let display = PersonDisplay(device: words.count == 3 ? words[1] : nil, screen: screen)
    @Sendable func question(by reader: String, _ epoch: Int) -> PictureAnswers.Asked {
      PictureAnswers.Asked(
        name: PeopleEndpoint.name(reader, display, format), head: head, until: nil,
        exchange: exchange, epoch: epoch,
        // The owner looks at the picture with the write token.
        viewing: token.kind == .read ? viewing(display, by: reader) : nil)
    }
    let epoch = answers.pictures.epoch
    if token.kind == .read, !revokedReaders.contains(token.shownName),
      let answer = answers.atOnce(question(by: token.shownName, epoch))
    {
      return exchange.answer(answer)
    }
    let began = SuspendingClock().now
    attempt(by: words[0], exchange) { (turn) throws(RenderError) in
      // The epoch must be older than the data: otherwise, a change between the two could leave the
      // previous picture in memory.
      let epoch = answers.pictures.epoch
      // A write token also allows the client to read the picture.
      let kept = try open(words[0], token.kind)
      let asked = question(by: kept.reader, epoch)
      if kept.reader != token.shownName, let answer = answers.atOnce(asked) {
        return exchange.answer(answer)
      }
      guard kept.person.has(display.device) else { throw .noSuchAddress() }
      guard let request = kept.person.request(for: display, format: format) else {
        return exchange.answer(.nothing)
      }
      switch plan(request, for: kept.client) {
      case .failure(let mistakes): exchange.answer(Problem.gone([], mistakes.all).answer)
      case .success(let planned):
        guard let one = planned.first else { throw .noSuchAddress() }
        answers.answer(asked, one, for: turn, since: began)
      }
    }
  }

  /// Runs a closure when it is the turn of a token's owner, and sends the response that it returns.
  func run(
    by token: String, _ exchange: HTTPExchange,
    _ body: @escaping @Sendable () throws(RenderError) -> HTTPAnswer
  ) {
    attempt(by: token, exchange) { (_) throws(RenderError) in exchange.answer(try body()) }
  }

  /// Runs a closure when it is the turn of a token's owner.
  ///
  /// The closure sends the response; if it throws, this function sends the error.
  func attempt(
    by token: String, _ exchange: HTTPExchange,
    _ body: @escaping @Sendable (Turn) throws(RenderError) -> Void
  ) {
    findOwner(of: token, exchange) { turn in
      planning.run(for: turn, answering: exchange) { () throws(RenderError) in try body(turn) }
    }
  }

  /// Calls `then` with the turn of the client that created the person to whom a token belongs.
  func findOwner(
    of text: String, _ exchange: HTTPExchange, then: @escaping @Sendable (Turn) -> Void
  ) {
    guard let token = KeptPeople.Token(text) else {
      return exchange.answer(Problem([.noSuchAddress()]).answer)
    }
    owners.find("p/" + token.shownName, exchange) { () throws(RenderError) in
      guard let owner = try people.owner(of: token) else { throw .noSuchAddress() }
      return owner
    } then: { turn in
      then(turn)
    }
  }

  /// Returns the person to whom a token of the required kind belongs.
  ///
  /// - Throws: `not-found` for an invalid or unknown token, or a token of the wrong kind.
  func open(
    _ text: String, _ kind: KeptPeople.Token.Kind
  ) throws(RenderError) -> KeptPeople.Kept {
    guard let token = KeptPeople.Token(text), token.kind == kind,
      let kept = try people.open(token)
    else { throw .noSuchAddress() }
    return kept
  }

  func forget(_ reader: String) { answers.pictures.forget(PeopleEndpoint.owner(reader)) }

  private static func name(
    _ reader: String, _ display: PersonDisplay, _ format: ImageFormat
  ) -> PictureKeeper.Name {
    PictureKeeper.Name(owner(reader), "\(display.name).\(format.rawValue)")
  }

  private static func owner(_ reader: String) -> String { "p/" + reader }
}

extension HTTPAnswer {
  /// The empty success response.
  static var nothing: HTTPAnswer {
    HTTPAnswer(204, [HTTPHeader("Cache-Control", "no-store")])
  }

  static func document(_ status: Int, _ words: JSONValue, tag: String? = nil) -> HTTPAnswer {
    var answer = HTTPAnswer(status, type: "application/json", words.text(pretty: true) + "\n")
    answer.headers.append(HTTPHeader("Cache-Control", "no-store"))
    if let tag { answer.headers.append(HTTPHeader("ETag", tag)) }
    return answer
  }
}
