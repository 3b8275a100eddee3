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
  /// The nearest opaque color of the same hue with which every line in this color is legible on the
  /// same background; nil if there is none, or if none was requested.
  package var sufficientColor: Color?

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
      lightness: lightness, neededContrast: neededContrast, neededLightness: neededLightness,
      sufficientColor: sufficientColor)
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
        text.lines.figures(.all(text.lines.colors, in: color)).map { ($0, text.target(rules)) }
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
        neededLightness: target.lightness,
        sufficientColor: rules.suggestsColors ? sufficientColor(near: color, for: own) : nil)
    }
  }

  /// Returns the nearest color between a color and white or black with which all lines reach their
  /// targets; nil if there is none.
  private func sufficientColor(near color: Color, for texts: [JudgedText]) -> Color? {
    var opaque = color
    opaque.alpha = 255
    let candidates = stride(from: 0, through: 1, by: 0.02).lazy.flatMap { share in
      [Color.white, .black].map { $0.opacity(share).over(opaque) }
    }
    return candidates.first { candidate in
      texts.allSatisfy { text in
        text.lines.reach(text.target(rules), .all(text.lines.colors, in: candidate))
      }
    }
  }

  /// The fraction of its target that a line reaches.
  private func share(of figures: LegibilityFigures, _ target: LegibilityTarget) -> Double {
    min(figures.contrast / target.contrast, figures.lightness / max(1, target.lightness))
  }
}

extension LegibilityTrial {
  /// A trial in which all text has one color; a line with several colors is evaluated as if the
  /// whole line had this color.
  fileprivate static func all(_ colors: [Color], in color: Color) -> LegibilityTrial {
    LegibilityTrial(
      colors: Dictionary(uniqueKeysWithValues: colors.map { ($0, color) }), keepsShadows: true)
  }
}
