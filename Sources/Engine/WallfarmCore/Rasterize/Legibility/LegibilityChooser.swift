import Designs
import WallfarmPluginKit

/// Finds the least aid with which every line reaches its contrast.
struct LegibilityChooser {
  let rules: LegibilityRules
  /// The lines as the theme draws them.
  let texts: [JudgedText]
  /// The lines without the theme's own shadows.
  let bare: [JudgedText]
  /// What the letters have to be, where others of the picture are so; nil: either.
  var letters: Letters?

  /// Shadow strength that still looks like light and not like dirt.
  private static let shadowStrength: Float = 0.75
  /// A pane weaker than this is a scrim; from here on it is a strong one.
  private static let strongFrom: Float = 0.5
  /// A little more than asked: what is drawn is rounded to whole levels, and other eyes measure
  /// other pixels of the same line.
  private static let margin = 1.04

  struct Choice {
    var trial: LegibilityTrial
    var aid: LegibilityAid?
    /// Whether every line reaches its contrast.
    var isEnough: Bool
  }

  /// What is enough without drawing anything: nothing at all, or other colours; nil if neither is.
  func chooseColors() -> Choice? {
    let plain = LegibilityTrial()
    if isOfLook([:]), reaches(plain) { return Choice(trial: plain, aid: nil, isEnough: true) }
    let asText = LegibilityTrial(colors: numbersAsText, keepsShadows: true)
    if !asText.colors.isEmpty, isOfLook(asText.colors), reaches(asText) {
      return Choice(trial: asText, aid: .color, isEnough: true)
    }
    return colorsThatReach().map { colors in
      Choice(trial: LegibilityTrial(colors: colors), aid: .color, isEnough: true)
    }
  }

  /// What is drawn, from what is seen least.
  ///
  /// Of 107 pictures on photos for which a halo was enough, none had a pane that was seen less: most are seen three
  /// times as much.
  enum Rung: CaseIterable {
    case shadow
    case halo
    case pane
  }

  /// What is enough on a rung and worth being drawn; needs lines that were measured with shadows.
  ///
  /// `without` leaves out the first shades of the picture: those that came out too weak once they were drawn.
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

  /// Numbers that are too faint in the colour of the text, which no theme forbids: they are still its own colours.
  var numbersAsText: [Color: Color] {
    let numbers = bare.filter { $0.isNumber && !$0.lines.colors.contains(rules.text) }
    let faint = numbers.filter { !reaches(LegibilityTrial(), in: [$0]) }.flatMap(\.lines.colors)
    let others = Set(bare.filter { !$0.isNumber }.flatMap(\.lines.colors))
    return Dictionary(
      Set(faint).subtracting(others).map { ($0, rules.text) }, uniquingKeysWith: { $1 })
  }

  /// For each text colour, the first of itself, the theme's and the other one that reaches.
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

  /// The weakest panes that are enough: in the theme's own colours, and in the others that are seen least.
  private func panes(_ shades: PhotoShades, without first: Int) -> [Choice] {
    let options = palettes.compactMap { palette -> LegibilityTrial? in
      shades.trials(trial(palette), without: first).lazy.compactMap(weakestPane).first
    }
    guard let own = options.first else { return [] }
    func change(_ trial: LegibilityTrial) -> Float { trial.scrim * shades.distance(trial) }
    let others = [true, false].compactMap { darkens in
      options.dropFirst().filter { $0.darkens == darkens }.min { change($0) < change($1) }
    }
    // Half as strong again is more to see, whatever its colour.
    let worth = others.filter {
      change($0) < 1.5 * change(own) && own.scrim > LegibilityChooser.faint
    }
    return ([own] + worth).map { Choice(trial: $0, aid: aid(of: $0.scrim), isEnough: true) }
  }

  /// The weakest pane that is enough; nil where the theme does not allow it, or where it hides the photo.
  private func weakestPane(_ trial: LegibilityTrial) -> LegibilityTrial? {
    let strongest = min(
      strongestAllowed, trial.tint == nil ? strongestAllowed : LegibilityChooser.strongestTinted)
    guard let strength = weakestScrim(trial), strength <= strongest else { return nil }
    var trial = trial
    trial.scrim = strength
    return trial
  }

  /// A pane in the photo's own colour that is stronger than this hides the photo.
  private static let strongestTinted: Float = 0.65

  /// A pane no stronger than this is left as it is: hardly anybody sees it.
  private static let faint: Float = 0.2

  /// The strongest pane that the theme allows; 0 where it allows none.
  private var strongestAllowed: Float {
    if rules.aids.contains(.strongScrim) { return 1 }
    return rules.aids.contains(.scrim) ? LegibilityChooser.strongFrom - 0.01 : 0
  }

  private func aid(of strength: Float) -> LegibilityAid {
    strength < LegibilityChooser.strongFrom && rules.aids.contains(.scrim) ? .scrim : .strongScrim
  }

  /// The least strength with which every line reaches, to a hundredth; nil where none does.
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

  /// The strongest aid the theme allows, although it is not enough.
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

  /// The theme's colours; numbers and lines in its text colour; everything in the other colour.
  ///
  /// Then the same for those colours alone that are hard to read: a number may stand on a disc of its
  /// own, where another colour would be worse.
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

  /// Whether most of the letters are what they have to be.
  private func isOfLook(_ palette: [Color: Color]) -> Bool {
    letters.map { trial(palette).darkens == ($0 == .light) } ?? true
  }

  /// A trial whose shadow and pane are opposite to most of the text.
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
    // An aid that is drawn is rounded; the plain picture is measured as it is.
    let margin =
      trial.shadow > 0 || !trial.halo.isEmpty || trial.scrim > 0 ? LegibilityChooser.margin : 1
    // Another colour or a new shadow takes the place of the theme's own shadow.
    let lines = some ?? (trial.hasOwnShadows ? texts : bare)
    return lines.allSatisfy { $0.lines.reach($0.target(rules, margin: margin), trial) }
  }
}
