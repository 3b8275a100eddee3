import WallfarmPluginKit

/// Filters records while they are read, and keeps the records that can count.
package struct StepCollector {
  /// The records so far; the sources have no priorities yet.
  private(set) var reading: HealthReading
  /// The limit that was exceeded, if any.
  private(set) var excess: Excess?
  /// The end of the latest valid record in milliseconds, including records that are not kept.
  private(set) var latestEnd: Int64?
  private let since: Int64
  private let latest: Int64
  private let limits: HealthLimits
  private var places: [HealthSource: Int] = [:]

  /// A limit that can be exceeded.
  enum Excess {
    case records
    case sources
  }

  /// A record as read from a file.
  ///
  /// Times are in milliseconds since 1970, and the UTC offset is in minutes, positive to the east.
  struct Candidate {
    var start: Int64
    var end: Int64
    var offset: Int
    /// The number of steps; nil if it is unreadable.
    var count: Double?
    var isTypedIn = false
  }

  /// Valid times: 2000 through 2099, UTC.
  ///
  /// Phones did not count steps before 2000, and clocks that are not set show 1970 or 1601.
  package static let range: ClosedRange<Int64> = 946_684_800_000...4_102_444_800_000

  /// Creates a collector that drops records that ended at or before `since`.
  init(
    _ format: HealthReading.Format, since: Moment, until: Moment, limits: HealthLimits = .standard
  ) {
    self.limits = limits
    reading = HealthReading(format: format)
    self.since = since.milliseconds
    latest = until.milliseconds + Int64(StepRecord.longest)
  }

  /// Counts an unreadable record.
  mutating func addBroken() {
    reading.read += 1
    reading.skipped[.broken] += 1
  }

  /// Adds a record; `source` is called only if the record is kept.
  mutating func add(_ candidate: Candidate, source: () -> HealthSource) {
    reading.read += 1
    if let reason = reason(against: candidate) {
      reading.skipped[reason] += 1
      return
    }
    latestEnd = max(latestEnd ?? candidate.end, candidate.end)
    if candidate.end <= since {
      reading.earlier += 1
    } else if let count = candidate.count, let place = place(of: source) {
      guard reading.records.count < limits.records else { return excess = .records }
      reading.records.append(
        StepRecord(
          start: candidate.start, length: Int(candidate.end - candidate.start), count: count,
          offset: candidate.offset, source: place))
    }
  }

  /// Returns the reason for skipping a record, if any.
  ///
  /// If a record ended at or before the requested time, only its times are checked.
  private func reason(against candidate: Candidate) -> SkippedRecords.Reason? {
    let range = StepCollector.range
    guard range.contains(candidate.start), range.contains(candidate.end),
      candidate.start <= candidate.end
    else { return .outOfRange }
    guard candidate.end > since else { return nil }
    if candidate.isTypedIn { return .typedIn }
    guard let count = candidate.count else { return .broken }
    guard count.isFinite, (0...HealthLimits.stepsOfRecord).contains(count) else {
      return .outOfRange
    }
    if candidate.end - candidate.start > Int64(StepRecord.longest) { return .tooLong }
    return candidate.start > latest ? .fromTheFuture : nil
  }

  private mutating func place(of source: () -> HealthSource) -> Int? {
    let source = source()
    if let known = places[source] { return known }
    guard reading.sources.count < limits.sources else {
      excess = .sources
      return nil
    }
    places[source] = reading.sources.count
    reading.sources.append(source)
    return reading.sources.count - 1
  }

  /// Returns the reading after assigning priorities to its sources by rank, then by kind, then by
  /// name.
  func finished(rank: ((HealthSource) -> Int)? = nil) -> HealthReading {
    var reading = reading
    reading.sources = reading.sources.ranked(ranks: rank.map(reading.sources.map))
    return reading
  }
}
