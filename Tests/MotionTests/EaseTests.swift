import Motion
import Testing

@Suite struct EaseTests {
  /// Values that browsers compute for the same curves (CSS Easing Functions Level 1).
  @Test(arguments: [
    ("ease", 0.25, 0.408511), ("ease", 0.5, 0.802404), ("in", 0.5, 0.315357),
    ("out", 0.5, 0.684643), ("in-out", 0.25, 0.129162), ("linear", 0.3, 0.3), ("step", 0.99, 0),
  ])
  func curvesAreThoseOfCSS(_ name: String, _ time: Double, _ value: Double) throws {
    let ease = try #require(Ease.named.first { $0.name == name }).ease
    #expect(abs(ease.value(at: time) - value) < 1e-5)
    #expect(ease.value(at: 0) == 0 && ease.value(at: 1) == 1)
  }
}
