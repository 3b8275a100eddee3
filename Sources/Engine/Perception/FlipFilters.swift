import Glibc

/// The one-dimensional filters of FLIP at one number of pixels per degree.
struct FlipFilters: Sendable {
  /// What the eye still sees of fine patterns: in luminance, red-green and blue-yellow.
  ///
  /// The last is the sum of two Gaussians, each of which is separable, and their sum is not.
  let luminance: [Float]
  let redGreen: [Float]
  let blueYellow: ([Float], [Float])
  /// A Gaussian and its first and second derivative: they find edges and points.
  let smooth: [Float]
  let edge: [Float]
  let point: [Float]

  /// Taps on either side of the middle of the filters for colour.
  var colorRadius: Int { luminance.count / 2 }
  /// Taps on either side of the middle of the filters for features.
  var featureRadius: Int { smooth.count / 2 }
  /// How far a changed pixel can be seen.
  var reach: Int { max(colorRadius, featureRadius) }

  init(pixelsPerDegree: Double) {
    let density = Float(pixelsPerDegree)
    // Weights and widths of contrast sensitivity, fitted by the authors of FLIP (table 1).
    let widest: Float = 0.04
    let radius = Int((3 * (widest / (2 * .pi * .pi)).squareRoot() * density).rounded(.up))
    func gaussian(_ weight: Float, _ width: Float) -> [Float] {
      (-radius...radius).map { tap in
        let x = Float(tap) / density
        return weight * (.pi / width).squareRoot() * expf(-.pi * .pi * x * x / width)
      }
    }
    luminance = FlipFilters.normalized(gaussian(1, 0.0047))
    redGreen = FlipFilters.normalized(gaussian(1, 0.0053))
    // Run across and down, a part of weight w needs the square root of w each time.
    func part(_ weight: Float, _ width: Float) -> [Float] {
      let scale = (weight * (.pi / width).squareRoot()).squareRoot()
      return gaussian(1, width).map { $0 / (.pi / width).squareRoot() * scale }
    }
    let (wide, narrow) = (part(34.1, 0.04), part(13.5, 0.025))
    let sums = (wide.reduce(0, +), narrow.reduce(0, +))
    let whole = (sums.0 * sums.0 + sums.1 * sums.1).squareRoot()
    blueYellow = (wide.map { $0 / whole }, narrow.map { $0 / whole })

    // Features: a Gaussian of 0.082 degrees, half of it as its deviation.
    let deviation = 0.5 * 0.082 * density
    let taps = Int((3 * deviation).rounded(.up))
    let bell = (-taps...taps).map { expf(-Float($0 * $0) / (2 * deviation * deviation)) }
    smooth = FlipFilters.normalized(bell)
    edge = FlipFilters.balanced(zip(-taps...taps, bell).map { -Float($0) * $1 })
    point = FlipFilters.balanced(
      zip(-taps...taps, bell).map { (Float($0 * $0) / (deviation * deviation) - 1) * $1 })
  }

  private static func normalized(_ weights: [Float]) -> [Float] {
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// What is above 0 adds up to 1, and what is below to -1.
  private static func balanced(_ weights: [Float]) -> [Float] {
    let above = weights.reduce(0) { $0 + max(0, $1) }
    let below = weights.reduce(0) { $0 - min(0, $1) }
    return weights.map { $0 / ($0 > 0 ? above : below) }
  }
}
