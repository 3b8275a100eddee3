package import HTTP
internal import Requests
import SourceJSON
import WallfarmCore
package import WallfarmPluginKit

/// Changes people under optimistic concurrency; a change is stored only if its pictures can be
/// rendered.
extension PeopleEndpoint {
  /// A change request.
  struct Asked: Sendable {
    let token: String
    let turn: Turn
    let head: HTTPHead
    let began: SuspendingClock.Instant
    let exchange: HTTPExchange
  }

  /// A test render of a screen.
  struct TriedPicture: Sendable {
    let display: PersonDisplay
    let made: MadePicture
  }

  /// A person after a change.
  struct Revision: Sendable {
    let person: Person
    /// The person whose pictures must render successfully.
    let tried: Person
    let answer: @Sendable ([TriedPicture]) throws(RenderError) -> HTTPAnswer

    /// Creates a revision of the content or appearance; the test render omits the challenge, whose
    /// picture would hide the change.
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

  /// Changes a person, and stores the change once its pictures have been rendered.
  ///
  /// If another request has changed the person in the meantime, the change is applied again to the
  /// new version. Therefore, no change is lost, and only versions that have been rendered are
  /// stored.
  func revise(
    _ asked: Asked,
    _ change: @escaping @Sendable (KeptPeople.Kept) throws(RenderError) -> Revision
  ) throws(RenderError) {
    guard SuspendingClock().now - asked.began <= settings.deadline else {
      throw .tooLate(settings.deadline)
    }
    let kept = try open(asked.token, .write)
    try asked.head.checkPrecondition(kept.tag)
    let revision = try change(kept)
    make(revision.tried, of: kept.client, for: asked.turn, since: asked.began, asked.exchange) {
      (pictures) throws(RenderError) in
      let end = try people.replace(
        kept, with: revision.person, needed: revision.tried.uploadDigests,
        now: answers.clock.read())
      switch end {
      case .done:
        forget(kept.reader)
        note(pictures, of: revision.person, reader: kept.reader)
        asked.exchange.answer(try revision.answer(pictures))
      case .changedMeanwhile: try revise(asked, change)
      case .erased: throw .noSuchAddress()
      }
    }
  }

  /// Renders the pictures of a person and continues if all succeed.
  ///
  /// Some errors, such as a character that no font contains, are detected only during rendering.
  func make(
    _ person: Person, of owner: String, for turn: Turn, since began: SuspendingClock.Instant,
    _ exchange: HTTPExchange,
    then: @escaping @Sendable ([TriedPicture]) throws(RenderError) -> Void
  ) {
    var (pictures, mistakes): ([PlannedPicture], [RenderError]) = ([], [])
    var displays: [PersonDisplay] = []
    for display in person.displays {
      guard let request = person.request(for: display, format: .png) else { continue }
      switch plan(request, for: owner) {
      case .success(let planned):
        // Reject a device name that selects several devices.
        guard let one = planned.first, planned.count == 1 else {
          if !mistakes.contains(.severalDevices()) { mistakes.append(.severalDevices()) }
          continue
        }
        pictures.append(one)
        displays.append(display)
      case .failure(let found): mistakes += found.all.filter { !mistakes.contains($0) }
      }
    }
    guard mistakes.isEmpty else { return exchange.answer(Problem(mistakes).answer) }
    let drawn = displays
    let gathered = GatheredPictures(pictures.count) { results in
      planning.run(for: turn, answering: exchange) { () throws(RenderError) in
        let errors = results.compactMap { result in
          if case .failure(let error) = result { error } else { nil }
        }
        guard errors.isEmpty else { return exchange.answer(Problem(errors).answer) }
        let made = try results.map { (result) throws(RenderError) in try result.get() }
        try then(zip(drawn, made).map { TriedPicture(display: $0, made: $1) })
      }
    }
    for (index, picture) in pictures.enumerated() {
      answers.pictures.make(
        picture, keeps: true, for: turn, since: began, recordingIn: exchange,
        whenLeft: exchange.whenLeft
      ) { gathered.add($0, at: index) }
    }
  }
}

extension HTTPHead {
  /// Whether the request has a precondition (RFC 9110, 13.1.1 and 13.1.2).
  var hasPreconditions: Bool { header("if-match") != nil || header("if-none-match") != nil }

  /// Checks the precondition of a write.
  ///
  /// - Parameter tag: The quoted entity tag of the current version, or `nil` if there is none.
  /// - Throws: `person-changed`.
  package func checkPrecondition(_ tag: String?) throws(RenderError) {
    if let tags = header("if-match") {
      let isMeant = tags.split(separator: ",").contains { one in
        let plain = one.filter { $0 != " " && $0 != "\t" }
        // `If-Match` uses strong comparison, so a weak tag never matches.
        return tag != nil && (plain == "*" || plain == tag)
      }
      guard isMeant else { throw .personChanged() }
    }
    if let tag, matches(tag) { throw .personChanged() }
  }
}

extension HTTPAnswer {
  /// Returns an empty response, or a document with the render warnings if there are any.
  static func done(
    warningOf pictures: [PeopleEndpoint.TriedPicture]
  ) -> HTTPAnswer {
    let warnings = pictures.flatMap(\.warnings)
    return warnings.isEmpty ? .nothing : .document(200, [:], warningOf: pictures)
  }

  /// Returns a document, with the render warnings if there are any.
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
  /// The warnings; each names the screen to which it applies, and the device unless it is the main
  /// one.
  fileprivate var warnings: [JSONValue] {
    guard case .array(let all)? = made.receipt.member("warnings") else { return [] }
    return all.map { warning in
      let warning = warning.adding("screen", .string(display.screen.rawValue))
      return display.device.map { warning.adding("device", .string($0)) } ?? warning
    }
  }
}

extension RenderError {
  package static func personChanged() -> RenderError {
    RenderError(
      .personChanged, "the stored version does not match 'If-Match' or 'If-None-Match'",
      hint: "read the resource again, and send the change with the new ETag")
  }

  fileprivate static func severalDevices() -> RenderError {
    RenderError(
      .invalidRequest, "'device' names several devices", origin: .option("device"),
      hint: "name one device; GET /v1/devices lists them")
  }
}
