/// The keyframes of one property in a track; all layers of the track share them.
struct PropertyCourse {
  struct Point {
    let time: Double
    let value: Double
    /// The easing from the previous keyframe.
    let ease: Ease
  }

  let property: MotionProperty
  private let points: [Point]

  /// Creates a course from keyframes in chronological order; returns nil if there are none.
  init?(_ property: MotionProperty, _ points: [Point]) {
    guard !points.isEmpty else { return nil }
    (self.property, self.points) = (property, points)
  }

  /// Returns the interpolated value at a time in the track.
  func value(at now: Double) -> Double {
    if now <= points[0].time { return points[0].value }
    guard let next = points.firstIndex(where: { $0.time > now }) else {
      return points[points.count - 1].value
    }
    let (from, to) = (points[next - 1], points[next])
    return from.value
      + (to.value - from.value) * to.ease.value(at: (now - from.time) / (to.time - from.time))
  }
}
