/// Formats days, times and numbers in a language; plugins access it through their context.
public protocol LanguageWords: Sendable {
  /// Returns a number of days as a separate number and unit, such as `12` and `days`; `count` is 0
  /// or more.
  ///
  /// - Throws: `language-failed`.
  func days(_ count: Int) throws(RenderError) -> CountedWords

  /// Returns a day in words, such as `Thursday, 24 December`.
  ///
  /// - Throws: `language-failed`.
  func day(_ day: Day, _ form: DayForm) throws(RenderError) -> String

  /// Returns a range of days without repeating common parts, such as `12 – 20 July 2025`.
  ///
  /// - Throws: `language-failed`.
  func days(_ first: Day, through last: Day) throws(RenderError) -> String

  /// Returns a day and time without seconds, such as `Thursday, December 24 at 6:00 PM`.
  ///
  /// - Throws: `language-failed`.
  func day(_ day: Day, at time: ClockTime, _ form: DayForm) throws(RenderError) -> String

  /// Returns a time of day without seconds, such as `6:00 PM` or `18:00`.
  ///
  /// - Throws: `language-failed`.
  func time(_ time: ClockTime) throws(RenderError) -> String

  /// Returns a number with the digits and separators of the language, such as `1,234.5`.
  ///
  /// The range is −10¹⁵ to 10¹⁵, as for content. Halves are rounded away from 0. The minus sign is
  /// U+2212.
  ///
  /// - Throws: `language-failed`, including for numbers out of range.
  func number(_ value: Double, _ form: NumberForm) throws(RenderError) -> String

  /// Returns the name of a day relative to today, such as `tomorrow`; a negative value means a day
  /// in the past.
  ///
  /// - Throws: `language-failed`.
  func relativeDay(_ days: Int) throws(RenderError) -> String

  /// Returns the first day of the week, 1 (Monday) to 7 (Sunday).
  ///
  /// - Throws: `language-failed`.
  func firstWeekday() throws(RenderError) -> Int

  /// Returns whether the language is written from right to left.
  ///
  /// - Throws: `language-failed`.
  func isRightToLeft() throws(RenderError) -> Bool

  /// Returns the month or year of the language's calendar that contains a day, or the one `ahead`
  /// units later.
  ///
  /// The result is `nil` outside the years 1…9999.
  ///
  /// - Throws: `language-failed`.
  func span(
    _ unit: CalendarUnit, of day: Day, ahead: Int
  ) throws(RenderError) -> CalendarSpan?
}

extension LanguageWords {
  /// Returns a span of the Gregorian calendar; this is the default implementation.
  public func span(_ unit: CalendarUnit, of day: Day, ahead: Int) -> CalendarSpan? {
    CalendarSpan(unit, of: day, ahead: ahead)
  }
}

/// A number and the unit that it counts.
public struct CountedWords: Hashable, Sendable {
  /// The number in the digits of the language; empty if one word expresses both the number and the
  /// unit, as in the Arabic dual.
  public let number: String
  /// The unit in the grammatical form that the number requires.
  public let unit: String

  /// Creates a counted unit.
  public init(number: String, unit: String) { (self.number, self.unit) = (number, unit) }
}

/// The parts of a date to include when it is formatted.
public enum DayForm: String, Hashable, Sendable, CaseIterable {
  /// Weekday, day and month: `Thursday, 24 December`.
  case weekdayDayMonth
  /// Day, month and year: `24 December 2026`.
  case dayMonthYear
  /// Abbreviated day and month: `24 Dec`.
  case short
  /// Month and year: `December 2026`.
  case monthYear
  /// The month: `December`.
  case month
  /// The year: `2026`, or `2026年` in a language that adds a suffix.
  case year
  /// The full name of the weekday: `Thursday`.
  case weekday
  /// The narrowest name of the weekday, which may be ambiguous: `T`, as in the column titles of a
  /// calendar.
  case narrowWeekday
}

/// The format of a number with up to 3 decimal places; trailing zeros are omitted.
public enum NumberForm: Hashable, Sendable {
  /// A plain number: `1,234.5`.
  case plain(decimals: Int)
  /// A signed change: `+3`, `−0.5`, `0`.
  case change(decimals: Int)
  /// A percentage: `50%` for 0.5.
  case percent(decimals: Int)
  /// A short number: `1.2M` for 1,234,567.
  case compact(decimals: Int)
  /// A short signed change: `+1.2M`.
  case compactChange(decimals: Int)

  /// The maximum number of decimal places, 0…3.
  public var decimals: Int {
    switch self {
    case .plain(let decimals), .change(let decimals), .percent(let decimals),
      .compact(let decimals), .compactChange(let decimals):
      min(max(decimals, 0), 3)
    }
  }
}

/// English words and formats for hosts without a language library.
public struct PlainWords: LanguageWords {
  /// Creates English words and formats.
  public init() {}

  /// Returns a number and a unit, such as `1` and `day`.
  public func days(_ count: Int) -> CountedWords {
    CountedWords(number: "\(count)", unit: count == 1 ? "day" : "days")
  }

  /// Returns the day in ISO 8601 form, or the requested part of it; the names of weekdays are in
  /// English.
  public func day(_ day: Day, _ form: DayForm) -> String {
    switch form {
    case .weekdayDayMonth, .dayMonthYear, .short: day.description
    case .monthYear: String(day.description.prefix(7))
    case .month: String(day.description.dropFirst(5).prefix(2))
    case .year: String(day.description.prefix(4))
    case .weekday:
      ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][
        day.weekday - 1]
    case .narrowWeekday: ["M", "T", "W", "T", "F", "S", "S"][day.weekday - 1]
    }
  }

  /// Returns two ISO 8601 days joined by a dash, such as `2026-12-24 – 2026-12-31`; equal days are
  /// returned once.
  public func days(_ first: Day, through last: Day) -> String {
    first == last ? "\(first)" : "\(first) – \(last)"
  }

  /// Returns an ISO 8601 day and a time, separated by a space: `2026-12-24 18:00`.
  public func day(_ day: Day, at time: ClockTime, _ form: DayForm) -> String {
    "\(day) \(self.time(time))"
  }

  /// Returns a 24-hour time such as `18:00`.
  public func time(_ time: ClockTime) -> String { String(time.description.prefix(5)) }

  /// Returns a number such as `1234.5`, `+3`, `50%` or `1.2M`.
  public func number(_ value: Double, _ form: NumberForm) -> String {
    switch form {
    case .plain: digits(value, form)
    case .change: sign(value, form) + digits(value, form)
    case .percent: digits(value * 100, form) + "%"
    case .compact: short(value, form)
    case .compactChange: sign(value, form) + short(value, form)
    }
  }

  /// Formats a number with U+2212 as the minus sign.
  ///
  /// An integer is written without a decimal point, or with an exponent if it does not fit in
  /// `Int`.
  private func digits(_ value: Double, _ form: NumberForm) -> String {
    let number = rounded(value, form)
    let digits = Int(exactly: number).map { "\($0)" } ?? "\(number)"
    return digits.replacing("-", with: "\u{2212}")
  }

  private func rounded(_ value: Double, _ form: NumberForm) -> Double {
    let power = [1.0, 10, 100, 1000][form.decimals]
    return (value * power).rounded() / power
  }

  private func sign(_ value: Double, _ form: NumberForm) -> String {
    rounded(value, form) > 0 ? "+" : ""
  }

  private func short(_ value: Double, _ form: NumberForm) -> String {
    let steps = [(1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "K")]
    guard let (unit, letter) = steps.first(where: { abs(value) >= $0.0 }) else {
      return digits(value, form)
    }
    return digits(value / unit, form) + letter
  }

  /// Returns `today`, `in 2 days` or `2 days ago`.
  public func relativeDay(_ days: Int) -> String {
    let count = self.days(abs(days))
    return switch days {
    case 0: "today"
    case 1...: "in \(count.number) \(count.unit)"
    default: "\(count.number) \(count.unit) ago"
    }
  }

  /// Returns 1 (Monday), as in ISO 8601.
  public func firstWeekday() -> Int { 1 }

  /// Returns `false`.
  public func isRightToLeft() -> Bool { false }
}
