/// A month or year of any calendar, as a range of Gregorian days.
public struct CalendarSpan: Hashable, Sendable {
  /// The first day.
  public let first: Day
  /// The number of days, at least 1.
  public let count: Int

  /// Creates a span.
  public init(first: Day, count: Int) { (self.first, self.count) = (first, max(1, count)) }

  /// Creates the Gregorian month or year that contains a day, or the one `ahead` units later.
  ///
  /// - Returns: `nil` outside the years 1…9999.
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

  /// Returns whether the span contains a day.
  public func contains(_ day: Day) -> Bool { (0..<count).contains(day.number - first.number) }
}

/// A calendar unit that consists of whole days.
public enum CalendarUnit: String, Hashable, Sendable, CaseIterable {
  /// A month of 5 to 31 days.
  case month
  /// A year of 353 to 385 days.
  case year
}
