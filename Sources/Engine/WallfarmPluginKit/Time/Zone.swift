/// When clocks of a place show what: offsets from UTC, and the moments when they change.
///
/// A value, so that a plugin needs no file for it: hosts read it from the zone database (`ZoneFile`).
public struct Zone: Hashable, Sendable {
  /// Its name in the zone database, such as `Europe/Berlin`, or an offset, such as `+05:30`.
  public let id: String
  /// The offset before the first change, in seconds east of UTC.
  let firstOffset: Int
  /// Changes, the earliest first.
  let changes: [Change]
  /// What holds after the last of them; nil: its offset, for ever.
  let rule: ZoneRule?

  /// From a moment on clocks show another offset.
  public struct Change: Hashable, Sendable {
    /// The first second of it, since 1970.
    public let at: Int
    /// Seconds east of UTC.
    public let offset: Int

    /// Makes a change.
    public init(at: Int, offset: Int) { (self.at, self.offset) = (at, offset) }
  }

  /// Coordinated universal time.
  public static let utc = Zone(id: "UTC", firstOffset: 0)

  /// Makes a zone; changes come in their order.
  public init(
    id: String, firstOffset: Int, changes: [Change] = [], rule: ZoneRule? = nil
  ) {
    (self.id, self.firstOffset) = (id, firstOffset)
    (self.changes, self.rule) = (changes, rule)
  }

  /// Seconds east of UTC at a moment.
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

  /// The first second after a moment at which clocks are changed, up to a year ahead; nil: there is none.
  public func change(after moment: Moment) -> Moment? {
    let now = offset(at: moment)
    // No zone has two changes within six hours that undo each other.
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

  /// What a calendar shows at a moment.
  public func day(at moment: Moment) -> Day { local(moment).day }

  /// What a calendar and a clock show at a moment.
  public func local(_ moment: Moment) -> (day: Day, time: ClockTime) {
    let (day, time) = ClockTime.split(moment.seconds + offset(at: moment))
    return (day, time)
  }

  /// The moment at which calendar and clock show a day and a time.
  ///
  /// As RFC 5545, 3.3.5, has it: of two such moments the first; where clocks are put forward over the
  /// time, the moment at which those would show it that were not.
  public func moment(_ day: Day, _ time: ClockTime = .midnight) -> Moment {
    let local = day.number * 86_400 + time.seconds
    let around = offsets(around: local)
    let fitting = Set(around).map { Moment(seconds: local - $0) }
      .filter { $0.seconds + offset(at: $0) == local }
    return fitting.min() ?? Moment(seconds: local - (around.min() ?? 0))
  }

  /// The first moment of a day: midnight, or where clocks are put forward over it, when they are.
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

  /// RFC 9636 keeps offsets above -25 and below 26 hours, so that no other can hold at a local time.
  private static let reach = 93_600

  private func offsets(around local: Int) -> [Int] {
    [local - Zone.reach, local, local + Zone.reach].map { offset(at: Moment(seconds: $0)) }
  }
}
