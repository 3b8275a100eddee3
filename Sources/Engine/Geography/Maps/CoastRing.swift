internal import Glibc

/// The shore of one piece of land, lake, or island in a lake, on the sphere.
///
/// Corners of land and of lakes go clockwise, seen from above; those of holes go the other way.
struct CoastRing: Sendable {
  /// The last one is not the first.
  let corners: [UnitVector]
  /// Whether it is a sea in land, or an island in a lake.
  let isHole: Bool
  /// In the middle of the corners.
  let center: UnitVector
  /// The angle from there to the farthest corner, in radians.
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
  /// The cosine of the angle between two directions.
  func dot(_ other: UnitVector) -> Double { x * other.x + y * other.y + z * other.z }

  /// At a right angle to both, as long as the sine of the angle between them.
  func cross(_ other: UnitVector) -> UnitVector {
    UnitVector(
      x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }

  /// As long as the earth's radius; nil for none.
  var normalized: UnitVector? {
    let length = dot(self).squareRoot()
    return length > 1e-12 ? UnitVector(x: x / length, y: y / length, z: z / length) : nil
  }

  /// The angle to another direction, in radians, exact for small ones too.
  func angle(to other: UnitVector) -> Double {
    let across = cross(other)
    return atan2(across.dot(across).squareRoot(), dot(other))
  }

  /// A part of the straight line to another one, brought back to the surface.
  func toward(_ other: UnitVector, _ share: Double) -> UnitVector {
    let (near, far) = (1 - share, share)
    return UnitVector(
      x: x * near + other.x * far, y: y * near + other.y * far, z: z * near + other.z * far
    ).normalized ?? self
  }
}
