/// What holds after the last change that a zone lists: the rule of POSIX's TZ, `CET-1CEST,M3.5.0,M10.5.0/3`.
public struct ZoneRule: Hashable, Sendable {
  /// The offset of standard time, in seconds east of UTC.
  public let standard: Int
  /// The other offset and when it begins and ends; nil where there is none.
  public let summer: Summer?

  /// Daylight saving.
  public struct Summer: Hashable, Sendable {
    /// Seconds east of UTC.
    public let offset: Int
    /// When it begins, by clocks that show standard time.
    public let start: Turn
    /// When it ends, by clocks that show summer time.
    public let end: Turn

    /// Makes a rule.
    public init(offset: Int, start: Turn, end: Turn) {
      (self.offset, self.start, self.end) = (offset, start, end)
    }
  }

  /// A day and time of each year at which clocks are changed.
  public struct Turn: Hashable, Sendable {
    /// How the day is told.
    public enum Rule: Hashable, Sendable {
      /// The `week`-th weekday of a month, 5 for the last; 0 is Sunday.
      case weekday(month: Int, week: Int, day: Int)
      /// 1…365, 29 February never counted.
      case withoutLeapDay(Int)
      /// 0…365, 29 February counted.
      case ordinal(Int)
    }

    let rule: Rule
    /// Seconds from midnight, also below 0 and beyond a day.
    let time: Int

    /// Makes a turn.
    public init(_ rule: Rule, time: Int = 7200) { (self.rule, self.time) = (rule, time) }

    /// Seconds since 1970 on the clocks that are changed.
    func local(in year: Int) -> Int {
      let first = (Day(year: year, month: 1, day: 1) ?? .first).number
      let day: Int
      switch rule {
      case .ordinal(let ordinal): day = first + ordinal
      case .withoutLeapDay(let ordinal):
        day = first + ordinal - 1 + (ordinal > 59 && Day.isLeap(year) ? 1 : 0)
      case .weekday(let month, let week, let weekday):
        let start = Day(year: year, month: month, day: 1) ?? .first
        // ISO's Sunday is 7, that of POSIX 0.
        let ahead = (weekday - start.weekday % 7 + 7) % 7
        var found = ahead + (week - 1) * 7
        while found >= Day.length(ofMonth: month, in: year) { found -= 7 }
        day = start.number + found
      }
      return day * 86_400 + time
    }
  }

  /// Makes a rule.
  public init(standard: Int, summer: Summer? = nil) {
    (self.standard, self.summer) = (standard, summer)
  }

  /// Seconds east of UTC at a second since 1970.
  func offset(at second: Int) -> Int {
    guard let summer else { return standard }
    let year = ClockTime.split(second + standard).0.year
    let start = summer.start.local(in: year) - standard
    let end = summer.end.local(in: year) - summer.offset
    // South of the equator it begins in one year and ends in the next.
    let isSummer =
      start < end ? (start..<end).contains(second) : !(end..<start).contains(second)
    return isSummer ? summer.offset : standard
  }
}
