package import SourceJSON

/// Parses dates and times in notations other than ISO 8601, to propose a correction to a request.
///
/// A date such as `03/04/2026`, whose order of day and month is ambiguous, is rejected.
package enum WrittenDate {
  /// The maximum length of a parsed string in bytes.
  private static let longest = 60

  /// Returns the date or time in a value, which can be text, or the number of seconds or
  /// milliseconds since 1970.
  package static func when(_ value: JSONValue) -> When? {
    switch value {
    case .string(let text): when(text)
    case .number(let number): Int(exactly: number).flatMap { when("\($0)") }
    case .array(let items) where items.count == 1: when(items[0])
    case .null, .bool, .array, .object: nil
    }
  }

  /// Returns the day in a value.
  package static func day(_ value: JSONValue) -> Day? {
    switch when(value) {
    case .day(let day)?, .local(let day, _)?: day
    // The day of a moment depends on the zone.
    case .moment?, nil: nil
    }
  }

  private static func when(_ text: String) -> When? {
    guard text.utf8.count <= longest else { return nil }
    let text = text.trimmed
    if let known = When(text) { return known }
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) {
      return digits(number, count: text.utf8.count)
    }
    guard
      let match = text.firstMatch(
        of:
          #/(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([AaPp][Mm])?\s*([Zz]|[-+]\d{2}:?\d{2})?$/#)
    else { return day(text).map(When.day) }
    guard let day = day(dayPart(text[..<match.range.lowerBound])),
      let hour = hour(String(match.1), half: match.4.map(String.init))
    else { return nil }
    let time = "\(hour):\(match.2):\(match.3 ?? "00")"
    return When("\(day)T\(time)\(match.5.map { zone(String($0)) } ?? "")")
  }

  /// Returns the text that precedes a time, without the separator `T` of ISO 8601.
  private static func dayPart(_ text: Substring) -> String {
    let isMarked = text.last == "T" && text.dropLast().last?.isNumber == true
    return String(isMarked ? text.dropLast() : text).trimmed
  }

  /// Returns a date from a number such as 20261224, or from seconds or milliseconds since 1970.
  private static func digits(_ number: Int, count: Int) -> When? {
    switch count {
    case 8:
      Day(year: number / 10_000, month: number / 100 % 100, day: number % 100).map(When.day)
    case 9, 10: .moment(Moment(seconds: number))
    case 12, 13: .moment(Moment(seconds: number / 1000))
    default: nil
    }
  }

  /// Returns an hour as two digits in 24-hour notation: 6 pm becomes 18.
  private static func hour(_ text: String, half: String?) -> String? {
    guard var hour = Int(text) else { return nil }
    if let half {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (half.lowercased() == "pm" ? 12 : 0)
    }
    return Day.padded(hour, 2)
  }

  private static func zone(_ text: String) -> String {
    guard text.count == 5 else { return text.uppercased() }
    return text.prefix(3) + ":" + text.suffix(2)
  }

  private static func day(_ text: String) -> Day? {
    if let match = text.wholeMatch(of: #/(\d{4})[-\/.](\d{1,2})[-\/.](\d{1,2})/#) {
      return day(year: match.1, month: Int(match.2), day: match.3)
    }
    if let match = text.wholeMatch(of: #/(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})/#) {
      return day(year: match.3, month: Int(match.2), day: match.1)
    }
    if let match = text.wholeMatch(of: #/(\d{1,2})[-\/](\d{1,2})[-\/](\d{4})/#),
      let first = Int(match.1), let second = Int(match.2)
    {
      if first > 12 || first == second { return day(year: match.3, month: second, day: match.1) }
      return second > 12 ? day(year: match.3, month: first, day: match.2) : nil
    }
    return dayWithName(text)
  }

  /// Parses a day such as `24 December 2026`, `24. Dec 2026` or `Dec 24th, 2026`.
  private static func dayWithName(_ text: String) -> Day? {
    let dayFirst = #/(\d{1,2})(?:st|nd|rd|th)?\.?\s+([A-Za-z]{3,9})\.?,?\s+(\d{4})/#
    if let match = text.wholeMatch(of: dayFirst) {
      return day(year: match.3, month: month(match.2), day: match.1)
    }
    let monthFirst = #/([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/#
    if let match = text.wholeMatch(of: monthFirst) {
      return day(year: match.3, month: month(match.1), day: match.2)
    }
    return nil
  }

  /// Returns a day; if the month is too short for a day number from 29 to 31, returns the last day
  /// of the month.
  private static func day(year: Substring, month: Int?, day: Substring) -> Day? {
    guard let year = Int(year), let month, let day = Int(day), day <= 31 else { return nil }
    return stride(from: day, through: min(day, 28), by: -1).lazy
      .compactMap { Day(year: year, month: month, day: $0) }.first
  }

  private static func month(_ name: Substring) -> Int? {
    let months = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ]
    return months.firstIndex { $0.hasPrefix(name.lowercased()) }
      .map { $0 + 1 }
  }
}

extension String {
  /// The text without spaces or commas at its ends.
  fileprivate var trimmed: String {
    let isBlank = { (character: Character) in character.isWhitespace || character == "," }
    let start = drop(while: isBlank)
    guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(start[...last])
  }
}
