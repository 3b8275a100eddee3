import Designs
import WallfarmPluginKit

extension LegibilityChooser {
  /// Maximum number of soft shadows; more shadows look like an outline.
  static let mostShadows: Float = 2
  /// The increment by which the number of shadows is varied; a difference of one increment is
  /// barely visible.
  static let shadowStep: Float = 1 / 32

  /// The weakest shadows with which text in the theme's colors reaches its target, or clearly less
  /// visible shadows for other text colors.
  ///
  /// A variant that only changes numbers to the theme's text color counts as the theme's own
  /// colors.
  ///
  /// - Parameters:
  ///   - first: the number of shadow colors to skip.
  ///   - gradient: the opacity of a gradient below the shadows, 0…1.
  /// - Returns: the choice; `nil` if no shadows are sufficient.
  func shadows(without first: Int, on gradient: Float = 0) -> Choice? {
    guard rules.aids.contains(.shadow) else { return nil }
    let options = palettes.compactMap { palette in
      var trial = trial(palette)
      trial.shade = gradient
      return shades.trials(trial, without: first).lazy.compactMap(weakestShadows).first
    }
    guard var own = options.first else { return nil }
    // Numbers that glow much more strongly than the text next to them would attract attention.
    func glow(_ trial: LegibilityTrial) -> Float { trial.mostShadows * shades.distance(trial) }
    if let asText = options.first(where: { $0.colors == numbersAsText }),
      glow(asText) <= 0.75 * glow(own)
    {
      own = asText
    }
    func change(_ trial: LegibilityTrial) -> Float {
      shadowSum(trial) * shades.distance(trial) * (trial.darkens ? 1 : Float(LegibilityLimits.glow))
    }
    let other = options.dropFirst().min { change($0) < change($1) }
    let most = Float(LegibilityLimits.worthwhile) * change(own)
    let best = other.flatMap { change($0) < most ? $0 : nil } ?? own
    return Choice(trial: best, aid: .shadow)
  }

  /// The weakest shadows for each kind of text; nil if a kind cannot reach its target.
  ///
  /// Kinds are separate because colored numbers often need stronger shadows than the text next to
  /// them, small text needs stronger shadows than large figures, and digits on a disc need none.
  private func weakestShadows(_ trial: LegibilityTrial) -> LegibilityTrial? {
    var shadows: [TextKind: Float] = [:]
    for kind in kinds(trial) {
      let own = bare.filter { $0.lines.kind(trial) == kind }
      func isEnough(_ steps: Int) -> Bool {
        var trial = trial
        if steps > 0 { trial.shadows = [kind: Float(steps) * LegibilityChooser.shadowStep] }
        return reaches(trial, in: own)
      }
      if isEnough(0) { continue }
      var (low, high) = (0, Int(LegibilityChooser.mostShadows / LegibilityChooser.shadowStep))
      guard isEnough(high) else { return nil }
      while high - low > 1 {
        let middle = (low + high) / 2
        if isEnough(middle) { high = middle } else { low = middle }
      }
      shadows[kind] = Float(high) * LegibilityChooser.shadowStep
    }
    var trial = trial
    // If all kinds reach their targets without the theme's shadows, a weak shadow replaces the
    // theme's shadows.
    trial.shadows =
      shadows.isEmpty
      ? Dictionary(uniqueKeysWithValues: kinds(trial).map { ($0, 0.25) }) : shadows
    return trial
  }

  private func kinds(_ trial: LegibilityTrial) -> Set<TextKind> {
    Set(texts.map { $0.lines.kind(trial) })
  }

  /// Returns the total number of shadows, weighted by the number of samples in each text layer.
  private func shadowSum(_ trial: LegibilityTrial) -> Float {
    bare.reduce(0) { sum, text in
      let letters = text.lines.samples.map(\.count).reduce(0, +)
      return sum + Float(letters) * (trial.shadows[text.lines.kind(trial)] ?? 0)
    }
  }
}
