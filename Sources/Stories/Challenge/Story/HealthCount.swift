package import Files
package import SourceJSON
package import WallfarmPluginKit

/// What an export of health data says of one challenge: all that leaves the process that reads it.
package struct HealthCount: Hashable, Sendable {
  /// SHA-256 of the export.
  package var sha256: String
  /// When it was made, as it says; nil where it does not.
  package var exportedAt: Moment?
  /// Whole steps since the start.
  package var steps: Int
  /// The moment at which they reached the goal.
  package var reachedAt: Moment?
  /// Steps of a day, on average of the whole days before now; nil where none is known.
  package var average: Double?
  /// Steps that nobody walks, and their share of all; they are not among ``steps``.
  package var implausible: Int
  package var implausibleShare: Double
  /// Days of them, since 1970, in order.
  package var flaggedDays: [Int]
  /// Days of more than 100,000 steps, which count.
  package var longDays: [Int]
  /// Records that were left out, by reason.
  package var skipped: [String: Int]

  /// What was left out, in sentences for a person; empty where nothing was.
  package var remarks: [String] {
    var remarks: [String] = []
    func days(_ numbers: [Int]) -> String {
      numbers.prefix(3).compactMap { Day(number: $0)?.description }.joined(separator: ", ")
    }
    if implausible > 0 {
      remarks.append(
        "\(implausible) steps do not count, because nobody walks so fast: \(days(flaggedDays))")
    }
    if !longDays.isEmpty {
      remarks.append("more steps than most people ever walk: \(days(longDays))")
    }
    let reasons = [
      "typed-in": "typed in by hand", "broken": "that cannot be read",
      "out-of-range": "with impossible times or numbers", "too-long": "of more than a day",
      "from-the-future": "from the future",
    ]
    for (reason, words) in reasons.sorted(by: { $0.key < $1.key }) {
      if let count = skipped[reason], count > 0 {
        remarks.append(
          count == 1 ? "1 record \(words) does not count" : "\(count) records \(words) do not count"
        )
      }
    }
    return remarks
  }

  /// How many days before today the average is of, at most.
  static let averageDays = 14

  /// Counts what a file says.
  ///
  /// - Parameters:
  ///   - path: the file; `/proc/self/fd/0` is fine.
  ///   - name: what it is called in messages.
  ///   - goal: of which the moment is looked for.
  ///   - start: from when on steps count.
  ///   - now: later records are not believed.
  ///   - scratch: a database that comes in a ZIP is unpacked into it.
  /// - Returns: what it says.
  /// - Throws: `unknown-health-file`, `health-damaged`, `health-too-large`, `file-unreadable`.
  package static func read(
    _ path: String, named name: String, goal: StepGoal, start: Moment, now: Moment,
    scratch: AnonymousFile
  ) throws(RenderError) -> HealthCount {
    // Days before the start tell how much somebody walks: one more than the average is of, since the first is cut at
    // the time of day of the start.
    let before = Moment(seconds: min(start.seconds, now.seconds))
      .adding(-(averageDays + 1) * 86_400)
    let question = HealthQuestion(since: before, until: now, limits: .standard)
    let reading = try HealthFile.read(try HealthInput(path, named: name), question) { scratch }
    let (records, sources) = (reading.records, reading.sources)
    let totals = StepSweep.totals(of: records, sources: sources, since: start, until: now)
    let all = StepSweep.totals(of: records, sources: sources, since: before, until: now)
    // The day that has begun is that of the records: what clocks showed where they were taken.
    let today = all.perDay.keys.max() ?? 0
    return HealthCount(
      sha256: reading.sha256, exportedAt: exportedAt(reading, start), steps: totals.steps,
      reachedAt: totals.moment(ofReaching: goal.steps),
      average: average(of: all.perDay, before: today),
      implausible: Int(totals.implausible.rounded()), implausibleShare: totals.share,
      flaggedDays: Set(totals.flags.filter { $0.kind != .longDay }.map(\.day)).sorted(),
      longDays: Set(totals.flags.filter { $0.kind == .longDay }.map(\.day)).sorted(),
      skipped: Dictionary(
        uniqueKeysWithValues: SkippedRecords.Reason.allCases
          .map { ($0.rawValue, reading.skipped[$0]) }.filter { $0.1 > 0 }))
  }

  /// When an export was made.
  ///
  /// Health Connect does not say it, so its reading has the end of the last record: that is before the start where
  /// nobody has walked since, and says nothing then.
  private static func exportedAt(_ reading: HealthReading, _ start: Moment) -> Moment? {
    reading.exportedAt.flatMap { made in
      reading.format == .appleHealth || made >= start ? made : nil
    }
  }

  /// Steps of a day, over the whole days before one of which something is known.
  ///
  /// - Parameters:
  ///   - days: steps by day since 1970.
  ///   - today: a day that is not over.
  /// - Returns: the average; nil where no whole day is known.
  static func average(of days: [Int: Double], before today: Int) -> Double? {
    let known = days.keys.filter { $0 < today && $0 >= today - averageDays }
    guard let first = known.min() else { return nil }
    // A day without steps between others is a day on which nobody walked.
    return known.reduce(0) { $0 + (days[$1] ?? 0) } / Double(today - first)
  }
}

// As one process tells it another.
extension HealthCount {
  package var words: JSONValue {
    var words: [String: JSONValue] = [
      "sha256": .string(sha256), "steps": .number(Double(steps)),
      "implausible": .number(Double(implausible)), "share": .number(implausibleShare),
      "days": .array(flaggedDays.map { .number(Double($0)) }),
      "longDays": .array(longDays.map { .number(Double($0)) }),
      "skipped": .object(skipped.mapValues { .number(Double($0)) }),
    ]
    words["exported"] = exportedAt.map { .string($0.description) }
    words["reached"] = reachedAt.map { .string($0.description) }
    words["average"] = average.map { .number($0) }
    return .object(words)
  }

  /// Reads what another process told; nil for what is none.
  package init?(_ node: JSONNode) {
    guard let sha256 = node["sha256"]?.string, let steps = node["steps"]?.whole,
      let implausible = node["implausible"]?.whole, let share = node["share"]?.number,
      let days = node["days"]?.elements?.compactMap(\.whole),
      let longDays = node["longDays"]?.elements?.compactMap(\.whole)
    else { return nil }
    let average = node["average"]?.number
    guard average.map(ChallengeEntry.Reading.averages.contains) ?? true else { return nil }
    (self.sha256, self.steps, self.implausible) = (sha256, steps, implausible)
    (implausibleShare, flaggedDays, self.longDays) = (share, days, longDays)
    exportedAt = node["exported"]?.string.flatMap { Moment($0) }
    reachedAt = node["reached"]?.string.flatMap { Moment($0) }
    self.average = average
    skipped = [:]
    for member in node["skipped"]?.members ?? [] { skipped[member.key] = member.value.whole }
  }
}
