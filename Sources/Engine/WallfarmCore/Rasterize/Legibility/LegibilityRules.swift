public import Designs
import Graphics
public import WallfarmPluginKit

/// The contrast that a theme requires of its text, and the aids that it allows.
///
/// The contrast of a completed note is evaluated before the note is faded, because the fading is
/// intentional, and WCAG 2.2 (1.4.3) exempts inactive text.
public struct LegibilityRules: Sendable, Hashable {
  /// WCAG contrast ratio that the 5th percentile of each line must reach, 3…21.
  public let contrast: Double
  /// APCA's Lc that the 5th percentile of each line of at least 24 pt must reach, 0…108.
  ///
  /// For smaller text, except for the numbers of notes, the required Lc is 15 higher.
  public let lightness: Double
  /// The theme's text color.
  public let text: Color
  /// The theme's alternate text color, for backgrounds on which the main text color has too little
  /// contrast.
  public let alternate: Color
  /// The allowed aids.
  public let aids: Set<LegibilityAid>
  /// Whether the theme's text colors must be kept.
  public let keepsColors: Bool
  /// Whether the report suggests a sufficient color for each faint color, which takes time.
  var suggestsColors = false
}

extension LegibilityRules {
  /// The same rules with colors encoded in a color space.
  func encoded(in space: ColorSpace) -> LegibilityRules {
    LegibilityRules(
      contrast: contrast, lightness: lightness, text: space.encode(text),
      alternate: space.encode(alternate), aids: aids, keepsColors: keepsColors,
      suggestsColors: suggestsColors)
  }

  /// The same rules with color as the only aid.
  var withoutDrawing: LegibilityRules {
    LegibilityRules(
      contrast: contrast, lightness: lightness, text: text, alternate: alternate,
      aids: aids.intersection([.color]), keepsColors: keepsColors, suggestsColors: suggestsColors)
  }

  /// The minimum type size, in points, for which a lower Lc is sufficient.
  ///
  /// APCA's table for weight 400 requires Lc 75 at 18 CSS pixels and Lc 60 at 24 CSS pixels. One
  /// CSS pixel corresponds to one point here.
  private static let large = 24.0

  /// The factors by which the targets of aided lines are raised.
  ///
  /// The factors account for rounding, and for the different positions next to the same letters
  /// that each measurement samples. The differences are largest for numbers, which have few
  /// samples.
  private static let margin = (contrast: 1.17, ofNumber: 1.23, lightness: 1.1)

  /// The target of a line.
  ///
  /// - Parameters:
  ///   - size: type size in points.
  ///   - isNumber: whether the line is the number of a note, which is recognized rather than read.
  ///   - isAided: whether an aid is drawn behind the line; if so, both targets include a margin.
  /// - Returns: contrast ratio and Lc.
  func target(size: Double, isNumber: Bool, isAided: Bool = false) -> LegibilityTarget {
    // A theme without an Lc requirement has none for small text either.
    let more = lightness > 0 && size < LegibilityRules.large && !isNumber ? 15.0 : 0
    let plain = LegibilityTarget(contrast: contrast, lightness: lightness + more)
    guard isAided else { return plain }
    let margin = LegibilityRules.margin
    // No color has a higher contrast than black and white have with each other.
    return LegibilityTarget(
      contrast: min(20.9, plain.contrast * (isNumber ? margin.ofNumber : margin.contrast)),
      lightness: min(105, plain.lightness * margin.lightness))
  }
}
