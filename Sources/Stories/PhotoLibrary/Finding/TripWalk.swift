internal import Geography
internal import WallfarmPluginKit

/// Extracts trips in one pass over the photos.
struct TripWalk {
  private let timeline: PhotoTimeline
  private let distances: [Double?]
  private var trips: [Trip] = []
  /// The photos of the current trip, and later photos without a location that may belong to it.
  private var photos: [Int] = []
  private var pending: [Int] = []
  /// The day of the previous photo.
  private var lastDay: Int?

  init(_ timeline: PhotoTimeline, _ distances: [Double?]) {
    (self.timeline, self.distances) = (timeline, distances)
  }

  /// Processes the next photo.
  mutating func take(_ photo: Int) {
    let day = timeline.photos[photo].day.number
    if let lastDay, day - lastDay > TripFinder.longestGap + 1 { close() }
    lastDay = day
    guard let distance = distances[photo] else {
      if !photos.isEmpty { wait(photo, day) }
      return
    }
    guard distance > TripFinder.leastDistance else { return close() }
    photos += pending
    pending.removeAll(keepingCapacity: true)
    photos.append(photo)
  }

  /// Keeps a photo without a location until a later photo with a location shows whether it is part
  /// of the trip.
  private mutating func wait(_ photo: Int, _ day: Int) {
    guard let last = photos.last.map({ timeline.photos[$0].day.number }),
      day - last <= TripFinder.longestWithoutPlace
    else { return close() }
    pending.append(photo)
  }

  /// Ends the current trip and returns all trips; must be called after the last photo.
  mutating func finish() -> [Trip] {
    close()
    return trips
  }

  private mutating func close() {
    defer {
      photos.removeAll(keepingCapacity: true)
      pending.removeAll(keepingCapacity: true)
    }
    if let trip = trip() { trips.append(trip) }
  }

  private func trip() -> Trip? {
    let taken = photos.map { timeline.photos[$0] }
    let places = taken.compactMap(\.place)
    // The days of a trip are not necessarily sorted, because crossing the date line can repeat a
    // day.
    guard let first = taken.map(\.day).min(), let last = taken.map(\.day).max(), first < last,
      hasNight(taken), let bounds = GeoBounds(of: places), let center = GeoPoint.mean(of: places)
    else { return nil }
    return Trip(
      first: first, last: last, photos: taken.map(\.id), bounds: bounds, center: center,
      farthest: photos.compactMap { distances[$0] }.max() ?? 0, stops: StopFinder.stops(in: taken),
      samples: StopFinder.samples(of: places))
  }

  private func hasNight(_ taken: [LibraryPhoto]) -> Bool {
    let moments = taken.compactMap { $0.moment?.seconds }
    guard moments.count == taken.count, let first = moments.first, let last = moments.last else {
      return true
    }
    return last - first >= TripFinder.shortest
  }
}
