import WallfarmPluginKit

/// Expands a recurrence rule into times in ascending order, on the clock of the rule's start.
///
/// The expansion tests every day of a period; periods shorter than a day are grouped by day. If the
/// rule has no COUNT, the expansion begins at the first relevant period. Cost is measured in tested
/// days, so that a rule that never matches, such as one for February 30, reaches the limit at the
/// same point on any machine.
struct CalendarTimes {
  let rule: CalendarRule
  let start: CalendarTime
  /// The last allowed time, in seconds on the clock of the start; nil if there is no limit.
  let until: Int?
  /// The time window, in seconds on the clock of the start.
  let range: ClosedRange<Int>

  /// The cost of producing one time, in tested days.
  private static let perTime = 60

  /// Creates an expansion.
  init(_ rule: CalendarRule, start: CalendarTime, until: Int?, range: ClosedRange<Int>) {
    (self.rule, self.start, self.until, self.range) = (rule, start, until, range)
  }

  /// Returns all times in the window and subtracts their cost from the budget.
  func list(_ budget: inout Int) throws(CalendarFailure) -> [CalendarTime] {
    var found: [CalendarTime] = []
    var left = rule.count ?? Int.max
    let last = min(range.upperBound, until ?? Int.max)
    var period = firstPeriod
    while let days = days(ofPeriod: period), let first = days.first {
      guard first.lowerBound * 86_400 <= last, left > 0 else { break }
      budget -= 1 + days.reduce(0) { $0 + $1.count } * (rule.cost + partsOfDay)
      guard budget > 0 else { throw .tooMuch }
      for time in times(in: days) where time.seconds >= start.seconds {
        guard time.seconds <= last, left > 0 else { return found }
        left -= 1
        guard time.seconds >= range.lowerBound else { continue }
        found.append(time)
        budget -= CalendarTimes.perTime
      }
      period += 1
    }
    return found
  }

  /// The first period that may contain a time in the window.
  ///
  /// If the rule has a COUNT, this is the first period of the rule, because all times must be
  /// counted.
  private var firstPeriod: Int {
    guard rule.count == nil else { return 0 }
    let from = range.lowerBound / 86_400 - 1
    guard from > start.day.number, let day = Day(number: from) else { return 0 }
    let (first, interval) = (start.day, rule.interval)
    let periods =
      switch rule.frequency {
      case .hourly, .minutely, .secondly: from - first.number
      case .daily: (from - first.number) / interval
      case .weekly: (from - weekStart(first)) / 7 / interval
      case .monthly: (day.year * 12 + day.month - first.year * 12 - first.month) / interval
      case .yearly: (day.year - first.year) / interval
      }
    return max(0, periods)
  }

  private func weekStart(_ day: Day) -> Int {
    day.number - (day.weekday - rule.weekStart + 7) % 7
  }

  /// The days of a period as day numbers; nil after the year 9999.
  ///
  /// Periods shorter than a day are grouped by day. If a yearly rule lists months, the period
  /// includes only those months.
  private func days(ofPeriod period: Int) -> [Range<Int>]? {
    let (first, step) = (start.day, period * rule.interval)
    switch rule.frequency {
    case .hourly, .minutely, .secondly: return days(from: first.number + period, 1)
    case .daily: return days(from: first.number + step, 1)
    case .weekly: return days(from: weekStart(first) + step * 7, 7)
    case .monthly:
      let month = first.year * 12 + first.month - 1 + step
      return days(ofMonth: month % 12 + 1, in: month / 12)
    case .yearly:
      let year = first.year + step
      let months = rule.months.isEmpty ? Array(1...12) : rule.months.sorted()
      let found = months.compactMap { days(ofMonth: $0, in: year)?.first }
      return found.count == months.count ? found : nil
    }
  }

  private func days(ofMonth month: Int, in year: Int) -> [Range<Int>]? {
    guard let day = Day(year: year, month: month, day: 1) else { return nil }
    return days(from: day.number, Day.length(ofMonth: month, in: year))
  }

  private func days(from first: Int, _ count: Int) -> [Range<Int>]? {
    Day(number: first + count - 1) == nil ? nil : [first..<(first + count)]
  }

  private func times(in days: [Range<Int>]) -> [CalendarTime] {
    var found: [CalendarTime] = []
    for number in days.joined() {
      guard let day = Day(number: number), rule.has(day) else { continue }
      guard let times = rule.frequency.unit.flatMap({ parts(of: number, $0) }) ?? rule.times else {
        found.append(CalendarTime(day: day, time: nil, clock: start.clock))
        continue
      }
      found += times.map { CalendarTime(day: day, time: $0, clock: start.clock) }
    }
    guard !rule.positions.isEmpty, !found.isEmpty else { return found }
    let places = Set(rule.positions.map { $0 > 0 ? $0 - 1 : found.count + $0 })
    return found.indices.filter(places.contains).map { found[$0] }
  }

  /// The additional cost of testing all periods or times within one day, in tested days.
  private var partsOfDay: Int {
    rule.frequency.unit.map { 86_400 / ($0 * rule.interval) / 4 } ?? (rule.times?.count ?? 0) / 8
  }

  /// The times within one day for a rule whose periods are shorter than a day.
  private func parts(of day: Int, _ unit: Int) -> [ClockTime]? {
    guard let time = start.time else { return nil }
    let step = unit * rule.interval
    let first = start.day.number * 86_400 + time.seconds / unit * unit
    let past = (day * 86_400 - first) % step
    var found: [ClockTime] = []
    for second in stride(from: past > 0 ? step - past : -past, to: 86_400, by: step) {
      found += within(second, unit, time)
    }
    return found
  }

  /// The times within a period that starts at the given second of the day.
  private func within(_ second: Int, _ unit: Int, _ start: ClockTime) -> [ClockTime] {
    let (hour, minute) = (second / 3600, second / 60 % 60)
    guard rule.hours.isEmpty || rule.hours.contains(hour) else { return [] }
    let minutes =
      unit == 3600
      ? (rule.minutes.isEmpty ? [start.minute] : rule.minutes)
      : rule.minutes.isEmpty || rule.minutes.contains(minute) ? [minute] : []
    let seconds =
      unit >= 60
      ? (rule.seconds.isEmpty ? [start.second] : rule.seconds)
      : rule.seconds.isEmpty || rule.seconds.contains(second % 60) ? [second % 60] : []
    return minutes.flatMap { minute in
      seconds.compactMap { ClockTime(seconds: hour * 3600 + minute * 60 + $0) }
    }
  }
}
