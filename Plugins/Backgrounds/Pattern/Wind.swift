import WallfarmPluginKit

/// The movement of stars and clouds in a film.
package struct Wind {
  /// The speed of the closest objects, in points per second.
  let speed: Double
  /// The time since the start of the film, in seconds.
  let seconds: Double

  package init(speed: Double, seconds: Double) {
    (self.speed, self.seconds) = (speed, seconds)
  }

  /// Moves an object to the left, with wraparound.
  ///
  /// - Parameters:
  ///   - x: the original position.
  ///   - nearness: from 0 to 1; the farthest objects move at half speed.
  ///   - width: the width of the canvas.
  ///   - margin: half the width of the object.
  /// - Returns: the current position.
  package func moved(_ x: Double, nearness: Double, width: Double, margin: Double) -> Double {
    let way = width + 2 * margin
    let place = x + margin - speed * seconds * (0.5 + 0.5 * nearness)
    return place - (place / way).rounded(.down) * way - margin
  }

  /// Returns the relative brightness of a twinkling star; `chance` is a random number for the star.
  func twinkle(_ chance: Double) -> Double {
    0.8 + 0.2 * sine(ofDegrees: 360 * (seconds / (2.5 + 3 * chance) + 7 * chance))
  }
}
