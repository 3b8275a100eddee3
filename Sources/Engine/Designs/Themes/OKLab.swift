internal import Glibc
package import WallfarmPluginKit

/// A color in the perceptually uniform OKLab space: lightness 0…1 and two opponent-color axes.
///
/// Source: Björn Ottosson, "A perceptual color space for image processing" (2020). CSS Color 4 also
/// mixes colors in this space. Equal steps in lightness look equal, and mixtures do not turn gray.
package struct OKLab: Hashable, Sendable {
  var lightness: Double
  var greenRed: Double
  var blueYellow: Double
  /// Opacity, 0…1.
  var alpha: Double

  init(lightness: Double, greenRed: Double, blueYellow: Double, alpha: Double) {
    (self.lightness, self.greenRed) = (lightness, greenRed)
    (self.blueYellow, self.alpha) = (blueYellow, alpha)
  }

  package init(_ color: Color) {
    let (r, g, b) = (Color.linear(color.red), Color.linear(color.green), Color.linear(color.blue))
    let l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    let m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    let s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    greenRed = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
    blueYellow = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    alpha = Double(color.alpha) / 255
  }

  /// The perceptual distance between two colors, ignoring opacity; 0.02 is just noticeable.
  package func distance(to other: OKLab) -> Double {
    let steps = [
      lightness - other.lightness, greenRed - other.greenRed, blueYellow - other.blueYellow,
    ]
    return steps.reduce(0) { $0 + $1 * $1 }.squareRoot()
  }

  /// The nearest sRGB color; each channel is clamped separately.
  var color: Color {
    func cube(_ value: Double) -> Double { value * value * value }
    let l = cube(lightness + 0.3963377774 * greenRed + 0.2158037573 * blueYellow)
    let m = cube(lightness - 0.1055613458 * greenRed - 0.0638541728 * blueYellow)
    let s = cube(lightness - 0.0894841775 * greenRed - 1.2914855480 * blueYellow)
    return Color(
      red: OKLab.level(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
      green: OKLab.level(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
      blue: OKLab.level(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s),
      alpha: UInt8((min(max(alpha, 0), 1) * 255).rounded()))
  }

  /// Converts linear light to an sRGB level (IEC 61966-2-1).
  private static func level(_ light: Double) -> UInt8 {
    let share =
      light <= 0.0031308 ? max(0, light) * 12.92 : 1.055 * pow(min(light, 1), 1 / 2.4) - 0.055
    return UInt8((min(share, 1) * 255).rounded())
  }
}
