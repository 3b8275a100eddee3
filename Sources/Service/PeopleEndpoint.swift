import Challenge
import Files
import Graphics
import HTTP
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Addresses of people: `POST /v1/people`, and what is below `/p/`.
struct PeopleEndpoint: Sendable {
  let people: KeptPeople
  let planner: RenderPlanner
  let remote: RemotePhotos
  let answers: PictureAnswers
  let planning: PlanningThread
  let settings: ServiceSettings
  /// Pages that play flows, by their names.
  let flows: [String: ServiceDocument]
  /// Where exports are read.
  let reading = PlanningThread("wallfarm health", most: 16, threads: 2)

  /// In whose turn what belongs to a token is done; no key is named so.
  static func line(_ token: String) -> String {
    "p/" + (KeptPeople.Token(token)?.shownName ?? "")
  }

  /// `POST /v1/people`: a new one, whose pictures were made.
  func add(_ request: HTTPRequest, for client: String, _ exchange: HTTPExchange) {
    let began = SuspendingClock().now
    attempt(for: client, exchange) { () throws(RenderError) in
      let root = try JSONFile.parse(request.body, file: RenderPlanner.body)
      let person = try Person(root)
      guard RemotePhotos.areNamed(in: root) else {
        return add(person, for: client, since: began, exchange)
      }
      remote.replace(in: root, for: client, since: began) { result in
        attempt(for: client, exchange) { () throws(RenderError) in
          add(try Person(try result.get()), for: client, since: began, exchange)
        }
      }
    }
  }

  private func add(
    _ person: Person, for client: String, since began: SuspendingClock.Instant,
    _ exchange: HTTPExchange
  ) {
    make(person, of: client, for: client, since: began, exchange) { () throws(RenderError) in
      let made = try people.add(person, for: client, now: answers.clock.read())
      let base = settings.publicAddress + "/p/"
      let words: JSONValue = [
        "id": .string(made.id), "read": .string(base + made.read.text),
        "write": .string(base + made.write.text),
      ]
      return .document(201, words)
    }
  }

  /// `DELETE /v1/people/{id}`: erases one, by the key that has made it.
  func erase(_ id: String, for client: String, _ exchange: HTTPExchange) {
    run(for: client, exchange) { () throws(RenderError) in
      guard let reader = try people.erase(id, of: client) else { throw .noSuchAddress() }
      forget(reader)
      return .nothing
    }
  }

  /// `GET` and `DELETE /p/{token}`: everything that is kept, or its end.
  func own(_ token: String, _ head: HTTPHead, _ exchange: HTTPExchange) {
    run(for: PeopleEndpoint.line(token), exchange) { () throws(RenderError) in
      let kept = try open(token, .write)
      guard head.method == "DELETE" else {
        let words: JSONValue = [
          "id": .string(kept.id), "person": kept.person.plain,
          "states": .object(kept.person.states),
          "ledger": kept.person.ledger.map { .string($0.text) } ?? .null,
        ]
        return .document(200, words)
      }
      if let reader = try people.erase(kept.id, of: kept.client) { forget(reader) }
      return .nothing
    }
  }

  /// `PUT /p/{token}`: everything that is known of a person, such as another device; the addresses stay.
  func putOwn(_ token: String, _ request: HTTPRequest, _ exchange: HTTPExchange) {
    let began = SuspendingClock().now
    let line = PeopleEndpoint.line(token)
    attempt(for: line, exchange) { () throws(RenderError) in
      let kept = try open(token, .write)
      let root = try JSONFile.parse(request.body, file: RenderPlanner.body)
      _ = try Person(root)
      remote.replace(in: root, for: kept.client, since: began) { result in
        attempt(for: line, exchange) { () throws(RenderError) in
          var changed = kept
          changed.person = try Person(try result.get())
          replace(changed, line, since: began, exchange)
        }
      }
    }
  }

  /// `PUT /p/{token}/content`: what the pictures show from now on, once they were made.
  func putContent(_ token: String, _ request: HTTPRequest, _ exchange: HTTPExchange) {
    let began = SuspendingClock().now
    let line = PeopleEndpoint.line(token)
    attempt(for: line, exchange) { () throws(RenderError) in
      var kept = try open(token, .write)
      try kept.person.replaceContent(try JSONFile.parse(request.body, file: RenderPlanner.body))
      replace(kept, line, since: began, exchange)
    }
  }

  /// Keeps what has changed of a person once its pictures were made.
  private func replace(
    _ changed: KeptPeople.Kept, _ line: String, since began: SuspendingClock.Instant,
    _ exchange: HTTPExchange
  ) {
    // What is kept is tried, also where a challenge stands in its place just now.
    var tried = changed.person
    tried.ledger = nil
    make(tried, of: changed.client, for: line, since: began, exchange) {
      () throws(RenderError) in
      let isThere = try people.change(changed, now: answers.clock.read()) {
        $0.replaceWords(with: changed.person)
      }
      guard isThere else { throw .noSuchAddress() }
      forget(changed.reader)
      return .nothing
    }
  }

  /// `GET /p/{token}/lock.png`: the picture as it is now; 204 for a home screen that stays as it is.
  func show(_ words: [String], _ head: HTTPHead, _ exchange: HTTPExchange) {
    let name = words[1].split(separator: ".", omittingEmptySubsequences: false)
    guard let token = KeptPeople.Token(words[0]), name.count == 2,
      let screen = Person.Screen(rawValue: String(name[0])),
      let format = ImageFormat.ofAddress(name[1])
    else { return exchange.answer(Problem([.noSuchAddress()]).answer) }
    @Sendable func question(by reader: String) -> PictureAnswers.Asked {
      PictureAnswers.Asked(
        name: PeopleEndpoint.name(reader, screen, format), head: head, until: nil,
        exchange: exchange, epoch: answers.pictures.epoch)
    }
    if token.kind == .read, let answer = answers.atOnce(question(by: token.shownName)) {
      return exchange.answer(answer)
    }
    let began = SuspendingClock().now
    planning.run(
      for: PeopleEndpoint.line(words[0]),
      {
        do throws(RenderError) {
          // Who may write may look as well.
          let kept = try open(words[0], token.kind)
          let asked = question(by: kept.reader)
          if token.kind == .write, let answer = answers.atOnce(asked) {
            return exchange.answer(answer)
          }
          guard let request = kept.person.request(for: screen, format: format) else {
            return exchange.answer(.nothing)
          }
          switch planner.plan(request, for: kept.client) {
          case .failure(let mistakes): exchange.answer(Problem.gone([], mistakes.all).answer)
          case .success(let planned):
            guard let one = planned.first else { throw .noSuchAddress() }
            answers.answer(asked, one, for: asked.name, since: began)
          }
        } catch {
          exchange.answer(Problem([error]).answer)
        }
      },
      orElse: { exchange.answer(Problem([.overloaded()]).answer) })
  }

  /// Does something in turn, and answers with what comes of it.
  func run(
    for client: String, _ exchange: HTTPExchange,
    _ body: @escaping @Sendable () throws(RenderError) -> HTTPAnswer
  ) {
    attempt(for: client, exchange) { () throws(RenderError) in exchange.answer(try body()) }
  }

  /// Does something in turn that answers by itself, or says what is wrong.
  func attempt(
    for client: String, _ exchange: HTTPExchange,
    _ body: @escaping @Sendable () throws(RenderError) -> Void
  ) {
    planning.run(
      for: client,
      {
        do throws(RenderError) {
          try body()
        } catch {
          exchange.answer(Problem([error]).answer)
        }
      },
      orElse: { exchange.answer(Problem([.overloaded()]).answer) })
  }

  /// Makes the pictures of a person, and goes on where all of them can be: some mistakes, such as a character that no
  /// font has, are seen by a worker alone.
  func make(
    _ person: Person, of owner: String, for line: String, since began: SuspendingClock.Instant,
    _ exchange: HTTPExchange,
    then: @escaping @Sendable () throws(RenderError) -> HTTPAnswer
  ) {
    var (pictures, mistakes): ([PlannedPicture], [RenderError]) = ([], [])
    for screen in Person.Screen.allCases {
      guard let request = person.request(for: screen, format: .png) else { continue }
      switch planner.plan(request, for: owner) {
      case .success(let planned): pictures += planned
      case .failure(let found): mistakes += found.all.filter { !mistakes.contains($0) }
      }
    }
    // A group of devices has no present picture.
    let isOne = pictures.count <= Person.Screen.allCases.count
    guard mistakes.isEmpty, isOne else {
      return exchange.answer(Problem(mistakes + (isOne ? [] : [.severalDevices()])).answer)
    }
    let gathered = GatheredPictures(pictures.count) { results in
      let errors = results.compactMap { result in
        if case .failure(let error) = result { error } else { nil }
      }
      guard errors.isEmpty else { return exchange.answer(Problem(errors).answer) }
      run(for: line, exchange, then)
    }
    for (index, picture) in pictures.enumerated() {
      answers.pictures.make(
        picture, keeps: true, for: line, since: began, whenLeft: exchange.whenLeft
      ) { gathered.add($0, at: index) }
    }
  }

  /// - Throws: `not-found` for every token that does not open what it is shown for.
  func open(
    _ text: String, _ kind: KeptPeople.Token.Kind
  ) throws(RenderError) -> KeptPeople.Kept {
    guard let token = KeptPeople.Token(text), token.kind == kind,
      let kept = try people.open(token)
    else { throw .noSuchAddress() }
    return kept
  }

  func forget(_ reader: String) {
    for screen in Person.Screen.allCases {
      for format in ImageFormat.allCases {
        answers.pictures.forget(PeopleEndpoint.name(reader, screen, format))
      }
    }
  }

  private static func name(
    _ reader: String, _ screen: Person.Screen, _ format: ImageFormat
  ) -> String {
    "p/\(reader)/\(screen.rawValue).\(format.rawValue)"
  }
}

extension HTTPAnswer {
  /// Says that it is done.
  static var nothing: HTTPAnswer {
    HTTPAnswer(204, [HTTPHeader("Cache-Control", "no-store")])
  }

  static func document(_ status: Int, _ words: JSONValue) -> HTTPAnswer {
    var answer = HTTPAnswer(status, type: "application/json", words.text(pretty: true) + "\n")
    answer.headers.append(HTTPHeader("Cache-Control", "no-store"))
    return answer
  }
}

extension RenderError {
  fileprivate static func severalDevices() -> RenderError {
    RenderError(
      .invalidRequest, "'device' names several devices", origin: .option("device"),
      hint: "name one: GET /v1/devices")
  }
}
