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
}

/// English without a library: what is used where a host has none.
public struct PlainWords: LanguageWords {
  /// Makes it.
  public init() {}

  /// `1` and `day`.
  public func days(_ count: Int) -> CountedWords {
    CountedWords(number: "\(count)", unit: count == 1 ? "day" : "days")
  }

  /// As ISO 8601 writes it.
  public func day(_ day: Day, _ form: DayForm) -> String { day.description }

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
