internal import Designs
internal import Digests
package import Graphics
package import WallfarmCore
package import WallfarmPluginKit

/// Collects the facts of a picture: screen, free area, notes, layers, text lines, legibility aids.
package struct SceneReader {
  private let engine: TextEngine
  private var facts = SceneFacts()
  private var names: [String: Int] = [:]

  /// The facts of a picture.
  ///
  /// - Throws: Errors from shaping the text again.
  package static func facts(
    of drawn: borrowing DrawnPicture, engine: TextEngine
  ) throws(RenderError) -> SceneFacts {
    var reader = SceneReader(engine: engine)
    reader.addWhole(drawn.plan, drawn.composition, drawn.picture.report.legibility)
    for layer in drawn.composition.scene.background {
      try reader.add(layer, in: "background", ofBackground: true)
    }
    for layer in drawn.composition.scene.foreground { try reader.add(layer, in: "foreground") }
    reader.addAids(drawn.picture.report.legibility)
    let codes = Set(drawn.warnings.map(\.code.rawValue)).sorted()
    reader.facts.add(
      "warnings", "codes", .words(codes.isEmpty ? "none" : codes.joined(separator: " ")))
    return reader.facts
  }

  private init(engine: TextEngine) { self.engine = engine }

  /// Subjects that are not layers; a layer with one of these names gets a numeric suffix.
  private static let reserved =
    ["screen", "free-area", "type", "legibility", "warnings"]
    + Obstacle.Kind.allCases.map(\.rawValue)

  private mutating func addWhole(
    _ plan: RenderPlan, _ composition: Composition, _ report: LegibilityReport?
  ) {
    let device = plan.device
    for name in Self.reserved { names[name] = 1 }
    facts.add("screen", "size", .numbers([device.points.width, device.points.height]))
    facts.add("screen", "scale", .numbers([device.scale.x, device.scale.y]))
    add("free-area", plan.area.frame)
    for obstacle in plan.area.obstacles { add(obstacle.kind.rawValue, obstacle.frame) }
    if let size = composition.fontSize { facts.add("type", "size", .number(size)) }
    if composition.layouts.contains(where: { $0.area != plan.area.frame }) {
      addParts(composition.layouts, report)
    }
    for note in composition.notes {
      let subject = "note.\(note.number).place"
      names[subject] = 1
      add(subject, note.frame)
      facts.add(subject, "lines", .count(note.lines))
      facts.add(subject, "reads", .words(note.direction.rawValue))
      facts.add(subject, "clipped", .flag(note.clipped))
    }
  }

  /// Adds the layouts that share the free area, each with its part of the area.
  private mutating func addParts(_ layouts: [LayoutPlacement], _ report: LegibilityReport?) {
    for (index, layout) in layouts.enumerated() {
      let subject = "layout.\(index + 1)"
      names[subject] = 1
      facts.add(subject, "layout", .words(layout.layout))
      add(subject, layout.area)
      if let size = layout.fontSize { facts.add(subject, "type", .number(size)) }
      if let part = report?.part(index) {
        facts.add(subject, "aid", .words(part.aid?.rawValue ?? "none"))
        facts.add(subject, "scrim", .number(part.scrim))
      }
    }
  }

  private mutating func addAids(_ report: LegibilityReport?) {
    guard let report, !report.lines.isEmpty else { return }
    facts.add("legibility", "aid", .words(report.aid?.rawValue ?? "none"))
    facts.add("legibility", "scrim", .number(report.scrim))
  }

  private mutating func add(_ subject: String, _ frame: Rect) {
    facts.add(subject, "at", .numbers([frame.x, frame.y]))
    facts.add(subject, "size", .numbers([frame.width, frame.height]))
  }

  /// Returns a unique subject name: the layer's role in a note or, without a role, the layer's
  /// name, with a numeric suffix if necessary.
  private mutating func subject(_ layer: Layer, in owner: String) -> String {
    let own =
      if let role = layer.role, role.part.map(LayerRole.isPart) ?? true {
        role.part.map { "note.\(role.note)." + $0 } ?? "note.\(role.note)"
      } else {
        SubjectName.plain(layer.name)
      }
    let name = own.isEmpty ? owner : own
    names[name, default: 0] += 1
    return names[name] == 1 ? name : "\(name)#\(names[name] ?? 0)"
  }

  private mutating func add(
    _ layer: Layer, in owner: String, ofBackground: Bool = false
  ) throws(RenderError) {
    let subject = subject(layer, in: owner)
    if ofBackground { facts.background.insert(subject) }
    switch layer.content {
    case .fill(let paint): facts.add(subject, "fill", .words(paint.fact))
    case .image(let image): add(image, subject)
    case .shape(let shape): add(shape, subject)
    case .pixels(let pixels): facts.add(subject, "pixels", .words(String(pixels.digest.prefix(16))))
    case .text(let text): try add(text, subject)
    case .group(let group):
      facts.add(subject, "layers", .count(group.layers.count))
      if let clip = group.clip { facts.add(subject, "clip", .words(clip.outline)) }
    }
    if layer.opacity != 1 { facts.add(subject, "opacity", .number(layer.opacity)) }
    if case .group(let group) = layer.content {
      for member in group.layers { try add(member, in: subject, ofBackground: ofBackground) }
    }
  }

  private mutating func add(_ image: ImageContent, _ subject: String) {
    add(subject, image.frame)
    facts.add(subject, "fit", .words(image.fit.rawValue))
    facts.add(subject, "focus", .numbers([image.focus.x, image.focus.y]))
    facts.add(subject, "zoom", .number(image.zoom))
    facts.add(subject, "blur", .number(image.blur))
    facts.add(subject, "saturation", .number(image.saturation))
    if image.cells > 0 { facts.add(subject, "cells", .number(image.cells)) }
    if image.blend != .normal { facts.add(subject, "blend", .words(image.blend.rawValue)) }
    switch image.mask {
    case .none: break
    case .circle: facts.add(subject, "mask", .words("circle"))
    case .rounded(let radius):
      facts.add(subject, "mask", .words("rounded \(words([radius]))"))
    }
    if let tint = image.tint { facts.add(subject, "tint", .words(tint.hex)) }
    if image.tile > 0 { facts.add(subject, "tile", .number(image.tile)) }
  }

  private mutating func add(_ content: ShapeContent, _ subject: String) {
    let shape = content.shape
    facts.add(subject, "shape", .words(shape.kind))
    add(subject, shape.bounds)
    switch shape {
    case .rounded(_, let radius): facts.add(subject, "radius", .number(radius))
    case .path: facts.add(subject, "outline", .words(shape.outline))
    case .rectangle, .ellipse: break
    }
    if let fill = content.fill { facts.add(subject, "fill", .words(fill.fact)) }
    if let stroke = content.stroke {
      facts.add(subject, "line", .words("\(stroke.color.hex) \(words([stroke.width]))"))
      if !stroke.dash.isEmpty { facts.add(subject, "dash", .numbers(stroke.dash)) }
    }
    add(content.shadow, subject)
  }

  private mutating func add(_ shadow: Shadow?, _ subject: String) {
    guard let shadow else { return }
    facts.add(
      subject, "shadow",
      .words("\(shadow.color.hex) blur \(words([shadow.blur])) at \(words([shadow.dx, shadow.dy]))")
    )
  }

  private mutating func add(_ content: TextContent, _ subject: String) throws(RenderError) {
    let (block, style) = (content.block, content.block.style)
    facts.add(subject, "at", .numbers([content.frame.x, content.frame.y]))
    facts.add(subject, "size", .numbers([content.frame.width, content.frame.height]))
    facts.add(subject, "font", .words(style.family))
    facts.add(subject, "weight", .count(style.weight))
    facts.add(subject, "type", .number(style.size))
    facts.add(subject, "color", .words(style.color.hex))
    facts.add(subject, "align", .words(block.alignment.rawValue))
    if style.italic { facts.add(subject, "italic", .flag(true)) }
    if style.strikethrough { facts.add(subject, "struck", .flag(true)) }
    if style.letterSpacing != 0 { facts.add(subject, "spacing", .number(style.letterSpacing)) }
    if style.lineGap != 0 { facts.add(subject, "gap", .number(style.lineGap)) }
    if !style.features.isEmpty { facts.add(subject, "features", .words(style.features)) }
    if let language = block.language { facts.add(subject, "language", .words(language)) }
    add(content.shadow, subject)
    facts.add(subject, "says", .text(block.text))
    for (index, span) in block.spans.enumerated() where !span.words.isEmpty {
      facts.add("\(subject).part\(index + 1)", "style", .words(span.words))
    }
    try addLines(of: content, subject)
  }

  /// Adds lines with positions relative to their text, so that a move of the text counts as one
  /// change.
  private mutating func addLines(
    of content: TextContent, _ subject: String
  ) throws(RenderError) {
    let shaped = try engine.shape(content.block, width: content.frame.width)
    let bytes = Array(content.block.text.utf8)
    for (index, pair) in zip(shaped.measurement.lines, shaped.runs).enumerated() {
      let (line, runs) = pair
      let name = "\(subject).line\(index + 1)"
      let range = line.range.clamped(to: 0..<bytes.count)
      facts.add(name, "text", .text(String(decoding: bytes[range], as: UTF8.self)))
      facts.add(name, "from", .number(line.frame.x))
      facts.add(name, "width", .number(line.frame.width))
      facts.add(name, "baseline", .number(line.baseline))
      var families: [String] = []
      for run in runs where !families.contains(run.family) { families.append(run.family) }
      facts.add(name, "set-in", .words(families.joined(separator: " + ")))
    }
  }
}

/// Returns the numbers, rounded to 0.001 and separated by spaces.
private func words(_ numbers: [Double]) -> String {
  numbers.map(FactValue.written).joined(separator: " ")
}

extension Shape {
  fileprivate var kind: String {
    switch self {
    case .rectangle: "rectangle"
    case .rounded: "rounded"
    case .ellipse: "ellipse"
    case .path: "path"
    }
  }

  /// The maximum number of path elements that are written individually.
  ///
  /// Without this limit, the outlines of a `year-dots` layout would take 200 KB for each screen.
  private static let mostParts = 100

  /// The path on one line; for a long path, the number of elements and their digest.
  fileprivate var outline: String {
    guard case .path(let elements) = self, elements.count > Shape.mostParts else { return words }
    return "\(elements.count) parts \(SHA256.hex(of: Array(words.utf8)).prefix(16))"
  }

  private var words: String {
    guard case .path(let elements) = self else {
      let frame = bounds
      return kind + " "
        + [frame.x, frame.y, frame.width, frame.height].map(FactValue.written)
        .joined(separator: " ")
    }
    func place(_ point: Point) -> String {
      FactValue.written(point.x) + " " + FactValue.written(point.y)
    }
    return elements.map { element in
      switch element {
      case .move(let point): "M \(place(point))"
      case .line(let point): "L \(place(point))"
      case .curve(let one, let two, let end): "C \(place(one)) \(place(two)) \(place(end))"
      case .close: "Z"
      }
    }.joined(separator: " ")
  }
}

extension TextSpan {
  /// The style overrides of the span as text; empty if there are none.
  fileprivate var words: String {
    var words: [String] = []
    if let color { words.append(color.hex) }
    if let weight { words.append("weight \(weight)") }
    if let scale { words.append("scale \(FactValue.written(scale))") }
    if let strikethrough { words.append(strikethrough ? "struck" : "not struck") }
    return words.joined(separator: " ")
  }
}
