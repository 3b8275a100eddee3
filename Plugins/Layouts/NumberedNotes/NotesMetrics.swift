import WallfarmPluginKit

/// A note at one size: what is drawn and where, from the top of the column.
struct PlacedNote {
  /// From 0; the index of the "+N more" line is the count of notes before it.
  let index: Int
  let note: Note
  let isMoreLine: Bool
  var block: TextBlock
  var measurement: TextMeasurement
  /// Wrapping width of the text, in points.
  var width: Double
  /// Top of the note, in points.
  var top: Double

  var bottom: Double { top + measurement.size.height }
}

/// Notes below one another at one size.
struct NotesColumn {
  let size: Double
  /// Width of the widest number and the room after it, in points.
  let gutter: Double
  var notes: [PlacedNote]

  var height: Double { notes.last?.bottom ?? 0 }
  /// How far marks stand out above the first line's font box, as stacked accents do.
  var overshoot: Double { max(0, -(notes.first.map { $0.top + $0.measurement.ink.y } ?? 0)) }
  /// Lowest mark.
  var inkBottom: Double {
    notes.map { max($0.bottom, $0.top + $0.measurement.ink.maxY) }.max() ?? 0
  }
}

/// Measures notes at a size and says whether they fit.
struct NotesMetrics {
  let look: NotesLook
  let context: ComposeContext
  /// Width of the widest number and the room after it, in em.
  private let gutterInEm: Double

  init(look: NotesLook, context: ComposeContext) throws(RenderError) {
    self.look = look
    self.context = context
    gutterInEm = try NotesMetrics.gutter(look, context)
  }

  /// Room between number and text, in em.
  static let numberGap = 0.32

  /// Widths scale exactly with the size, so the numbers are measured once, at 100 pt.
  private static func gutter(
    _ look: NotesLook, _ context: ComposeContext
  ) throws(RenderError) -> Double {
    guard look.align == .start, look.numberStyle != .none else { return 0 }
    if look.numberStyle == .badge { return 1.62 }
    var style = look.number
    style.size = 100
    var widest = 0.0
    for index in context.notes.indices {
      guard let label = look.label(index) else { continue }
      let block = TextBlock(label, style: style, direction: .leftToRight)
      widest = max(widest, try context.measurer.measure(block, width: nil).size.width)
    }
    return widest / 100 + numberGap
  }

  /// The area between the side paddings.
  var outer: Rect {
    context.freeArea.inset(by: Insets(horizontal: look.side * context.typeScale, vertical: 0))
  }

  /// The area for the notes themselves: inside the card where there is one.
  var inner: Rect {
    guard hasCard else { return outer }
    return outer.inset(by: Insets(horizontal: cardPadding, vertical: cardPadding))
  }

  var hasCard: Bool { look.card != nil || look.cardLine != nil }
  private var cardPadding: Double { 18 * context.typeScale }

  /// Whether all notes fit at a size; stops measuring at the first that does not.
  func fits(_ notes: [Note], size: Double) throws(RenderError) -> Bool {
    let gutter = gutterInEm * size
    guard inner.width - gutter >= size else { return false }
    var top = 0.0
    var overshoot = 0.0
    for (index, note) in notes.enumerated() {
      let placed = try place(note, index, size: size, gutter: gutter, top: top, lineLimit: nil)
      if index == 0 { overshoot = max(0, -placed.measurement.ink.y) }
      let lowest = max(placed.bottom, placed.top + placed.measurement.ink.maxY)
      guard lowest + overshoot <= inner.height else { return false }
      top = placed.bottom + look.noteGap * size
    }
    return true
  }

  /// The notes at a size, each cut to its limit of lines where one is given.
  func column(
    _ notes: [Note], size: Double, lineLimits: [Int?] = [], hidden: Int = 0
  ) throws(RenderError) -> NotesColumn {
    let gutter = gutterInEm * size
    var column = NotesColumn(size: size, gutter: gutter, notes: [])
    var top = 0.0
    for (index, note) in notes.enumerated() {
      let limit = index < lineLimits.count ? lineLimits[index] : nil
      let placed = try place(note, index, size: size, gutter: gutter, top: top, lineLimit: limit)
      column.notes.append(placed)
      top = placed.bottom + look.noteGap * size
    }
    if hidden > 0 {
      column.notes.append(
        try moreLine(hidden, after: notes.count, size: size, gutter: gutter, top: top))
    }
    return column
  }

  /// Whether a column's marks stay inside the area.
  func fits(_ column: NotesColumn) -> Bool {
    column.inkBottom + column.overshoot <= inner.height
  }

  func numberBlock(_ label: String, size: Double, direction: TextDirection) -> TextBlock {
    var style = look.number
    style.size = look.numberStyle == .badge ? size * 0.62 : size
    let alignment: TextAlignment = look.numberStyle == .badge ? .center : .end
    return TextBlock(
      label, style: style, alignment: alignment, direction: direction, language: context.language)
  }

  private func place(
    _ note: Note, _ index: Int, size: Double, gutter: Double, top: Double, lineLimit: Int?
  ) throws(RenderError) -> PlacedNote {
    var style = look.text
    style.size = size
    style.strikethrough = note.done
    var spans = [TextSpan(note.text)]
    if look.align == .center, let label = look.label(index) {
      spans.insert(
        TextSpan(label + " ", color: look.number.color, strikethrough: false), at: 0)
    }
    let block = TextBlock(
      spans: spans, style: style, alignment: look.align == .center ? .center : .start,
      direction: context.direction, language: context.language, lineLimit: lineLimit)
    let width = inner.width - gutter
    return PlacedNote(
      index: index, note: note, isMoreLine: false, block: block,
      measurement: try context.measurer.measure(block, width: width), width: width, top: top)
  }

  private func moreLine(
    _ hidden: Int, after count: Int, size: Double, gutter: Double, top: Double
  ) throws(RenderError) -> PlacedNote {
    let pieces = look.moreText.split(separator: "{count}", omittingEmptySubsequences: false)
    let text = pieces.joined(separator: "\(hidden)")
    let placed = try place(
      Note(text), count, size: size, gutter: gutter, top: top, lineLimit: 1)
    var block = placed.block
    block.spans = [TextSpan(text)]
    return PlacedNote(
      index: count, note: Note(text), isMoreLine: true, block: block,
      measurement: try context.measurer.measure(block, width: placed.width), width: placed.width,
      top: top)
  }
}
