/// Words of a language for days and figures; plugins reach them through their context.
public protocol LanguageWords: Sendable {
  /// A number of days, 0 or more, number and unit apart so that each can have its own size: `12`, `days`.
  ///
  /// - Throws: `language-failed`.
  func days(_ count: Int) throws(RenderError) -> CountedWords

  /// A day in words, such as `Thursday, 24 December`.
  ///
  /// - Throws: `language-failed`.
  func day(_ day: Day, _ form: DayForm) throws(RenderError) -> String

  /// The days from one to another, what they have in common said once, such as `12 – 20 July 2025`.
  ///
  /// - Throws: `language-failed`.
  func days(_ first: Day, through last: Day) throws(RenderError) -> String

  /// A day with a time on its clocks, such as `Thursday, December 24 at 6:00 PM`; seconds are not said.
  ///
  /// - Throws: `language-failed`.
  func day(_ day: Day, at time: ClockTime, _ form: DayForm) throws(RenderError) -> String

  /// A time of day, such as `6:00 PM` or `18:00`; seconds are not said.
  ///
  /// - Throws: `language-failed`.
  func time(_ time: ClockTime) throws(RenderError) -> String

  /// A number with the digits and separators of the language, such as `1,234.5`.
  ///
  /// Numbers from −10¹⁵ to 10¹⁵, which are all that content may have; halves are rounded away from 0.
  ///
  /// - Throws: `language-failed`, also for other numbers.
  func number(_ value: Double, _ form: NumberForm) throws(RenderError) -> String

  /// A day near today, such as `today` and `tomorrow`; days later than today, below 0 earlier.
  ///
  /// - Throws: `language-failed`.
  func relativeDay(_ days: Int) throws(RenderError) -> String

  /// The day on which a week begins, 1 for Monday to 7 for Sunday.
  ///
  /// - Throws: `language-failed`.
  func firstWeekday() throws(RenderError) -> Int

  /// Whether it is written from right to left.
  ///
  /// - Throws: `language-failed`.
  func isRightToLeft() throws(RenderError) -> Bool

  /// The month or year of a day, or one after it, in the calendar of the language; nil outside of the years 1 to 9999.
  ///
  /// - Throws: `language-failed`.
  func span(
    _ unit: CalendarUnit, of day: Day, ahead: Int
  ) throws(RenderError) -> CalendarSpan?
}

extension LanguageWords {
  /// Those of the Gregorian calendar.
  public func span(_ unit: CalendarUnit, of day: Day, ahead: Int) -> CalendarSpan? {
    CalendarSpan(unit, of: day, ahead: ahead)
  }
}

/// A number with what it counts.
public struct CountedWords: Hashable, Sendable {
  /// The digits of the language; empty where one word says both, such as the Arabic dual.
  public let number: String
  /// What is counted, in the form that the number asks for.
  public let unit: String

  /// Makes it of its parts.
  public init(number: String, unit: String) { (self.number, self.unit) = (number, unit) }
}

/// How much of a day is said.
public enum DayForm: String, Hashable, Sendable, CaseIterable {
  /// `Thursday, 24 December`.
  case weekdayDayMonth
  /// `24 December 2026`.
  case dayMonthYear
  /// `24 Dec`.
  case short
  /// `December 2026`.
  case monthYear
  /// `December`.
  case month
  /// `2026`, and where a language says so, with a word: `2026年`.
  case year
  /// `Thursday`.
  case weekday
  /// `T`: as narrow as above the columns of a calendar; two days may have one letter.
  case narrowWeekday
}

/// How a number is written, with 0 to 3 digits after the point, as many as it needs.
public enum NumberForm: Hashable, Sendable {
  /// `1,234.5`.
  case plain(decimals: Int)
  /// By how much something changed: `+3`, `-0.5`, `0`.
  case change(decimals: Int)
  /// A part of a whole: `50%` for 0.5.
  case percent(decimals: Int)

  /// The most digits after the point, 0 to 3.
  public var decimals: Int {
    switch self {
    case .plain(let decimals), .change(let decimals), .percent(let decimals):
      min(max(decimals, 0), 3)
    }
  }
}

/// English without a library: what is used where a host has none.
public struct PlainWords: LanguageWords {
  /// Makes it.
  public init() {}

  /// `1` and `day`.
  public func days(_ count: Int) -> CountedWords {
    CountedWords(number: "\(count)", unit: count == 1 ? "day" : "days")
  }

  /// As ISO 8601 writes it, or the part of it that is asked for; weekdays by their English letter.
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

  /// As ISO 8601 writes them, with a dash between: `2026-12-24 – 2026-12-31`.
  public func days(_ first: Day, through last: Day) -> String {
    first == last ? "\(first)" : "\(first) – \(last)"
  }

  /// As ISO 8601 writes them, with a space between: `2026-12-24 18:00`.
  public func day(_ day: Day, at time: ClockTime, _ form: DayForm) -> String {
    "\(day) \(self.time(time))"
  }

  /// `18:00`.
  public func time(_ time: ClockTime) -> String { String(time.description.prefix(5)) }

  /// `1234.5`, `+3`, `50%`.
  public func number(_ value: Double, _ form: NumberForm) -> String {
    let power = [1.0, 10, 100, 1000][form.decimals]
    let isPercent = if case .percent = form { true } else { false }
    let rounded = (value * (isPercent ? 100 : 1) * power).rounded() / power
    // Digits without a point, or with an exponent where an Int cannot hold it.
    let digits = Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
    return switch form {
    case .plain: digits
    case .change: rounded > 0 ? "+\(digits)" : digits
    case .percent: digits + "%"
    }
  }

  /// `today`, `in 2 days`, `2 days ago`.
  public func relativeDay(_ days: Int) -> String {
    let count = self.days(abs(days))
    return switch days {
    case 0: "today"
    case 1...: "in \(count.number) \(count.unit)"
    default: "\(count.number) \(count.unit) ago"
    }
  }

  /// Monday, as in ISO 8601.
  public func firstWeekday() -> Int { 1 }

  /// Never.
  public func isRightToLeft() -> Bool { false }
}
