internal import Geography
internal import WallfarmPluginKit

/// Finds the stops of a trip: clusters of photos within 30 km of its busiest places.
///
/// The busiest cell is the center of a stop, to which all photos within 30 km belong; the search is
/// repeated with the remaining photos. Therefore, a stop is in the city and not at its airport,
/// regardless of the order of photos.
enum StopFinder {
  /// The radius of a stop in km.
  static let radius = 30.0
  static let fewestPhotos = 2
  private static let sampleCount = 25

  /// The stops of a trip, in the order of their first photos.
  static func stops(in photos: [LibraryPhoto]) -> [TripStop] {
    let placed = photos.filter { $0.place != nil }
    return clusters(of: placed.compactMap { $0.place?.vector }).filter { $0.count >= fewestPhotos }
      .sorted { $0[0] < $1[0] }
      .compactMap { numbers in
        let there = numbers.map { placed[$0] }
        let places = there.compactMap(\.place)
        guard let center = GeoPoint.mean(of: places) else { return nil }
        return TripStop(
          center: center, days: Set(there.map(\.day)).sorted(), photos: there.map(\.id),
          samples: samples(of: places))
      }
  }

  /// Evenly spaced locations, at most 25.
  static func samples(of places: [GeoPoint]) -> [GeoPoint] {
    guard places.count > sampleCount else { return places }
    return (0..<sampleCount).map { places[$0 * (places.count - 1) / (sampleCount - 1)] }
  }

  /// Clusters of point indices in ascending order, the busiest cluster first.
  static func clusters(of points: [UnitVector]) -> [[Int]] {
    let grid = PointGrid(points, cell: radius / 2)
    // Ties are resolved by the first photo, so that the positions of cells in the grid do not
    // matter.
    let cells = (0..<grid.cellCount).map { grid.cell($0) }
      .sorted { ($0.count, $1.first ?? 0) > ($1.count, $0.first ?? 0) }
    var isTaken = [Bool](repeating: false, count: points.count)
    var clusters: [[Int]] = []
    for cell in cells {
      let free = cell.lazy.map { Int($0) }.filter { !isTaken[$0] }
      guard let center = UnitVector.mean(of: free.map { points[$0] }) else { continue }
      var cluster: [Int] = []
      grid.forEach(near: center, within: radius) { number, _ in
        if !isTaken[number] { cluster.append(number) }
      }
      for number in cluster { isTaken[number] = true }
      clusters.append(cluster.sorted())
    }
    return clusters
  }
}
