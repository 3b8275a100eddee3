import Designs
import Graphics
import WallfarmPluginKit

/// The aids that are drawn, from the least to the most visible.
extension Legibility {
  /// A text that needs an aid.
  struct HelpedText {
    var foreground: [Layer]
    let lines: [TextLineBounds]
    /// The texts without aids.
    let plain: [JudgedText]
    /// Their contrast.
    let before: [LegibilityFigures]
  }

  /// The text with the first sufficient aid on the photo itself; nil if none is.
  func drawn(
    _ text: HelpedText, _ chooser: LegibilityChooser, over ground: Ground
  ) throws(RenderError) -> Adapted? {
    func first(of rung: LegibilityChooser.Rung) throws(RenderError) -> Adapted? {
      for shades in 0..<PhotoShades.count {
        let choices = chooser.choices(on: rung, without: shades)
        guard !choices.isEmpty else { return nil }
        let best = try leastVisible(choices, text, over: ground)
        if best.report.isEnough { return best }
        // A shade that is too weak once drawn is followed by a stronger one.
        if choices.allSatisfy({ $0.trial.tint == nil }) { return nil }
      }
      return nil
    }
    let isNearEdge =
      EdgeGradient(color: .black, strength: 1, screen: screen).layer(behind: text.lines) != nil
    if isNearEdge, try mayBeSmall(chooser.choices(on: .gradient), text, over: ground),
      let gradient = try first(of: .gradient), try isSmall(gradient.aids, over: ground)
    {
      return gradient
    }
    if let shadows = try first(of: .shadows) { return shadows }
    guard isNearEdge else { return nil }
    if let gradient = try first(of: .gradient) { return gradient }
    return try first(of: .shadowsOnGradient)
  }

  /// Whether a gradient may change so little of the screen that it is preferred to shadows; drawing
  /// it only makes it stronger.
  private func mayBeSmall(
    _ gradients: [LegibilityChooser.Choice], _ text: HelpedText, over ground: Ground
  ) throws(RenderError) -> Bool {
    for gradient in gradients {
      let aids = aids(behind: text.foreground, text.lines, gradient.trial, nil)
      if try isSmall(aids, over: ground) { return true }
    }
    return false
  }

  private func isSmall(_ aids: [Layer], over ground: Ground) throws(RenderError) -> Bool {
    try share(changedBy: aids, over: ground) <= LegibilityLimits.gradientInsteadOfShadows
  }

  /// The text on a card; nil if none is allowed or sufficient.
  func carded(
    _ text: HelpedText, letters: Letters?, over ground: Ground
  ) throws(RenderError) -> Adapted? {
    guard rules.aids.contains(.card) else { return nil }
    let frosted = try ground.withSurface { (surface) throws(RenderError) in
      Ground(
        nil,
        try surface.frosted(
          sigma: FrostedCard.blur * drawing.scale.mean, saturation: FrostedCard.saturation))
    }
    // The theme's shadows would look like dirt on a card.
    var text = text
    text.foreground = text.foreground.map(\.withoutShadows)
    let below = try covered(try under(text.foreground, over: frosted), text.foreground)
    let bare = try measure(text.foreground, over: below)
    let chooser = LegibilityChooser(rules: rules, texts: bare, bare: bare, letters: letters)
    var background: PixelContent?
    for shades in 0..<PhotoShades.count {
      let choices = chooser.cards(without: shades)
      guard !choices.isEmpty else { break }
      if background == nil {
        background = try frosted.withSurface { (surface) throws(RenderError) in
          try surface.content(in: drawing.space)
        }
      }
      let best = try leastVisible(choices, text, over: ground, background: background)
      if best.report.isEnough { return best }
    }
    return nil
  }

  /// The choice with the least visible aids once all are drawn.
  private func leastVisible(
    _ choices: [LegibilityChooser.Choice], _ text: HelpedText, over ground: Ground,
    background: PixelContent? = nil
  ) throws(RenderError) -> Adapted {
    let ways = try choices.map { (choice) throws(RenderError) in
      try draw(choice, text, over: ground, background: background)
    }
    return try leastVisible(ways, over: ground)
  }

  /// Draws the chosen aids and measures again.
  ///
  /// An aid that is too weak once drawn is strengthened and drawn again. `background` is that of a
  /// card.
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
      let aids = aids(behind: text.foreground, text.lines, trial, background)
      let layers = layers(text.foreground, with: trial)
      let measured = try measure(layers, over: try under(aids + layers, over: ground))
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
            LegibilityChooser.mostShadows, trial.shadows[kind, default: 0] + 0.25)
        }
      }
    }
    preconditionFailure("the last attempt is always taken")
  }

  /// The kinds of texts with a line that is drawn below its target.
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
