import WallfarmPluginKit

/// Measures notes at a type size and determines whether they fit the free area.
struct NotesMetrics {
  let look: NotesLook
  let context: ComposeContext
  /// The width of the widest number and its gap, in em.
  var gutterInEm: Double { isNumbered ? numberedGutter : 0 }
  private let numberedGutter: Double
  /// The reading direction of the list.
  let direction: ListDirection
  /// Whether the requested marks are drawn; false if the marks are numbers and there is only one
  /// note.
  var isNumbered = true
  /// The form of the list.
  var form = NotesForm.list
  /// The factor by which the maximum type size is multiplied.
  var growth = 1.0
  /// The maximum type size in points, if it differs from the theme's maximum.
  var most: Double?
  /// The empty space above and below the notes, in points on a screen 430 pt wide.
  var air: Double
  /// The minimum type size, in points on a screen 430 pt wide.
  var smallest: Double
  /// The number of columns.
  var columns = 1
  /// Whether notes may wrap onto more lines than they have in the input.
  var breaksNotes = true
  /// Whether to break words that would fit on a line of a single-column list.
  var breaksWords = false
  /// Whether columns may divide a group.
  var dividesGroups = false
  /// The factor for gaps between notes, which is reduced in a crowded list.
  var gapShare = 1.0
  /// The line breaking mode.
  ///
  /// Balanced lines take twice as long to compute, so they are used only for the final size.
  var breaking = LineBreaking.together
  /// The due dates, keyed by the index of the note.
  let dues: [Int: TextSpan]
  /// The groups of the list.
  let groups: NoteGroups
  /// The maximum size of each note; nil if all notes have one size.
  var ownSizes: [Double]?

  /// Creates metrics for `notes` or, if `notes` is nil, for the notes of the context.
  init(
    look: NotesLook, context: ComposeContext, notes: [Note]? = nil
  ) throws(RenderError) {
    let notes = notes ?? context.notes
    dues = try DueDay.spans(of: notes, look, context)
    var look = look
    look.numerals = try Numerals(of: notes, dues.values.map(\.text), context.words)
    self.look = look
    self.context = context
    air = look.air
    // A single note needs no number.
    isNumbered = notes.count > 1 || !look.numberStyle.isNumber
    smallest = look.crowdedBelow
    numberedGutter = try NotesMetrics.gutter(look, context)
    direction = ListDirection(of: notes, look, context)
    groups = NoteGroups(of: notes, look, context)
  }

  /// The gap between a number and its note, in em.
  static let numberGap = 0.32

  /// Returns the width of the widest number and its gap, in em.
  ///
  /// The width is measured at 100 pt, because widths scale with the type size.
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

  /// The free area without its margins.
  var outer: Rect {
    context.freeArea.inset(
      by: Insets(
        horizontal: look.side * context.typeScale, vertical: air * context.typeScale))
  }

  /// The area of the notes, which is inside the card if there is one.
  var inner: Rect {
    guard hasCard else { return outer }
    return outer.inset(by: Insets(horizontal: cardPadding, vertical: cardPadding))
  }

  var hasCard: Bool { look.card != nil || look.cardLine != nil }
  private var cardPadding: Double { 18 * context.typeScale }

  /// Returns the gap between two notes in points.
  func noteGap(_ size: Double) -> Double { look.noteGap * size * gapShare }

  /// Returns the top of a note that follows another note.
  ///
  /// The gap is larger than usual if tall marks, such as stacked accents, would otherwise touch.
  func top(below note: PlacedNote, for next: PlacedNote, size: Double) -> Double {
    let clear = note.textTop + note.measurement.ink.maxY + 0.1 * size - next.inkTop
    let groupGap = groups.startsGroup(next.index) ? NoteGroups.groupGap * size * gapShare : 0
    return max(note.bottom + noteGap(size) + groupGap, clear)
  }

  /// Returns whether a line has space for at least one letter next to the number.
  func isWideEnough(size: Double) -> Bool { columnWidth - gutterInEm * size >= size }

  /// Returns the height of all notes at a size, relative to the area.
  ///
  /// Measuring stops as soon as the notes exceed the area.
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
      if let guess = excess(of: placed, size: size) { return .tooMuch(guess: guess) }
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

  /// The minimum type size on this screen in points.
  var smallestSize: Double { smallest * context.typeScale }

  /// The preferred minimum type size on this screen, in points.
  ///
  /// Smaller type is used only if notes would otherwise be omitted.
  var likedSize: Double { look.crowdedBelow * context.typeScale }

  /// The maximum type size in points.
  var largestSize: Double { most ?? look.maxSize * context.typeScale * growth }

  /// Returns the maximum type size at which no word of the notes is broken.
  func largestSize(of notes: [Note]) -> Double {
    min(largestSize, largestSizeForWords(LongWords(notes, self)))
  }

  /// Returns the largest size at which all notes fit completely, or nil if there is no such size.
  func bestSize(of notes: [Note], upTo largest: Double) throws(RenderError) -> Double? {
    try TypeSizes(smallest: smallestSize, largest: largest).largest { (size) throws(RenderError) in
      try room(takenBy: notes, size: size)
    }
  }

  /// Places all notes at a size, without shortening or omitting any.
  func column(_ notes: [Note], size: Double) throws(RenderError) -> NotesColumn {
    prepare(notes, size: size)
    var placed: [PlacedNote] = []
    for (index, note) in notes.enumerated() {
      placed.append(try place(note, index, size: size, lineLimit: nil))
    }
    return stack(placed, size: size)
  }

  /// Returns whether all the ink of a column is inside the area.
  func fits(_ column: NotesColumn) -> Bool {
    column.inkBottom + column.overshoot <= inner.height
  }

  func numberBlock(_ label: String, size: Double, direction: TextDirection) -> TextBlock {
    var style = look.number
    // Use smaller type for two digits, so that they fit on the same disc as one digit.
    let share = look.numberStyle == .badge ? (label.count == 1 ? 0.7 : 0.58) : 1
    style.size = size * share
    let toText: TextAlignment = self.direction.hangsWhereReadingBegins ? .end : .start
    let alignment = look.numberStyle == .badge ? .center : toText
    return TextBlock(
      label, style: style, alignment: alignment, direction: direction, language: context.language)
  }

  /// Measures a note at a size, with an optional line limit.
  ///
  /// - Throws: The errors of the measurer, with the number of the note.
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
      heading: try groups.heading(above: index, self, size: size), top: 0,
      excess: dues[index] == nil ? 0 : try excess(of: measurement, block))
  }

  /// Returns the height that a due date adds to the last line.
  ///
  /// Pango centers the small text of the due date within the line height, so it extends below the
  /// other text.
  private func excess(
    of measurement: TextMeasurement, _ block: TextBlock
  ) throws(RenderError) -> Double {
    guard let last = measurement.lines.last else { return 0 }
    let plain = TextBlock("x", style: block.style, direction: block.direction)
    let height = try context.measurer.measure(plain, width: nil).size.height
    return max(0, last.frame.height - height)
  }

  /// Returns the fraction of the line width that a note or its heading occupies.
  ///
  /// If the fraction is greater than 1, a character is wider than the line, and the note does not
  /// fit.
  func share(of note: PlacedNote) -> Double {
    let margin = look.side * context.typeScale
    let text = note.measurement.share(
      of: note.width, typeSize: note.block.style.size, margin: margin, hang: note.block.hang)
    guard let heading = note.heading else { return text }
    let above = heading.measurement.share(
      of: columnWidth, typeSize: heading.block.style.size, margin: margin)
    return max(text, above)
  }

  /// Returns the factor by which a note's longest paragraph exceeds the maximum number of lines at
  /// a size, or nil.
  ///
  /// The result is nil if no paragraph exceeds the maximum.
  func excess(of note: PlacedNote, size: Double) -> Double? {
    let most = mostLines(size: size)
    let lines = note.measurement.lines
    guard lines.count > most else { return nil }
    let bytes = Array(note.block.text.utf8)
    var (longest, count) = (0, 0)
    for line in lines {
      let start = line.range.lowerBound
      let begins = start == 0 || bytes.indices.contains(start - 1) && bytes[start - 1] == 10
      count = begins ? 1 : count + 1
      longest = max(longest, count)
    }
    return longest > most ? Double(longest) / Double(most) : nil
  }

  /// Announces the notes that will be measured at a size, so that the measurer can measure them in
  /// one batch.
  func prepare(_ notes: [Note], size: Double) {
    context.measurer.prepare {
      notes.enumerated().map { index, note in
        MeasuredText(block(note, index, size: size, lineLimit: nil), width: width(at: size))
      }
    }
  }

  private func width(at size: Double) -> Double { columnWidth - gutterInEm * size }

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
    var block = TextBlock(
      spans: spans, style: style,
      alignment: look.align == .center ? .center : direction.alignment(ofNote: index),
      direction: context.direction, language: context.language, lineLimit: lineLimit,
      breaking: breaking)
    block.hang = hang(at: style.size)
    return block
  }

  /// Returns the distance by which opening quotation marks hang outside the text.
  ///
  /// The distance is a third of the gap between the number and the text or, without numbers, half
  /// of the list's margin or of the card's padding.
  private func hang(at size: Double) -> Double {
    let besideNumber = 0.33 * NotesMetrics.numberGap * size
    if gutterInEm > 0 { return besideNumber }
    return hasCard ? 0.5 * cardPadding : 0.5 * look.side * context.typeScale
  }

  /// Returns the column with balanced lines.
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
      even.notes[index] = try metrics.place(
        note.note, note.index, size: column.size, lineLimit: nil)
    }
    let restacked = stack(even.notes, size: column.size)
    guard !fits(restacked) else { return restacked }
    // Balanced lines can move tall marks, such as stacked accents, to the top or bottom edge, so
    // that the column no longer fits. In that case, balance the lines of a note only if the column
    // still fits afterward.
    var best = column
    for index in broken {
      var notes = best.notes
      notes[index] = even.notes[index]
      let one = stack(notes, size: column.size)
      if fits(one) { best = one }
    }
    return best
  }

  /// Returns the last line, which shows the number of hidden notes.
  func moreLine(_ hidden: Int, after count: Int, size: Double) throws(RenderError) -> PlacedNote {
    let pieces = look.moreText.split(separator: "{count}", omittingEmptySubsequences: false)
    var style = look.text
    style.size = size
    let words = pieces.joined(separator: look.numerals.text(hidden))
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
