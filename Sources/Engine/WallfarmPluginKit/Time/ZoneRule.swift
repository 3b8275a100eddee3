/// The rule for offsets after a zone's last change, which is a POSIX TZ rule such as
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
public struct ZoneRule: Hashable, Sendable {
  /// The offset of standard time, in seconds east of UTC.
  public let standard: Int
  /// The daylight saving time; `nil` if there is none.
  public let summer: Summer?

  /// Daylight saving time.
  public struct Summer: Hashable, Sendable {
    /// The offset in seconds east of UTC.
    public let offset: Int
    /// The start, in standard time.
    public let start: Turn
    /// The end, in daylight saving time.
    public let end: Turn

    /// Creates a daylight saving time.
    public init(offset: Int, start: Turn, end: Turn) {
      (self.offset, self.start, self.end) = (offset, start, end)
    }
  }

  /// A day and time when the offset changes each year.
  public struct Turn: Hashable, Sendable {
    /// The rule that determines the day in each year.
    public enum Rule: Hashable, Sendable {
      /// The `week`-th occurrence of a weekday in a month; week 5 is the last occurrence, and day 0
      /// is Sunday.
      case weekday(month: Int, week: Int, day: Int)
      /// The day of the year, 1…365, without counting February 29.
      case withoutLeapDay(Int)
      /// The day of the year, 0…365, counting February 29.
      case ordinal(Int)
    }

    let rule: Rule
    /// The seconds from midnight, which may be negative or exceed 86,400.
    let time: Int

    /// Creates a change, by default at 2:00.
    public init(_ rule: Rule, time: Int = 7200) { (self.rule, self.time) = (rule, time) }

    /// Returns the local time of the change in a year, in seconds since 1970.
    func local(in year: Int) -> Int {
      let first = (Day(year: year, month: 1, day: 1) ?? .first).number
      let day: Int
      switch rule {
      case .ordinal(let ordinal): day = first + ordinal
      case .withoutLeapDay(let ordinal):
        day = first + ordinal - 1 + (ordinal > 59 && Day.isLeap(year) ? 1 : 0)
      case .weekday(let month, let week, let weekday):
        let start = Day(year: year, month: month, day: 1) ?? .first
        // Convert the weekday, because Sunday is 7 in ISO 8601 and 0 in POSIX.
        let ahead = (weekday - start.weekday % 7 + 7) % 7
        var found = ahead + (week - 1) * 7
        while found >= Day.length(ofMonth: month, in: year) { found -= 7 }
        day = start.number + found
      }
      return day * 86_400 + time
    }
  }

  /// Creates a rule.
  public init(standard: Int, summer: Summer? = nil) {
    (self.standard, self.summer) = (standard, summer)
  }

  /// Returns the offset in seconds east of UTC at a time given in seconds since 1970.
  func offset(at second: Int) -> Int {
    guard let summer else { return standard }
    let year = ClockTime.split(second + standard).0.year
    let start = summer.start.local(in: year) - standard
    let end = summer.end.local(in: year) - summer.offset
    // In the southern hemisphere, daylight saving time starts in one year and ends in the next.
    let isSummer =
      start < end ? (start..<end).contains(second) : !(end..<start).contains(second)
    return isSummer ? summer.offset : standard
  }
}
