internal import Glibc

/// The shoreline of a land mass, a lake, or an island in a lake, on the sphere.
///
/// Seen from above, rings of land and lakes are clockwise, and holes are counterclockwise.
package struct CoastRing: Sendable {
  /// The corners; the first corner is not repeated at the end.
  package let corners: [UnitVector]
  /// Whether the ring is a hole: an inland sea, or an island in a lake.
  package let isHole: Bool
  /// The mean direction of the corners.
  let center: UnitVector
  /// The angle in radians from the center to the farthest corner.
  let radius: Double

  init(_ corners: [UnitVector], isHole: Bool) {
    (self.corners, self.isHole) = (corners, isHole)
    center = UnitVector.mean(of: corners) ?? UnitVector(x: 0, y: 0, z: 1)
    var least = 1.0
    for corner in corners { least = min(least, center.dot(corner)) }
    radius = acos(max(-1, least))
  }
}

extension UnitVector {
  /// Returns the dot product, which is the cosine of the angle between the two directions.
  package func dot(_ other: UnitVector) -> Double { x * other.x + y * other.y + z * other.z }

  /// Returns the cross product, whose length is the sine of the angle between the two directions.
  func cross(_ other: UnitVector) -> UnitVector {
    UnitVector(
      x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }

  /// The vector scaled to unit length; nil if its length is zero.
  var normalized: UnitVector? {
    let length = dot(self).squareRoot()
    return length > 1e-12 ? UnitVector(x: x / length, y: y / length, z: z / length) : nil
  }

  /// Returns the angle in radians to another direction; the result is accurate even for small
  /// angles.
  package func angle(to other: UnitVector) -> Double {
    let across = cross(other)
    return atan2(across.dot(across).squareRoot(), dot(other))
  }

  /// Returns the point at a fraction of the way along the chord to another direction, projected
  /// onto the sphere.
  func toward(_ other: UnitVector, _ share: Double) -> UnitVector {
    let (near, far) = (1 - share, share)
    return UnitVector(
      x: x * near + other.x * far, y: y * near + other.y * far, z: z * near + other.z * far
    ).normalized ?? self
  }
}
