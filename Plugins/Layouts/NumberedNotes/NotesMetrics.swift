import WallfarmPluginKit

/// A note at one size: what is drawn and where, from the top of the column.
struct PlacedNote {
  /// From 0; the index of the "+N more" line is the count of notes before it.
  let index: Int
  var note: Note
  /// Name of a line that is no note: `more` counts those not shown, `nothing-left` says there is none.
  var standIn: String?
  var block: TextBlock
  var measurement: TextMeasurement
  /// Wrapping width of the text, in points.
  var width: Double
  /// The name of the group that it begins.
  var heading: PlacedHeading?
  /// Top of the note, or of the heading above it, in points.
  var top: Double
  /// Estimated number of lines of the whole note; nil if the whole note was measured.
  var estimatedLines: Double?
  /// Which column it stands in, from 0 in the order of reading.
  var column = 0

  /// Top of its own text.
  var textTop: Double { top + (heading?.lead ?? 0) }
  var bottom: Double { textTop + measurement.size.height }
  /// Highest mark, from the top.
  var inkTop: Double { (heading?.measurement ?? measurement).ink.y }
  /// Lowest mark.
  var inkBottom: Double { max(bottom, textTop + measurement.ink.maxY) }
}

/// Notes below one another at one size.
struct NotesColumn {
  let size: Double
  /// Width of the widest number and the room after it, in points.
  let gutter: Double
  var notes: [PlacedNote]

  /// How far marks stand out above the first lines' font boxes, as stacked accents do.
  var overshoot: Double {
    max(0, -(notes.filter { $0.top == 0 }.map(\.inkTop).min() ?? 0))
  }
  /// Lowest mark.
  var inkBottom: Double { notes.map(\.inkBottom).max() ?? 0 }
}

/// Measures notes at a size and says whether they fit.
struct NotesMetrics {
  let look: NotesLook
  let context: ComposeContext
  /// Width of the widest number and the room after it, in em.
  var gutterInEm: Double { isNumbered ? numberedGutter : 0 }
  private let numberedGutter: Double
  /// Which way the notes are read.
  let direction: ListDirection
  /// Whether notes have their numbers, where the look has any.
  var isNumbered = true
  /// How the list is set.
  var form = NotesForm.list
  /// How much larger than the look says notes may be.
  var growth = 1.0
  /// What stays empty above the notes, and as much below, in points at a width of 430.
  var air: Double
  /// The smallest type size, in points at a width of 430.
  var smallest: Double
  /// How many columns there are.
  var columns = 1
  /// The share of the room between notes that is left where a list is crowded.
  var gapShare = 1.0
  /// Where lines end: even ones take twice as long and are no more, so they are asked for once the size is found.
  var breaking = LineBreaking.together
  /// The days until which notes are to be done, by the place of the note; none where that is not said.
  let dues: [Int: TextSpan]
  /// The groups that notes stand in.
  let groups: NoteGroups
  /// Words for which a note alone is set smaller; nil where all notes have one size.
  var shrinking: LongWords?

  /// Measures the notes of a context, or others in their place.
  init(
    look: NotesLook, context: ComposeContext, notes: [Note]? = nil
  ) throws(RenderError) {
    self.look = look
    self.context = context
    air = look.air
    smallest = look.crowdedBelow
    numberedGutter = try NotesMetrics.gutter(look, context)
    direction = ListDirection(of: notes ?? context.notes, look, context)
    dues = try DueDay.spans(of: notes ?? context.notes, look, context)
    groups = NoteGroups(of: notes ?? context.notes, look, context)
  }

  /// Room between number and text, in em.
  static let numberGap = 0.32

  /// Widths scale exactly with the size, so the numbers are measured once, at 100 pt.
  private static func gutter(
    _ look: NotesLook, _ context: ComposeContext
  ) throws(RenderError) -> Double {
    guard look.align != .center else { return 0 }
    if let width = look.markWidth { return width }
    var style = look.number
    style.size = 100
    var widest = 0.0
    let blocks = context.notes.indices.compactMap(look.label).map { label in
      TextBlock(label, style: style, direction: .leftToRight)
    }
    context.measurer.prepare { blocks.map { MeasuredText($0, width: nil) } }
    for block in blocks {
      widest = max(widest, try context.measurer.measure(block, width: nil).size.width)
    }
    return widest / 100 + numberGap
  }

  /// The area between the side paddings.
  var outer: Rect {
    context.freeArea.inset(
      by: Insets(
        horizontal: look.side * context.typeScale, vertical: air * context.typeScale))
  }

  /// The area for the notes themselves: inside the card where there is one.
  var inner: Rect {
    guard hasCard else { return outer }
    return outer.inset(by: Insets(horizontal: cardPadding, vertical: cardPadding))
  }

  var hasCard: Bool { look.card != nil || look.cardLine != nil }
  private var cardPadding: Double { 18 * context.typeScale }

  /// Room between two notes at a size, in points.
  func noteGap(_ size: Double) -> Double { look.noteGap * size * gapShare }

  /// Where a note starts below another.
  ///
  /// That is after the gap, or further down where tall marks of both, such as stacked accents,
  /// would touch.
  func top(below note: PlacedNote, for next: PlacedNote, size: Double) -> Double {
    let clear = note.textTop + note.measurement.ink.maxY + 0.1 * size - next.inkTop
    let groupGap = groups.startsGroup(next.index) ? NoteGroups.groupGap * size * gapShare : 0
    return max(note.bottom + noteGap(size) + groupGap, clear)
  }

  /// Whether a line holds a letter beside the numbers.
  func isWideEnough(size: Double) -> Bool { columnWidth - gutterInEm * size >= size }

  /// How much of the height all notes take at a size; stops measuring at the first that is too much.
  func room(takenBy notes: [Note], size: Double) throws(RenderError) -> RoomTaken {
    guard isWideEnough(size: size) else { return .tooMuch(guess: .infinity) }
    prepare(notes, size: size)
    guard columns == 1 else { return try roomInColumns(takenBy: notes, size: size) }
    var previous: PlacedNote?
    var overshoot = 0.0
    var lowest = 0.0
    var room = RoomTaken(0, of: inner.height)
    for (index, note) in notes.enumerated() {
      if let (part, share) = try beginning(of: note, index, size: size) {
        return .tooMuch(guess: part.measurement.size.height / inner.height / share)
      }
      var placed = try place(note, index, size: size, lineLimit: nil)
      let share = share(of: placed)
      if share > 1 { return .tooMuch(guess: share * share) }
      if let previous {
        placed.top = top(below: previous, for: placed, size: size)
      } else {
        overshoot = max(overshoot, -placed.inkTop)
      }
      lowest = max(lowest, placed.inkBottom)
      room = RoomTaken(lowest + overshoot, of: inner.height)
      let left = notes.count - index - 1
      if left > 0, case .share(let share) = room, share > 1 {
        return .tooMuch(guess: share * Double(notes.count) / Double(index + 1))
      }
      previous = placed
    }
    return room
  }

  /// The smallest type size on this screen.
  var smallestSize: Double { smallest * context.typeScale }

  /// The smallest type size of the theme on this screen: what is below it is for what would be left out otherwise.
  var likedSize: Double { look.crowdedBelow * context.typeScale }

  /// The largest type size.
  var largestSize: Double { look.maxSize * context.typeScale * growth }

  /// The largest type size at which no word of some notes breaks.
  func largestSize(of notes: [Note]) -> Double {
    min(largestSize, largestSizeForWords(LongWords(notes, self)))
  }

  /// The largest size at which notes fit, whole; nil where they do not at the smallest.
  func bestSize(of notes: [Note], upTo largest: Double) throws(RenderError) -> Double? {
    try TypeSizes(smallest: smallestSize, largest: largest).largest { (size) throws(RenderError) in
      try room(takenBy: notes, size: size)
    }
  }

  /// All notes, whole, at a size.
  func column(_ notes: [Note], size: Double) throws(RenderError) -> NotesColumn {
    prepare(notes, size: size)
    var placed: [PlacedNote] = []
    for (index, note) in notes.enumerated() {
      placed.append(try place(note, index, size: size, lineLimit: nil))
    }
    return stack(placed, size: size)
  }

  /// Whether a column's marks stay inside the area.
  func fits(_ column: NotesColumn) -> Bool {
    column.inkBottom + column.overshoot <= inner.height
  }

  func numberBlock(_ label: String, size: Double, direction: TextDirection) -> TextBlock {
    var style = look.number
    // Two digits have to share the disc that one fills.
    let share = look.numberStyle == .badge ? (label.count == 1 ? 0.7 : 0.58) : 1
    style.size = size * share
    let toText: TextAlignment = self.direction.hangsWhereReadingBegins ? .end : .start
    let alignment = look.numberStyle == .badge ? .center : toText
    return TextBlock(
      label, style: style, alignment: alignment, direction: direction, language: context.language)
  }

  /// One note at a size, cut to a limit of lines where one is given.
  ///
  /// - Throws: what the measurer throws, with the number of the note.
  func place(
    _ note: Note, _ index: Int, size: Double, lineLimit: Int?
  ) throws(RenderError) -> PlacedNote {
    let block = block(note, index, size: size, lineLimit: lineLimit)
    let width = width(at: size)
    let measurement: TextMeasurement
    do throws(RenderError) {
      measurement = try context.measurer.measure(block, width: width)
    } catch {
      throw error.at(.note(index + 1))
    }
    return PlacedNote(
      index: index, note: note, block: block, measurement: measurement, width: width,
      heading: try groups.heading(above: index, self, size: size), top: 0)
  }

  /// Width of the widest character of a note as a share of its line; above 1 it does not fit.
  func share(of note: PlacedNote) -> Double {
    let margin = look.side * context.typeScale
    let text = note.measurement.share(
      of: note.width, typeSize: note.block.style.size, margin: margin)
    guard let heading = note.heading else { return text }
    let above = heading.measurement.share(
      of: columnWidth, typeSize: heading.block.style.size, margin: margin)
    return max(text, above)
  }

  /// Says that whole notes will be measured at a size.
  func prepare(_ notes: [Note], size: Double) {
    context.measurer.prepare {
      notes.enumerated().map { index, note in
        MeasuredText(block(note, index, size: size, lineLimit: nil), width: width(at: size))
      }
    }
  }

  private func width(at size: Double) -> Double { columnWidth - gutterInEm * size }

  /// The largest size at which a note has no more lines than it was written in.
  func sizeThatHolds(_ note: Note, _ index: Int) -> Double {
    var alike = self
    alike.shrinking = nil
    let block = alike.block(note, index, size: 100, lineLimit: nil)
    // A character that no font has is reported with its note when that is placed.
    return sizeThatHolds(
      width: (try? context.measurer.measure(block, width: nil).size.width) ?? 0)
  }

  private func block(_ note: Note, _ index: Int, size: Double, lineLimit: Int?) -> TextBlock {
    var style = look.text
    style.size = ownSize(index, size)
    style.strikethrough = note.done
    var spans = [TextSpan(note.text)]
    if look.align == .center, isNumbered, let label = look.label(index) {
      spans.insert(
        TextSpan(
          label + " ", color: look.number.color, weight: look.number.weight, strikethrough: false),
        at: 0)
    }
    if let due = dues[index] { spans.append(due) }
    return TextBlock(
      spans: spans, style: style,
      alignment: look.align == .center ? .center : direction.alignment(ofNote: index),
      direction: context.direction, language: context.language, lineLimit: lineLimit,
      breaking: breaking)
  }

  /// The same column with its lines as even as they can be.
  func withEvenLines(_ column: NotesColumn) throws(RenderError) -> NotesColumn {
    var metrics = self
    metrics.breaking = .even
    var even = column
    let broken = column.notes.indices.filter { index in
      let note = column.notes[index]
      return note.standIn == nil && note.block.lineLimit == nil && note.measurement.lines.count > 1
    }
    context.measurer.prepare {
      broken.map { index in
        let note = column.notes[index]
        let block = metrics.block(note.note, note.index, size: column.size, lineLimit: nil)
        return MeasuredText(block, width: note.width)
      }
    }
    for index in broken {
      let note = column.notes[index]
      var placed = try metrics.place(note.note, note.index, size: column.size, lineLimit: nil)
      (placed.top, placed.column) = (note.top, note.column)
      even.notes[index] = placed
    }
    // Marks may stand higher in another line.
    let restacked = stack(even.notes, size: column.size)
    return fits(restacked) ? restacked : column
  }

  /// The last line that counts notes which are not shown.
  func moreLine(_ hidden: Int, after count: Int, size: Double) throws(RenderError) -> PlacedNote {
    let pieces = look.moreText.split(separator: "{count}", omittingEmptySubsequences: false)
    var style = look.text
    style.size = size
    let words = pieces.joined(separator: "\(hidden)")
    let block = TextBlock(
      words, style: style,
      alignment: look.align == .center ? .center : direction.alignment(of: words, look, context),
      direction: context.direction, language: context.language, lineLimit: 1)
    let width = width(at: size)
    return PlacedNote(
      index: count, note: Note(block.text), standIn: "more", block: block,
      measurement: try context.measurer.measure(block, width: width), width: width, top: 0)
  }
}
