/// A day of the Gregorian calendar, without a time or a place.
///
/// In JSON and text: `2026-11-23`. Years 1 to 9999.
public struct Day: Hashable, Sendable, Comparable {
  /// 1…9999.
  public let year: Int
  /// 1…12.
  public let month: Int
  /// 1…31, as many as the month has.
  public let day: Int

  /// Makes a day; nil for one that no calendar has, such as 30 February.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Day.length(ofMonth: month, in: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// 1 January of the year 1.
  static let first = Day(valid: (1, 1, 1))
  /// 31 December of the year 9999.
  static let last = Day(valid: (9999, 12, 31))

  private init(valid parts: (Int, Int, Int)) { (year, month, day) = parts }

  /// How many days a month has, 28 to 31.
  public static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether a year has 366 days.
  public static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The earlier one is the smaller one.
  public static func < (one: Day, other: Day) -> Bool {
    (one.year, one.month, one.day) < (other.year, other.month, other.day)
  }
}

extension Day {
  /// Days from 1 January 1970 to this one, below 0 before it.
  ///
  /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`: a year begins in
  /// March, so that the leap day is its last.
  public var number: Int {
    let year = month > 2 ? self.year : self.year - 1
    let era = Day.floor(year, 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The day of a ``number``; nil outside of the years 1 to 9999.
  public init?(number: Int) {
    // Beyond them the sums below could overflow.
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

  /// The whole quotient below, also for what is less than 0.
  private static func floor(_ number: Int, _ size: Int) -> Int {
    number >= 0 ? number / size : (number - size + 1) / size
  }

  /// So many days later, or earlier below 0; nil outside of the years 1 to 9999.
  public func adding(_ days: Int) -> Day? { Day(number: number + days) }

  /// 1 is Monday and 7 is Sunday, as ISO 8601 counts.
  public var weekday: Int { (number + 3) - Day.floor(number + 3, 7) * 7 + 1 }

  /// The week of ISO 8601, and the year it is counted in: its Thursday's.
  public var week: (year: Int, number: Int) {
    let thursday = number + 4 - weekday
    let year = Day(number: thursday)?.year ?? year
    let first = Day(year: year, month: 1, day: 1)?.number ?? thursday
    return (year, (thursday - first) / 7 + 1)
  }
}

extension Day: LosslessStringConvertible {
  /// `2026-11-23`.
  public var description: String {
    Day.padded(year, 4) + "-" + Day.padded(month, 2) + "-" + Day.padded(day, 2)
  }

  /// Reads `2026-11-23`; nil for anything else.
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

  /// A number of digits alone: `Int` would take a sign.
  static func digits(_ text: Substring.UTF8View) -> Int? {
    var number = 0
    for byte in text {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return text.isEmpty ? nil : number
  }
}
