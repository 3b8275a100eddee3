import Challenge
import ContentSources
import Files
import HTTP
import SourceJSON
internal import Synchronization
import WallfarmCore
import WallfarmPluginKit

/// A person's step challenge: a photo that replaces the lock screen and becomes clearer with each
/// step.
extension PeopleEndpoint {
  /// The keys of a request that starts a challenge.
  private static let keys: Set<String> = ["goal", "photo", "start", "alerts", "reminders"]

  /// `GET` and `DELETE /p/{token}/challenge`: returns the progress, or ends the challenge.
  func challenge(_ token: String, _ head: HTTPHead, _ exchange: HTTPExchange) {
    run(by: token, exchange) { () throws(RenderError) in
      let kept = try open(token, .write)
      guard head.method == "DELETE" else {
        let ledger = try kept.person.underWay
        return .document(200, try ledger.status)
      }
      let now = answers.clock.read()
      try change(kept, now) { (ledger) throws(RenderError) in ledger.end(now: now) }
      forget(kept.reader)
      return .nothing
    }
  }

  /// `PUT /p/{token}/challenge`: starts a challenge once its first picture has been rendered.
  func putChallenge(_ token: String, _ request: HTTPRequest, _ exchange: HTTPExchange) {
    let began = SuspendingClock().now
    attempt(by: token, exchange) { (turn) throws(RenderError) in
      let asked = Asked(
        token: token, turn: turn, head: request.head, began: began, exchange: exchange)
      let root = try JSONFile.parse(request.body, file: RenderPlanner.body)
      // If another request starts a challenge first, this closure runs again and throws, because a
      // challenge is already in progress.
      try revise(asked) { (kept) throws(RenderError) in
        if let ledger = kept.person.ledger, ledger.challenge.end == nil {
          throw .underWay(ledger.challenge)
        }
        var person = kept.person
        person.ledger = try PeopleEndpoint.ledger(root, person, answers.clock.read())
        let begun = person
        return Revision(begun) { () throws(RenderError) in
          .document(201, try begun.underWay.status)
        }
      }
    }
  }

  private static func ledger(
    _ root: JSONNode, _ person: Person, _ now: Moment
  ) throws(RenderError) -> ChallengeLedger {
    func wrong(_ node: JSONNode, _ message: String, _ hint: String) -> RenderError {
      RenderError(
        .invalidRequest, message, origin: node.place.origin(in: RenderPlanner.body), hint: hint)
    }
    guard let members = root.members else {
      throw wrong(root, "the body is \(root.typeName)", "write an object")
    }
    for member in members where !keys.contains(member.key) {
      throw .unknownKey(
        String(member.key.prefix(64)), in: "the body", known: keys.sorted(),
        origin: member.keyPlace.origin(in: RenderPlanner.body))
    }
    guard let node = root["goal"], let written = node.string ?? node.whole.map(String.init) else {
      throw wrong(
        root["goal"] ?? root,
        root["goal"].map { "'goal' is \($0.typeName), not a number of steps" }
          ?? "'goal' is missing", "write a whole number, or easy, medium, hard or epic")
    }
    let goal = try StepGoal(parsing: written, origin: node.place.origin(in: RenderPlanner.body))
    func flag(_ key: String, _ standard: Bool) throws(RenderError) -> Bool {
      guard let node = root[key] else { return standard }
      guard let flag = node.bool else {
        throw wrong(node, "'\(key)' is \(node.typeName)", "write true or false")
      }
      return flag
    }
    guard let photo = root["photo"]?.string, photo.hasPrefix(prefix) else {
      throw wrong(
        root["photo"] ?? root, "'photo' is missing, or is not the name of a photo",
        "upload a photo with PUT /v1/photos, and use its name")
    }
    var start: Moment?
    let zone = person.words["zone"]?.string ?? RenderRequest.localZone
    if let node = root["start"] {
      let clock = try ZoneFile.zone(zone, origin: .option("zone"))
      guard let when = node.string.flatMap({ When($0) }) else {
        throw RenderError(
          .invalidParameter, "'start' is not a date or time",
          origin: node.place.origin(in: RenderPlanner.body),
          hint: "write a date or time such as 2026-12-01T07:00")
      }
      start = Now(now, in: clock).moment(of: when)
    }
    return try ChallengeLedger(
      goal: goal, photoDigest: String(photo.dropFirst(prefix.count)), start: start, zone: zone,
      tellsMarks: try flag("alerts", true), reminds: try flag("reminders", false), now: now,
      origin: (root["start"] ?? root).place.origin(in: RenderPlanner.body))
  }

  private static let prefix = "sha256-"

  /// `PUT /p/{token}/health`: counts the steps in a health export; the response contains the
  /// notifications that are due.
  func putHealth(_ token: String, _ request: HTTPRequest, _ exchange: HTTPExchange) {
    let hasLeft = Departure()
    exchange.whenLeft { hasLeft.note() }
    findOwner(of: token, exchange) { turn in
      // Reading an export takes seconds in another process, so it must not block a planning thread.
      reading.run(for: turn, answering: exchange) { () throws(RenderError) in
        // If the client has disconnected, do not count steps, because the client would miss the
        // notifications.
        guard !hasLeft.isNoted else { return }
        exchange.answer(try readHealth(token, request.body, hasLeft))
      }
    }
  }

  private func readHealth(
    _ token: String, _ body: [UInt8], _ hasLeft: Departure
  ) throws(RenderError) -> HTTPAnswer {
    let kept = try open(token, .write)
    let before = try kept.person.underWay
    let challenge = before.challenge
    let now = answers.clock.read()
    let file = try MemoryFile("wallfarm health", body)
    let count = try HealthProcess(settings.healthReader).count(
      file.descriptor, named: RenderPlanner.body, for: challenge, now: now)
    var events: [ChallengeEvent] = []
    let words = ChallengeText(kept.person.words["language"]?.string)
    let changed = try change(kept, now) { (ledger) throws(RenderError) in
      _ = try ledger.add(
        count, countedFor: before.id, now: now, origin: .file(RenderPlanner.body))
      events = try ledger.owed(now: now)
      if !hasLeft.isNoted { try ledger.told(events, now: now) }
    }
    forget(kept.reader)
    let zone = try changed.challenge.clock
    return .document(
      200,
      [
        "challenge": try changed.status,
        "events": .array(events.map { $0.words(of: changed.challenge, words, zone) }),
      ])
  }

  /// Changes the current ledger and stores it.
  @discardableResult
  private func change(
    _ kept: KeptPeople.Kept, _ now: Moment,
    _ body: (inout ChallengeLedger) throws(RenderError) -> Void
  ) throws(RenderError) -> ChallengeLedger {
    var changed: ChallengeLedger?
    _ = try people.change(kept, now: now) { (person) throws(RenderError) in
      var ledger = try person.underWay
      try body(&ledger)
      person.ledger = ledger
      changed = ledger
    }
    guard let changed else { throw .noSuchAddress() }
    return changed
  }
}

/// Records whether a client disconnected before the response.
private final class Departure: Sendable {
  private let left = Atomic(false)

  var isNoted: Bool { left.load(ordering: .relaxed) }
  func note() { left.store(true, ordering: .relaxed) }
}

extension Person {
  /// The challenge that is in progress, or a completed challenge whose final picture has not been
  /// viewed.
  ///
  /// - Throws: `no-challenge`.
  var underWay: ChallengeLedger {
    get throws(RenderError) {
      guard let ledger, ledger.challenge.end == nil else {
        throw RenderError(
          .noChallenge, "no challenge is active",
          hint: "start a challenge with PUT at this address")
      }
      return ledger
    }
  }
}

extension ChallengeLedger {
  fileprivate var status: JSONValue {
    get throws(RenderError) { try challenge.json }
  }
}
