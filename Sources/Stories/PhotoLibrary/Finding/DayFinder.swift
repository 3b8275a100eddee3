package import Geography
package import WallfarmPluginKit

/// A day with photos.
package struct PhotoDay: Hashable, Sendable {
  package let day: Day
  /// Its photos, in the order in which they were taken, as a part of all: no screenshots.
  package let photos: ArraySlice<LibraryPhoto>
  /// The one to show; nil only for no photos.
  package let best: LibraryPhoto?
  /// The middle of where most of them were taken, within 30 km; nil where none has a place.
  package let place: GeoPoint?
}

/// Finds days with photos.
package enum DayFinder {
  /// All of them, the earliest first.
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
  /// The same with each day together.
  ///
  /// Who crosses the date line can have a day twice. Where nobody did, photos in order of time are in this order already.
  package var inOrderOfDays: [LibraryPhoto] {
    let isOrdered = zip(self, dropFirst()).allSatisfy { $0.day <= $1.day }
    guard !isOrdered else { return self }
    return indices.sorted { (self[$0].day, $0) < (self[$1].day, $1) }.map { self[$0] }
  }
}
