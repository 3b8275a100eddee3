import WallfarmPluginKit

/// Validates the step count of an export against the state of a challenge.
enum ChallengeReading {
  /// The maximum number of seconds by which an export's time may be in the future.
  ///
  /// A tolerance is needed, because clocks differ.
  static let tolerance = 86_400
  /// The maximum fraction of implausible steps in an export.
  ///
  /// Some implausible steps are tolerated, because single records can be wrong by accident. For
  /// example, an app may record the steps of a day within one second.
  static let mostImplausible = 0.1

  /// Returns the entry for the ledger, or nil if the export is identical to the last one that was
  /// read.
  ///
  /// - Throws: `health-older`, `health-from-future`, `steps-shrunk`, `steps-implausible`.
  static func entry(
    for count: HealthCount, after challenge: Challenge, now: Moment, origin: Origin
  ) throws(RenderError) -> ChallengeEntry? {
    guard count.sha256 != challenge.export else { return nil }
    if let made = count.exportedAt {
      if made > now.adding(tolerance) { throw .healthFromFuture(made, origin) }
      if let before = challenge.exportedAt, made < before {
        throw .healthOlder(made, before, origin)
      }
      if made < challenge.start { throw .healthBeforeStart(made, challenge.start, now, origin) }
    }
    if count.implausibleShare > mostImplausible { throw .stepsImplausible(count, origin) }
    guard count.steps >= challenge.steps else {
      throw .stepsShrunk(count.steps, challenge.steps, origin)
    }
    return .read(
      ChallengeEntry.Reading(
        at: now, export: count.sha256, exportedAt: count.exportedAt, steps: count.steps,
        average: count.average,
        reachedAt: count.steps >= challenge.goal.steps ? count.reachedAt : nil,
        implausible: count.implausible))
  }
}

extension RenderError {
  fileprivate static func healthFromFuture(_ made: Moment, _ origin: Origin) -> RenderError {
    RenderError(
      .healthFromFuture, "the creation time of the export, \(made), is in the future",
      origin: origin, hint: "check the clocks of the phone and of this computer, then export again")
  }

  fileprivate static func healthOlder(
    _ made: Moment, _ before: Moment, _ origin: Origin
  ) -> RenderError {
    RenderError(
      .healthOlder, "the export is from \(made), but an export from \(before) was already read",
      origin: origin, hint: "create a new export, and use that file")
  }

  fileprivate static func healthBeforeStart(
    _ made: Moment, _ start: Moment, _ now: Moment, _ origin: Origin
  ) -> RenderError {
    let isToCome = start > now
    return RenderError(
      .healthOlder,
      "the export is from \(made), but the challenge \(isToCome ? "begins" : "began") at \(start)",
      origin: origin,
      hint: isToCome ? "export again after the start" : "create a new export, and use that file")
  }

  fileprivate static func stepsShrunk(
    _ steps: Int, _ before: Int, _ origin: Origin
  ) -> RenderError {
    RenderError(
      .stepsShrunk,
      "the export has \(steps) steps since the start, but an earlier export had \(before)",
      origin: origin,
      hint: "check that the export is complete and belongs to the same person")
  }

  fileprivate static func stepsImplausible(
    _ count: HealthCount, _ origin: Origin
  ) -> RenderError {
    let days = count.flaggedDays.prefix(3)
      .compactMap { Day(number: $0)?.description }
    let percent = Int((count.implausibleShare * 100).rounded())
    return RenderError(
      .stepsImplausible, "the pace of \(percent) % of the steps is implausibly fast",
      origin: origin,
      hint:
        "check \(days.joined(separator: ", ")) in the health app, because an app may have counted "
        + "incorrectly")
  }
}
