import WallfarmPluginKit

/// A clockwise rotation by an angle in degrees.
struct Turn {
  let right: Double
  let down: Double

  init(degrees: Double) {
    right = sine(ofDegrees: degrees + 90)
    down = sine(ofDegrees: degrees)
  }

  /// Rotates an offset, and adds it to a point.
  func applied(x: Double, y: Double, to center: Point) -> Point {
    Point(x: center.x + x * right - y * down, y: center.y + x * down + y * right)
  }
}
