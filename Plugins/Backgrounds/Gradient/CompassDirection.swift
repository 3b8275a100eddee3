/// A unit vector from an angle in degrees, clockwise from straight up.
struct CompassDirection {
  /// The x component.
  let right: Double
  /// The y component.
  let down: Double

  init(degrees: Double) {
    right = sine(ofDegrees: degrees)
    down = -sine(ofDegrees: degrees + 90)
  }
}
