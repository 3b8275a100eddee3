internal import ContentSources
internal import Graphics
package import WallfarmPluginKit

/// What can be done with challenges.
package struct ChallengeBook: Sendable {
  package let store: ChallengeStore
  /// The present moment; it may go back, a challenge does not.
  package let now: Moment

  /// Opens the challenges of a person at a moment.
  package init(_ store: ChallengeStore, now: Moment) { (self.store, self.now) = (store, now) }

  /// What a challenge begins with.
  package struct Wish: Sendable {
    package var goal: StepGoal
    /// The bytes of a photo, and what it is called in messages.
    package var photo: [UInt8]
    package var photoName: String
    /// Nil: now.
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

  /// Begins a challenge.
  ///
  /// - Throws: `photo-format` and others for what is no photo, `challenge-under-way`, `invalid-parameter` for a start
  ///   in the past, `challenge-store`.
  package func begin(_ wish: Wish) throws(RenderError) -> ChallengeStore.Kept {
    let beginning = try beginning(wish)
    return try store.alone { () throws(RenderError) in try store.begin(wish.photo, beginning) }
  }

  func beginning(_ wish: Wish) throws(RenderError) -> ChallengeEntry.Beginning {
    let photo = try PhotoDecoder(wish.photo, file: wish.photoName)
    // To its end, as small as it goes: what cannot be drawn later is refused now.
    _ = try photo.decode(atLeast: PixelSize(width: 1, height: 1))
    try Challenge.checkStart(wish.start, now, origin: .option("from"))
    return ChallengeEntry.Beginning(
      at: now, goal: wish.goal, start: wish.start ?? now, zone: wish.zone,
      photo: ChallengePhoto(digest: photo.digest, size: photo.size), tellsMarks: wish.tellsMarks,
      reminds: wish.reminds)
  }

  /// The challenge whose pictures are shown: the one under way, else the last one that was reached.
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

  /// Reads an export into a challenge.
  ///
  /// - Parameters:
  ///   - origin: what named the export.
  ///   - read: counts its steps.
  /// - Returns: the challenge, what was counted, and whether the export was a new one.
  /// - Throws: `no-challenge`, what `read` throws, and where the export cannot be right.
  package func refresh(
    origin: Origin, _ read: (Challenge) throws(RenderError) -> HealthCount
  ) throws(RenderError) -> (kept: ChallengeStore.Kept, count: HealthCount, isNew: Bool) {
    // Reading takes long, and changes nothing; meanwhile another challenge may have begun.
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

  /// What is to be told now.
  package func owed(by kept: ChallengeStore.Kept) throws(RenderError) -> [ChallengeEvent] {
    try kept.ledger.owed(now: now)
  }

  /// Keeps that it was told.
  ///
  /// Where the process ends before that, it is told once more rather than never.
  ///
  /// - Throws: `no-challenge`, `challenge-store`.
  package func told(_ events: [ChallengeEvent]) throws(RenderError) {
    guard !events.isEmpty else { return }
    try change { (ledger) throws(RenderError) in try ledger.told(events, now: now) }
  }

  /// Switches what is told.
  package func tell(marks: Bool?, reminders: Bool?) throws(RenderError) -> ChallengeStore.Kept {
    try change { (ledger) throws(RenderError) in
      ledger.tell(marks: marks, reminders: reminders, now: now)
    }
  }

  /// Whether it can be given up.
  ///
  /// - Throws: `challenge-under-way` where it is reached and was not looked at.
  package func checkCancel(_ challenge: Challenge) throws(RenderError) {
    guard challenge.reachedAt != nil else { return }
    throw RenderError(
      .challengeUnderWay, "the goal is reached, and the picture was not looked at yet",
      hint: "look at it: wallfarm challenge finish")
  }

  /// Gives it up: its photo is removed, its steps stay in the list.
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

  /// Somebody has seen the picture: the challenge is over.
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
  /// The zone whose midnights count its days.
  package var clock: Zone {
    get throws(RenderError) { try ZoneFile.zone(zone, origin: .option("zone")) }
  }

  /// - Throws: `invalid-parameter` for a start that is over.
  static func checkStart(_ start: Moment?, _ now: Moment, origin: Origin) throws(RenderError) {
    guard let start, start < now else { return }
    throw RenderError(
      .invalidParameter, "'\(start)' is over", origin: origin,
      hint: "steps that were taken already do not count: leave it out, or name a later moment")
  }

  /// Now, or the latest moment that was written down where clocks were put back since.
  func after(_ now: Moment) -> Moment { max(now, latest) }

  /// - Throws: `challenge-not-reached`.
  package func requireReached() throws(RenderError) {
    guard reachedAt == nil else { return }
    throw RenderError(
      .challengeNotReached, "\(left) of \(goal.steps) steps are left",
      hint: "walk on, and read a new export: wallfarm challenge refresh --health export.zip")
  }
}

// What is added to a ledger, wherever it is kept.
extension ChallengeLedger {
  /// Begins one whose photo is kept by somebody else, under its digest.
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

  /// What is to be told now.
  package func owed(now: Moment) throws(RenderError) -> [ChallengeEvent] {
    ChallengeEvent.owed(by: challenge, now: challenge.after(now), try challenge.clock)
  }

  /// Ends it: it was seen where it was reached, and is given up where not.
  package mutating func end(now: Moment) {
    let at = challenge.after(now)
    add(challenge.reachedAt == nil ? .cancelled(at) : .seen(at))
  }

  /// Adds what an export says.
  ///
  /// - Parameters:
  ///   - count: what it says.
  ///   - id: of the challenge that it was counted for; for another one it says nothing.
  ///   - now: the present moment.
  ///   - origin: what named the export.
  /// - Returns: whether it was a new one.
  /// - Throws: `no-challenge` where another one began meanwhile, and where the export cannot be right.
  package mutating func add(
    _ count: HealthCount, countedFor id: String, now: Moment, origin: Origin
  ) throws(RenderError) -> Bool {
    guard id == self.id else {
      throw RenderError(
        .noChallenge, "the challenge that the steps were counted for has ended meanwhile",
        origin: origin, hint: "count them once more for the one that is under way")
    }
    let entry = try ChallengeReading.entry(
      for: count, after: challenge, now: challenge.after(now), origin: origin)
    guard let entry else { return false }
    add(entry)
    // Nobody wants to hear of marks later that were passed while they were switched off.
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
