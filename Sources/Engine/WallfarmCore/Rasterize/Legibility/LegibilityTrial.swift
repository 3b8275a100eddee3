import WallfarmPluginKit

/// A combination of colors and aids to evaluate.
struct LegibilityTrial: Hashable {
  /// Replacements of text colors.
  ///
  /// If there are any, the theme's shadows are dropped, because they match its own colors.
  var colors: [Color: Color] = [:]
  /// Whether the shadows stay despite replacements: numbers take the text color, which the shadows
  /// match.
  var keepsShadows = false
  /// Strength of the shadow around the letters, 0…1.
  var shadow: Float = 0
  /// Number of stacked soft shadows in the halo of each kind of text; empty for none.
  ///
  /// With a fraction, the last shadow is weaker: of 1.5, the second has half the strength.
  var halo: [TextKind: Float] = [:]
  /// Strength of the pane behind the text, 0…1.
  var scrim: Float = 0
  /// Whether shadow, halo and pane are dark (under light text) or light.
  var darkens = true
  /// Their color, derived from the photo; nil for black or white.
  var tint: Color?
  /// Opacity of the letters of a completed note, 0…1.
  var opacity: Float = 1

  func color(for color: Color) -> Color { colors[color] ?? color }

  /// The kind of a text with a given theme color.
  func kind(color: Color, size: Double) -> TextKind {
    TextKind(color: self.color(for: color), size: size)
  }

  /// The color of shadow, halo and pane.
  var ground: Color { tint ?? (darkens ? .black : .white) }

  /// The largest number of halo shadows of any kind.
  var strongest: Float { halo.values.max() ?? 0 }

  /// The strengths of the stacked shadows of a halo.
  static func strengths(halo: Float) -> [Float] {
    stride(from: halo, to: 0, by: -1).map { min($0, 1) * 0.9 }
  }

  /// Whether it leaves the picture unchanged.
  var isNone: Bool { colors.isEmpty && shadow == 0 && halo.isEmpty && scrim == 0 }

  /// Whether the theme's shadows are drawn.
  var hasOwnShadows: Bool { (colors.isEmpty || keepsShadows) && shadow == 0 && halo.isEmpty }
}
