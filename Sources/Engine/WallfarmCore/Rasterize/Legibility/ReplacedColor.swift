public import WallfarmPluginKit

/// A text color of a theme or request that was replaced because its contrast is too low.
public struct ReplacedColor: Sendable, Hashable {
  /// The color of the theme or request.
  public let color: Color
  /// The color in its place.
  public let replacement: Color
  /// The lowest WCAG contrast ratio of a line with the replaced color, 1…21.
  public let contrast: Double
  /// The lowest Lc of APCA of a line with the replaced color, 0…108.
  public let lightness: Double
  /// The required WCAG contrast ratio.
  public let neededContrast: Double
  /// The required Lc.
  public let neededLightness: Double

  /// A sentence that states the replacement and its reason.
  public var sentence: String {
    func rounded(_ value: Double) -> String { "\((value * 10).rounded(.down) / 10)" }
    let reason =
      contrast < neededContrast
      ? "its contrast is \(rounded(contrast)) instead of \(rounded(neededContrast))"
      : "its Lc is \(rounded(lightness)) instead of \(rounded(neededLightness))"
    return "your color \(color.hex) was replaced by \(replacement.hex) here, because \(reason)"
  }

  /// The same replacement with other colors, for example those before conversion to a color space.
  func mappingColors(_ change: (Color) -> Color) -> ReplacedColor {
    ReplacedColor(
      color: change(color), replacement: change(replacement), contrast: contrast,
      lightness: lightness, neededContrast: neededContrast, neededLightness: neededLightness)
  }
}

extension Legibility {
  /// The replacements of a trial among the colors of texts, in the order of the texts.
  func replacedColors(_ texts: [JudgedText], _ trial: LegibilityTrial) -> [ReplacedColor] {
    var seen: Set<Color> = []
    let colors = texts.flatMap(\.lines.colors).filter { seen.insert($0).inserted }
    return colors.compactMap { color in
      guard let replacement = trial.colors[color], replacement != color else { return nil }
      let own = texts.filter { $0.lines.colors.contains(color) }
      let judged = own.flatMap { text in
        text.lines.figures(LegibilityTrial()).map { ($0, text.target(rules)) }
      }
      // The line that misses its target by most.
      let worst = judged.min { one, other in
        share(of: one.0, one.1) < share(of: other.0, other.1)
      }
      guard let (figures, target) = worst else { return nil }
      return ReplacedColor(
        color: color, replacement: replacement, contrast: figures.contrast,
        lightness: figures.lightness, neededContrast: target.contrast,
        neededLightness: target.lightness)
    }
  }

  /// The share of its target that a line reaches.
  private func share(of figures: LegibilityFigures, _ target: LegibilityTarget) -> Double {
    min(figures.contrast / target.contrast, figures.lightness / max(1, target.lightness))
  }
}
