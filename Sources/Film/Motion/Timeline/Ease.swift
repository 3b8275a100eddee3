/// An easing function, which maps the elapsed fraction of time to the fraction of a change.
package enum Ease: Hashable, Sendable {
  /// Jumps to the final value at the end.
  case step
  /// A cubic Bézier curve from (0, 0) to (1, 1) (CSS Easing Functions Level 1, section 2.2).
  case curve(Double, Double, Double, Double)

  /// Named easing functions; the first five are from CSS.
  package static let named: [(name: String, ease: Ease)] = [
    ("linear", .curve(0, 0, 1, 1)), ("ease", .curve(0.25, 0.1, 0.25, 1)),
    ("in", .curve(0.42, 0, 1, 1)), ("out", .curve(0, 0, 0.58, 1)),
    ("in-out", .curve(0.42, 0, 0.58, 1)), ("soft-out", .curve(0.16, 1, 0.3, 1)),
    // Overshoots by 10 percent and returns.
    ("over", .curve(0.34, 1.56, 0.64, 1)), ("step", .step),
  ]

  /// Returns the eased fraction of the change; `time` is the elapsed fraction, from 0 to 1.
  package func value(at time: Double) -> Double {
    if time >= 1 { return 1 }
    if time <= 0 { return 0 }
    guard case .curve(let x1, let y1, let x2, let y2) = self else { return 0 }
    if x1 == y1 && x2 == y2 { return time }
    return Self.bezier(y1, y2, Self.place(of: time, x1, x2))
  }

  private static func bezier(_ first: Double, _ second: Double, _ place: Double) -> Double {
    let rest = 1 - place
    return 3 * rest * rest * place * first + 3 * rest * place * place * second
      + place * place * place
  }

  /// Finds the curve parameter for a time.
  ///
  /// The method uses 50 bisection steps, which give `Double` precision and the same result on all
  /// platforms.
  private static func place(of time: Double, _ x1: Double, _ x2: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if bezier(x1, x2, middle) < time { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
