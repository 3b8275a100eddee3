import Designs
import Graphics
import WallfarmPluginKit

/// Tries aids in order from the least to the most visible, by drawing them and measuring the
/// contrast.
extension Legibility {
  /// Text that needs an aid.
  struct HelpedText {
    var foreground: [Layer]
    let lines: [TextLineBounds]
    /// The position of a gradient; `nil` if none is possible.
    let gradient: EdgeGradient?
    /// The text without aids.
    let plain: [JudgedText]
    /// The contrast of the text without aids.
    let before: [LegibilityFigures]
  }

  /// Returns the text with the first sufficient aid that is drawn directly on the photo; `nil` if
  /// none is sufficient.
  func drawn(
    _ text: HelpedText, _ chooser: LegibilityChooser, over ground: Ground
  ) throws(RenderError) -> Adapted? {
    for rung in LegibilityChooser.Rung.allCases {
      // If a shade is too weak after drawing, a stronger shade is tried.
      for shades in 0..<PhotoShades.count {
        guard let choice = chooser.choice(on: rung, without: shades) else { break }
        let found = try draw(choice, text, over: ground, background: nil)
        guard found.report.isEnough else {
          if choice.trial.tint == nil { break }
          continue
        }
        if try isAllowed(found, on: rung, over: ground) { return found }
        break
      }
    }
    return nil
  }

  /// Returns whether a drawn gradient changes only a small part of the screen; other aids are
  /// always allowed.
  ///
  /// The estimate before drawing can be wrong, because the photo may be darker or lighter away from
  /// the text.
  private func isAllowed(
    _ drawn: Adapted, on rung: LegibilityChooser.Rung, over ground: Ground
  ) throws(RenderError) -> Bool {
    guard rung == .smallGradient else { return true }
    return try share(changedBy: drawn.aids, over: ground)
      <= LegibilityLimits.gradientInsteadOfShadows
  }

  /// The text on a card; nil if no card is allowed or sufficient.
  func carded(
    _ text: HelpedText, letters: Letters?, over ground: Ground
  ) throws(RenderError) -> Adapted? {
    guard rules.aids.contains(.card) else { return nil }
    let frosted = try drawing.grounds.frosted(ground, drawing)
    // The theme's shadows would look like dirt on a card.
    var text = text
    text.foreground = text.foreground.map(\.withoutShadows)
    let bare = try measure(text.foreground, over: frosted.ground, forAids: true)
    let chooser = LegibilityChooser(rules: rules, texts: bare, bare: bare, letters: letters)
    for shades in 0..<PhotoShades.count {
      guard let choice = chooser.card(without: shades) else { break }
      let found = try draw(choice, text, over: ground, background: frosted.content)
      if found.report.isEnough { return found }
    }
    return nil
  }

  /// Draws the chosen aids and measures again.
  ///
  /// An aid that is too weak after drawing is strengthened and drawn again. `background` is the
  /// blurred background of a card; `nil` for other aids.
  private func draw(
    _ choice: LegibilityChooser.Choice, _ text: HelpedText, over ground: Ground,
    background: PixelContent?
  ) throws(RenderError) -> Adapted {
    let plain = text.plain
    var trial = choice.trial
    let most = Float(
      background == nil ? LegibilityLimits.gradient : LegibilityLimits.card.upperBound)
    // A trial is strengthened at most six times.
    for attempt in 0...6 {
      let aids = aids(behind: text, trial, background)
      let layers = layers(text.foreground, with: trial)
      let measured = try measure(layers, among: aids + layers, over: ground)
      let after = figures(measured, LegibilityTrial())
      let isEnough = zip(after, targets(plain, areAided: true)).allSatisfy { $0.reaches($1) }
      let isStrongest =
        trial.shadows.isEmpty
        ? trial.shade >= most : trial.mostShadows >= LegibilityChooser.mostShadows
      if isEnough || isStrongest || attempt == 6 {
        var drawn = choice
        drawn.trial = trial
        var report = report(plain, text.before, after, drawn)
        report.hasGlow = !trial.shadows.isEmpty && !trial.darkens
        return Adapted(aids: aids, layers: layers, report: report)
      }
      if trial.shadows.isEmpty {
        trial.shade = min(most, trial.shade + 0.03)
      } else {
        for kind in weak(measured, plain, trial) {
          trial.shadows[kind] = min(
            LegibilityChooser.mostShadows, trial.shadows[kind, default: 0] + 0.125)
        }
      }
    }
    preconditionFailure("the last attempt is always accepted")
  }

  /// Returns the kinds of text in which at least one line misses its target after drawing.
  private func weak(
    _ drawn: [JudgedText], _ plain: [JudgedText], _ trial: LegibilityTrial
  ) -> Set<TextKind> {
    let weak = zip(drawn, plain).filter { drawn, plain in
      let target = plain.target(rules, isAided: true)
      return !drawn.lines.figures(LegibilityTrial()).allSatisfy { $0.reaches(target) }
    }
    return Set(weak.map { $1.lines.kind(trial) })
  }
}
