import Graphics
import WallfarmPluginKit

/// Lays out things as layers.
struct ThingLayout {
  let stage: Stage
  let motion: Motion
  let measurer: TextEngine
  private static let family = "Inter"

  init(_ stage: Stage, _ motion: Motion, _ measurer: TextEngine) {
    (self.stage, self.motion, self.measurer) = (stage, motion, measurer)
  }

  var unit: Double { stage.unit }

  /// Lays out a thing; phones and confetti are drawn elsewhere.
  ///
  /// - Parameters:
  ///   - thing: the thing.
  ///   - width: the width in points.
  ///   - count: the value of the `{count}` placeholder.
  /// - Returns: the layers, or nil for a phone or confetti.
  /// - Throws: `text-does-not-fit`, `missing-glyph`.
  func drawn(
    _ thing: MotionThing, width: Double, count: Int?
  ) throws(RenderError) -> DrawnThing? {
    switch thing.kind {
    case .text(let text): return try drawn(text, width, count, thing.name)
    case .card(let card): return try drawn(card, width, count, thing.name)
    case .dialog(let dialog): return try drawn(dialog, width, thing.name)
    case .tap(let color): return drawn(tap: color, width)
    case .shape(let shape): return drawn(shape, width)
    case .phone, .confetti: return nil
    }
  }

  // MARK: - Words

  func words(_ words: MotionText, _ count: Int? = nil) -> String {
    motion.text(words, in: stage.language).replacing("{count}", with: count.map(String.init) ?? "")
  }

  private func block(
    _ text: String, size: Double, weight: Int, color: Color, alignment: TextAlignment
  ) -> TextBlock {
    TextBlock(
      text,
      style: TextStyle(
        family: Self.family, size: size, weight: weight, color: color,
        letterSpacing: size > 28 * unit ? -0.015 : 0, lineGap: 0.08),
      alignment: alignment, language: stage.language, breaking: .even)
  }

  /// Returns text in the largest font size at which it fits, from the given size down to 60 percent
  /// of that size.
  func fitted(
    _ text: String, size: Double, weight: Int, color: Color, alignment: TextAlignment, lines: Int,
    width: Double, _ name: String
  ) throws(RenderError) -> (block: TextBlock, measured: TextMeasurement) {
    for step in 0...20 {
      let size = size * unit * (1 - 0.02 * Double(step))
      let block = block(
        text, size: size, weight: weight, color: color, alignment: alignment)
      let measured = try measurer.measure(block, width: width)
      if measured.lines.count <= lines, measured.ink.width <= width + 0.5 {
        return (block, measured)
      }
    }
    throw .textDoesNotFit("text of '\(name)'", minimumSize: size * 0.6)
  }

  private func drawn(
    _ text: MotionThing.Text, _ width: Double, _ count: Int?, _ name: String
  ) throws(RenderError) -> DrawnThing {
    let (block, measured) = try fitted(
      words(text.words, count), size: text.size, weight: text.weight, color: text.color,
      alignment: text.alignment, lines: text.lines, width: width, name)
    let margin = 6 * unit
    let frame = Rect(x: margin, y: margin, width: width, height: measured.size.height)
    let content = TextContent(block, frame: frame)
    return DrawnThing(
      layers: [Layer(name, .text(content))],
      size: Size(width: width + 2 * margin, height: frame.height + 2 * margin), body: frame,
      text: content, letters: [DrawnThing.Letters(text: content)])
  }

  private func drawn(
    _ card: MotionThing.Card, _ width: Double, _ count: Int?, _ name: String
  ) throws(RenderError) -> DrawnThing {
    let (padding, margin) = (18 * unit, 30 * unit)
    let badge = card.badge.map { words($0) }
    let disc = badge == nil ? 0 : 1.9 * card.size * unit
    let gap = badge == nil ? 0 : 0.7 * card.size * unit
    let (block, measured) = try fitted(
      words(card.words, count), size: card.size, weight: card.weight, color: card.color,
      alignment: .start, lines: 6, width: width - 2 * padding - disc - gap, name)
    let height = max(measured.size.height, disc) + 2 * padding * 0.85
    let body = Rect(x: margin, y: margin, width: width, height: height)
    let isRightToLeft = measured.direction == .rightToLeft
    let textX = isRightToLeft ? body.x + padding : body.x + padding + disc + gap
    let frame = Rect(
      x: textX, y: body.midY - measured.size.height / 2,
      width: width - 2 * padding - disc - gap, height: measured.size.height)
    var layers = [self.card(body, radius: 18 * unit, fill: card.fill)]
    var letters: [DrawnThing.Letters] = []
    if let badge {
      let x = isRightToLeft ? body.maxX - padding - disc : body.x + padding
      let circle = Rect(x: x, y: body.midY - disc / 2, width: disc, height: disc)
      layers.append(
        Layer("\(name).badge", .shape(ShapeContent(.ellipse(circle), fill: .color(card.accent)))))
      layers.append(
        try centered(
          badge, in: circle, size: card.size, weight: 800, color: .white, name: "\(name).number"))
      letters += layers.last?.letters(on: card.accent.over(card.fill)) ?? []
    }
    layers.append(Layer("\(name).text", .text(TextContent(block, frame: frame))))
    letters += layers.last?.letters(on: card.fill) ?? []
    return DrawnThing(
      layers: layers, size: Size(width: width + 2 * margin, height: height + 2 * margin),
      body: body, letters: letters)
  }

  func card(_ body: Rect, radius: Double, fill: Color) -> Layer {
    Layer(
      "card",
      .shape(
        ShapeContent(
          .rounded(body, radius: radius), fill: .color(fill),
          shadow: Shadow(
            color: Color(red: 0, green: 0, blue: 0, alpha: 70), blur: 9 * unit, dy: 5 * unit))))
  }

  func centered(
    _ text: String, in frame: Rect, size: Double, weight: Int, color: Color, name: String
  ) throws(RenderError) -> Layer {
    let (block, measured) = try fitted(
      text, size: size, weight: weight, color: color, alignment: .center, lines: 2,
      width: frame.width, name)
    let place = Rect(
      x: frame.x, y: frame.midY - measured.size.height / 2, width: frame.width,
      height: measured.size.height)
    return Layer(name, .text(TextContent(block, frame: place)))
  }

  // MARK: - Shapes

  /// Draws a fingertip: a translucent disc with a ring.
  private func drawn(tap color: Color, _ width: Double) -> DrawnThing {
    let margin = 4 * unit
    let body = Rect(x: margin, y: margin, width: width, height: width)
    let content = ShapeContent(
      .ellipse(body), fill: .color(color.opacity(0.55)),
      stroke: Stroke(color: Color(red: 0, green: 60, blue: 160, alpha: 200), width: 2.5 * unit))
    return DrawnThing(
      layers: [Layer("tap", .shape(content))],
      size: Size(width: width + 2 * margin, height: width + 2 * margin), body: body)
  }

  private func drawn(_ shape: MotionThing.ShapeOfThing, _ width: Double) -> DrawnThing {
    let margin = 2 * unit
    let body = Rect(x: margin, y: margin, width: width, height: width * shape.ratio)
    let outline: Shape =
      switch shape.outline {
      case .rectangle: .rectangle(body)
      case .rounded: .rounded(body, radius: min(24 * unit, body.height / 2))
      case .circle: .ellipse(body)
      }
    return DrawnThing(
      layers: [Layer("shape", .shape(ShapeContent(outline, fill: .color(shape.fill))))],
      size: Size(width: body.width + 2 * margin, height: body.height + 2 * margin), body: body)
  }
}
