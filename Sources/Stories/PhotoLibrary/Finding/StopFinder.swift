internal import Geography
internal import WallfarmPluginKit

/// Finds the stops of a trip: clusters of photos within 30 km of its busiest places.
///
/// The finder starts at the grid cell with the most photos and combines all photos within 30 km
/// into a stop. It then continues with the remaining photos. Therefore, a stop is centered on a
/// city and not on its airport, regardless of the order of the photos.
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

  /// At most 25 of the given locations, evenly spaced in the given order.
  static func samples(of places: [GeoPoint]) -> [GeoPoint] {
    guard places.count > sampleCount else { return places }
    return (0..<sampleCount).map { places[$0 * (places.count - 1) / (sampleCount - 1)] }
  }

  /// Clusters of points, starting with the busiest; each cluster is a list of point indices in
  /// ascending order.
  static func clusters(of points: [UnitVector]) -> [[Int]] {
    let grid = PointGrid(points, cell: radius / 2)
    // Ties are broken by the first photo, so that the positions of cells in the grid do not affect
    // the result.
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
