internal import Glibc

/// A place as a direction from the middle of the earth: it has no date line and no poles.
///
/// Comparing many places with few asks for no sine here: three multiplications.
package struct UnitVector: Hashable, Sendable {
  /// Towards 0° 0°, in earth radii.
  package let x: Double
  /// Towards 0° N 90° E.
  package let y: Double
  /// Towards the north pole.
  package let z: Double

  package init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  /// In degrees.
  package init(latitude: Double, longitude: Double) {
    let (north, east) = (GeoPoint.radians(latitude), GeoPoint.radians(longitude))
    self.init(x: cos(north) * cos(east), y: cos(north) * sin(east), z: sin(north))
  }

  /// The square of the straight line through the earth to another place, in earth radii.
  package func squaredChord(to other: UnitVector) -> Double {
    let (x, y, z) = (x - other.x, y - other.y, z - other.z)
    return x * x + y * y + z * z
  }

  /// The square of the chord below a distance over the surface in km: what is nearer has a smaller one.
  package static func squaredChord(ofKilometers distance: Double) -> Double {
    let half = sin(min(distance / GeoPoint.earthRadius, .pi) / 2)
    return 4 * half * half
  }

  /// The middle of directions; nil where they cancel out.
  package static func mean(of vectors: some Sequence<UnitVector>) -> UnitVector? {
    var sum = (x: 0.0, y: 0.0, z: 0.0)
    var count = 0.0
    for vector in vectors {
      sum = (sum.x + vector.x, sum.y + vector.y, sum.z + vector.z)
      count += 1
    }
    let length = (sum.x * sum.x + sum.y * sum.y + sum.z * sum.z).squareRoot()
    // A billionth of the earth's radius is 6 mm: what is left of places that are opposite to each other.
    guard count > 0, length / count > 1e-9 else { return nil }
    return UnitVector(x: sum.x / length, y: sum.y / length, z: sum.z / length)
  }

  /// The place in degrees; nil for what is no direction.
  package var point: GeoPoint? {
    GeoPoint(
      latitude: GeoPoint.degrees(atan2(z, (x * x + y * y).squareRoot())),
      longitude: GeoPoint.degrees(atan2(y, x)))
  }
}
