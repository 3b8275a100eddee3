package import WallfarmPluginKit

/// Finds photos taken on the same day in other years.
package enum OnThisDay {
  /// The days in other years with the same month and day, latest first.
  ///
  /// In common years, 29 February belongs to 28 February, in both directions: 28 February of a
  /// common year includes 29 February of leap years, which would otherwise appear only every fourth
  /// year, and 29 February includes 28 February of common years. 1 March is not used, because it is
  /// in another month.
  package static func days(like today: Day, in days: [PhotoDay]) -> [PhotoDay] {
    days.filter { $0.day.year != today.year && isSame($0.day, today) }.sorted { $0.day > $1.day }
  }

  private static func isSame(_ one: Day, _ other: Day) -> Bool {
    if one.month == other.month && one.day == other.day { return true }
    return isLastOfFebruary(one) && isLastOfFebruary(other)
      // 28 February of a leap year is not the last day of its month.
      && Day.isLeap(one.year) != Day.isLeap(other.year)
  }

  private static func isLastOfFebruary(_ day: Day) -> Bool {
    day.month == 2 && day.day == Day.length(ofMonth: 2, in: day.year)
  }
}
