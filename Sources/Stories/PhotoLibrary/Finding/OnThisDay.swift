package import WallfarmPluginKit

/// Finds photos taken on the same day in other years.
package enum OnThisDay {
  /// The days in other years with the same month and day, latest first.
  ///
  /// 28 February of a common year and 29 February of a leap year count as the same day. Otherwise,
  /// photos from 29 February would be found only every fourth year. They are not combined with 1
  /// March, because it is in another month.
  package static func days(like today: Day, in days: [PhotoDay]) -> [PhotoDay] {
    days.filter { $0.day.year != today.year && isSame($0.day, today) }.sorted { $0.day > $1.day }
  }

  private static func isSame(_ one: Day, _ other: Day) -> Bool {
    if one.month == other.month && one.day == other.day { return true }
    return isLastOfFebruary(one) && isLastOfFebruary(other)
      // One date must be 29 February of a leap year, and the other must be 28 February of a common
      // year.
      && Day.isLeap(one.year) != Day.isLeap(other.year)
  }

  private static func isLastOfFebruary(_ day: Day) -> Bool {
    day.month == 2 && day.day == Day.length(ofMonth: 2, in: day.year)
  }
}
