package import Geography
package import WallfarmPluginKit

/// A period with one home.
package struct HomePeriod: Hashable, Sendable {
  /// The first day with a photo taken at this home.
  package let first: Day
  /// The last day with a photo taken at this home.
  package let last: Day
  /// The location of the home: the center of the photos that were taken within 10 km.
  package let place: GeoPoint
  /// The number of days with photos taken at this home.
  package let days: Int

  /// Creates a period.
  package init(first: Day, last: Day, place: GeoPoint, days: Int) {
    (self.first, self.last, self.place, self.days) = (first, last, place, days)
  }
}

/// The homes of a person over time; the distances of trips are measured from them.
package struct HomePlaces: Hashable, Sendable {
  /// The periods in chronological order; never empty.
  package let periods: [HomePeriod]

  /// Creates homes from periods in any order; returns `nil` if there are none.
  package init?(_ periods: [HomePeriod]) {
    guard !periods.isEmpty else { return nil }
    self.periods = periods.sorted { $0.first < $1.first }
  }

  /// Creates a single home for all time.
  package init(_ place: GeoPoint) {
    // The range of ``Day``.
    let days = [-719_162, 2_932_896].compactMap { Day(number: $0) }
    periods = [HomePeriod(first: days[0], last: days[1], place: place, days: 0)]
  }

  /// The number of days for which a home is assumed before the first and after the last photo at
  /// home.
  ///
  /// Cameras that have lost their date write 1970, 1980 or 2000; photos with these dates must not
  /// become trips from a home whose first photo is from 2020.
  static let margin = 365

  /// The home on a day; `nil` if the day is more than ``margin`` days outside the range of photos
  /// at home.
  ///
  /// A home lasts until the day before the first photo at the next home.
  package func home(on day: Day) -> GeoPoint? {
    guard let (first, last) = periods.first.flatMap({ first in periods.last.map { (first, $0) } }),
      day.number >= first.first.number - HomePlaces.margin,
      day.number <= last.last.number + HomePlaces.margin
    else { return nil }
    return (periods.last { $0.first <= day } ?? first).place
  }
}
