internal import Geography
internal import WallfarmPluginKit

/// Goes through photos once and cuts trips out.
struct TripWalk {
  private let timeline: PhotoTimeline
  private let distances: [Double?]
  private var trips: [Trip] = []
  /// Photos of the trip under way, and those without a place after its last one that has a place.
  private var photos: [Int] = []
  private var pending: [Int] = []
  /// The day of the photo before.
  private var lastDay: Int?

  init(_ timeline: PhotoTimeline, _ distances: [Double?]) {
    (self.timeline, self.distances) = (timeline, distances)
  }

  /// Goes on to the next photo.
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

  /// A photo without a place is the trip's if a later one is.
  private mutating func wait(_ photo: Int, _ day: Int) {
    guard let last = photos.last.map({ timeline.photos[$0].day.number }),
      day - last <= TripFinder.longestWithoutPlace
    else { return close() }
    pending.append(photo)
  }

  /// The trips, when all photos are taken.
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
    // Days of one trip can run backwards: over the date line a day comes twice.
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
