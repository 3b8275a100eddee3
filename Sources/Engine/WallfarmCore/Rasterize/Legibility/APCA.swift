import Glibc
package import WallfarmPluginKit

/// The APCA contrast algorithm, which models perception better than WCAG's ratio on dark and
/// saturated backgrounds.
///
/// APCA 0.0.98G-4g by Andrew Somers (Myndex) is the source of the constants:
/// https://github.com/Myndex/apca-w3. APCA's contrast value, Lc, is 0 for no contrast and about 106
/// for black on white. The sign of Lc, which indicates whether the text is lighter than its
/// background, is dropped.
package enum APCA {
  private static let (groundPower, textPower) = (0.56, 0.57)
  private static let (darkGroundPower, lightTextPower) = (0.65, 0.62)
  private static let (blackThreshold, blackPower) = (0.022, 1.414)
  private static let (scale, offset, least) = (1.14, 0.027, 0.1)
  private static let smallestDifference = 0.0005

  /// The linear light of each channel level, computed with a gamma of 2.4.
  static let light: [Double] = (0...255).map { pow(Double($0) / 255, 2.4) }

  /// Returns the estimated screen luminance, 0…1, for linear channel values.
  static func luminance(red: Double, green: Double, blue: Double) -> Double {
    0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
  }

  package static func luminance(_ color: Color) -> Double {
    luminance(
      red: light[Int(color.red)], green: light[Int(color.green)], blue: light[Int(color.blue)])
  }

  /// Returns the Lc, 0…108, for the luminances of the text and its background.
  package static func contrast(text: Double, ground: Double) -> Double {
    func clamped(_ value: Double) -> Double {
      value > blackThreshold ? value : value + pow(blackThreshold - value, blackPower)
    }
    let (text, ground) = (clamped(text), clamped(ground))
    guard abs(text - ground) >= smallestDifference else { return 0 }
    let difference =
      ground > text
      ? (pow(ground, groundPower) - pow(text, textPower)) * scale
      : (pow(text, lightTextPower) - pow(ground, darkGroundPower)) * scale
    return difference < least ? 0 : (difference - offset) * 100
  }

  /// The background luminances on which text reaches a given Lc: those below a dark limit or above
  /// a light limit.
  package struct Grounds: Hashable {
    /// Upper limit of the dark backgrounds; negative if there is none.
    let darkest: Double
    /// Lower limit of the light backgrounds; above 1 if there is none.
    let lightest: Double

    /// Finds the limits by bisection; on each side of the text luminance, Lc rises with the
    /// distance from that luminance.
    package init(text: Double, atLeast target: Double) {
      func reaches(_ ground: Double) -> Bool {
        APCA.contrast(text: text, ground: ground) >= target
      }
      func edge(from near: Double, to far: Double) -> Double? {
        guard reaches(far) else { return nil }
        var (no, yes) = (near, far)
        for _ in 0..<30 {
          let middle = (no + yes) / 2
          if reaches(middle) { yes = middle } else { no = middle }
        }
        return yes
      }
      darkest = edge(from: text, to: 0) ?? -1
      lightest = edge(from: text, to: 1) ?? 2
    }

    package func contains(_ ground: Double) -> Bool { ground <= darkest || ground >= lightest }
  }
}
