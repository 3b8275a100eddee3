public import Designs
import Graphics
public import WallfarmPluginKit

/// What a theme asks of its text, and which aids it allows.
///
/// A note that is done is judged by its colour before the fade, like the others: the fade is
/// its message, and WCAG 2.2 (1.4.3) excepts text that is no longer active.
public struct LegibilityRules: Sendable, Hashable {
  /// WCAG contrast that the 5th percentile of every line must reach, 3…21.
  public let contrast: Double
  /// Lc of APCA that the same share of every line of 24 pt and more must reach, 0…108; 15 more for smaller text.
  public let lightness: Double
  /// The theme's text colour.
  public let text: Color
  /// The theme's other text colour, for backgrounds that fight the first.
  public let alternate: Color
  /// Aids that may be used.
  public let aids: Set<LegibilityAid>
}

extension LegibilityRules {
  /// The same rules with colours in the numbers of a space.
  func encoded(in space: ColorSpace) -> LegibilityRules {
    LegibilityRules(
      contrast: contrast, lightness: lightness, text: space.encode(text),
      alternate: space.encode(alternate), aids: aids)
  }

  /// Size of type, in points, from which on less Lc is enough: APCA's table for a weight of 400 has 75 at 18 and 60 at 24
  /// pixels of CSS, which are points here.
  private static let large = 24.0

  /// What a line must reach.
  ///
  /// - Parameters:
  ///   - size: of its type, in points.
  ///   - isNumber: whether it is the number of a note, which is seen and not read.
  ///   - margin: by which more is asked for, because what is drawn is rounded.
  /// - Returns: contrast and Lc.
  func target(size: Double, isNumber: Bool, margin: Double = 1) -> LegibilityTarget {
    // Where a theme asks for no Lc, small text needs none either.
    let more = lightness > 0 && size < LegibilityRules.large && !isNumber ? 15.0 : 0
    return LegibilityTarget(contrast: contrast * margin, lightness: (lightness + more) * margin)
  }
}
