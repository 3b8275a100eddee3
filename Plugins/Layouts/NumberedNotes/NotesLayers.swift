import WallfarmPluginKit

/// Converts a column of placed notes to layers.
struct NotesLayers {
  private let setting: NotesSetting
  var look: NotesLook { setting.metrics.look }
  private var metrics: NotesMetrics { setting.metrics }
  private var column: NotesColumn { setting.column }

  init(_ setting: NotesSetting) { self.setting = setting }

  func arrangement() throws(RenderError) -> Arrangement {
    let notes = column.notes.filter { $0.standIn == nil }
    var noteLayers: [Layer] = []
    for note in column.notes { noteLayers += try headingLayers(note) + [noteLayer(note)] }
    return Arrangement(
      layers: cardLayers + ruleLayers + noteLayers, fontSize: column.size,
      notes: notes.map(placement), warnings: setting.warnings, room: room,
      considered: setting.considered)
  }

  /// Whether columns are ordered from right to left.
  private var isRightToLeft: Bool { metrics.direction.reading == .rightToLeft }

  /// Whether notes are aligned to the right.
  private var hangsAtRight: Bool { metrics.direction.side == .rightToLeft }

  /// Returns the area of the column that contains a note.
  func area(of note: PlacedNote) -> Rect {
    metrics.area(ofColumn: note.column, isRightToLeft: isRightToLeft)
  }

  /// The size of the column with its margins, plus 1 pt for rounding.
  private var room: Size {
    if metrics.columns > 1 {
      let padding = metrics.outer.height - metrics.inner.height
      return Size(
        width: metrics.context.freeArea.width,
        height: column.inkBottom + column.overshoot + padding + 1)
    }
    let headings = column.notes.compactMap(\.heading?.measurement.size.width)
    let widest = max(
      column.notes.map(\.measurement.size.width).max() ?? 0,
      (headings.max() ?? 0) - column.gutter)
    let margins = metrics.context.freeArea.width - metrics.inner.width
    let padding = metrics.outer.height - metrics.inner.height
    return Size(
      width: widest + column.gutter + margins + 1,
      height: column.inkBottom + column.overshoot + padding + 1)
  }

  /// The optical center, which is slightly above the geometric center.
  ///
  /// Source: Rudolf Arnheim, Art and Visual Perception, chapter 1.
  private static let opticalMiddle = 0.42

  /// The y coordinate of the top of the column, according to the anchor.
  var top: Double {
    let area = metrics.inner
    let spare = max(0, area.height - column.inkBottom - column.overshoot)
    let share: Double =
      switch look.anchor {
      case .auto: NotesLayers.opticalMiddle
      case .top: 0
      case .center: 0.5
      case .bottom: 1
      }
    return area.y + column.overshoot + spare * share
  }

  private func noteLayer(_ note: PlacedNote) throws(RenderError) -> Layer {
    let name = note.standIn ?? "note.\(note.index + 1)"
    let text = Layer("\(name).text", role: role(note, "text"), .text(content(note)))
    let members = try numberLayers(note) + [text]
    let opacity = note.note.done ? 0.5 : 1
    return Layer(name, opacity: opacity, role: role(note), .group(GroupContent(members)))
  }

  private func role(_ note: PlacedNote, _ part: String? = nil) -> LayerRole? {
    note.standIn != nil ? nil : LayerRole(note: note.index + 1, part: part)
  }

  private func content(_ note: PlacedNote) -> TextContent {
    TextContent(
      note.block, frame: textFrame(note), shadow: look.shadow.map(softShadow))
  }

  /// Returns the frame of a note's text, which is next to the gutter on the leading side.
  private func textFrame(_ note: PlacedNote) -> Rect {
    let area = area(of: note)
    let x: Double =
      switch (look.align, metrics.direction.side) {
      case (.center, _): area.x + (area.width - note.width) / 2
      case (_, .rightToLeft): area.maxX - column.gutter - note.width
      case (_, _): area.x + column.gutter
      }
    return Rect(
      x: x, y: top + note.textTop, width: note.width, height: note.measurement.size.height)
  }

  private func numberLayers(_ note: PlacedNote) throws(RenderError) -> [Layer] {
    guard column.gutter > 0, note.standIn == nil else { return [] }
    guard let label = look.label(note.index) else { return markLayers(note) }
    let block = try numberBlock(label, note)
    let name = "note.\(note.index + 1).number"
    guard look.numberStyle == .badge else {
      // Extend the frame one em beyond the text, toward the edge of the screen, so that a number
      // never wraps.
      let width = column.gutter - column.size * NotesMetrics.numberGap + column.size
      let frame = Rect(
        x: hangsAtRight
          ? area(of: note).maxX + column.size - width : area(of: note).x - column.size,
        y: firstBaseline(of: note) - block.measurement.firstBaseline,
        width: width, height: block.measurement.size.height)
      let content = TextContent(block.block, frame: frame, shadow: look.shadow.map(softShadow))
      return [Layer(name, role: role(note, LayerRole.number), .text(content))]
    }
    return badgeLayers(note, block, name: name)
  }

  private func numberBlock(
    _ label: String, _ note: PlacedNote
  ) throws(RenderError) -> (block: TextBlock, measurement: TextMeasurement) {
    let block = metrics.numberBlock(
      label, size: note.block.style.size, direction: metrics.direction.reading)
    return (block, try metrics.context.measurer.measure(block, width: nil))
  }

  /// Returns the baseline of a note's first line.
  func firstBaseline(of note: PlacedNote) -> Double {
    top + note.textTop + note.measurement.firstBaseline
  }

  /// Returns the left edge of a mark, on the outer side of the gutter.
  func markX(_ note: PlacedNote, width: Double) -> Double {
    hangsAtRight ? area(of: note).maxX - width : area(of: note).x
  }

  /// Returns a disc centered on the x-height of the first line, with the number on it.
  private func badgeLayers(
    _ note: PlacedNote, _ number: (block: TextBlock, measurement: TextMeasurement),
    name: String
  ) -> [Layer] {
    let size = note.block.style.size
    let diameter = size * 1.22
    let middle = firstBaseline(of: note) - size * 0.36
    let x = hangsAtRight ? area(of: note).maxX - diameter : area(of: note).x
    let disc = Rect(x: x, y: middle - diameter / 2, width: diameter, height: diameter)
    let ink = number.measurement.ink
    let frame = Rect(
      x: disc.x, y: disc.midY - ink.midY, width: diameter,
      height: number.measurement.size.height)
    var layers = [
      Layer(
        name, role: role(note, LayerRole.number), .text(TextContent(number.block, frame: frame)))
    ]
    if let badge = look.badge {
      layers.insert(
        Layer(
          "\(name).badge", role: role(note, "number.badge"),
          .shape(ShapeContent(.ellipse(disc), fill: .color(badge)))), at: 0)
    }
    return layers
  }

  func softShadow(_ color: Color) -> Shadow {
    Shadow(color: color, blur: column.size * 0.08, dy: column.size * 0.02)
  }

  private var cardLayers: [Layer] {
    guard metrics.hasCard else { return [] }
    let padding = (metrics.outer.width - metrics.inner.width) / 2
    let frame = Rect(
      x: metrics.outer.x, y: top - column.overshoot - padding, width: metrics.outer.width,
      height: column.inkBottom + column.overshoot + 2 * padding)
    let shape = ShapeContent(
      .rounded(frame, radius: look.cardRadius * metrics.context.typeScale),
      fill: look.card.map(Paint.color), stroke: look.cardLine.map { Stroke(color: $0, width: 1) })
    return [Layer("card", .shape(shape))]
  }

  private var ruleLayers: [Layer] {
    guard let color = look.rule else { return [] }
    let pairs = zip(column.notes, column.notes.dropFirst()).filter { $0.column == $1.column }
    return pairs.map { above, below in
      let y = top + (above.bottom + below.top) / 2
      let area = area(of: above)
      let line = Rect(x: area.x, y: y - 0.5, width: area.width, height: 1)
      return Layer(
        "rule.\(above.index + 1)", .shape(ShapeContent(.rectangle(line), fill: .color(color))))
    }
  }

  /// Returns whether the edge of the screen cuts off the ink of a note.
  private func isCut(_ note: PlacedNote, at frame: Rect) -> Bool {
    let ink = note.measurement.ink.offset(x: frame.x, y: frame.y)
    let screen = Rect(origin: Point(x: 0, y: 0), size: metrics.context.canvas)
    return !ink.isEmpty && !screen.contains(ink)
  }

  /// Returns the frame and other details of a note; the frame includes the number.
  private func placement(_ note: PlacedNote) -> NotePlacement {
    let area = area(of: note)
    let text = textFrame(note)
    let frame =
      column.gutter > 0
      ? Rect(x: area.x, y: text.y, width: area.width, height: text.height) : text
    return NotePlacement(
      number: note.index + 1, lines: note.measurement.lines.count, frame: frame,
      direction: note.measurement.direction,
      clipped: note.measurement.isClipped || isCut(note, at: text))
  }
}
