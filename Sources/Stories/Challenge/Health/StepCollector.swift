import WallfarmPluginKit

/// Takes records as they are read, and keeps those that can count.
struct StepCollector {
  /// What was read so far; the sources have no priorities yet.
  private(set) var reading: HealthReading
  /// What there was too much of.
  private(set) var excess: Excess?
  /// When the last record that can be true ended, in milliseconds; those that are not kept included.
  private(set) var latestEnd: Int64?
  private let since: Int64
  private let latest: Int64
  private let limits: HealthLimits
  private var places: [HealthSource: Int] = [:]

  /// What there can be too much of.
  enum Excess {
    case records
    case sources
  }

  /// A record as it stands in a file, in milliseconds since 1970 and minutes east of UTC.
  struct Candidate {
    var start: Int64
    var end: Int64
    var offset: Int
    /// Nil for one that cannot be read.
    var count: Double?
    var isTypedIn = false
  }

  /// From 2000 on, before 2100, UTC: no phone counted before, and clocks that are wrong say 1970 or 1601.
  static let range: ClosedRange<Int64> = 946_684_800_000...4_102_444_800_000

  /// Begins; what was over at `since` is not kept.
  init(
    _ format: HealthReading.Format, since: Moment, until: Moment, limits: HealthLimits = .standard
  ) {
    self.limits = limits
    reading = HealthReading(format: format)
    self.since = since.milliseconds
    latest = until.milliseconds + Int64(StepRecord.longest)
  }

  /// Counts a record that says nothing.
  mutating func addBroken() {
    reading.read += 1
    reading.skipped[.broken] += 1
  }

  /// Takes a record; its source is asked for only where it is kept.
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

  /// Of one that is over only its times are looked at: what somebody typed in long ago is nobody's concern.
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

  /// The reading, with priorities by kind and name, behind the ranks of some sources.
  func finished(rank: ((HealthSource) -> Int)? = nil) -> HealthReading {
    var reading = reading
    reading.sources = reading.sources.ranked(ranks: rank.map(reading.sources.map))
    return reading
  }
}
