import Designs
import WallfarmPluginKit

/// Chooses the weakest aid with which each line reaches its target.
struct LegibilityChooser {
  let rules: LegibilityRules
  /// The lines with the theme's shadows.
  let texts: [JudgedText]
  /// The lines without the theme's shadows.
  let bare: [JudgedText]
  /// The required kind of letters, to match other layouts; nil for any.
  var letters: Letters?

  /// Shadow strength, 0…1; a stronger one looks dirty.
  private static let shadowStrength: Float = 0.75
  /// Pane strength from which on the aid counts as a strong scrim.
  private static let strongFrom: Float = 0.5
  /// Factor on the target to allow for rounding of drawn pixels and for other sampling of the same
  /// line.
  private static let margin = 1.04

  struct Choice {
    var trial: LegibilityTrial
    var aid: LegibilityAid?
    /// Whether all lines reach their targets.
    var isEnough: Bool
  }

  /// A choice that draws nothing: the plain text or other colors; nil if neither reaches the
  /// target.
  func chooseColors() -> Choice? {
    let plain = LegibilityTrial()
    if isOfLook([:]), reaches(plain) { return Choice(trial: plain, aid: nil, isEnough: true) }
    let asText = LegibilityTrial(colors: numbersAsText, keepsShadows: true)
    if !asText.colors.isEmpty, isOfLook(asText.colors), reaches(asText) {
      return Choice(trial: asText, aid: .color, isEnough: true)
    }
    if let colors = colorsThatReach() {
      return Choice(trial: LegibilityTrial(colors: colors), aid: .color, isEnough: true)
    }
    // A line with several colors may need one for all of them.
    guard rules.aids.contains(.color) else { return nil }
    return palettes.lazy.map { LegibilityTrial(colors: $0) }.first { reaches($0) }.map { trial in
      Choice(trial: trial, aid: .color, isEnough: true)
    }
  }

  /// The kinds of drawn aids, least visible first.
  ///
  /// Of 107 pictures on photos for which a halo was sufficient, none had a less visible pane; most
  /// panes were three times as visible.
  enum Rung: CaseIterable {
    case shadow
    case halo
    case pane
  }

  /// The choices on a rung that reach the target; the lines must be measured with shadows.
  ///
  /// `without` skips the first shades, which were too weak once drawn.
  func choices(on rung: Rung, without shades: Int = 0) -> [Choice] {
    switch rung {
    case .shadow: shadow().map { [$0] } ?? []
    case .halo: halos(PhotoShades(behind: bare), without: shades)
    case .pane: panes(PhotoShades(behind: bare), without: shades)
    }
  }

  private func shadow() -> Choice? {
    guard rules.aids.contains(.shadow) else { return nil }
    let trials = palettes.lazy.map { palette in
      var trial = trial(palette)
      trial.shadow = LegibilityChooser.shadowStrength
      return trial
    }
    return trials.first { reaches($0) }.map { Choice(trial: $0, aid: .shadow, isEnough: true) }
  }

  /// Replacements of low-contrast number colors by the text color, which needs no permission of the
  /// theme.
  var numbersAsText: [Color: Color] {
    let numbers = bare.filter { $0.isNumber && !$0.lines.colors.contains(rules.text) }
    let faint = numbers.filter { !reaches(LegibilityTrial(), in: [$0]) }.flatMap(\.lines.colors)
    let others = Set(bare.filter { !$0.isNumber }.flatMap(\.lines.colors))
    return Dictionary(
      Set(faint).subtracting(others).map { ($0, rules.text) }, uniquingKeysWith: { $1 })
  }

  /// For each text color, the first that reaches the target: itself, the theme's text color, the
  /// alternate.
  private func colorsThatReach() -> [Color: Color]? {
    guard rules.aids.contains(.color) else { return nil }
    var colors: [Color: Color] = [:]
    for color in Set(texts.flatMap(\.lines.colors)) {
      let own = bare.filter { $0.lines.colors.contains(color) }
      let candidates = [color, rules.text, rules.alternate].filter { candidate in
        letters.map { Letters(candidate) == $0 } ?? true
      }
      let found = candidates.first { candidate in
        reaches(LegibilityTrial(colors: [color: candidate]), in: own)
      }
      guard let found else { return nil }
      colors[color] = found
    }
    return colors
  }

  /// The weakest panes that reach the target: in the theme's own colors, and the least visible ones
  /// in others.
  private func panes(_ shades: PhotoShades, without first: Int) -> [Choice] {
    let options = palettes.compactMap { palette -> LegibilityTrial? in
      shades.trials(trial(palette), without: first).lazy.compactMap(weakestPane).first
    }
    guard let own = options.first else { return [] }
    func change(_ trial: LegibilityTrial) -> Float { trial.scrim * shades.distance(trial) }
    let others = [true, false].compactMap { darkens in
      options.dropFirst().filter { $0.darkens == darkens }.min { change($0) < change($1) }
    }
    // A pane at least 1.5 times as strong is more visible in any color.
    let worth = others.filter {
      change($0) < 1.5 * change(own) && own.scrim > LegibilityChooser.faint
    }
    return ([own] + worth).map { Choice(trial: $0, aid: aid(of: $0.scrim), isEnough: true) }
  }

  /// The weakest pane that reaches the target; nil if it exceeds the theme's limit or would hide
  /// the photo.
  private func weakestPane(_ trial: LegibilityTrial) -> LegibilityTrial? {
    let strongest = min(
      strongestAllowed, trial.tint == nil ? strongestAllowed : LegibilityChooser.strongestTinted)
    guard let strength = weakestScrim(trial), strength <= strongest else { return nil }
    var trial = trial
    trial.scrim = strength
    return trial
  }

  /// Maximum strength of a pane in the photo's color; a stronger one hides the photo.
  private static let strongestTinted: Float = 0.65

  /// Pane strength up to which other colors are not tried, because it is barely visible.
  private static let faint: Float = 0.2

  /// Maximum pane strength that the theme allows; 0 if none.
  private var strongestAllowed: Float {
    if rules.aids.contains(.strongScrim) { return 1 }
    return rules.aids.contains(.scrim) ? LegibilityChooser.strongFrom - 0.01 : 0
  }

  private func aid(of strength: Float) -> LegibilityAid {
    strength < LegibilityChooser.strongFrom && rules.aids.contains(.scrim) ? .scrim : .strongScrim
  }

  /// The minimum strength with which all lines reach their targets, to 0.01; nil if no strength
  /// does.
  private func weakestScrim(_ trial: LegibilityTrial) -> Float? {
    var trial = trial
    trial.scrim = 1
    guard reaches(trial) else { return nil }
    var (low, high): (Float, Float) = (0, 1)
    while high - low > 0.01 {
      trial.scrim = (low + high) / 2
      if reaches(trial) { high = trial.scrim } else { low = trial.scrim }
    }
    return high
  }

  /// The fallback if no aid reaches the target: the strongest one that the theme allows.
  var notEnough: Choice {
    var trial = trial(palettes.first ?? [:])
    var aid: LegibilityAid?
    if strongestAllowed > 0 {
      // A black or white bar helps no more than a dark pane does, and looks broken.
      trial.scrim = min(strongestAllowed, weakestScrim(trial) ?? 0.6)
      aid = self.aid(of: trial.scrim)
    } else if rules.aids.contains(.halo) {
      aid = .halo
      trial = strongestHalo(trial)
    } else if rules.aids.contains(.shadow) {
      aid = .shadow
      trial.shadow = LegibilityChooser.shadowStrength
    }
    return Choice(trial: trial, aid: aid, isEnough: false)
  }

  /// The palettes to try, in order: the theme's, numbers in the text color, one color for all text.
  ///
  /// Finally one color for only those text colors that miss their targets: a number may stand on a
  /// disc on which another color would be worse.
  var palettes: [[Color: Color]] { allPalettes.filter(isOfLook) }

  private var allPalettes: [[Color: Color]] {
    let numbers = numbersAsText
    let own = [[:]] + (numbers.isEmpty ? [] : [numbers])
    guard rules.aids.contains(.color) else { return own }
    let colors = Set(texts.flatMap(\.lines.colors))
    func palettes(of colors: Set<Color>) -> [[Color: Color]] {
      [rules.text, rules.alternate].map { color in
        Dictionary(uniqueKeysWithValues: colors.map { ($0, color) })
      }
    }
    let hard = colors.filter { color in
      !reaches(LegibilityTrial(), in: bare.filter { $0.lines.colors.contains(color) })
    }
    return own + palettes(of: colors) + (hard == colors ? [] : palettes(of: hard))
  }

  /// Whether a palette has the required kind of letters.
  private func isOfLook(_ palette: [Color: Color]) -> Bool {
    letters.map { trial(palette).darkens == ($0 == .light) } ?? true
  }

  /// A trial whose aids contrast with the majority of the text.
  func trial(_ palette: [Color: Color]) -> LegibilityTrial {
    var trial = LegibilityTrial(colors: palette, keepsShadows: palette == numbersAsText)
    let weights = texts.map { text in
      let isLight = Letters(trial.color(for: text.lines.colors[0])) == .light
      return Double(text.lines.samples.map(\.count).reduce(0, +)) * (isLight ? 1 : -1)
    }
    trial.darkens = weights.reduce(0, +) >= 0
    return trial
  }

  func reaches(_ trial: LegibilityTrial, in some: [JudgedText]? = nil) -> Bool {
    // A drawn aid is rounded to pixel levels; the plain picture is measured exactly.
    let margin =
      trial.shadow > 0 || !trial.halo.isEmpty || trial.scrim > 0 ? LegibilityChooser.margin : 1
    // Other colors and new shadows replace the theme's own shadow.
    let lines = some ?? (trial.hasOwnShadows ? texts : bare)
    return lines.allSatisfy { $0.lines.reach($0.target(rules, margin: margin), trial) }
  }
}
