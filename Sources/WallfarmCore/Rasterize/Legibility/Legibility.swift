import Graphics
import WallfarmPluginKit

/// Makes text readable on the pixels it really stands on.
///
/// Runs after the background is drawn and before the text is. It looks at the pixels under and
/// beside the glyphs of every line, and changes the foreground by the least that brings the 5th
/// percentile of every line to the contrast the theme asks for.
struct Legibility {
  let rules: LegibilityRules
  let text: TextEngine
  let scale: Scale
  /// The screen, in points.
  let canvas: Size

  /// The foreground with the aids it needs, and the figures.
  func adapt(
    _ foreground: [Layer], over surface: borrowing ImageSurface,
    drawing rasterizer: Rasterizer
  ) throws(RenderError) -> (foreground: [Layer], report: LegibilityReport) {
    let bareLayers = foreground.map(\.withoutShadows)
    let hasShadows = bareLayers != foreground
    var plain = try measure(foreground, over: surface, drawing: rasterizer)
    var bare =
      hasShadows ? try measure(bareLayers, over: surface, drawing: rasterizer) : plain
    let before = figures(plain, LegibilityTrial())
    let first = LegibilityChooser(rules: rules, texts: plain, bare: bare)
    if let choice = first.chooseColors() {
      let after = figures(choice.trial.colors.isEmpty ? plain : bare, choice.trial)
      return (
        layers(foreground, with: choice.trial),
        report(plain, before, after, choice.aid, scrim: 0)
      )
    }
    plain = try measure(foreground, over: surface, drawing: rasterizer, withShadows: true)
    bare =
      hasShadows
      ? try measure(bareLayers, over: surface, drawing: rasterizer, withShadows: true) : plain
    let chooser = LegibilityChooser(rules: rules, texts: plain, bare: bare)
    let choice = chooser.chooseAid()
    let drawn = try draw(choice, foreground, plain, before, over: surface, drawing: rasterizer)
    guard choice.aid == .shadow, drawn.report.lines.contains(where: { $0.after < rules.contrast })
    else { return drawn }
    // The shadow was just not enough once it was drawn: take the next rung.
    return try draw(
      chooser.chooseAid(besidesShadow: true), foreground, plain, before, over: surface,
      drawing: rasterizer)
  }

  /// Draws the chosen aids on a copy and measures again; a band that came out too weak by rounding
  /// is drawn a little stronger.
  private func draw(
    _ choice: LegibilityChooser.Choice, _ foreground: [Layer], _ plain: [TextLines],
    _ before: [Double], over surface: borrowing ImageSurface, drawing rasterizer: Rasterizer
  ) throws(RenderError) -> (foreground: [Layer], report: LegibilityReport) {
    var trial = choice.trial
    for _ in 0..<6 {
      let layers = layers(foreground, with: trial)
      let measured = try measure(layers, over: surface, drawing: rasterizer)
      let after = figures(measured, LegibilityTrial())
      let isEnough = after.allSatisfy { $0 >= rules.contrast }
      if isEnough || !choice.isEnough || trial.scrim == 0 || trial.scrim >= 1 {
        return (layers, report(plain, before, after, choice.aid, scrim: trial.scrim))
      }
      trial.scrim = min(1, trial.scrim + 0.02)
    }
    let layers = layers(foreground, with: trial)
    let after = figures(
      try measure(layers, over: surface, drawing: rasterizer), LegibilityTrial())
    return (layers, report(plain, before, after, choice.aid, scrim: trial.scrim))
  }

  /// The lines of every text, each with the pixels it stands on.
  ///
  /// Where a new shadow would fall is worked out only on demand: most pictures need none.
  private func measure(
    _ layers: [Layer], over surface: borrowing ImageSurface, drawing rasterizer: Rasterizer,
    withShadows: Bool = false
  ) throws(RenderError) -> [TextLines] {
    guard layers.contains(where: \.drawsBesidesGlyphs) else {
      return try lines(of: layers, over: surface, withShadows)
    }
    // Cards, badges, bands and the theme's own shadows lie under the text too.
    let ground = try surface.copy()
    try rasterizer.draw(layers, on: ground, scale: scale, hidingGlyphs: true)
    return try lines(of: layers, over: ground, withShadows)
  }

  private func lines(
    of layers: [Layer], over surface: borrowing ImageSurface, _ withShadows: Bool
  ) throws(RenderError) -> [TextLines] {
    var found: [TextLines] = []
    for (name, content) in layers.flatMap(\.texts) {
      let shaped = try text.shape(content.block, width: content.frame.width)
      let size = content.block.style.size
      let ink = try TextInk(
        of: shaped, at: content.frame.origin, size: size, withShadow: withShadows)
      found.append(
        TextLines(
          content, layer: name, ink: ink, scale: scale, over: surface))
    }
    return found
  }

  private func figures(_ texts: [TextLines], _ trial: LegibilityTrial) -> [Double] {
    texts.flatMap { text in
      text.samples.indices.map { text.fifthPercentile(line: $0, trial) }
    }
  }

  private func report(
    _ texts: [TextLines], _ before: [Double], _ after: [Double], _ aid: LegibilityAid?,
    scrim: Float
  ) -> LegibilityReport {
    let names = texts.flatMap { text in text.samples.indices.map { (text.layer, $0 + 1) } }
    let lines = names.indices.map { index in
      LegibilityReport.Line(
        layer: names[index].0, line: names[index].1, before: before[index], after: after[index])
    }
    return LegibilityReport(
      target: rules.contrast, aid: aid, scrim: Double(scrim), lines: lines)
  }

  /// The foreground with colours, shadows and band of a trial.
  private func layers(_ foreground: [Layer], with trial: LegibilityTrial) -> [Layer] {
    var layers = foreground
    if !trial.colors.isEmpty {
      layers = layers.map { $0.withoutShadows.recolored(trial.colors) }
    }
    let color = trial.darkens ? Color.black : Color.white
    if trial.shadow > 0 {
      layers = layers.map { $0.shadowed(color.opacity(Double(trial.shadow))) }
    }
    guard trial.scrim > 0 else { return layers }
    let frames = foreground.flatMap(\.texts).map(\.content.frame)
    let area = frames.reduce(Rect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }
    return [Scrim(color: color, strength: Double(trial.scrim), canvas: canvas).layer(behind: area)]
      + layers
  }
}
