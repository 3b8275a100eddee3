internal import Glibc

/// Finds the places near a place, of many, without looking at all of them.
///
/// The cells are cubes of the space that the earth lies in, not of degrees: so they have one size everywhere, and no
/// pole and no date line is a special case.
package struct PointGrid: Sendable {
  /// The places, in the order in which they were given.
  package let points: [UnitVector]
  /// Their numbers, those of one cell next to each other.
  let order: [Int32]
  /// For each cell that is not empty, its key and where its places begin in ``order``; one more at the end.
  private let keys: [Int]
  private let starts: [Int32]
  /// The edge of a cell, in earth radii.
  private let size: Double

  /// Sorts places into cells of so many km.
  package init(_ points: [UnitVector], cell: Double) {
    self.points = points
    let size = cell / GeoPoint.earthRadius
    self.size = size
    // Key and number in one integer: sorting those is several times faster than looking keys up.
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

  /// A key has 36 bits, and 27 are left of an integer above 0: 134 million places, more than fit into memory.
  private static let numberBits = 27
  private static let most = 1 << numberBits

  /// How many cells have places.
  package var cellCount: Int { keys.count }

  /// The numbers of the places in the n-th cell.
  package func cell(_ number: Int) -> ArraySlice<Int32> {
    order[Int(starts[number])..<Int(starts[number + 1])]
  }

  /// Calls with the number of each place nearer than a distance in km, and with its squared chord.
  package func forEach(
    near point: UnitVector, within distance: Double, _ body: (Int, Double) -> Void
  ) {
    // A chord is never longer than the way over the surface, so this many cells on each side hold all of them.
    let reach = Int((distance / GeoPoint.earthRadius / size).rounded(.up))
    let limit = UnitVector.squaredChord(ofKilometers: distance)
    let (x, y, z) = PointGrid.cell(of: point, size)
    for column in x - reach...x + reach {
      for row in y - reach...y + reach {
        // Cells above each other have keys that follow each other.
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

  /// Twelve bits for each: cells of 4 km and more.
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
