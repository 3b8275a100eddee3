package import Geography
package import WallfarmPluginKit

/// A day with photos.
package struct PhotoDay: Hashable, Sendable {
  package let day: Day
  /// Its photos, in the order in which they were taken; no screenshots.
  package let photos: [LibraryPhoto]
  /// The one to show; nil only for no photos.
  package let best: LibraryPhoto?
  /// The middle of where most of them were taken, within 30 km; nil where none has a place.
  package let place: GeoPoint?
}

/// Finds days with photos.
package enum DayFinder {
  /// All of them, the earliest first.
  package static func days(in timeline: PhotoTimeline, for shape: BestPhoto.Shape) -> [PhotoDay] {
    var byDay: [Day: [LibraryPhoto]] = [:]
    for photo in timeline.photos { byDay[photo.day, default: []].append(photo) }
    return byDay.map { day($0, $1, shape) }.sorted { $0.day < $1.day }
  }

  private static func day(
    _ day: Day, _ photos: [LibraryPhoto], _ shape: BestPhoto.Shape
  ) -> PhotoDay {
    let vectors = photos.compactMap { $0.place?.vector }
    let most = StopFinder.clusters(of: vectors).max { ($0.count, $1[0]) < ($1.count, $0[0]) }
    return PhotoDay(
      day: day, photos: photos, best: BestPhoto.best(of: photos, for: shape),
      place: most.flatMap { UnitVector.mean(of: $0.lazy.map { vectors[$0] })?.point })
  }
}
