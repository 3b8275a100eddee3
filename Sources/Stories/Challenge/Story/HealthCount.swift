package import Files
package import SourceJSON
package import WallfarmPluginKit

/// The result of reading an export for one challenge; the reader process returns nothing else.
package struct HealthCount: Hashable, Sendable {
  /// The SHA-256 of the export.
  package var sha256: String
  /// The export time, if the file contains it.
  package var exportedAt: Moment?
  /// Whole steps since the start.
  package var steps: Int
  /// The time at which the goal was reached.
  package var reachedAt: Moment?
  /// Average number of steps per day over complete days before the current day; nil if there is no
  /// data.
  package var average: Double?
  /// Implausible steps, which ``steps`` does not include, and their fraction of all steps.
  package var implausible: Int
  package var implausibleShare: Double
  /// Days with implausible steps, in days since 1970, in order.
  package var flaggedDays: [Int]
  /// Days with more than 100,000 steps; these steps count.
  package var longDays: [Int]
  /// The number of skipped records by reason.
  package var skipped: [String: Int]

  package init(
    sha256: String, exportedAt: Moment? = nil, steps: Int, reachedAt: Moment? = nil,
    average: Double? = nil, implausible: Int, implausibleShare: Double, flaggedDays: [Int],
    longDays: [Int], skipped: [String: Int]
  ) {
    self.sha256 = sha256
    self.exportedAt = exportedAt
    self.steps = steps
    self.reachedAt = reachedAt
    self.average = average
    self.implausible = implausible
    self.implausibleShare = implausibleShare
    self.flaggedDays = flaggedDays
    self.longDays = longDays
    self.skipped = skipped
  }

  /// Messages about steps and records that do not count, and about days with unusually many steps.
  ///
  /// The list may be empty.
  package var remarks: [String] {
    var remarks: [String] = []
    func days(_ numbers: [Int]) -> String {
      numbers.prefix(3).compactMap { Day(number: $0)?.description }.joined(separator: ", ")
    }
    if implausible > 0 {
      remarks.append(
        "\(implausible) steps are not counted because their pace is too fast: \(days(flaggedDays))")
    }
    if !longDays.isEmpty {
      remarks.append("days with unusually many steps: \(days(longDays))")
    }
    let reasons = [
      "typed-in": "entered by hand", "broken": "that cannot be read",
      "out-of-range": "with invalid times or counts", "too-long": "longer than a day",
      "from-the-future": "dated in the future",
    ]
    for (reason, words) in reasons.sorted(by: { $0.key < $1.key }) {
      if let count = skipped[reason], count > 0 {
        remarks.append(
          count == 1
            ? "1 record \(words) is not counted"
            : "\(count) records \(words) are not counted"
        )
      }
    }
    return remarks
  }

  /// The maximum number of days before today that the average covers.
  static let averageDays = 14

  /// Counts the steps of a file.
  ///
  /// - Parameters:
  ///   - path: the file, which may be `/proc/self/fd/0`.
  ///   - name: the file name to use in messages.
  ///   - goal: the goal to reach.
  ///   - start: the start of counting.
  ///   - now: the current time; records from the future are skipped.
  ///   - scratch: a temporary file for a database that is unpacked from a ZIP file.
  /// - Returns: the count.
  /// - Throws: `unknown-health-file`, `health-damaged`, `health-too-large`, `file-unreadable`.
  package static func read(
    _ path: String, named name: String, goal: StepGoal, start: Moment, now: Moment,
    scratch: AnonymousFile
  ) throws(RenderError) -> HealthCount {
    // Also read the days before the start, which show the user's usual pace. Read one more day than
    // the average covers, because the first day is incomplete: it begins at the same time of day as
    // the challenge.
    let before = Moment(seconds: min(start.seconds, now.seconds))
      .adding(-(averageDays + 1) * 86_400)
    let question = HealthQuestion(since: before, until: now, limits: .standard)
    let reading = try HealthFile.read(try HealthInput(path, named: name), question) { scratch }
    let (records, sources) = (reading.records, reading.sources)
    let totals = StepSweep.totals(of: records, sources: sources, since: start, until: now)
    let all = StepSweep.totals(of: records, sources: sources, since: before, until: now)
    // Use the last day in the records, in their local time, as the current day.
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

  /// Returns the export time, or nil if it is unknown.
  ///
  /// Health Connect does not store the export time, so the reading contains the end of the latest
  /// record instead. If that record ended before the start, the export time is unknown: the export
  /// may be newer than the record, because the user may not have walked since then.
  private static func exportedAt(_ reading: HealthReading, _ start: Moment) -> Moment? {
    reading.exportedAt.flatMap { made in
      reading.format == .appleHealth || made >= start ? made : nil
    }
  }

  /// Returns the average number of steps per day before today, beginning with the first day that
  /// has records.
  ///
  /// The average covers at most the ``averageDays`` days before today.
  ///
  /// - Parameters:
  ///   - days: the steps by day, in days since 1970.
  ///   - today: the current day, which is not over yet.
  /// - Returns: the steps per day; nil if none of the covered days has records.
  static func average(of days: [Int: Double], before today: Int) -> Double? {
    let known = days.keys.filter { $0 < today && $0 >= today - averageDays }
    guard let first = known.min() else { return nil }
    // Count later days without records as days without steps.
    return known.reduce(0) { $0 + (days[$1] ?? 0) } / Double(today - first)
  }
}

// The JSON form in which one process sends the count to another.
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

  /// Decodes a count that another process sent; returns nil if the count is invalid.
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
