internal import CICal
import WallfarmPluginKit

/// How something repeats: an RRULE, RFC 5545, 3.3.10.
struct CalendarRule {
  /// How long a period is.
  enum Frequency {
    case hourly, daily, weekly, monthly, yearly
  }

  /// A day of the week, or the n-th such day of a month or year; below 0 from its end.
  struct Weekday: Hashable {
    /// 1 for Monday to 7 for Sunday.
    let day: Int
    /// 0: every one.
    let ordinal: Int
  }

  let frequency: Frequency
  /// Every how manieth period counts.
  let interval: Int
  /// How many times there are; nil: no limit.
  let count: Int?
  /// The last time that there may be, as it is written.
  let until: CalendarTime?
  /// The day on which weeks begin.
  let weekStart: Int
  let times: [ClockTime]?
  let hours: [Int]
  private(set) var weekdays: [Weekday]
  private(set) var monthDays: [Int]
  let yearDays: [Int]
  let weeks: [Int]
  private(set) var months: Set<Int>
  let positions: [Int]

  /// Reads a rule of an event that begins at a time.
  ///
  /// What it does not say of day and time comes from that.
  init(_ rule: wallfarm_ical_rule, start: CalendarTime) throws(CalendarFailure) {
    guard rule.is_foreign == 0 else { throw .foreign }
    switch rule.frequency {
    case wallfarm_ical_hourly: frequency = .hourly
    case wallfarm_ical_daily: frequency = .daily
    case wallfarm_ical_weekly: frequency = .weekly
    case wallfarm_ical_monthly: frequency = .monthly
    case wallfarm_ical_yearly: frequency = .yearly
    default: throw .tooOften
    }
    interval = max(1, Int(rule.interval))
    count = rule.count > 0 ? Int(rule.count) : nil
    until = rule.until.year == 0 ? nil : CalendarTime(rule.until)
    guard rule.until.year == 0 || until != nil else { throw .wrong("RRULE") }
    weekStart = CalendarRule.weekday(Int(rule.week_start)) ?? 1
    let lists = (
      hours: CalendarRule.numbers(rule.hours), minutes: CalendarRule.numbers(rule.minutes),
      seconds: CalendarRule.numbers(rule.seconds)
    )
    hours = lists.hours
    // More times of a day than hours are more than a picture shows.
    guard max(1, lists.minutes.count) * max(1, lists.seconds.count) == 1, hours.count <= 24 else {
      throw .tooOften
    }
    times = start.time.map { time in
      let minute = lists.minutes.first ?? time.minute
      let second = min(59, lists.seconds.first ?? time.second)
      let hours = lists.hours.isEmpty ? [time.hour] : Set(lists.hours).sorted()
      return hours.compactMap { ClockTime(seconds: $0 * 3600 + minute * 60 + second) }
    }
    var weekdays: [Weekday] = []
    for value in CalendarRule.numbers(rule.weekdays) {
      guard let day = CalendarRule.weekday(abs(value) % 8) else { throw .wrong("RRULE") }
      weekdays.append(
        Weekday(day: day, ordinal: (abs(value) - abs(value) % 8) / 8 * value.signum()))
    }
    self.weekdays = weekdays
    monthDays = CalendarRule.numbers(rule.month_days)
    yearDays = CalendarRule.numbers(rule.year_days)
    weeks = CalendarRule.numbers(rule.weeks)
    months = Set(CalendarRule.numbers(rule.months))
    positions = CalendarRule.numbers(rule.positions)
    guard months.allSatisfy((1...12).contains) else { throw .wrong("RRULE") }
    guard frequency != .hourly || positions.isEmpty else { throw .tooOften }
    try checkParts()
    complete(start.day)
  }

  /// What RFC 5545 forbids means a different thing to every program.
  private func checkParts() throws(CalendarFailure) {
    let isOrdinal = weekdays.contains { $0.ordinal != 0 }
    let isSound =
      switch frequency {
      case .hourly, .daily, .weekly: !isOrdinal && weeks.isEmpty
      case .monthly: yearDays.isEmpty && weeks.isEmpty
      case .yearly: !isOrdinal || weeks.isEmpty
      }
    guard isSound else { throw .wrong("RRULE") }
  }

  /// The days that a rule does not name are those of its start.
  private mutating func complete(_ start: Day) {
    guard weekdays.isEmpty, monthDays.isEmpty, yearDays.isEmpty else { return }
    switch frequency {
    case .yearly where !weeks.isEmpty, .weekly:
      weekdays = [Weekday(day: start.weekday, ordinal: 0)]
    case .yearly:
      if months.isEmpty { months = [start.month] }
      monthDays = [start.day]
    case .monthly: monthDays = [start.day]
    case .daily, .hourly: break
    }
  }

  /// 1 for Monday to 7 for Sunday, of 1 for Sunday to 7 for Saturday.
  private static func weekday(_ number: Int) -> Int? {
    (1...7).contains(number) ? (number + 5) % 7 + 1 : nil
  }

  private static func numbers(_ list: wallfarm_ical_list) -> [Int] {
    withUnsafeBytes(of: list.values) { bytes in
      bytes.bindMemory(to: Int16.self).prefix(Int(list.count)).map(Int.init)
    }
  }
}

extension CalendarRule {
  /// What looking at a day costs: the lists that it is looked for in.
  var cost: Int {
    1 + (weekdays.count + monthDays.count + yearDays.count + weeks.count + positions.count) / 8
  }

  /// Whether a day is one of the days of the rule, within its period.
  func has(_ day: Day) -> Bool {
    guard months.isEmpty || months.contains(day.month) else { return false }
    let length = Day.length(ofMonth: day.month, in: day.year)
    if !monthDays.isEmpty, !monthDays.contains(day.day),
      !monthDays.contains(day.day - length - 1)
    {
      return false
    }
    if !weekdays.isEmpty, !isWeekday(day, length) { return false }
    if !yearDays.isEmpty {
      let (number, all) = CalendarRule.dayOfYear(day)
      guard yearDays.contains(number) || yearDays.contains(number - all - 1) else { return false }
    }
    guard !weeks.isEmpty else { return true }
    let (number, all) = week(of: day)
    return weeks.contains(number) || weeks.contains(number - all - 1)
  }

  private func isWeekday(_ day: Day, _ length: Int) -> Bool {
    let inYear = frequency == .yearly && months.isEmpty
    return weekdays.contains { wanted in
      guard wanted.day == day.weekday else { return false }
      guard wanted.ordinal != 0, frequency == .monthly || frequency == .yearly else {
        return wanted.ordinal == 0
      }
      let (number, all) = inYear ? CalendarRule.dayOfYear(day) : (day.day, length)
      return wanted.ordinal > 0
        ? (number - 1) / 7 + 1 == wanted.ordinal : (all - number) / 7 + 1 == -wanted.ordinal
    }
  }

  /// The number of a day in its year, from 1, and how many there are.
  private static func dayOfYear(_ day: Day) -> (number: Int, all: Int) {
    let first = Day(year: day.year, month: 1, day: 1)?.number ?? day.number
    return (day.number - first + 1, Day.isLeap(day.year) ? 366 : 365)
  }

  /// The number of the week that a day is in, and how many weeks its year has.
  ///
  /// The first week of a year has at least four days of it.
  private func week(of day: Day) -> (number: Int, all: Int) {
    func start(ofWeekOne year: Int) -> Int {
      guard let fourth = Day(year: year, month: 1, day: 4) else { return day.number }
      return fourth.number - (fourth.weekday - weekStart + 7) % 7
    }
    var year = day.year
    if day.number < start(ofWeekOne: year) { year -= 1 }
    if day.number >= start(ofWeekOne: year + 1) { year += 1 }
    let first = start(ofWeekOne: year)
    return ((day.number - first) / 7 + 1, (start(ofWeekOne: year + 1) - first) / 7)
  }
}
