/// A time zone: UTC offsets and the moments at which they change.
///
/// A zone contains all of its data, so that plugins need no files; hosts read it from the zone
/// database (`ZoneFile`).
public struct Zone: Hashable, Sendable {
  /// The name in the zone database, such as `Europe/Berlin`, or an offset, such as `+05:30`.
  public let id: String
  /// The offset before the first change, in seconds east of UTC.
  let firstOffset: Int
  /// The changes in chronological order.
  let changes: [Change]
  /// The rule that applies after the last change, or `nil` if the offset of the last change remains
  /// in effect.
  let rule: ZoneRule?

  /// A change of the UTC offset.
  public struct Change: Hashable, Sendable {
    /// The first second with the new offset, in seconds since 1970.
    public let at: Int
    /// The new offset in seconds east of UTC.
    public let offset: Int

    /// Creates a change.
    public init(at: Int, offset: Int) { (self.at, self.offset) = (at, offset) }
  }

  /// Coordinated Universal Time.
  public static let utc = Zone(id: "UTC", firstOffset: 0)

  /// Creates a zone from changes in chronological order.
  public init(
    id: String, firstOffset: Int, changes: [Change] = [], rule: ZoneRule? = nil
  ) {
    (self.id, self.firstOffset) = (id, firstOffset)
    (self.changes, self.rule) = (changes, rule)
  }

  /// Returns the offset at a moment, in seconds east of UTC.
  public func offset(at moment: Moment) -> Int {
    let second = moment.seconds
    guard let last = changes.last else { return rule?.offset(at: second) ?? firstOffset }
    if second >= last.at { return rule?.offset(at: second) ?? last.offset }
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].at <= second { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? firstOffset : changes[low - 1].offset
  }

  /// Returns the next offset change within a year after a moment, or `nil` if there is none.
  public func change(after moment: Moment) -> Moment? {
    let now = offset(at: moment)
    // No zone has two changes within six hours that cancel each other, so steps of six hours miss
    // no change.
    var (before, after) = (moment.seconds, moment.seconds)
    for _ in 0..<1464 {
      (before, after) = (after, after + 21_600)
      guard offset(at: Moment(seconds: after)) == now else {
        while after - before > 1 {
          let middle = (before + after) / 2
          if offset(at: Moment(seconds: middle)) == now { before = middle } else { after = middle }
        }
        return Moment(seconds: after)
      }
    }
    return nil
  }

  /// Returns the local day at a moment.
  public func day(at moment: Moment) -> Day { local(moment).day }

  /// Returns the local day and time at a moment.
  public func local(_ moment: Moment) -> (day: Day, time: ClockTime) {
    let (day, time) = ClockTime.split(moment.seconds + offset(at: moment))
    return (day, time)
  }

  /// Returns the moment of a local day and time.
  ///
  /// As specified in RFC 5545, section 3.3.5, an ambiguous time means the first of the two moments,
  /// and a skipped time is interpreted with the offset before the gap.
  public func moment(_ day: Day, _ time: ClockTime = .midnight) -> Moment {
    let local = day.number * 86_400 + time.seconds
    let around = offsets(around: local)
    let fitting = Set(around).map { Moment(seconds: local - $0) }
      .filter { $0.seconds + offset(at: $0) == local }
    return fitting.min() ?? Moment(seconds: local - (around.min() ?? 0))
  }

  /// Returns the first moment of a day: midnight, or the end of the gap if midnight is skipped.
  public func start(of day: Day) -> Moment {
    let midnight = moment(day)
    guard self.day(at: midnight.adding(-1)) >= day else { return midnight }
    var (before, after) = (midnight.seconds - Zone.reach, midnight.seconds - 1)
    while after - before > 1 {
      let middle = (before + after) / 2
      if self.day(at: Moment(seconds: middle)) >= day { after = middle } else { before = middle }
    }
    return Moment(seconds: after)
  }

  /// The maximum difference between local time and UTC, in seconds.
  ///
  /// RFC 9636 limits offsets to more than −25 and less than 26 hours.
  private static let reach = 93_600

  private func offsets(around local: Int) -> [Int] {
    [local - Zone.reach, local, local + Zone.reach].map { offset(at: Moment(seconds: $0)) }
  }
}
