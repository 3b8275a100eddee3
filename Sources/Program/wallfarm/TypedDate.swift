import SourceJSON
import WallfarmPluginKit

/// A date with a title, as a person types it: `2026-12-24 Christmas Eve`, or `05-03 Ana’s birthday`
/// for a date that returns every year.
struct TypedDate: Hashable {
  let title: String
  /// The day; if the date returns every year, the day in a leap year.
  let day: Day
  /// Whether the date returns every year.
  let isYearly: Bool

  /// The maximum length of a title, as in `ContentKind.dates`.
  static let longestTitle = 400
  /// A leap year, in which every day of the year exists.
  private static let leapYear = 2024
  /// The maximum number of words in a date, as in `24 December 2026`.
  private static let mostWords = 3

  /// Reads a date that precedes or follows its title; returns `nil` if the date or title is
  /// missing, or if the order of day and month is ambiguous.
  init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    for (date, title) in Self.parts(of: words) {
      guard let (day, isYearly) = Self.date(date) else { continue }
      let title = title.trimmed
      guard !title.isEmpty, title.count <= Self.longestTitle else { return nil }
      (self.title, self.day, self.isYearly) = (title, day, isYearly)
      return
    }
    return nil
  }

  /// The form in which the date is stored and shown.
  var written: String {
    (isYearly ? String(day.description.dropFirst("2024-".count)) : day.description) + " " + title
  }

  /// Returns the first day of the date that is not before `today`, or `nil` if the date is over.
  func next(from today: Day) -> Day? {
    guard isYearly else { return day >= today ? day : nil }
    // February 29 can be eight years away, as from 2097 to 2104.
    return (today.year...(today.year + 8)).lazy
      .compactMap { Day(year: $0, month: day.month, day: day.day) }.first { $0 >= today }
  }

  /// Returns the possible divisions into date and title, with the longest dates first.
  private static func parts(of words: [String]) -> [(date: String, title: String)] {
    (1...mostWords).reversed().filter { $0 <= words.count }.flatMap { count in
      [
        (words.prefix(count), words.dropFirst(count)),
        (words.suffix(count), words.dropLast(count)),
      ].map { ($0.joined(separator: " "), $1.joined(separator: " ")) }
    }
  }

  private static func date(_ text: String) -> (day: Day, isYearly: Bool)? {
    let plain = text.trimmed.plainDate
    // A time is a part of the title.
    guard !plain.contains(":") else { return nil }
    if let day = WrittenDate.day(.string(plain)) { return (day, false) }
    return everyYear(plain).flatMap { WrittenDate.day(.string($0)) }.map { ($0, true) }
  }

  /// Returns a date without a year, such as `05-03`, `3.5.`, `12/24` or `3 May`, in a leap year.
  private static func everyYear(_ text: String) -> String? {
    if text.wholeMatch(of: #/\d{1,2}-\d{1,2}/#) != nil { return "\(leapYear)-\(text)" }
    if text.wholeMatch(of: #/\d{1,2}\.\d{1,2}\./#) != nil { return "\(text)\(leapYear)" }
    if text.wholeMatch(of: #/\d{1,2}\/\d{1,2}/#) != nil { return "\(text)/\(leapYear)" }
    return text.contains(where: \.isLetter) ? "\(text) \(leapYear)" : nil
  }
}

extension String {
  /// The text without spaces and separators at its ends.
  fileprivate var trimmed: String {
    let isSeparator = { (character: Character) in
      character.isWhitespace || ":,;–—-：、，،".contains(character)
    }
    let start = drop(while: isSeparator)
    guard let last = start.lastIndex(where: { !isSeparator($0) }) else { return "" }
    return String(start[...last])
  }

  /// A date with the digits 0 to 9, and with hyphens in place of Japanese units.
  fileprivate var plainDate: String {
    let digits = String(
      map { $0.wholeNumberValue.map { (0...9).contains($0) ? Character("\($0)") : "?" } ?? $0 })
    guard let match = digits.wholeMatch(of: #/(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日/#) else {
      return digits
    }
    return (match.1.map { "\($0)-" } ?? "") + "\(match.2)-\(match.3)"
  }
}
