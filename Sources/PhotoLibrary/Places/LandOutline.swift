internal import Glibc

/// Outlines of land from the rows of `cities.bin`, right to about 10 km: what a globe can be drawn with.
package struct LandOutline: Sendable {
  private let rings: [[GeoPoint]]

  /// Reads `cities.bin`, in some 100 ms; nil where the bytes are not such a file, whole.
  package init?(_ bytes: [UInt8]) {
    guard let file = CityFile(bytes) else { return nil }
    rings = LandGrid(file.land).rings()
  }

  /// Outlines of all land that reaches into an area; the first place of each is also its last.
  ///
  /// - Parameters:
  ///   - bounds: the area.
  ///   - finest: how far a line may lie beside the outline, in degrees; what is smaller is left out.
  /// - Returns: rings.
  package func coastLines(in bounds: GeoBounds, finest: Double) -> [[GeoPoint]] {
    rings.compactMap { ring in
      let south = ring.reduce(90) { min($0, $1.latitude) }
      let north = ring.reduce(-90) { max($0, $1.latitude) }
      let west = ring.reduce(180) { min($0, $1.longitude) }
      let east = ring.reduce(-180) { max($0, $1.longitude) }
      guard max(north - south, east - west) > finest, north >= bounds.south, south <= bounds.north,
        bounds.crossesDateLine
          ? east >= bounds.west || west <= bounds.east
          : east >= bounds.west && west <= bounds.east
      else { return nil }
      let line = GeoPoint.simplified(ring, within: finest)
      // What is left of a narrow island may be a stroke.
      return line.count > 3 ? line : nil
    }
  }
}

/// How much of each square of 0.2 degrees is land.
private struct LandGrid {
  private static let columns = 1800
  /// Squares, and one of sea beyond each edge, so that every outline is closed.
  private static let width = columns + 2
  private static let height = LandSpan.rows + 2
  private var land = [UInt8](repeating: 0, count: width * height)

  init(_ rows: [[LandSpan]]) {
    for (row, spans) in rows.enumerated() {
      var covered = [Int](repeating: 0, count: LandGrid.columns)
      for (start, end) in LandGrid.joined(spans) {
        for column in start / 20...max(start / 20, (end - 1) / 20)
        where covered.indices.contains(column) {
          covered[column] += min(end, column * 20 + 20) - max(start, column * 20)
        }
      }
      for (column, amount) in covered.enumerated() {
        land[(row + 1) * LandGrid.width + column + 1] = UInt8(clamping: amount * 12)
      }
    }
  }

  /// Spans of countries that touch are one piece of land; in 0.01 degrees east of the date line.
  private static func joined(_ spans: [LandSpan]) -> [(start: Int, end: Int)] {
    var joined: [(start: Int, end: Int)] = []
    for span in spans.sorted(by: { $0.start < $1.start }) {
      let (start, end) = (Int(span.start) + 18_000, Int(span.end) + 18_000)
      guard start >= 0, end > start else { continue }
      if let last = joined.last, start <= last.end {
        joined[joined.count - 1].end = max(last.end, end)
      } else {
        joined.append((start, end))
      }
    }
    return joined
  }

  /// The lines along which half of a square is land: marching squares (Lorensen and Cline's marching cubes in two
  /// dimensions), each edge of the grid leading to the next one, with the sea on the left.
  func rings() -> [[GeoPoint]] {
    var next: [Int: Int] = [:]
    for row in 0..<LandGrid.height - 1 {
      for column in 0..<LandGrid.width - 1 {
        let place = row * LandGrid.width + column
        let amounts = (
          land[place], land[place + 1], land[place + LandGrid.width],
          land[place + LandGrid.width + 1]
        )
        // Most squares are all land or all sea.
        guard amounts.0 != amounts.1 || amounts.1 != amounts.2 || amounts.2 != amounts.3 else {
          continue
        }
        // The edges of a square: south, east, north, west.
        let edges = [2 * place, 2 * (place + 1) + 1, 2 * (place + LandGrid.width), 2 * place + 1]
        let corners = [place, place + 1, place + 1 + LandGrid.width, place + LandGrid.width]
        let isLand = corners.map { land[$0] > LandGrid.half }
        // A line enters where land turns to sea along the way round, and leaves where the sea ends.
        for side in 0..<4 where isLand[side] && !isLand[(side + 1) % 4] {
          var end = (side + 1) % 4
          while isLand[end] == isLand[(end + 1) % 4] { end = (end + 1) % 4 }
          next[edges[end]] = edges[side]
        }
      }
    }
    var rings: [[GeoPoint]] = []
    for start in next.keys.sorted() {
      var ring: [GeoPoint] = []
      var edge = start
      while let following = next.removeValue(forKey: edge) {
        if let point = point(on: edge) { ring.append(point) }
        edge = following
      }
      if ring.count > 2 { rings.append(ring + [ring[0]]) }
    }
    return rings
  }

  private static let half: UInt8 = 120

  /// Where an edge between land and sea is half land; nil where it has no such place.
  private func point(on edge: Int) -> GeoPoint? {
    let place = edge / 2
    let other = edge % 2 == 0 ? place + 1 : place + LandGrid.width
    let (one, two) = (Double(land[place]), Double(land[other]))
    let share = (Double(LandGrid.half) - one) / (two - one)
    let row = Double(place / LandGrid.width) + (edge % 2 == 0 ? 0 : share)
    let column = Double(place % LandGrid.width) + (edge % 2 == 0 ? share : 0)
    return GeoPoint(
      latitude: min(90, max(-90, (row - 0.5) * 0.2 - 90)),
      // The meridian of the date line has one name, and would lie on the other side here.
      longitude: min(180, max(-179.99, (column - 0.5) * 0.2 - 180)))
  }
}
