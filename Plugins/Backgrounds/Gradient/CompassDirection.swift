/// A direction on the screen from an angle that is counted clockwise from straight up.
struct CompassDirection {
  /// Share of a step that goes right.
  let right: Double
  /// Share of a step that goes down.
  let down: Double

  init(degrees: Double) {
    right = sine(ofDegrees: degrees)
    down = -sine(ofDegrees: degrees + 90)
  }
}
