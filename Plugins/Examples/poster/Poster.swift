/// A layout with a small line at the top, the first note as large as possible, and the other notes
/// below it.
///
/// Plugin.swift contains the functions that the host calls, and the JSON messages.
struct Poster {
  let parameters: Parameters
  let context: Context
  let host: Host

  /// Measured text on the poster.
  private struct Item {
    var name: String
    var block: Block
    var measurement: Measurement
    var opacity = 1.0
    /// The distance from the top of the poster in points.
    var y = 0.0

    var height: Double { measurement.size.height }
    var bottom: Double { y + height }
  }

  private var listSize: Double { parameters.listSize * context.typeScale }
  private var area: Rect {
    var area = context.freeArea
    area.x += parameters.side * context.typeScale
    area.width -= 2 * parameters.side * context.typeScale
    return area
  }

  func compose() throws -> Answer {
    guard !context.notes.isEmpty else {
      throw Refusal(
        code: "no-notes", message: "there are no notes to show",
        hint: "add at least one: --note 'Buy milk'")
    }
    guard area.width >= 3 * listSize else { throw doNotFit() }

    // Measure all small texts in one request. The headline receives the remaining height.
    var (kicker, list, more) = try measureSmallTexts()
    kicker.y = 0
    let top = kicker.bottom + 0.5 * listSize
    let below = list.isEmpty ? 0 : 2 * listSize
    let whole = list.reduce(0) { $0 + $1.height } + listGap * Double(max(0, list.count - 1))
    var room = area.height - top - below - whole
    // Give the headline at least half of the poster, even if some notes of the list are then
    // hidden.
    if context.overflow == "more", !list.isEmpty {
      room = max(room, min(area.height / 2, area.height - top - below - more.height))
    }
    guard room > 0 else { throw doNotFit() }

    var headline = try fitHeadline(height: room)
    headline.y = top
    let shown = try place(&list, more: &more, from: headline.bottom + below)
    let isOnRight = headline.measurement.direction == "rtl"
    if kicker.measurement.direction != headline.measurement.direction {
      kicker.block.alignment = "end"
    }
    if more.measurement.direction != headline.measurement.direction { more.block.alignment = "end" }

    let hidden = list.count - shown
    let notes = [headline] + list.prefix(shown)
    let items = [kicker] + notes + (hidden > 0 ? [more] : [])
    var layers = items.map(layer)
    if !list.isEmpty {
      layers.insert(bar(y: headline.bottom + 0.95 * listSize, isOnRight: isOnRight), at: 2)
    }
    return Answer(
      layers: layers, fontSize: headline.block.style.size,
      notes: notes.enumerated().map { placement($1, number: $0 + 1) },
      warnings: hidden > 0 ? [warning(hidden)] : [])
  }

  private var listGap: Double { 0.45 * listSize }

  // MARK: Texts

  /// Measures the top line, the other notes, and the line with the number of hidden notes.
  private func measureSmallTexts() throws -> (kicker: Item, list: [Item], more: Item) {
    let count = context.notes.count
    let counted = count == 1 ? "1 note" : "\(count) notes"
    let title = parameters.kicker.isEmpty ? counted : parameters.kicker
    var kicker = style(size: 0.8 * listSize, weight: 700, color: parameters.accent)
    kicker.letterSpacing = 0.02
    let others = context.notes.dropFirst()
    let plain = style(size: listSize, weight: 500, color: parameters.color)
    let blocks =
      [block(title, kicker)]
      + others.map { note in
        var style = plain
        style.strikethrough = note.done
        return block(note.text, style)
      }
      + [block("+ \(others.count) more", plain, lineLimit: 1)]
    let measured = try host.measure(blocks, width: area.width)
    var items = zip(blocks, measured).enumerated().map { index, pair in
      let isDone = others.indices.contains(index) && others[index].done
      return Item(
        name: "note.\(index + 1)", block: pair.0, measurement: pair.1, opacity: isDone ? 0.45 : 0.9)
    }
    items[0].name = "kicker"
    items[items.count - 1].name = "more"
    items[items.count - 1].opacity = 0.6
    return (items[0], Array(items[1..<items.count - 1]), items[items.count - 1])
  }

  private func fitHeadline(height: Double) throws -> Item {
    let note = context.notes[0]
    let scale = context.typeScale
    var style = style(size: 1, weight: parameters.weight, color: parameters.color)
    style.letterSpacing = -0.02
    style.lineGap = -0.06
    style.strikethrough = note.done
    let fitted = try host.fit(
      FitRequest(
        text: note.text, style: style, width: area.width, height: height,
        smallest: parameters.minSize * scale, largest: parameters.maxSize * scale,
        alignment: "start"))
    return Item(
      name: "note.1", block: fitted.block, measurement: fitted.measurement,
      opacity: note.done ? 0.5 : 1)
  }

  /// Places as many notes of the list as fit, and a line with the number of remaining notes.
  ///
  /// Returns the number of placed notes.
  private func place(_ list: inout [Item], more: inout Item, from start: Double) throws -> Int {
    var y = start
    for index in list.indices {
      list[index].y = y
      y = list[index].bottom + listGap
    }
    guard let last = list.last, last.bottom > area.height else { return list.count }
    guard context.overflow == "more" else { throw doNotFit() }
    for shown in stride(from: list.count - 1, through: 0, by: -1) {
      more.y = list[shown].y
      guard more.bottom <= area.height else { continue }
      more.block.spans[0].text = "+ \(list.count - shown) more"
      return shown
    }
    throw doNotFit()
  }

  private func style(size: Double, weight: Int, color: String) -> Style {
    Style(family: parameters.font, size: size, weight: weight, color: color)
  }

  private func block(_ text: String, _ style: Style, lineLimit: Int? = nil) -> Block {
    Block(
      spans: [Span(text: text)], style: style, alignment: "start", direction: context.direction,
      language: context.language, lineLimit: lineLimit)
  }

  // MARK: Output

  private func frame(_ item: Item) -> Rect {
    Rect(x: area.x, y: area.y + item.y, width: area.width, height: item.height)
  }

  private func layer(_ item: Item) -> Layer {
    Layer(
      name: item.name, opacity: item.opacity,
      text: Layer.Text(block: item.block, frame: frame(item)))
  }

  /// Returns a short bar on the leading side of the headline.
  private func bar(y: Double, isOnRight: Bool) -> Layer {
    let (width, height) = (1.8 * listSize, 0.18 * listSize)
    let x = isOnRight ? area.x + area.width - width : area.x
    let rect = Rect(x: x, y: area.y + y, width: width, height: height)
    return Layer(
      name: "bar", shape: Layer.Filled(shape: ["rectangle": rect], fill: parameters.accent))
  }

  private func placement(_ item: Item, number: Int) -> Placement {
    Placement(
      number: number, lines: item.measurement.lines.count, frame: frame(item),
      direction: item.measurement.direction, clipped: item.measurement.isClipped)
  }

  private func warning(_ hidden: Int) -> Warning {
    Warning(
      code: "notes-hidden",
      message: "\(hidden) note\(hidden == 1 ? " does" : "s do") not fit and "
        + "\(hidden == 1 ? "is" : "are") counted in the last line",
      hint: "show fewer notes, or lower 'list-size'")
  }

  private func doNotFit() -> Refusal {
    let count = context.notes.count
    return Refusal(
      code: "notes-do-not-fit",
      message: count == 1 ? "the note does not fit" : "\(count) notes do not fit",
      hint: "shorten the notes, lower 'list-size' or 'min-size', or allow '--overflow more'")
  }
}
