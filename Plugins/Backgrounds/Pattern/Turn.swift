import WallfarmPluginKit

/// A turn by some degrees, clockwise.
struct Turn {
  let right: Double
  let down: Double

  init(degrees: Double) {
    right = sine(ofDegrees: degrees + 90)
    down = sine(ofDegrees: degrees)
  }

  /// A place relative to a point, turned about it.
  func applied(x: Double, y: Double, to center: Point) -> Point {
    Point(x: center.x + x * right - y * down, y: center.y + x * down + y * right)
  }
}
