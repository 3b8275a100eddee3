import WallfarmPluginKit

/// Colours and aids that are being tried.
struct LegibilityTrial: Hashable {
  /// What replaces a text colour; with any, the theme's own shadows go, which suit its own colours.
  var colors: [Color: Color] = [:]
  /// Whether they stay all the same: numbers in the colour of the text have one of those colours.
  var keepsShadows = false
  /// Strength of a shadow round the letters, 0…1.
  var shadow: Float = 0
  /// How many soft shadows, one upon the other, make the halo of texts of a kind; empty for none.
  ///
  /// Of 1.5, the second is half as strong.
  var halo: [TextKind: Float] = [:]
  /// Strength of the pane behind the text, 0…1.
  var scrim: Float = 0
  /// Whether shadow, halo and pane are dark (under light text) or light.
  var darkens = true
  /// What they have of the picture's own colour; nil where they are black or white.
  var tint: Color?
  /// How much of the letters is left of a note that is done, 0…1.
  var opacity: Float = 1

  func color(for color: Color) -> Color { colors[color] ?? color }

  /// The kind of a text whose own colour is this.
  func kind(color: Color, size: Double) -> TextKind {
    TextKind(color: self.color(for: color), size: size)
  }

  /// The colour of shadow, halo and pane.
  var ground: Color { tint ?? (darkens ? .black : .white) }

  /// Shadows of its strongest halo.
  var strongest: Float { halo.values.max() ?? 0 }

  /// Strengths of the shadows of a halo, one upon the other.
  static func strengths(halo: Float) -> [Float] {
    stride(from: halo, to: 0, by: -1).map { min($0, 1) * 0.9 }
  }

  /// Whether it leaves the picture as it is.
  var isNone: Bool { colors.isEmpty && shadow == 0 && halo.isEmpty && scrim == 0 }

  /// Whether the theme's own shadows are drawn.
  var hasOwnShadows: Bool { (colors.isEmpty || keepsShadows) && shadow == 0 && halo.isEmpty }
}
