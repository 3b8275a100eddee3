import Designs
import Graphics
package import WallfarmPluginKit

/// Makes text legible on the pixels behind it.
///
/// It runs after the background is drawn and before the text is drawn. It samples the pixels under
/// and next to the glyphs of each line, and applies the weakest aid that raises the 5th percentile
/// of each line's contrast to the theme's target.
package struct Legibility {
  let rules: LegibilityRules
  /// Draws layers and measures the ink of text.
  let drawing: Rasterizer

  package init(rules: LegibilityRules, drawing: Rasterizer) {
    (self.rules, self.drawing) = (rules, drawing)
  }

  /// A foreground with legibility aids.
  package struct Adapted {
    /// The gradient, shadows or card behind the text, if any.
    var aids: [Layer] = []
    /// The layers above the aids.
    package var layers: [Layer]
    package var report: LegibilityReport
    /// The measured text of `layers`; `nil` if an aid changed its colors or is behind it.
    var judged: [JudgedText]?

    /// All layers to draw on the background.
    var foreground: [Layer] { aids + layers }
  }

  /// Adds aids to a foreground, for each layout separately if possible.
  ///
  /// One layout can be on a light part of a photo and another on a dark part, so each layout gets
  /// its own aid. If more than a color change is needed, the text of all layouts is made either all
  /// light or all dark, if possible. If the aid of one layout reduces the contrast of another, one
  /// aid is chosen for all of them.
  package func adapt(
    _ foreground: [Layer], parts: [Range<Int>], over ground: Ground
  ) throws(RenderError) -> Adapted {
    parts.count > 1
      ? try adaptEach(foreground, parts, over: ground) : try adapt(foreground, over: ground)
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
    // Color changes draw nothing on the photo, so each layout keeps its own colors.
    guard let aid = own.report.aid, aid > .color else { return own }
    let letters = try letters(of: found, over: ground)
    guard Set(letters.compactMap(\.self)).count > 1 else { return own }
    // A mix of light and dark text looks inconsistent, so try to make all text light and to make
    // all text dark.
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
    return try leastVisible(ways, over: ground) ?? own
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
      try measure(together.layers, among: together.foreground, over: ground),
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
    try helpMarks(&adapted, over: ground)
    return adapted
  }

  /// The minimum contrast of faded text, for example of a completed note.
  ///
  /// Lc 45 and 3:1 are the minimum values for large text in APCA and WCAG.
  private static let faded = LegibilityTarget(contrast: 3, lightness: 45)

  private func makeOutFaded(
    _ adapted: inout Adapted, over ground: Ground
  ) throws(RenderError) {
    let indices = adapted.layers.indices.filter {
      adapted.layers[$0].opacity < 1 && !adapted.layers[$0].texts.isEmpty
    }
    guard !indices.isEmpty else { return }
    // Reuse the measurements if no aid was applied, because measuring again would take half of the
    // rendering time of a calendar.
    let judged: [JudgedText]
    if let known = adapted.judged {
      judged = known
    } else {
      judged = try measure(adapted.layers, among: adapted.foreground, over: ground)
    }
    let ends = adapted.layers.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.texts.count) }
    for index in indices {
      let layer = adapted.layers[index]
      let lines = judged[ends[index]..<ends[index + 1]].map(\.lines)
      // An opacity step of this size is too small to notice.
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
    var plain = try measure(foreground, over: ground)
    var bare = hasShadows ? try measure(bareLayers, over: ground) : plain
    let before = figures(plain, LegibilityTrial())
    let first = LegibilityChooser(rules: rules, texts: plain, bare: bare, letters: letters)
    if let choice = first.chooseColors() {
      let after = figures(choice.trial.hasOwnShadows ? plain : bare, choice.trial)
      return Adapted(
        layers: layers(foreground, with: choice.trial),
        report: report(plain, before, after, choice),
        judged: choice.trial.isNone ? plain : nil)
    }
    plain = try measure(foreground, over: ground, forAids: true)
    bare = hasShadows ? try measure(bareLayers, over: ground, forAids: true) : plain
    let lines = try lines(of: foreground)
    let gradient = EdgeGradient(behind: lines, on: screen)
    let chooser = LegibilityChooser(
      rules: rules, texts: plain, bare: bare, letters: letters, gradient: gradient)
    let text = HelpedText(
      foreground: foreground, lines: lines, gradient: gradient, plain: plain, before: before)
    if let helped = try drawn(text, chooser, over: ground) { return helped }
    if let carded = try carded(text, letters: letters, over: ground) { return carded }
    let choice = first.bestColors
    let after = figures(choice.trial.hasOwnShadows ? plain : bare, choice.trial)
    return Adapted(
      layers: layers(foreground, with: choice.trial),
      report: report(plain, before, after, choice))
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
    // The shadows of a trial are drawn below all text, so the text layers lose their own shadows.
    if !trial.shadows.isEmpty { layers = layers.map(\.withoutShadows) }
    return layers
  }
}
