import Designs
import WallfarmPluginKit

extension LegibilityChooser {
  /// Maximum number of stacked shadows; more look like an outline.
  private static let mostShadows = 6

  /// The halos that reach the target: one in the theme's own colors, and the least visible one in
  /// other colors.
  ///
  /// The theme's own colors may include those with numbers in the text color.
  func halos(_ shades: PhotoShades, without first: Int) -> [Choice] {
    guard rules.aids.contains(.halo) else { return [] }
    let options = palettes.compactMap { palette in
      shades.trials(trial(palette), without: first).lazy.compactMap(weakestHalo).first
    }
    guard var own = options.first else { return [] }
    // Numbers with a much stronger glow than the text beside them attract attention.
    func glow(_ trial: LegibilityTrial) -> Float { trial.strongest * shades.distance(trial) }
    if let asText = options.first(where: { $0.colors == numbersAsText }),
      glow(asText) <= 0.75 * glow(own)
    {
      own = asText
    }
    func change(_ trial: LegibilityTrial) -> Float { shadows(trial) * shades.distance(trial) }
    let other = options.dropFirst().min { change($0) < change($1) }
    return ([own] + [other].compactMap { $0 }.filter { change($0) < change(own) }).map {
      Choice(trial: $0, aid: .halo, isEnough: true)
    }
  }

  /// The halo with the fewest shadows for each kind of text; nil if a kind cannot reach its target.
  ///
  /// Kinds are separate because colored numbers often need more than the text beside them, small
  /// text more than large figures, and digits on a disc nothing.
  private func weakestHalo(_ trial: LegibilityTrial) -> LegibilityTrial? {
    var halo: [TextKind: Float] = [:]
    for kind in kinds(trial) {
      let own = bare.filter { $0.lines.kind(trial) == kind }
      func isEnough(_ quarters: Int) -> Bool {
        var trial = trial
        trial.halo = [kind: Float(quarters) / 4]
        return reaches(trial, in: own)
      }
      if isEnough(0) { continue }
      var (low, high) = (0, 4 * LegibilityChooser.mostShadows)
      guard isEnough(high) else { return nil }
      while high - low > 1 {
        let middle = (low + high) / 2
        if isEnough(middle) { high = middle } else { low = middle }
      }
      halo[kind] = Float(high) / 4
    }
    var trial = trial
    // All kinds pass with the theme's shadows removed: uses the weakest halo in their place.
    trial.halo = halo.isEmpty ? strengths(trial, 0.25) : halo
    return trial
  }

  /// The strongest halo, for use even if it misses the target.
  func strongestHalo(_ trial: LegibilityTrial) -> LegibilityTrial {
    var trial = trial
    trial.halo = strengths(trial, Float(LegibilityChooser.mostShadows))
    return trial
  }

  private func strengths(_ trial: LegibilityTrial, _ shadows: Float) -> [TextKind: Float] {
    Dictionary(uniqueKeysWithValues: kinds(trial).map { ($0, shadows) })
  }

  private func kinds(_ trial: LegibilityTrial) -> Set<TextKind> {
    Set(texts.map { $0.lines.kind(trial) })
  }

  /// The number of halo shadows, weighted by the samples of each text.
  private func shadows(_ trial: LegibilityTrial) -> Float {
    bare.reduce(0) { sum, text in
      let letters = text.lines.samples.map(\.count).reduce(0, +)
      return sum + Float(letters) * (trial.halo[text.lines.kind(trial)] ?? 0)
    }
  }
}
