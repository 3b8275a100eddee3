package import Geography
package import WallfarmPluginKit

/// A time in which somebody had one home.
package struct HomePeriod: Hashable, Sendable {
  /// The first day with a photo at it.
  package let first: Day
  /// The last day with a photo at it.
  package let last: Day
  /// The middle of what was taken within 10 km of it.
  package let place: GeoPoint
  /// On how many days photos were taken there.
  package let days: Int

  /// Makes one.
  package init(first: Day, last: Day, place: GeoPoint, days: Int) {
    (self.first, self.last, self.place, self.days) = (first, last, place, days)
  }
}

/// Where home was, and when somebody moved house: what trips are measured from.
package struct HomePlaces: Hashable, Sendable {
  /// One after the other; never empty.
  package let periods: [HomePeriod]

  /// Takes what somebody says, in any order; nil for none.
  package init?(_ periods: [HomePeriod]) {
    guard !periods.isEmpty else { return nil }
    self.periods = periods.sorted { $0.first < $1.first }
  }

  /// One home for all time.
  package init(_ place: GeoPoint) {
    // Every day that a ``Day`` can be.
    let days = [-719_162, 2_932_896].compactMap { Day(number: $0) }
    periods = [HomePeriod(first: days[0], last: days[1], place: place, days: 0)]
  }

  /// How long before the first photo at home and after the last one it is still known where home is, in days.
  ///
  /// A camera that has lost its date says 1970, 1980 or 2000: what it took then is no trip from a home of 2020.
  static let margin = 365

  /// Where home was on a day; nil more than a year before the first photo at home or after the last one.
  ///
  /// A home lasts until the day before the first photo at the next.
  package func home(on day: Day) -> GeoPoint? {
    guard let (first, last) = periods.first.flatMap({ first in periods.last.map { (first, $0) } }),
      day.number >= first.first.number - HomePlaces.margin,
      day.number <= last.last.number + HomePlaces.margin
    else { return nil }
    return (periods.last { $0.first <= day } ?? first).place
  }
}
