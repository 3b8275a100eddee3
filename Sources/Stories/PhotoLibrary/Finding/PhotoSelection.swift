internal import WallfarmPluginKit

/// Chooses some photos that stand for a trip or a day: spread over stops, days and hours, the best of each.
package enum PhotoSelection {
  /// Chooses so many photos, or as many as there are, in the order of time; no two look nearly the same.
  ///
  /// Places are shared out first between stops, then between the days of each, then between equal parts of a day; in
  /// each part the best one is taken. With fewer places than parts, neighbours share one.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - photos: those of the trip or day.
  ///   - stops: those of the trip; none for a day.
  ///   - shape: what the photos are for.
  /// - Returns: the photos that were chosen.
  package static func choose(
    _ count: Int, of photos: some Sequence<LibraryPhoto>, stops: [TripStop] = [],
    for shape: BestPhoto.Shape
  ) -> [LibraryPhoto] {
    let different = BestPhoto.bestOfEachGroup(in: PhotoTimeline(Array(photos)).photos, for: shape)
    let ordered = PhotoTimeline(different).photos
    var chosen: [LibraryPhoto] = []
    let byStop = parts(of: ordered, by: stopOf(ordered, stops))
    for (photos, places) in share(count, between: byStop) {
      for (photos, places) in share(places, between: parts(of: photos, by: photos.map(\.day))) {
        for (photos, _) in share(places, between: photos.map { [$0] }) {
          if let best = BestPhoto.best(of: photos, for: shape) { chosen.append(best) }
        }
      }
    }
    return PhotoTimeline(chosen).photos
  }

  /// For each photo the number of its stop.
  ///
  /// What was taken between stops, or without a place, goes with the one before.
  private static func stopOf(_ photos: [LibraryPhoto], _ stops: [TripStop]) -> [Int] {
    var known: [Int64: Int] = [:]
    for (number, stop) in stops.enumerated() {
      for photo in stop.photos { known[photo] = number }
    }
    var last = 0
    return photos.map { photo in
      last = known[photo.id] ?? last
      return last
    }
  }

  /// Photos with the same key together, in the order of the first of each.
  private static func parts<Key: Hashable>(
    of photos: [LibraryPhoto], by keys: [Key]
  ) -> [[LibraryPhoto]] {
    var numbers: [Key: Int] = [:]
    var parts: [[LibraryPhoto]] = []
    for (photo, key) in zip(photos, keys) {
      if let known = numbers[key] {
        parts[known].append(photo)
      } else {
        numbers[key] = parts.count
        parts.append([photo])
      }
    }
    return parts
  }

  /// Shares places out: one for each part, and further ones by the root of how many photos it has (d'Hondt).
  ///
  /// So a day with five times as many photos has about twice the places. A part never has more than it has photos.
  private static func share(
    _ places: Int, between parts: [[LibraryPhoto]]
  ) -> [(photos: [LibraryPhoto], places: Int)] {
    guard places > 0, !parts.isEmpty else { return [] }
    guard places >= parts.count else { return merged(parts, into: places).map { ($0, 1) } }
    var given = [Int](repeating: 1, count: parts.count)
    for _ in 0..<min(places, parts.reduce(0) { $0 + $1.count }) - parts.count {
      let wanting = parts.indices.filter { given[$0] < parts[$0].count }
      guard
        let next = wanting.max(by: {
          claim(parts[$0], given[$0]) < claim(parts[$1], given[$1])
        })
      else { break }
      given[next] += 1
    }
    return zip(parts, given).map { ($0, $1) }
  }

  private static func claim(_ part: [LibraryPhoto], _ given: Int) -> Double {
    Double(part.count).squareRoot() / Double(given + 1)
  }

  /// Neighbours together, so that so many parts are left.
  private static func merged(_ parts: [[LibraryPhoto]], into count: Int) -> [[LibraryPhoto]] {
    (0..<count).map { number in
      Array(parts[number * parts.count / count..<(number + 1) * parts.count / count].joined())
    }
  }
}
