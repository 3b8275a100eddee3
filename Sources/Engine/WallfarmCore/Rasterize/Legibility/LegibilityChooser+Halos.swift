import Designs
import WallfarmPluginKit

extension LegibilityChooser {
  /// More shadows than these look like an outline.
  private static let mostShadows = 6

  /// The halos that are enough: in the theme's own colours, those of its numbers or without them, and that of all
  /// others that changes least.
  func halos(_ shades: PhotoShades, without first: Int) -> [Choice] {
    guard rules.aids.contains(.halo) else { return [] }
    let options = palettes.compactMap { palette in
      shades.trials(trial(palette), without: first).lazy.compactMap(weakestHalo).first
    }
    guard var own = options.first else { return [] }
    // Numbers that glow much more than the text beside them are seen before it.
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

  /// The halo with the fewest shadows behind the texts of each kind; nil where some have not enough of them.
  ///
  /// Numbers in a colour of their own often need more than the text beside them, small words more than large figures,
  /// and digits on a disc none: those would glow for nothing.
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
    // Only the theme's own shadows were too little: the least there is takes their place.
    trial.halo = halo.isEmpty ? strengths(trial, 0.25) : halo
    return trial
  }

  /// A halo that is as strong as may be, although it is not enough.
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

  /// How many shadows are drawn, in letters that have one.
  private func shadows(_ trial: LegibilityTrial) -> Float {
    bare.reduce(0) { sum, text in
      let letters = text.lines.samples.map(\.count).reduce(0, +)
      return sum + Float(letters) * (trial.halo[text.lines.kind(trial)] ?? 0)
    }
  }
}
