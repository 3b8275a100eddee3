internal import Glibc
internal import WallfarmPluginKit

/// From directions to points of the screen: the earth from far away, or a part of it with true areas.
///
/// Both are azimuthal: directions from the middle of the map are true, and what may be seen is a circle. J. P. Snyder,
/// "Map Projections: A Working Manual" (USGS 1395, 1987), chapters 20 and 24.
struct MapProjection {
  enum Kind {
    /// Orthographic.
    case globe
    /// Lambert's azimuthal equal-area projection.
    case equalArea
  }

  let kind: Kind
  /// What lies in the middle.
  let center: UnitVector
  /// Points of an earth radius.
  let scale: Double
  /// Where the middle is.
  let origin: Point
  /// Corners at a larger angle from the middle are not drawn: its cosine.
  let limit: Double
  /// The limit of a globe: a place right on the horizon is seen, however its sine was rounded.
  static let horizon = -1e-9
  private let east: UnitVector
  private let north: UnitVector

  /// - Parameters:
  ///   - kind: how it is made flat.
  ///   - center: what lies in the middle.
  ///   - scale: points of an earth radius.
  ///   - origin: where the middle is, in points.
  ///   - farthest: how far from the middle anything is seen, in points; a globe says that itself.
  init(
    _ kind: Kind, around center: UnitVector, scale: Double, origin: Point, farthest: Double = 0
  ) {
    (self.kind, self.center, self.scale, self.origin) = (kind, center, scale, origin)
    // At a pole every direction is south; that of 90° E is as good as any.
    east = UnitVector(x: 0, y: 0, z: 1).cross(center).normalized ?? UnitVector(x: 0, y: 1, z: 0)
    north = center.cross(east)
    switch kind {
    case .globe: limit = MapProjection.horizon
    case .equalArea:
      // Beyond 170° the other side of the earth is all around: nothing is cut there.
      let half = asin(min(1, farthest / scale / 2))
      limit = cos(min(2 * half, 170 * .pi / 180))
    }
  }

  /// The angle from the middle to the rim, in radians.
  var farthest: Double { acos(limit) }

  /// How far from the middle what is cut is drawn, in points.
  var rim: Double {
    switch kind {
    case .globe: scale
    case .equalArea: scale * (2 * (1 - limit)).squareRoot()
    }
  }

  /// Whether a direction is drawn.
  func sees(_ vector: UnitVector) -> Bool { vector.dot(center) >= limit }

  /// The point of a direction that is drawn.
  func point(_ vector: UnitVector) -> Point {
    let stretch: Double
    switch kind {
    case .globe: stretch = scale
    case .equalArea:
      stretch = scale * (2 / max(1e-9, 1 + vector.dot(center))).squareRoot()
    }
    return Point(
      x: origin.x + stretch * vector.dot(east), y: origin.y - stretch * vector.dot(north))
  }

  /// The direction in which something lies from the middle: right and up, 1 long; nil right in the middle and
  /// right opposite.
  func bearing(_ vector: UnitVector) -> Bearing? {
    let (right, up) = (vector.dot(east), vector.dot(north))
    let length = (right * right + up * up).squareRoot()
    return length > 1e-12 ? Bearing(right: right / length, up: up / length) : nil
  }

  /// A direction on the map.
  struct Bearing {
    let right: Double
    let up: Double

    /// The angle to another one, counter-clockwise, -π to π.
    func turn(to other: Bearing) -> Double {
      atan2(right * other.up - up * other.right, right * other.right + up * other.up)
    }

    /// Turned counter-clockwise.
    func turned(_ angle: Double) -> Bearing {
      let (sine, cosine) = (sin(angle), cos(angle))
      return Bearing(right: right * cosine - up * sine, up: right * sine + up * cosine)
    }
  }

  /// The point of the rim in a direction.
  func rimPoint(_ bearing: Bearing) -> Point {
    Point(x: origin.x + rim * bearing.right, y: origin.y - rim * bearing.up)
  }

  /// Where the way from a direction that is drawn to one that is not leaves what is drawn.
  func edge(from inside: UnitVector, to outside: UnitVector) -> UnitVector {
    let (one, other) = (inside.dot(center), outside.dot(center))
    return inside.toward(outside, (one - limit) / max(1e-12, one - other))
  }
}
