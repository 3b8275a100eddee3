/// What the keys of a track say of one property: made once for all layers that the track is about.
struct PropertyCourse {
  struct Point {
    let time: Double
    let value: Double
    /// How it is come to.
    let ease: Ease
  }

  let property: MotionProperty
  private let points: [Point]

  /// Takes points in the order of time; nil for none.
  init?(_ property: MotionProperty, _ points: [Point]) {
    guard !points.isEmpty else { return nil }
    (self.property, self.points) = (property, points)
  }

  /// The value at a time of the keys.
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
