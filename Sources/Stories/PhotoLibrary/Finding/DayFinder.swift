package import Geography
package import WallfarmPluginKit

/// A day with photos.
package struct PhotoDay: Hashable, Sendable {
  package let day: Day
  /// The photos in chronological order, without screenshots, as a slice of all photos.
  package let photos: ArraySlice<LibraryPhoto>
  /// The photo to show; `nil` only if none of the photos can be shown.
  package let best: LibraryPhoto?
  /// The center of the largest cluster of photos, which has a radius of 30 km; `nil` if no photo
  /// has a location.
  package let place: GeoPoint?
}

/// Finds the days with photos.
package enum DayFinder {
  /// All days in chronological order.
  package static func days(in timeline: PhotoTimeline, for shape: BestPhoto.Shape) -> [PhotoDay] {
    let photos = timeline.photos.inOrderOfDays
    var days: [PhotoDay] = []
    var start = 0
    while start < photos.count {
      let day = photos[start].day
      let end = photos[start...].firstIndex { $0.day != day } ?? photos.count
      days.append(Self.day(day, photos[start..<end], shape))
      start = end
    }
    return days
  }

  private static func day(
    _ day: Day, _ photos: ArraySlice<LibraryPhoto>, _ shape: BestPhoto.Shape
  ) -> PhotoDay {
    let vectors = photos.compactMap { $0.place?.vector }
    let most = StopFinder.clusters(of: vectors).max { ($0.count, $1[0]) < ($1.count, $0[0]) }
    return PhotoDay(
      day: day, photos: photos, best: BestPhoto.best(of: photos, for: shape),
      place: most.flatMap { UnitVector.mean(of: $0.lazy.map { vectors[$0] })?.point })
  }
}

extension [LibraryPhoto] {
  /// The photos grouped by day.
  ///
  /// Crossing the date line can repeat a day. Otherwise, photos in chronological order are already
  /// grouped by day.
  package var inOrderOfDays: [LibraryPhoto] {
    let isOrdered = zip(self, dropFirst()).allSatisfy { $0.day <= $1.day }
    guard !isOrdered else { return self }
    return indices.sorted { (self[$0].day, $0) < (self[$1].day, $1) }.map { self[$0] }
  }
}
