/// A month or a year of some calendar, as days of the Gregorian one.
public struct CalendarSpan: Hashable, Sendable {
  /// Its first day.
  public let first: Day
  /// How many days it has, at least 1.
  public let count: Int

  /// Makes a span.
  public init(first: Day, count: Int) { (self.first, self.count) = (first, max(1, count)) }

  /// The month or year of a day in the Gregorian calendar, or one that is so many after it.
  ///
  /// - Returns: nil outside of the years 1 to 9999.
  public init?(_ unit: CalendarUnit, of day: Day, ahead: Int) {
    guard abs(ahead) < 200_000 else { return nil }
    switch unit {
    case .month:
      let months = day.year * 12 + day.month - 1 + ahead
      guard months >= 12, let first = Day(year: months / 12, month: months % 12 + 1, day: 1) else {
        return nil
      }
      self.init(first: first, count: Day.length(ofMonth: first.month, in: first.year))
    case .year:
      guard let first = Day(year: day.year + ahead, month: 1, day: 1) else { return nil }
      self.init(first: first, count: Day.isLeap(first.year) ? 366 : 365)
    }
  }

  /// Whether a day is in it.
  public func contains(_ day: Day) -> Bool { (0..<count).contains(day.number - first.number) }
}

/// A part of a calendar that has days.
public enum CalendarUnit: String, Hashable, Sendable, CaseIterable {
  /// 5 to 31 days.
  case month
  /// 353 to 385 days.
  case year
}
