internal import WallfarmPluginKit

/// Selects photos that represent a trip or day: the best photos, spread over stops, days and hours.
package enum PhotoSelection {
  /// Selects up to `count` photos without near-duplicates, and returns them in chronological order.
  ///
  /// The `count` slots are distributed among stops, then among the days of each stop, then among
  /// equal parts of each day. The best photo of each part is selected. If there are fewer slots
  /// than parts, neighboring parts share a slot.
  ///
  /// - Parameters:
  ///   - count: The number of photos to select.
  ///   - photos: The photos of the trip or day.
  ///   - stops: The stops of the trip; empty for a day.
  ///   - shape: The preferred aspect ratio.
  /// - Returns: The selected photos.
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

  /// The index of the stop of each photo.
  ///
  /// Photos between stops and photos without a location belong to the preceding stop.
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

  /// The photos grouped by key, in the order of first occurrence.
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

  /// Distributes slots: one per part, and the rest in proportion to the square roots of the photo
  /// counts (d'Hondt).
  ///
  /// A day with five times as many photos receives about twice as many slots. No part receives more
  /// slots than it has photos.
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

  /// Merges neighboring parts into `count` parts.
  private static func merged(_ parts: [[LibraryPhoto]], into count: Int) -> [[LibraryPhoto]] {
    (0..<count).map { number in
      Array(parts[number * parts.count / count..<(number + 1) * parts.count / count].joined())
    }
  }
}
