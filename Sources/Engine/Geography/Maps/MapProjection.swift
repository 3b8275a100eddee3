internal import Glibc
package import WallfarmPluginKit

/// A projection from the sphere to the canvas: a globe seen from afar, or an equal-area map of a
/// part of the earth.
///
/// Both projections are azimuthal: bearings from the center are correct, and the visible area is a
/// circle. Source: J. P. Snyder, "Map Projections: A Working Manual" (USGS 1395, 1987), chapters 20
/// and 24.
package struct MapProjection {
  package enum Kind {
    /// The orthographic projection.
    case globe
    /// Lambert's azimuthal equal-area projection.
    case equalArea
  }

  let kind: Kind
  /// The direction at the center of the map.
  package let center: UnitVector
  /// The number of points per earth radius.
  package let scale: Double
  /// The position of the center on the canvas.
  let origin: Point
  /// The cosine of the maximum angle from the center at which the map is drawn.
  package let limit: Double
  /// The value of ``limit`` for a globe.
  ///
  /// It is slightly less than 0, so that places on the horizon stay visible despite rounding.
  static let horizon = -1e-9
  private let east: UnitVector
  private let north: UnitVector

  /// Creates a projection.
  ///
  /// - Parameters:
  ///   - kind: the kind of projection.
  ///   - center: the direction at the center.
  ///   - scale: the number of points per earth radius.
  ///   - origin: the position of the center in points.
  ///   - farthest: the maximum visible distance from the center in points; ignored for a globe.
  package init(
    _ kind: Kind, around center: UnitVector, scale: Double, origin: Point, farthest: Double = 0
  ) {
    (self.kind, self.center, self.scale, self.origin) = (kind, center, scale, origin)
    // At a pole, the east direction is arbitrary.
    east = UnitVector(x: 0, y: 0, z: 1).cross(center).normalized ?? UnitVector(x: 0, y: 1, z: 0)
    north = center.cross(east)
    switch kind {
    case .globe: limit = MapProjection.horizon
    case .equalArea:
      // The angle is limited to 170° because at 180°, the antipode becomes the whole rim of the
      // map.
      let half = asin(min(1, farthest / scale / 2))
      limit = cos(min(2 * half, 170 * .pi / 180))
    }
  }

  /// The angle in radians from the center to the rim.
  package var farthest: Double { acos(limit) }

  /// The radius of the rim in points.
  var rim: Double {
    switch kind {
    case .globe: scale
    case .equalArea: scale * (2 * (1 - limit)).squareRoot()
    }
  }

  /// Whether a direction is within the visible area.
  package func sees(_ vector: UnitVector) -> Bool { vector.dot(center) >= limit }

  /// Returns the canvas position of a visible direction.
  package func point(_ vector: UnitVector) -> Point {
    let stretch: Double
    switch kind {
    case .globe: stretch = scale
    case .equalArea:
      stretch = scale * (2 / max(1e-9, 1 + vector.dot(center))).squareRoot()
    }
    return Point(
      x: origin.x + stretch * vector.dot(east), y: origin.y - stretch * vector.dot(north))
  }

  /// Returns the bearing of a direction from the center; nil for the center and its antipode.
  func bearing(_ vector: UnitVector) -> Bearing? {
    let (right, up) = (vector.dot(east), vector.dot(north))
    let length = (right * right + up * up).squareRoot()
    return length > 1e-12 ? Bearing(right: right / length, up: up / length) : nil
  }

  /// A unit vector on the map that points away from the center.
  struct Bearing {
    let right: Double
    let up: Double

    /// Returns the counterclockwise angle in radians from this bearing to another, from -π to π.
    func turn(to other: Bearing) -> Double {
      atan2(right * other.up - up * other.right, right * other.right + up * other.up)
    }

    /// Returns the bearing rotated counterclockwise by an angle.
    func turned(_ angle: Double) -> Bearing {
      let (sine, cosine) = (sin(angle), cos(angle))
      return Bearing(right: right * cosine - up * sine, up: right * sine + up * cosine)
    }
  }

  /// Returns the point on the rim at a bearing.
  func rimPoint(_ bearing: Bearing) -> Point {
    Point(x: origin.x + rim * bearing.right, y: origin.y - rim * bearing.up)
  }

  /// Returns the point at which the line from a visible to an invisible direction crosses the rim.
  func edge(from inside: UnitVector, to outside: UnitVector) -> UnitVector {
    let (one, other) = (inside.dot(center), outside.dot(center))
    return inside.toward(outside, (one - limit) / max(1e-12, one - other))
  }
}
