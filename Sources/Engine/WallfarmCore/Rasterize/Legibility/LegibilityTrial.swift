import WallfarmPluginKit

/// A combination of colors and aids to evaluate.
struct LegibilityTrial: Hashable {
  /// Replacements of text colors.
  ///
  /// Replacements disable the theme's shadows, which match only the theme's own colors.
  var colors: [Color: Color] = [:]
  /// Whether the shadows stay despite replacements: numbers use the text color, which matches the
  /// shadows.
  var keepsShadows = false
  /// Opacity of the gradient behind the text, or of the card's tint, 0…1.
  var shade: Float = 0
  /// Number of soft shadows behind each kind of text, 0…2; empty for none.
  ///
  /// The first is the contact shadow, the second the ambient one. With a fraction, the last shadow
  /// is weaker: for 1.5, the ambient shadow has half the strength.
  var shadows: [TextKind: Float] = [:]
  /// Whether gradient, shadows and card are dark (under light text) or light.
  var darkens = true
  /// Their color, derived from the photo; nil for black or white.
  var tint: Color?
  /// Opacity of the text in a completed note, 0…1.
  var opacity: Float = 1

  func color(for color: Color) -> Color { colors[color] ?? color }

  /// The kind of text with a given theme color.
  func kind(color: Color, size: Double, isNumber: Bool) -> TextKind {
    TextKind(color: self.color(for: color), size: size, isNumber: isNumber)
  }

  /// The color of the gradient, shadows and tint.
  var ground: Color { tint ?? (darkens ? .black : .white) }

  /// The largest number of shadows for any kind of text.
  var mostShadows: Float { shadows.values.max() ?? 0 }

  /// The opacity of each layer in the contact shadow and in the ambient shadow, 0…1.
  static func strengths(shadows: Float) -> (contact: Float, ambient: Float) {
    let full = Float(LegibilityLimits.shadow)
    return (min(shadows, 1) * full, max(0, shadows - 1) * full)
  }

  /// Whether the trial leaves the picture unchanged.
  var isNone: Bool { colors.isEmpty && shadows.isEmpty && shade == 0 }

  /// Whether the theme's shadows are drawn.
  var hasOwnShadows: Bool { (colors.isEmpty || keepsShadows) && shadows.isEmpty }
}
