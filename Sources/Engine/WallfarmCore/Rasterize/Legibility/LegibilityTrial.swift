import WallfarmPluginKit

/// A combination of colors and aids to evaluate.
struct LegibilityTrial: Hashable {
  /// Replacements of text colors.
  ///
  /// Replacements disable the theme's shadows, which match only the theme's own colors.
  var colors: [Color: Color] = [:]
  /// Whether the theme's shadows are kept despite the replacements.
  ///
  /// This is possible if only numbers are recolored, because their new color, the text color,
  /// matches the shadows.
  var keepsShadows = false
  /// Opacity of the gradient behind the text, or of the card's tint, 0…1.
  var shade: Float = 0
  /// The number of soft shadows behind each kind of text, 0…2; empty for none.
  ///
  /// The first shadow is the contact shadow, and the second is the ambient shadow. A fraction
  /// weakens the last shadow: for 1.5, the ambient shadow has half of its full strength.
  var shadows: [TextKind: Float] = [:]
  /// Whether the gradient, shadows and card are dark, to contrast with light text; otherwise, they
  /// are light.
  var darkens = true
  /// The color of the gradient, shadows and card, derived from the photo; `nil` for black or white.
  var tint: Color?
  /// Opacity of the text in a completed note, 0…1.
  var opacity: Float = 1

  func color(for color: Color) -> Color { colors[color] ?? color }

  /// The kind of text with the given properties in this trial; `color` is the text color before any
  /// replacement.
  func kind(color: Color, size: Double, isNumber: Bool) -> TextKind {
    TextKind(color: self.color(for: color), size: size, isNumber: isNumber)
  }

  /// The color of the gradient, shadows and tint.
  var ground: Color { tint ?? (darkens ? .black : .white) }

  /// The largest number of shadows for any kind of text.
  var mostShadows: Float { shadows.values.max() ?? 0 }

  /// Returns the opacity, 0…1, of each layer in the contact shadow and in the ambient shadow for a
  /// number of shadows.
  static func strengths(shadows: Float) -> (contact: Float, ambient: Float) {
    let full = Float(LegibilityLimits.shadow)
    return (min(shadows, 1) * full, max(0, shadows - 1) * full)
  }

  /// Whether the trial leaves the picture unchanged.
  var isNone: Bool { colors.isEmpty && shadows.isEmpty && shade == 0 }

  /// Whether the theme's shadows are drawn.
  var hasOwnShadows: Bool { (colors.isEmpty || keepsShadows) && shadows.isEmpty }
}
