import WallfarmPluginKit

/// A recurrence rule (RRULE, RFC 5545, 3.3.10).
struct CalendarRule {
  /// The length of a rule's period.
  enum Frequency: String {
    case secondly = "SECONDLY"
    case minutely = "MINUTELY"
    case hourly = "HOURLY"
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"

    /// The length in seconds if it is shorter than a day; otherwise nil.
    var unit: Int? {
      switch self {
      case .secondly: 1
      case .minutely: 60
      case .hourly: 3600
      case .daily, .weekly, .monthly, .yearly: nil
      }
    }
  }

  /// A weekday, or its n-th occurrence in a month or year; negative numbers count from the end.
  struct Weekday: Hashable {
    /// The number of the weekday, from 1 (Monday) to 7 (Sunday).
    let day: Int
    /// The position within the month or year; 0 means every such weekday.
    let ordinal: Int
  }

  let frequency: Frequency
  /// The number of periods from one recurrence to the next: 2 in a weekly rule means every other
  /// week.
  let interval: Int
  /// Maximum number of instances; nil means no limit.
  let count: Int?
  /// The latest allowed time of an instance, as written in the file.
  let until: CalendarTime?
  /// The first day of the week.
  let weekStart: Int
  /// The times of day for rules that repeat daily or less often; nil for all-day events.
  private(set) var times: [ClockTime]?
  let hours: [Int]
  let minutes: [Int]
  let seconds: [Int]
  private(set) var weekdays: [Weekday]
  private(set) var monthDays: [Int]
  let yearDays: [Int]
  let weeks: [Int]
  private(set) var months: Set<Int>
  let positions: [Int]
  /// Whether the rule has a part with an unknown name, such as a misspelled `UNTIL`.
  let hasUnknownParts: Bool

  /// Parses a rule; parts that are missing are taken from the start.
  ///
  /// - Returns: nil for an empty rule, which means no recurrence.
  /// - Throws: `wrong`, `foreign`.
  init?(_ text: String, start: CalendarTime) throws(CalendarFailure) {
    let parts = CalendarRule.parts(text)
    guard !parts.isEmpty else { return nil }
    hasUnknownParts = text.uppercased().split(separator: ";").contains { part in
      let name = String(part.prefix { $0 != "=" }.trimmed)
      return !name.isEmpty && !CalendarRule.names.contains(name) && !name.hasPrefix("X-")
    }
    guard let frequency = parts["FREQ"].flatMap(Frequency.init(rawValue:)) else {
      throw .wrong("RRULE")
    }
    let calendar = parts["RSCALE"] ?? "GREGORIAN"
    guard ["", "GREGORIAN", "GREGORY"].contains(calendar), (parts["SKIP"] ?? "OMIT") == "OMIT"
    else { throw .foreign }
    self.frequency = frequency
    interval = max(1, min(parts["INTERVAL"].flatMap { Int($0) } ?? 1, 1_000_000))
    // Some programs write COUNT=-1 together with UNTIL. The negative count means that there is no
    // limit.
    count = parts["COUNT"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    if let last = parts["UNTIL"], !last.isEmpty {
      guard let time = CalendarTime(last, on: .floating) else { throw .wrong("RRULE") }
      until = time
    } else {
      until = nil
    }
    weekStart = CalendarRule.weekday(parts["WKST"] ?? "") ?? 1
    func list(_ key: String, _ range: ClosedRange<Int>) throws(CalendarFailure) -> [Int] {
      try CalendarRule.numbers(parts[key], in: range)
    }
    hours = Set(try list("BYHOUR", 0...23)).sorted()
    minutes = Set(try list("BYMINUTE", 0...59)).sorted()
    seconds = Set(try list("BYSECOND", 0...60).map { min(59, $0) }).sorted()
    weekdays = try CalendarRule.weekdays(parts["BYDAY"])
    monthDays = try list("BYMONTHDAY", -31...31)
    yearDays = try list("BYYEARDAY", -366...366)
    weeks = try list("BYWEEKNO", -53...53)
    months = Set(try list("BYMONTH", 1...12))
    positions = try list("BYSETPOS", -366...366)
    guard frequency.unit == nil || positions.isEmpty else { throw .wrong("RRULE") }
    times = nil
    times = start.time.map { timesOfDay($0) }
    complete(start.day)
  }

  /// Splits a rule into its parts by uppercase name.
  private static func parts(_ text: String) -> [String: String] {
    var parts: [String: String] = [:]
    for part in text.uppercased().split(separator: ";") {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { continue }
      let key = String(sides[0].trimmed)
      parts[key] = parts[key] ?? String(sides[1].trimmed)
    }
    return parts
  }

  /// The part names of a rule (RFC 5545, 3.3.10; RFC 7529, 4.1).
  private static let names: Set<String> = [
    "FREQ", "UNTIL", "COUNT", "INTERVAL", "BYSECOND", "BYMINUTE", "BYHOUR", "BYDAY", "BYMONTHDAY",
    "BYYEARDAY", "BYWEEKNO", "BYMONTH", "BYSETPOS", "WKST", "RSCALE", "SKIP",
  ]

  /// Parses a list of numbers and ignores invalid ones, unless all of them are invalid.
  private static func numbers(
    _ text: String?, in range: ClosedRange<Int>
  ) throws(CalendarFailure) -> [Int] {
    guard let text, !text.isEmpty else { return [] }
    let written = text.split(separator: ",").prefix(CalendarRule.mostValues)
    let found = written.compactMap { Int($0.trimmed) }.filter {
      range.contains($0) && ($0 != 0 || range.lowerBound == 0)
    }
    guard !found.isEmpty else { throw .wrong("RRULE") }
    return found
  }

  /// Parses a list such as `MO,-1FR`.
  private static func weekdays(_ text: String?) throws(CalendarFailure) -> [Weekday] {
    guard let text, !text.isEmpty else { return [] }
    var found: [Weekday] = []
    for part in text.split(separator: ",").prefix(CalendarRule.mostValues) {
      let word = part.trimmed
      let number = word.dropLast(2)
      guard let day = weekday(String(word.suffix(2))),
        let ordinal = number.isEmpty ? 0 : Int(number), abs(ordinal) <= 53
      else { throw .wrong("RRULE") }
      found.append(Weekday(day: day, ordinal: ordinal))
    }
    return found
  }

  /// The number of a weekday, from 1 for `MO` to 7 for `SU`.
  private static func weekday(_ name: String) -> Int? {
    ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].firstIndex(of: name).map { $0 + 1 }
  }

  /// Maximum number of values in a list, more than the number of days in a year.
  private static let mostValues = 400

  private func timesOfDay(_ start: ClockTime) -> [ClockTime] {
    var times: [ClockTime] = []
    for hour in hours.isEmpty ? [start.hour] : hours {
      for minute in minutes.isEmpty ? [start.minute] : minutes {
        for second in seconds.isEmpty ? [start.second] : seconds {
          if let time = ClockTime(seconds: hour * 3600 + minute * 60 + second) {
            times.append(time)
          }
        }
      }
    }
    return times
  }

  /// Fills in the missing day or weekday from the start.
  private mutating func complete(_ start: Day) {
    guard weekdays.isEmpty, monthDays.isEmpty, yearDays.isEmpty else { return }
    switch frequency {
    case .yearly where !weeks.isEmpty, .weekly:
      weekdays = [Weekday(day: start.weekday, ordinal: 0)]
    case .yearly:
      if months.isEmpty { months = [start.month] }
      monthDays = [start.day]
    case .monthly: monthDays = [start.day]
    case .daily, .hourly, .minutely, .secondly: break
    }
  }
}

extension CalendarRule {
  /// The cost of testing a day, which depends on the lengths of the lists.
  var cost: Int {
    1 + (weekdays.count + monthDays.count + yearDays.count + weeks.count + positions.count) / 8
  }

  /// Whether a day matches the lists of months, days and weeks in the rule; its period is not
  /// checked.
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
      // A week contains each weekday only once. Other programs also ignore the ordinal in weekly
      // rules.
      guard wanted.ordinal != 0, frequency == .monthly || frequency == .yearly else { return true }
      let (number, all) = inYear ? CalendarRule.dayOfYear(day) : (day.day, length)
      return wanted.ordinal > 0
        ? (number - 1) / 7 + 1 == wanted.ordinal : (all - number) / 7 + 1 == -wanted.ordinal
    }
  }

  /// The day of the year, from 1, and the number of days in the year.
  private static func dayOfYear(_ day: Day) -> (number: Int, all: Int) {
    let first = Day(year: day.year, month: 1, day: 1)?.number ?? day.number
    return (day.number - first + 1, Day.isLeap(day.year) ? 366 : 365)
  }

  /// The week number of a day, and the number of weeks in its year.
  ///
  /// The first week of a year is the first one that has at least four days in that year.
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
