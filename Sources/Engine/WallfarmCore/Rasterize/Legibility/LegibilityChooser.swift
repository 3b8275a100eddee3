import Designs
import WallfarmPluginKit

/// Chooses the weakest aid that lets each line reach its target.
struct LegibilityChooser {
  let rules: LegibilityRules
  /// The lines with the theme's shadows.
  let texts: [JudgedText]
  /// The lines without the theme's shadows.
  let bare: [JudgedText]
  /// Whether the text must be light or dark to match other layouts; `nil` if it can be either.
  let letters: Letters?
  /// The position of a gradient; `nil` if none is possible.
  let gradient: EdgeGradient?
  /// The available colors for aids, derived from the photo behind the text.
  let shades: PhotoShades

  init(
    rules: LegibilityRules, texts: [JudgedText], bare: [JudgedText], letters: Letters?,
    gradient: EdgeGradient? = nil
  ) {
    (self.rules, self.texts, self.bare, self.letters) = (rules, texts, bare, letters)
    self.gradient = gradient
    shades = PhotoShades(behind: bare)
  }

  struct Choice {
    var trial: LegibilityTrial
    var aid: LegibilityAid?
  }

  /// Returns a choice without drawn aids: the unchanged text, or text in other colors; `nil` if
  /// neither reaches the target.
  func chooseColors() -> Choice? {
    let plain = LegibilityTrial()
    if isOfLook([:]), reaches(plain) { return Choice(trial: plain, aid: nil) }
    let asText = LegibilityTrial(colors: numbersAsText, keepsShadows: true)
    if !asText.colors.isEmpty, isOfLook(asText.colors), reaches(asText) {
      return Choice(trial: asText, aid: .color)
    }
    if let colors = colorsThatReach() {
      return Choice(trial: LegibilityTrial(colors: colors), aid: .color)
    }
    // A line with several colors may need a single color for all of its text.
    guard rules.aids.contains(.color) else { return nil }
    return palettes.lazy.map { LegibilityTrial(colors: $0) }.first { reaches($0) }.map { trial in
      Choice(trial: trial, aid: .color)
    }
  }

  /// The kinds of aids that are drawn directly on the photo, in the order in which they are tried.
  enum Rung: CaseIterable {
    /// A gradient that changes only a small part of the screen and is therefore preferred to
    /// shadows.
    case smallGradient
    case shadows
    case gradient
    case shadowsOnGradient
  }

  /// Returns the least visible choice that reaches the target with the given kind of aid; `nil` if
  /// there is none.
  ///
  /// The lines must have been measured for aids. The first `first` shades, which were too weak
  /// after drawing, are skipped.
  func choice(on rung: Rung, without first: Int = 0) -> Choice? {
    switch rung {
    case .smallGradient:
      return gradientChoice(without: first) { trial in
        let visible = Double(AidVisibility.least) / Double(max(shades.distance(trial), 1))
        return gradient?.strength(
          changing: LegibilityLimits.gradientInsteadOfShadows, by: visible)
      }
    case .shadows: return shadows(without: first)
    case .gradient: return gradientChoice(without: first) { _ in 1 }
    case .shadowsOnGradient:
      guard rules.aids.contains(.gradient), gradient != nil else { return nil }
      return shadows(without: first, on: Float(LegibilityLimits.gradientBelowShadows))
    }
  }

  private func gradientChoice(
    without first: Int, upTo most: (LegibilityTrial) -> Double?
  ) -> Choice? {
    guard rules.aids.contains(.gradient), gradient != nil else { return nil }
    let trial = weakest(without: first) { trial in
      most(trial).map { 0...min($0, LegibilityLimits.gradient) }
    }
    return trial.map { Choice(trial: $0, aid: .gradient) }
  }

  /// Returns the least visible card that is sufficient; the lines must have been measured on the
  /// blurred background.
  func card(without first: Int = 0) -> Choice? {
    guard rules.aids.contains(.card) else { return nil }
    return weakest(without: first) { _ in LegibilityLimits.card }.map {
      Choice(trial: $0, aid: .card)
    }
  }

  /// The replacements of low-contrast number colors with the theme's text color; empty if colors
  /// must be kept.
  ///
  /// The replacements are allowed even if the theme does not allow color as an aid.
  var numbersAsText: [Color: Color] {
    guard !rules.keepsColors else { return [:] }
    let numbers = bare.filter { $0.lines.isNumber && !$0.lines.colors.contains(rules.text) }
    let faint = numbers.filter { !reaches(LegibilityTrial(), in: [$0]) }.flatMap(\.lines.colors)
    let others = Set(bare.filter { !$0.lines.isNumber }.flatMap(\.lines.colors))
    return Dictionary(
      Set(faint).subtracting(others).map { ($0, rules.text) }, uniquingKeysWith: { $1 })
  }

  /// Finds, for each text color, the first color that reaches the target: the color itself, the
  /// theme's text color, or the alternate color.
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

  /// Returns the weakest shade with which text in the theme's colors reaches its target, or a
  /// clearly less visible shade for other colors.
  private func weakest(
    without first: Int, within range: (LegibilityTrial) -> ClosedRange<Double>?
  ) -> LegibilityTrial? {
    func change(_ trial: LegibilityTrial) -> Float { trial.shade * shades.distance(trial) }
    let worthwhile = Float(LegibilityLimits.worthwhile)
    var best: LegibilityTrial?
    var least = Float.infinity
    for palette in palettes {
      for trial in shades.trials(trial(palette), without: first) {
        guard let limits = range(trial), let found = weakestShade(trial, within: limits) else {
          continue
        }
        if best == nil {
          (best, least) = (found, worthwhile * change(found))
          if found.shade <= LegibilityChooser.faint { return found }
        } else if change(found) < least {
          (best, least) = (found, change(found))
        }
        break
      }
    }
    return best
  }

  /// The opacity up to which other text colors are not tried, because a shade with this opacity is
  /// barely visible.
  private static let faint: Float = 0.2

  /// Returns the lowest opacity in a range at which all lines reach their targets, to within 0.01;
  /// `nil` if there is none.
  private func weakestShade(
    _ trial: LegibilityTrial, within range: ClosedRange<Double>
  ) -> LegibilityTrial? {
    var trial = trial
    func isEnough(_ shade: Float) -> Bool {
      trial.shade = shade
      return reaches(trial)
    }
    var (low, high) = (Float(range.lowerBound), Float(range.upperBound))
    guard isEnough(high) else { return nil }
    if low > 0, isEnough(low) { return trial }
    while high - low > 0.01 {
      let middle = (low + high) / 2
      if isEnough(middle) { high = middle } else { low = middle }
    }
    trial.shade = high
    return trial
  }

  /// The colors that leave the fewest lines below their targets, for text that no aid can make
  /// legible.
  ///
  /// An aid that does not reach the target would change the picture without benefit.
  var bestColors: Choice {
    func weakLines(_ palette: [Color: Color]) -> Int {
      let trial = LegibilityTrial(colors: palette, keepsShadows: palette == numbersAsText)
      let lines = trial.hasOwnShadows ? texts : bare
      return lines.count { !$0.lines.reach($0.target(rules), trial) }
    }
    let best = palettes.map { ($0, weakLines($0)) }.min { $0.1 < $1.1 }?.0 ?? [:]
    return Choice(
      trial: LegibilityTrial(colors: best, keepsShadows: best == numbersAsText),
      aid: best.isEmpty ? nil : .color)
  }

  /// The palettes in the order in which they are tried: the theme's colors, numbers in the text
  /// color, one color for all text.
  ///
  /// If only some text colors miss their targets, palettes that replace only those colors are tried
  /// last, because a new color might have less contrast for a number on a disc.
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

  /// Returns whether a palette makes the text light or dark as required.
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
    let isAided = !trial.shadows.isEmpty || trial.shade > 0
    // Other colors and new shadows replace the theme's own shadows, so the lines that were measured
    // without the theme's shadows are used.
    let lines = some ?? (trial.hasOwnShadows ? texts : bare)
    // After an edit, the memoized results of unchanged lines often decide the outcome, so the
    // changed line does not need to be evaluated.
    var unknown: [JudgedText] = []
    for text in lines {
      switch text.lines.memoized(text.target(rules, isAided: isAided), trial) {
      case true?: break
      case false?: return false
      case nil: unknown.append(text)
      }
    }
    return unknown.allSatisfy { $0.lines.reach($0.target(rules, isAided: isAided), trial) }
  }
}
