extension GeoPoint {
  /// A line with fewer places, which lies nowhere farther than a distance beside it.
  ///
  /// Of a line between two places the farthest place is kept, and then both halves are looked at (D. H. Douglas and T. K.
  /// Peucker, "Algorithms for the reduction of the number of points required to represent a digitized line", The
  /// Canadian Cartographer 10, 1973). Degrees are taken as they are: it is about how a map looks.
  ///
  /// - Parameters:
  ///   - line: its places; of a ring the first one is also the last one.
  ///   - distance: in degrees.
  /// - Returns: some of the places, the first and the last among them.
  package static func simplified(_ line: [GeoPoint], within distance: Double) -> [GeoPoint] {
    guard line.count > 3, let first = line.first else { return line }
    var isKept = [Bool](repeating: false, count: line.count)
    var open = [(0, line.count - 1)]
    if first == line[line.count - 1] {
      // A ring has no two ends: the place farthest from its beginning is the other one.
      let middle = line.indices.max {
        line[$0].squaredGap(to: first, first) < line[$1].squaredGap(to: first, first)
      }
      open = [(0, middle ?? 0), (middle ?? 0, line.count - 1)]
    }
    for (start, end) in open { (isKept[start], isKept[end]) = (true, true) }
    while let (start, end) = open.popLast() {
      var (farthest, gap) = (start, distance * distance)
      for place in start..<end where place > start {
        let own = line[place].squaredGap(to: line[start], line[end])
        if own > gap { (farthest, gap) = (place, own) }
      }
      guard farthest > start else { continue }
      isKept[farthest] = true
      open += [(start, farthest), (farthest, end)]
    }
    return zip(line, isKept).filter(\.1).map(\.0)
  }

  /// How far it lies beside the line between two places, squared, in degrees.
  private func squaredGap(to start: GeoPoint, _ end: GeoPoint) -> Double {
    let (across, up) = (end.longitude - start.longitude, end.latitude - start.latitude)
    let (x, y) = (longitude - start.longitude, latitude - start.latitude)
    let length = across * across + up * up
    let share = length > 0 ? min(1, max(0, (x * across + y * up) / length)) : 0
    let (besideX, besideY) = (x - share * across, y - share * up)
    return besideX * besideX + besideY * besideY
  }
}
