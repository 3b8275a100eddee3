import WallfarmPluginKit

/// What moves stars and clouds in a film.
struct Wind {
  /// Points a second of what is nearest.
  let speed: Double
  /// Since the beginning.
  let seconds: Double

  /// Where something is that was somewhere: to the left of it, and from the right again once it is gone.
  ///
  /// - Parameters:
  ///   - x: where it was.
  ///   - nearness: 0 to 1; what is far moves half as fast.
  ///   - width: of the canvas.
  ///   - margin: how far it reaches to either side.
  /// - Returns: its place now.
  func moved(_ x: Double, nearness: Double, width: Double, margin: Double) -> Double {
    let way = width + 2 * margin
    let place = x + margin - speed * seconds * (0.5 + 0.5 * nearness)
    return place - (place / way).rounded(.down) * way - margin
  }

  /// How much of its light a star has, which twinkles in its own time.
  func twinkle(_ chance: Double) -> Double {
    0.8 + 0.2 * sine(ofDegrees: 360 * (seconds / (2.5 + 3 * chance) + 7 * chance))
  }
}
