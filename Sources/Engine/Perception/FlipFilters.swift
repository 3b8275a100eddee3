import Glibc

/// The one-dimensional filters of FLIP for an angular resolution.
struct FlipFilters: Sendable {
  /// The contrast sensitivity filters for luminance, red-green and blue-yellow.
  ///
  /// The blue-yellow filter is a sum of two Gaussians. Because the sum is not separable, it is
  /// applied as two filters.
  let luminance: [Float]
  let redGreen: [Float]
  let blueYellow: ([Float], [Float])
  /// A Gaussian and its first and second derivatives; the derivatives detect edges and points.
  let smooth: [Float]
  let edge: [Float]
  let point: [Float]

  /// The radius of the color filters in pixels.
  var colorRadius: Int { luminance.count / 2 }
  /// The radius of the feature filters in pixels.
  var featureRadius: Int { smooth.count / 2 }
  /// The maximum distance in pixels over which a changed pixel has an effect.
  var reach: Int { max(colorRadius, featureRadius) }

  init(pixelsPerDegree: Double) {
    let density = Float(pixelsPerDegree)
    // The weights and widths below are those of the contrast sensitivity functions (FLIP, table 1).
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
    // Each filter is applied horizontally and vertically, so a filter with the weight w needs the
    // factor √w in each direction.
    func part(_ weight: Float, _ width: Float) -> [Float] {
      let scale = (weight * (.pi / width).squareRoot()).squareRoot()
      return gaussian(1, width).map { $0 / (.pi / width).squareRoot() * scale }
    }
    let (wide, narrow) = (part(34.1, 0.04), part(13.5, 0.025))
    let sums = (wide.reduce(0, +), narrow.reduce(0, +))
    let whole = (sums.0 * sums.0 + sums.1 * sums.1).squareRoot()
    blueYellow = (wide.map { $0 / whole }, narrow.map { $0 / whole })

    // The standard deviation of the feature filters is half of 0.082 degrees.
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

  /// Normalizes positive weights to a sum of 1 and negative weights to a sum of -1.
  private static func balanced(_ weights: [Float]) -> [Float] {
    let above = weights.reduce(0) { $0 + max(0, $1) }
    let below = weights.reduce(0) { $0 - min(0, $1) }
    return weights.map { $0 / ($0 > 0 ? above : below) }
  }
}
