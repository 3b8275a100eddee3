public import WallfarmPluginKit

/// A text color of a theme or request that has too little contrast, or that was replaced.
public struct FaintColor: Sendable, Hashable {
  /// The color that the theme or request specifies.
  public let color: Color
  /// The replacement color; nil if the color was kept.
  public let replacement: Color?
  /// The WCAG contrast ratio of the worst line in this color, 1…21.
  public let contrast: Double
  /// The APCA Lc of the worst line in this color, 0…108.
  public let lightness: Double
  /// The required WCAG contrast ratio.
  public let neededContrast: Double
  /// The required Lc.
  public let neededLightness: Double

  /// The shortfall in words, such as `a contrast of 2.1 instead of 4.5`; `nil` if the contrast is
  /// sufficient.
  public var shortage: String? {
    func rounded(_ value: Double) -> String { "\((value * 10).rounded(.down) / 10)" }
    if contrast < neededContrast {
      return "a contrast of \(rounded(contrast)) instead of \(rounded(neededContrast))"
    }
    guard lightness < neededLightness else { return nil }
    return "an Lc of \(rounded(lightness)) instead of \(rounded(neededLightness))"
  }

  /// A sentence that states the replacement and its reason; `nil` if the color was kept.
  public var sentence: String? {
    guard let replacement else { return nil }
    let reason = shortage.map { "the original color has \($0)" } ?? "all text uses the same color"
    return "your color \(color.hex) was replaced by \(replacement.hex) here, because \(reason)"
  }

  /// The same result with other colors, for example with the colors before conversion to a color
  /// space.
  func mappingColors(_ change: (Color) -> Color) -> FaintColor {
    FaintColor(
      color: change(color), replacement: replacement.map(change), contrast: contrast,
      lightness: lightness, neededContrast: neededContrast, neededLightness: neededLightness)
  }

  /// The nearest color of the same hue that would be sufficient on the same background; `nil` if
  /// there is none.
  ///
  /// If possible, the color is lighter than the background if the original color is lighter, and
  /// darker if the original color is darker.
  package var sufficientColor: Color? {
    let ends: [Color] = color.relativeLuminance > ground ? [.white, .black] : [.black, .white]
    return ends.lazy.compactMap(sufficientColor(towards:)).first
  }

  private func sufficientColor(towards end: Color) -> Color? {
    stride(from: 0.02, through: 1, by: 0.02).lazy.map { share in
      end.opacity(share).over(color)
    }.first { candidate in
      let (one, other) = (candidate.relativeLuminance, ground)
      let ratio = (max(one, other) + 0.05) / (min(one, other) + 0.05)
      let lightness = APCA.contrast(text: APCA.luminance(candidate), ground: ground)
      // The factor 1.02 allows for the difference between the luminance formulas of WCAG and APCA.
      return ratio >= 1.02 * neededContrast && lightness >= 1.02 * neededLightness
    }
  }

  /// The luminance of the background behind the worst line, 0…1.
  ///
  /// The contrast ratio is consistent with two background luminances, one darker and one lighter
  /// than the text; the Lc determines which of them applies.
  private var ground: Double {
    let own = color.relativeLuminance + 0.05
    func distance(_ ground: Double) -> Double {
      abs(APCA.contrast(text: APCA.luminance(color), ground: ground) - lightness)
    }
    let (darker, lighter) = (max(0, own / contrast - 0.05), min(1, own * contrast - 0.05))
    return distance(darker) <= distance(lighter) ? darker : lighter
  }
}

extension Legibility {
  /// Returns the text colors that a trial replaces or that have too little contrast without aids,
  /// in the order of the text.
  func faintColors(_ texts: [JudgedText], _ trial: LegibilityTrial) -> [FaintColor] {
    var seen: Set<Color> = []
    let colors = texts.flatMap(\.lines.colors).filter { seen.insert($0).inserted }
    return colors.compactMap { color in
      let own = texts.filter { $0.lines.colors.contains(color) }
      let judged = own.flatMap { text in
        // A line with several colors is evaluated as if the whole line had this color.
        let alone = LegibilityTrial(
          colors: Dictionary(uniqueKeysWithValues: text.lines.colors.map { ($0, color) }),
          keepsShadows: true)
        return text.lines.figures(alone).map { ($0, text.target(rules)) }
      }
      // The line that reaches the smallest fraction of its target.
      let worst = judged.min { one, other in
        share(of: one.0, one.1) < share(of: other.0, other.1)
      }
      guard let (figures, target) = worst else { return nil }
      let replacement = trial.colors[color].flatMap { $0 == color ? nil : $0 }
      guard replacement != nil || !figures.reaches(target) else { return nil }
      return FaintColor(
        color: color, replacement: replacement, contrast: figures.contrast,
        lightness: figures.lightness, neededContrast: target.contrast,
        neededLightness: target.lightness)
    }
  }

  /// The fraction of its target that a line reaches.
  private func share(of figures: LegibilityFigures, _ target: LegibilityTarget) -> Double {
    min(figures.contrast / target.contrast, figures.lightness / max(1, target.lightness))
  }
}
