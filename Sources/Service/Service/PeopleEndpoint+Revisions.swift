import HTTP
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Changes to people: the pictures of the changed person are made first, and the change is to the person as it is then.
extension PeopleEndpoint {
  /// A change that is asked for.
  struct Asked: Sendable {
    let token: String
    let turn: Turn
    let head: HTTPHead
    let began: SuspendingClock.Instant
    let exchange: HTTPExchange
  }

  /// A picture of a screen that was made to see whether it can be.
  struct TriedPicture: Sendable {
    let screen: Person.Screen
    let made: MadePicture
  }

  /// A person after a change.
  struct Revision: Sendable {
    let person: Person
    /// The person whose pictures have to be possible.
    let tried: Person
    let answer: @Sendable ([TriedPicture]) throws(RenderError) -> HTTPAnswer

    /// Another content or another look, which is tried also where a challenge stands in its place just now.
    init(content person: Person) {
      self.person = person
      var tried = person
      tried.ledger = nil
      self.tried = tried
      answer = { (pictures) throws(RenderError) in .done(warningOf: pictures) }
    }

    init(
      _ person: Person, answer: @escaping @Sendable () throws(RenderError) -> HTTPAnswer
    ) {
      (self.person, tried) = (person, person)
      self.answer = { (_) throws(RenderError) in try answer() }
    }
  }

  /// Changes a person as it was read, and keeps it once its pictures were made.
  ///
  /// Where another request has changed the person meanwhile, it begins again with that person: no change is lost, and
  /// nothing is kept whose pictures were not made.
  ///
  /// - Throws: `person-changed` where the client has read another one, `not-found`, `order-late`, and what `change`
  ///   throws.
  func revise(
    _ asked: Asked,
    _ change: @escaping @Sendable (KeptPeople.Kept) throws(RenderError) -> Revision
  ) throws(RenderError) {
    guard SuspendingClock().now - asked.began <= settings.deadline else {
      throw .tooLate(settings.deadline)
    }
    let kept = try open(asked.token, .write)
    try asked.head.demand(kept.tag)
    let revision = try change(kept)
    make(revision.tried, of: kept.client, for: asked.turn, since: asked.began, asked.exchange) {
      (pictures) throws(RenderError) in
      let end = try people.replace(
        kept, with: revision.person, needed: revision.tried.photoDigests,
        now: answers.clock.read())
      switch end {
      case .done:
        forget(kept.reader)
        asked.exchange.answer(try revision.answer(pictures))
      case .changedMeanwhile: try revise(asked, change)
      case .erased: throw .noSuchAddress()
      }
    }
  }

  /// Makes the pictures of a person, and goes on where all of them can be: some mistakes, such as a character that no
  /// font has, are seen by a worker alone.
  func make(
    _ person: Person, of owner: String, for turn: Turn, since began: SuspendingClock.Instant,
    _ exchange: HTTPExchange,
    then: @escaping @Sendable ([TriedPicture]) throws(RenderError) -> Void
  ) {
    var (pictures, mistakes): ([PlannedPicture], [RenderError]) = ([], [])
    var screens: [Person.Screen] = []
    for screen in Person.Screen.allCases {
      guard let request = person.request(for: screen, format: .png) else { continue }
      switch planner.plan(request, for: owner) {
      case .success(let planned):
        // A group of devices has no present picture.
        guard let one = planned.first, planned.count == 1 else {
          if !mistakes.contains(.severalDevices()) { mistakes.append(.severalDevices()) }
          continue
        }
        pictures.append(one)
        screens.append(screen)
      case .failure(let found): mistakes += found.all.filter { !mistakes.contains($0) }
      }
    }
    guard mistakes.isEmpty else { return exchange.answer(Problem(mistakes).answer) }
    let drawn = screens
    let gathered = GatheredPictures(pictures.count) { results in
      attempt(for: turn, exchange) { () throws(RenderError) in
        let errors = results.compactMap { result in
          if case .failure(let error) = result { error } else { nil }
        }
        guard errors.isEmpty else { return exchange.answer(Problem(errors).answer) }
        let made = try results.map { (result) throws(RenderError) in try result.get() }
        try then(zip(drawn, made).map { TriedPicture(screen: $0, made: $1) })
      }
    }
    for (index, picture) in pictures.enumerated() {
      answers.pictures.make(
        picture, keeps: true, for: turn, since: began, whenLeft: exchange.whenLeft
      ) { gathered.add($0, at: index) }
    }
  }
}

extension HTTPHead {
  /// Whether the client has named the version that it means (RFC 9110, 13.1.1 and 13.1.2).
  var hasDemands: Bool { header("if-match") != nil || header("if-none-match") != nil }

  /// Refuses to change what the client has not read.
  ///
  /// - Parameter tag: of what is there, in quotes; nil for nothing.
  /// - Throws: `person-changed`.
  func demand(_ tag: String?) throws(RenderError) {
    if let tags = header("if-match") {
      let isMeant = tags.split(separator: ",").contains { one in
        let plain = one.filter { $0 != " " && $0 != "\t" }
        // A weak tag stands for no version.
        return tag != nil && (plain == "*" || plain == tag)
      }
      guard isMeant else { throw .personChanged() }
    }
    if let tag, matches(tag) { throw .personChanged() }
  }
}

extension HTTPAnswer {
  /// Says that it is done, and what the maker of a picture should know.
  fileprivate static func done(
    warningOf pictures: [PeopleEndpoint.TriedPicture]
  ) -> HTTPAnswer {
    let warnings = pictures.flatMap(\.warnings)
    return warnings.isEmpty ? .nothing : .document(200, [:], warningOf: pictures)
  }

  /// A document that says what the maker of a picture should know, where there is something.
  static func document(
    _ status: Int, _ words: JSONValue, warningOf pictures: [PeopleEndpoint.TriedPicture]
  ) -> HTTPAnswer {
    let warnings = pictures.flatMap(\.warnings)
    guard !warnings.isEmpty else { return .document(status, words) }
    var answer = HTTPAnswer.document(status, words.adding("warnings", .array(warnings)))
    var codes: [String] = []
    for code in pictures.flatMap(\.made.warnings) where !codes.contains(code) {
      codes.append(code)
    }
    answer.headers.append(HTTPHeader("Wallfarm-Warnings", codes.joined(separator: ", ")))
    return answer
  }
}

extension PeopleEndpoint.TriedPicture {
  /// Its warnings, each with the screen that it is about.
  fileprivate var warnings: [JSONValue] {
    guard case .array(let all)? = made.receipt.member("warnings") else { return [] }
    return all.map { $0.adding("screen", .string(screen.rawValue)) }
  }
}

extension RenderError {
  static func personChanged() -> RenderError {
    RenderError(
      .personChanged, "it is not the version that 'If-Match' or 'If-None-Match' names",
      hint: "read it again, and send the change with the ETag of that answer")
  }

  fileprivate static func severalDevices() -> RenderError {
    RenderError(
      .invalidRequest, "'device' names several devices", origin: .option("device"),
      hint: "name one: GET /v1/devices")
  }
}
