internal import ContentSources
internal import Graphics
package import WallfarmPluginKit

/// The operations on the challenges of one person.
package struct ChallengeBook: Sendable {
  package let store: ChallengeStore
  /// The current time, which may move backward; the times in a ledger never move backward.
  package let now: Moment

  /// Opens the challenges in a store at a given time.
  package init(_ store: ChallengeStore, now: Moment) { (self.store, self.now) = (store, now) }

  /// The settings of a new challenge.
  package struct Wish: Sendable {
    package var goal: StepGoal
    /// The bytes of the photo, and its name in messages.
    package var photo: [UInt8]
    package var photoName: String
    /// The start of the challenge; nil to start now.
    package var start: Moment?
    package var zone: String
    package var tellsMarks = true
    package var reminds = false

    package init(
      goal: StepGoal, photo: [UInt8], photoName: String, start: Moment? = nil, zone: String
    ) {
      (self.goal, self.photo, self.photoName) = (goal, photo, photoName)
      (self.start, self.zone) = (start, zone)
    }
  }

  /// Starts a challenge.
  ///
  /// - Throws: `photo-format` and the other errors for an invalid photo, `challenge-under-way`,
  ///   `challenge-changed`, `invalid-parameter` for a start in the past, `challenge-store`.
  package func begin(_ wish: Wish) throws(RenderError) -> ChallengeStore.Kept {
    let beginning = try beginning(wish)
    return try store.alone { () throws(RenderError) in try store.begin(wish.photo, beginning) }
  }

  func beginning(_ wish: Wish) throws(RenderError) -> ChallengeEntry.Beginning {
    let photo = try PhotoDecoder(wish.photo, file: wish.photoName)
    // Decode the whole photo at the smallest size, so that a photo that cannot be drawn is rejected
    // now.
    _ = try photo.decode(atLeast: PixelSize(width: 1, height: 1))
    try Challenge.checkStart(wish.start, now, origin: .option("from"))
    return ChallengeEntry.Beginning(
      at: now, goal: wish.goal, start: wish.start ?? now, zone: wish.zone,
      photo: ChallengePhoto(digest: photo.digest, size: photo.size), tellsMarks: wish.tellsMarks,
      reminds: wish.reminds)
  }

  /// Returns the challenge in progress or, if there is none, the latest challenge that reached its
  /// goal and still has its photo.
  ///
  /// - Throws: `no-challenge`, `challenge-changed`.
  package func shown() throws(RenderError) -> ChallengeStore.Kept {
    let all = try store.all()
    guard all.first(where: { $0.challenge.end == nil }) == nil,
      let last = all.first(where: { $0.challenge.reachedAt != nil && store.hasPhoto($0) })
    else { return try store.active() }
    try store.checkPhoto(of: last)
    return last
  }

  /// Adds the steps of an export to the active challenge.
  ///
  /// - Parameters:
  ///   - origin: the source of the export's name.
  ///   - read: a closure that counts the steps of the export.
  /// - Returns: the challenge, the count, and whether the export was new.
  /// - Throws: `no-challenge`, the errors of `read`, and the errors for a rejected export, such as
  ///   `steps-implausible`.
  package func refresh(
    origin: Origin, _ read: (Challenge) throws(RenderError) -> HealthCount
  ) throws(RenderError) -> (kept: ChallengeStore.Kept, count: HealthCount, isNew: Bool) {
    // Reading takes a long time, so it runs without the lock. Another challenge may start in the
    // meantime.
    let before = try store.active()
    let count = try read(before.challenge)
    return try store.alone { () throws(RenderError) in
      var kept = try store.active()
      let isNew = try kept.ledger.add(
        count, countedFor: before.ledger.id, now: now, origin: origin)
      if isNew { try store.save(kept) }
      return (kept, count, isNew)
    }
  }

  /// Returns the notifications to send now.
  package func owed(by kept: ChallengeStore.Kept) throws(RenderError) -> [ChallengeEvent] {
    try kept.ledger.owed(now: now)
  }

  /// Records that notifications were sent.
  ///
  /// If the process ends before this call, the notifications are sent again. Delivery is therefore
  /// at least once.
  ///
  /// - Throws: `no-challenge`, `challenge-store`.
  package func told(_ events: [ChallengeEvent]) throws(RenderError) {
    guard !events.isEmpty else { return }
    try change { (ledger) throws(RenderError) in try ledger.told(events, now: now) }
  }

  /// Switches notifications on or off; a setting is unchanged if its argument is nil.
  package func tell(marks: Bool?, reminders: Bool?) throws(RenderError) -> ChallengeStore.Kept {
    try change { (ledger) throws(RenderError) in
      ledger.tell(marks: marks, reminders: reminders, now: now)
    }
  }

  /// Checks that a challenge may be canceled.
  ///
  /// - Throws: `challenge-under-way` if the goal was reached and the picture has not been seen.
  package func checkCancel(_ challenge: Challenge) throws(RenderError) {
    guard challenge.reachedAt != nil else { return }
    throw RenderError(
      .challengeUnderWay, "the goal is reached, but the picture has not been shown yet",
      hint: "show it: wallfarm challenge finish")
  }

  /// Cancels the active challenge; removes its photo, but keeps the record of its steps.
  package func cancel() throws(RenderError) -> ChallengeStore.Kept {
    try store.alone { () throws(RenderError) in
      var kept = try store.active()
      try checkCancel(kept.challenge)
      kept.ledger.add(.cancelled(kept.challenge.after(now)))
      try store.save(kept)
      try store.forgetPhoto(of: kept)
      return kept
    }
  }

  /// Ends the active challenge after the user has seen its picture.
  ///
  /// - Throws: `challenge-not-reached`.
  package func finish() throws(RenderError) -> ChallengeStore.Kept {
    try change { (ledger) throws(RenderError) in
      try ledger.challenge.requireReached()
      ledger.add(.seen(ledger.challenge.after(now)))
    }
  }

  @discardableResult
  private func change(
    _ body: (inout ChallengeLedger) throws(RenderError) -> Void
  ) throws(RenderError) -> ChallengeStore.Kept {
    try store.alone { () throws(RenderError) in
      var kept = try store.active()
      try body(&kept.ledger)
      try store.save(kept)
      return kept
    }
  }
}

extension Challenge {
  /// The time zone that determines when each day begins.
  package var clock: Zone {
    get throws(RenderError) { try ZoneFile.zone(zone, origin: .option("zone")) }
  }

  /// Checks the start of a new challenge.
  ///
  /// - Throws: `invalid-parameter` for a start in the past.
  static func checkStart(_ start: Moment?, _ now: Moment, origin: Origin) throws(RenderError) {
    guard let start, start < now else { return }
    throw RenderError(
      .invalidParameter, "the start '\(start)' is in the past", origin: origin,
      hint: "use a later time, or omit it to start now; earlier steps do not count")
  }

  /// Returns the current time, or the latest time in the ledger if that is later.
  ///
  /// The latest time can be later if the clock was set back.
  func after(_ now: Moment) -> Moment { max(now, latest) }

  /// Checks that the goal was reached.
  ///
  /// - Throws: `challenge-not-reached`.
  package func requireReached() throws(RenderError) {
    guard reachedAt == nil else { return }
    throw RenderError(
      .challengeNotReached, "\(left) of \(goal.steps) steps are left",
      hint: "keep walking, then read a new export: wallfarm challenge refresh --health export.zip")
  }
}

// Operations on a ledger that do not depend on how the ledger is stored.
extension ChallengeLedger {
  /// Creates the ledger of a challenge whose photo is stored elsewhere, under its digest.
  ///
  /// - Throws: `invalid-parameter` for a start in the past.
  package init(
    goal: StepGoal, photoDigest: String, start: Moment?, zone: String, tellsMarks: Bool,
    reminds: Bool, now: Moment, origin: Origin
  ) throws(RenderError) {
    try Challenge.checkStart(start, now, origin: origin)
    self.init(
      ChallengeEntry.Beginning(
        at: now, goal: goal, start: start ?? now, zone: zone,
        photo: ChallengePhoto(digest: photoDigest, size: nil), tellsMarks: tellsMarks,
        reminds: reminds))
  }

  /// Returns the notifications to send now.
  package func owed(now: Moment) throws(RenderError) -> [ChallengeEvent] {
    ChallengeEvent.owed(by: challenge, now: challenge.after(now), try challenge.clock)
  }

  /// Ends the challenge as seen if the goal was reached, and otherwise as canceled.
  package mutating func end(now: Moment) {
    let at = challenge.after(now)
    add(challenge.reachedAt == nil ? .cancelled(at) : .seen(at))
  }

  /// Adds the step count of an export.
  ///
  /// - Parameters:
  ///   - count: the step count.
  ///   - id: the identifier of the challenge for which the steps were counted.
  ///   - now: the current time.
  ///   - origin: the source of the export's name.
  /// - Returns: whether the export was new.
  /// - Throws: `no-challenge` if another challenge has started in the meantime, and the errors for
  ///   a rejected export, such as `steps-implausible`.
  package mutating func add(
    _ count: HealthCount, countedFor id: String, now: Moment, origin: Origin
  ) throws(RenderError) -> Bool {
    guard id == self.id else {
      throw RenderError(
        .noChallenge, "the challenge ended while its steps were being counted",
        origin: origin, hint: "count the steps again for the current challenge")
    }
    let entry = try ChallengeReading.entry(
      for: count, after: challenge, now: challenge.after(now), origin: origin)
    guard let entry else { return false }
    add(entry)
    // While milestone notifications are off, record passed milestones as announced, so that they
    // are not announced later.
    let passed = ChallengeEvent.passed(by: challenge)
    if !challenge.tellsMarks, !passed.isEmpty { add(.told(challenge.latest, passed)) }
    return true
  }

  package mutating func told(_ events: [ChallengeEvent], now: Moment) throws(RenderError) {
    let at = challenge.after(now)
    let marks = events.compactMap { if case .mark(let mark) = $0 { mark } else { nil } }
    if !marks.isEmpty { add(.told(at, marks)) }
    if events.contains(.reminder) { add(.reminded(at, try challenge.clock.day(at: at).number)) }
  }

  mutating func tell(marks: Bool?, reminders: Bool?, now: Moment) {
    add(
      .switched(
        challenge.after(now), marks ?? challenge.tellsMarks, reminders ?? challenge.reminds))
  }
}
