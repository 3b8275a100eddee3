internal import Glibc

/// A spatial index that finds all places near a position.
///
/// The cells are cubes in three-dimensional space, not areas in degrees. Therefore, all cells have
/// the same size, and the poles and the antimeridian need no special treatment.
package struct PointGrid: Sendable {
  /// The places in their original order.
  package let points: [UnitVector]
  /// The indices of the places, grouped by cell.
  let order: [Int32]
  /// The sorted keys of nonempty cells, and for each cell its offset in ``order``; the last offset
  /// marks the end.
  private let keys: [Int]
  private let starts: [Int32]
  /// The edge length of a cell in earth radii.
  private let size: Double

  /// Creates an index with cells of a given edge length in km.
  package init(_ points: [UnitVector], cell: Double) {
    self.points = points
    let size = cell / GeoPoint.earthRadius
    self.size = size
    // Sorting integers that combine a cell key with an index is several times faster than hashing.
    precondition(points.count <= PointGrid.most)
    let bits = PointGrid.numberBits
    let sorted = points.indices.map { (PointGrid.key(of: points[$0], size) << bits) | $0 }.sorted()
    var (order, keys, starts): ([Int32], [Int], [Int32]) = ([], [], [])
    order.reserveCapacity(points.count)
    for entry in sorted {
      if entry >> bits != keys.last {
        keys.append(entry >> bits)
        starts.append(Int32(order.count))
      }
      order.append(Int32(entry & (PointGrid.most - 1)))
    }
    starts.append(Int32(order.count))
    (self.order, self.keys, self.starts) = (order, keys, starts)
  }

  /// A cell key takes 36 bits, which leaves 27 bits for the index: 134 million places, more than
  /// fit in memory.
  private static let numberBits = 27
  private static let most = 1 << numberBits

  /// The number of nonempty cells.
  package var cellCount: Int { keys.count }

  /// Returns the indices of the places in one cell.
  package func cell(_ number: Int) -> ArraySlice<Int32> {
    order[Int(starts[number])..<Int(starts[number + 1])]
  }

  /// Calls `body` for every place within a distance in km, with its index and the squared length of
  /// the chord to it.
  package func forEach(
    near point: UnitVector, within distance: Double, _ body: (Int, Double) -> Void
  ) {
    // The chord between two places is never longer than the distance on the surface, so these cells
    // contain every place within the distance.
    let reach = Int((distance / GeoPoint.earthRadius / size).rounded(.up))
    let limit = UnitVector.squaredChord(ofKilometers: distance)
    let (x, y, z) = PointGrid.cell(of: point, size)
    for column in x - reach...x + reach {
      for row in y - reach...y + reach {
        // Cells in the same column have consecutive keys.
        let first = PointGrid.key(column, row, z - reach)
        let last = PointGrid.key(column, row, z + reach)
        var cell = firstCell(from: first)
        while cell < keys.count && keys[cell] <= last {
          for number in self.cell(cell) {
            let chord = points[Int(number)].squaredChord(to: point)
            if chord <= limit { body(Int(number), chord) }
          }
          cell += 1
        }
      }
    }
  }

  private func firstCell(from key: Int) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func key(of point: UnitVector, _ size: Double) -> Int {
    let (x, y, z) = cell(of: point, size)
    return key(x, y, z)
  }

  /// Combines the coordinates of a cell in a key, with 12 bits for each, which is enough for cells
  /// of at least 4 km.
  private static func key(_ x: Int, _ y: Int, _ z: Int) -> Int {
    ((x + 2048) << 24) | ((y + 2048) << 12) | (z + 2048)
  }

  private static func cell(of point: UnitVector, _ size: Double) -> (Int, Int, Int) {
    (
      Int((point.x / size).rounded(.down)), Int((point.y / size).rounded(.down)),
      Int((point.z / size).rounded(.down))
    )
  }
}
