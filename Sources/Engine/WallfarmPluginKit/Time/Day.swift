/// A day of the proleptic Gregorian calendar, without a time or time zone.
///
/// In JSON and text, a day has the form `2026-11-23`. The year is in the range 1 to 9999.
public struct Day: Hashable, Sendable, Comparable {
  /// The year, 1…9999.
  public let year: Int
  /// The month, 1…12.
  public let month: Int
  /// The day of the month, 1…31.
  public let day: Int

  /// Creates a day; returns `nil` for an invalid date such as February 30.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Day.length(ofMonth: month, in: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// January 1 of the year 1.
  static let first = Day(valid: (1, 1, 1))
  /// December 31 of the year 9999.
  static let last = Day(valid: (9999, 12, 31))

  private init(valid parts: (Int, Int, Int)) { (year, month, day) = parts }

  /// Returns the number of days in a month, 28…31.
  public static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns whether a year has 366 days.
  public static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Returns whether one day is earlier than another.
  public static func < (one: Day, other: Day) -> Bool {
    (one.year, one.month, one.day) < (other.year, other.month, other.day)
  }
}

extension Day {
  /// The number of days since January 1, 1970; negative for earlier days.
  ///
  /// The algorithm is `days_from_civil` from Howard Hinnant, "chrono-Compatible Low-Level Date
  /// Algorithms". In this algorithm, years begin in March, so that the leap day is the last day of
  /// the year.
  public var number: Int {
    let year = month > 2 ? self.year : self.year - 1
    let era = Day.floor(year, 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Creates the day with the given ``number``; returns `nil` outside the years 1…9999.
  public init?(number: Int) {
    // Larger values could overflow in the calculation below.
    guard abs(number) < 4_000_000 else { return nil }
    let shifted = number + 719_468
    let era = Day.floor(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    self.init(
      year: yearOfEra + era * 400 + (month < 10 ? 0 : 1), month: month < 10 ? month + 3 : month - 9,
      day: dayOfYear - (153 * month + 2) / 5 + 1)
  }

  /// Divides integers and rounds the quotient toward negative infinity.
  private static func floor(_ number: Int, _ size: Int) -> Int {
    number >= 0 ? number / size : (number - size + 1) / size
  }

  /// Returns the day that is `days` later, or `nil` outside the years 1…9999.
  public func adding(_ days: Int) -> Day? { Day(number: number + days) }

  /// The ISO 8601 weekday, 1 (Monday) to 7 (Sunday).
  public var weekday: Int { (number + 3) - Day.floor(number + 3, 7) * 7 + 1 }

  /// The ISO 8601 week number and its year, which is the year that contains the Thursday of the
  /// week.
  public var week: (year: Int, number: Int) {
    let thursday = number + 4 - weekday
    let year = Day(number: thursday)?.year ?? year
    let first = Day(year: year, month: 1, day: 1)?.number ?? thursday
    return (year, (thursday - first) / 7 + 1)
  }
}

extension Day: LosslessStringConvertible {
  /// The day in the form `2026-11-23`.
  public var description: String {
    Day.padded(year, 4) + "-" + Day.padded(month, 2) + "-" + Day.padded(day, 2)
  }

  /// Parses `2026-11-23`; returns `nil` for any other text.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
      let year = Day.digits(parts[0]), let month = Day.digits(parts[1]),
      let day = Day.digits(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  static func padded(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  /// Parses a number that consists only of digits; `Int.init` would also accept a sign.
  static func digits(_ text: Substring.UTF8View) -> Int? {
    var number = 0
    for byte in text {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return text.isEmpty ? nil : number
  }
}
