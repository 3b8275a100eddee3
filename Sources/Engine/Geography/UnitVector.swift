internal import Glibc

/// A position as a unit vector, which avoids special cases at the antimeridian and the poles.
///
/// Computing distances between many positions requires only additions and multiplications, and no
/// trigonometry.
package struct UnitVector: Hashable, Sendable {
  /// The component toward 0° N 0° E.
  package let x: Double
  /// The component toward 0° N 90° E.
  package let y: Double
  /// The component toward the north pole.
  package let z: Double

  package init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  /// Creates a vector from a latitude and longitude in degrees.
  package init(latitude: Double, longitude: Double) {
    let (north, east) = (GeoPoint.radians(latitude), GeoPoint.radians(longitude))
    self.init(x: cos(north) * cos(east), y: cos(north) * sin(east), z: sin(north))
  }

  /// Returns the squared length of the chord to another position, in squared earth radii.
  package func squaredChord(to other: UnitVector) -> Double {
    let (x, y, z) = (x - other.x, y - other.y, z - other.z)
    return x * x + y * y + z * z
  }

  /// Returns the squared chord length for a distance on the surface in km; it increases with the
  /// distance.
  package static func squaredChord(ofKilometers distance: Double) -> Double {
    let half = sin(min(distance / GeoPoint.earthRadius, .pi) / 2)
    return 4 * half * half
  }

  /// Returns the normalized mean of several vectors; nil if the vectors cancel out.
  package static func mean(of vectors: some Sequence<UnitVector>) -> UnitVector? {
    var sum = (x: 0.0, y: 0.0, z: 0.0)
    var count = 0.0
    for vector in vectors {
      sum = (sum.x + vector.x, sum.y + vector.y, sum.z + vector.z)
      count += 1
    }
    let length = (sum.x * sum.x + sum.y * sum.y + sum.z * sum.z).squareRoot()
    // 1e-9 earth radii is 6 mm, the rounding error for antipodes.
    guard count > 0, length / count > 1e-9 else { return nil }
    return UnitVector(x: sum.x / length, y: sum.y / length, z: sum.z / length)
  }

  /// The position in degrees; nil if a component is NaN.
  package var point: GeoPoint? {
    GeoPoint(
      latitude: GeoPoint.degrees(atan2(z, (x * x + y * y).squareRoot())),
      longitude: GeoPoint.degrees(atan2(y, x)))
  }
}
