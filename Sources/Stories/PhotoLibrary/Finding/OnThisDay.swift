package import WallfarmPluginKit

/// What was photographed on this day in other years.
package enum OnThisDay {
  /// The days of other years with the same month and day, the latest first.
  ///
  /// 29 February belongs to 28 February in years without it, both ways: on the 28th of a common year the 29ths of leap
  /// years are shown too, since they would be seen only every fourth year, and on a 29th the 28ths of common years.
  /// Not 1 March: a memory of February stays in it.
  package static func days(like today: Day, in days: [PhotoDay]) -> [PhotoDay] {
    days.filter { $0.day.year != today.year && isSame($0.day, today) }.sorted { $0.day > $1.day }
  }

  private static func isSame(_ one: Day, _ other: Day) -> Bool {
    if one.month == other.month && one.day == other.day { return true }
    return isLastOfFebruary(one) && isLastOfFebruary(other)
      // The 28th of a leap year is a day of its own.
      && Day.isLeap(one.year) != Day.isLeap(other.year)
  }

  private static func isLastOfFebruary(_ day: Day) -> Bool {
    day.month == 2 && day.day == Day.length(ofMonth: 2, in: day.year)
  }
}
