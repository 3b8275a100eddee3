import Designs
import Graphics
package import WallfarmPluginKit

/// Makes text legible on the pixels behind it.
///
/// It runs after the background is drawn and before the text is. It samples the pixels under and
/// beside the glyphs of each line and applies the weakest aid that brings the 5th percentile of
/// each line to the theme's contrast.
package struct Legibility {
  let rules: LegibilityRules
  /// Draws layers and measures the ink of texts.
  let drawing: Rasterizer

  package init(rules: LegibilityRules, drawing: Rasterizer) {
    (self.rules, self.drawing) = (rules, drawing)
  }

  /// A foreground with legibility aids.
  package struct Adapted {
    /// Gradient, shadows or card behind the text, if any.
    var aids: [Layer] = []
    /// The layers above the aids.
    package var layers: [Layer]
    package var report: LegibilityReport
    /// The measured texts of `layers`; nil if aids lie behind them.
    var judged: [JudgedText]?

    /// All layers to draw on the background.
    var foreground: [Layer] { aids + layers }
  }

  /// Adds aids to a foreground, for each layout separately if possible.
  ///
  /// One layout may stand on a light part of a photo and another on a dark one, so each gets its
  /// own aid. If more than a color change is needed, the letters of all layouts become light, or
  /// all dark, as far as possible. If the aid of one layout reduces the contrast of another, one aid
  /// is chosen for all of them.
  package func adapt(
    _ foreground: [Layer], parts: [Range<Int>], over ground: Ground
  ) throws(RenderError) -> Adapted {
    var adapted =
      parts.count > 1
      ? try adaptEach(foreground, parts, over: ground) : try adapt(foreground, over: ground)
    adapted.report.changed = try share(changedBy: adapted.aids, over: ground)
    return adapted
  }

  private func adaptEach(
    _ foreground: [Layer], _ parts: [Range<Int>], over ground: Ground
  ) throws(RenderError) -> Adapted {
    var found: [Adapted?] = []
    for part in parts {
      let own = Array(foreground[part])
      let hasText = own.contains { !$0.texts.isEmpty }
      found.append(hasText ? try adapt(own, over: ground) : nil)
    }
    let own = try together(found, foreground, parts, over: ground)
    // Color changes draw nothing on the photo, so each layout keeps its own.
    guard let aid = own.report.aid, aid > .color else { return own }
    let letters = try letters(of: found, over: ground)
    guard Set(letters.compactMap(\.self)).count > 1 else { return own }
    // A mix of light and dark letters looks inconsistent.
    let themes = Letters(rules.text)
    var ways: [Adapted] = []
    for look in [themes, themes.opposite] {
      var found = found
      for (place, part) in parts.enumerated() where letters[place] == look.opposite {
        found[place] = try adapt(Array(foreground[part]), letters: look, over: ground)
      }
      var way = try together(found, foreground, parts, over: ground)
      way.report.hasOtherLetters = look != themes
      if way.report.isEnough { ways.append(way) }
    }
    return ways.isEmpty ? own : try leastVisible(ways, over: ground)
  }

  /// Combines the results of all layouts into one picture.
  private func together(
    _ found: [Adapted?], _ foreground: [Layer], _ parts: [Range<Int>], over ground: Ground
  ) throws(RenderError) -> Adapted {
    let aids = found.flatMap { $0?.aids ?? [] }
    let layers = zip(parts, found).flatMap { part, found in
      found?.layers ?? Array(foreground[part])
    }
    let report = LegibilityReport(found.map { $0?.report }, target: rules.contrast)
    let together = Adapted(aids: aids, layers: layers, report: report)
    guard !aids.isEmpty else { return together }
    let after = figures(
      try measure(together.layers, over: try under(together.foreground, over: ground)),
      LegibilityTrial())
    let isSpoiled = zip(report.lines, after).contains { line, after in
      line.isEnough
        && !after.reaches(
          LegibilityTarget(contrast: rules.contrast, lightness: line.neededLightness))
    }
    return isSpoiled ? try adapt(foreground, over: ground) : together
  }

  /// Adds aids to layers and reports the contrast.
  private func adapt(
    _ foreground: [Layer], letters: Letters? = nil, over ground: Ground
  ) throws(RenderError) -> Adapted {
    var adapted = try helped(foreground, letters: letters, over: ground)
    try makeOutFaded(&adapted, over: ground)
    return adapted
  }

  /// Minimum contrast of faded text, for example of a completed note.
  ///
  /// Lc 45 is APCA's minimum for large text; WCAG's is 3:1.
  private static let faded = LegibilityTarget(contrast: 3, lightness: 45)

  private func makeOutFaded(
    _ adapted: inout Adapted, over ground: Ground
  ) throws(RenderError) {
    let indices = adapted.layers.indices.filter {
      adapted.layers[$0].opacity < 1 && !adapted.layers[$0].texts.isEmpty
    }
    guard !indices.isEmpty else { return }
    // Reuses measurements if no aid was drawn: repeating them would take half the time of a
    // calendar.
    let judged: [JudgedText]
    if let known = adapted.judged {
      judged = known
    } else {
      judged = try measure(adapted.layers, over: try under(adapted.foreground, over: ground))
    }
    let ends = adapted.layers.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.texts.count) }
    for index in indices {
      let layer = adapted.layers[index]
      let lines = judged[ends[index]..<ends[index + 1]].map(\.lines)
      // These steps are too small to notice.
      let steps = stride(from: layer.opacity, through: 1, by: 0.02)
      let least = steps.first { opacity in
        lines.allSatisfy { $0.reach(Self.faded, LegibilityTrial(opacity: Float(opacity))) }
      }
      adapted.layers[index].opacity = least ?? layer.opacity
    }
  }

  private func helped(
    _ foreground: [Layer], letters: Letters?, over ground: Ground
  ) throws(RenderError) -> Adapted {
    let bareLayers = foreground.map(\.withoutShadows)
    let hasShadows = bareLayers != foreground
    var below = try under(foreground, over: ground)
    var bareBelow = hasShadows ? try under(bareLayers, over: ground) : below
    var plain = try measure(foreground, over: below)
    var bare = hasShadows ? try measure(bareLayers, over: bareBelow) : plain
    let before = figures(plain, LegibilityTrial())
    let first = LegibilityChooser(rules: rules, texts: plain, bare: bare, letters: letters)
    if let choice = first.chooseColors() {
      let after = figures(choice.trial.hasOwnShadows ? plain : bare, choice.trial)
      return Adapted(
        layers: layers(foreground, with: choice.trial),
        report: report(plain, before, after, choice),
        judged: choice.trial.isNone ? plain : nil)
    }
    below = try covered(below, foreground)
    bareBelow = hasShadows ? try covered(bareBelow, bareLayers) : below
    plain = try measure(foreground, over: below, withShadows: true)
    bare = hasShadows ? try measure(bareLayers, over: bareBelow, withShadows: true) : plain
    let chooser = LegibilityChooser(rules: rules, texts: plain, bare: bare, letters: letters)
    let text = HelpedText(
      foreground: foreground, lines: try lines(of: foreground), plain: plain, before: before)
    if let helped = try drawn(text, chooser, over: ground) { return helped }
    if let carded = try carded(text, letters: letters, over: ground) { return carded }
    let choice = first.bestColors
    let after = figures(choice.trial.hasOwnShadows ? plain : bare, choice.trial)
    return Adapted(
      layers: layers(foreground, with: choice.trial),
      report: report(plain, before, after, choice))
  }

  /// The backdrop of letters.
  struct Below {
    let ground: Ground
    /// The pixel rows of `ground`.
    var rows = 0..<0
    /// Cards and discs alone on a transparent surface; nil if there are none or they are not
    /// needed.
    var cover: Ground?
  }

  /// The backdrop of the letters of some layers, including cards, badges and the theme's shadows.
  func under(_ faded: [Layer], over ground: Ground) throws(RenderError) -> Below {
    let layers = faded.map(\.unfaded)
    guard layers.contains(where: \.drawsBesidesGlyphs) else { return Below(ground: ground) }
    let inks = try layers.flatMap(\.texts).map { (text) throws(RenderError) in
      try drawing.measured.ink(of: text.content, withShadow: false, drawing)
    }
    let rows = rows(of: inks)
    var surface = try ground.withSurface { (surface) throws(RenderError) in
      try surface.copy(rows: rows)
    }
    try drawing.draw(layers, on: &surface, hidingGlyphs: true)
    return Below(ground: Ground(nil, surface), rows: rows)
  }

  /// Adds the cards and discs that cover aids to a backdrop; needed only to try an aid.
  func covered(_ below: Below, _ faded: [Layer]) throws(RenderError) -> Below {
    let shapes = faded.map(\.unfaded).compactMap(\.withoutTexts)
    guard !shapes.isEmpty, !below.rows.isEmpty else { return below }
    var cover = try ImageSurface(size: drawing.pixels, rows: below.rows)
    try drawing.draw(shapes, on: &cover, hidingGlyphs: true)
    var covered = below
    covered.cover = Ground(nil, cover)
    return covered
  }

  /// Samples the lines of all texts.
  ///
  /// The ink of new shadows is computed only if `withShadows` is set: most pictures need none.
  func measure(
    _ layers: [Layer], over below: Below, withShadows: Bool = false
  ) throws(RenderError) -> [JudgedText] {
    let numbers = layers.flatMap(\.textsAreNumbers)
    return try zip(layers.flatMap(\.texts), numbers).map { (text, isNumber) throws(RenderError) in
      let lines = try drawing.measured.lines(
        of: text.content, withShadow: withShadows, over: below.ground, cover: below.cover, drawing)
      return JudgedText(layer: text.name, lines: lines, isNumber: isNumber)
    }
  }

  /// The pixel rows that the texts cover.
  private func rows(of inks: [TextInk]) -> Range<Int> {
    let height = drawing.pixels.height
    let first = inks.compactMap(\.rows?.lowerBound).min() ?? 0
    let last = inks.compactMap(\.rows?.upperBound).max() ?? 0
    let top = min(max(0, Int(Double(first) * drawing.scale.y)), height - 1)
    return top..<min(max(top + 1, Int(Double(last + 1) * drawing.scale.y) + 1), height)
  }

  func figures(_ texts: [JudgedText], _ trial: LegibilityTrial) -> [LegibilityFigures] {
    texts.flatMap { $0.lines.figures(trial) }
  }

  /// The target of each line.
  func targets(_ texts: [JudgedText], areAided: Bool = false) -> [LegibilityTarget] {
    texts.flatMap { text in
      text.lines.samples.map { _ in text.target(rules, isAided: areAided) }
    }
  }

  func report(
    _ texts: [JudgedText], _ before: [LegibilityFigures], _ after: [LegibilityFigures],
    _ choice: LegibilityChooser.Choice
  ) -> LegibilityReport {
    let names = texts.flatMap { text in
      text.lines.samples.indices.map { (text.layer, $0 + 1) }
    }
    let targets = targets(texts)
    let lines = names.indices.map { index in
      LegibilityReport.Line(
        layer: names[index].0, line: names[index].1, before: before[index].contrast,
        after: after[index].contrast, lightness: after[index].lightness,
        neededLightness: targets[index].lightness, isEnough: after[index].reaches(targets[index]))
    }
    return LegibilityReport(
      target: rules.contrast, aid: choice.aid, scrim: Double(choice.trial.shade), lines: lines,
      faint: faintColors(texts, choice.trial))
  }

  /// The foreground with the colors and shadows of a trial.
  func layers(_ foreground: [Layer], with trial: LegibilityTrial) -> [Layer] {
    var layers = foreground
    if !trial.colors.isEmpty {
      layers = layers.map { layer in
        (trial.hasOwnShadows ? layer : layer.withoutShadows).recolored(trial.colors)
      }
    }
    // Shadows are drawn below all letters.
    if !trial.shadows.isEmpty { layers = layers.map(\.withoutShadows) }
    return layers
  }
}
