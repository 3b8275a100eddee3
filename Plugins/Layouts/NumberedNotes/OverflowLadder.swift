import WallfarmPluginKit

/// Shortens, and then omits, notes that do not fit at the smallest size; each step adds a warning.
struct OverflowLadder {
  private let metrics: NotesMetrics
  private let size: Double
  private let notes: [Note]
  /// The notes, from the start of the list, that would fit if each had one line; they are measured
  /// without a line limit.
  private let measured: [PlacedNote]

  init(metrics: NotesMetrics, size: Double, notes: [Note]) throws(RenderError) {
    self.metrics = metrics
    self.size = size
    self.notes = notes
    var measured: [PlacedNote] = []
    guard metrics.isWideEnough(size: size) else {
      self.measured = []
      return
    }
    var height = 0.0
    for (index, note) in notes.enumerated() {
      var placed: PlacedNote
      if let (part, share) = try metrics.beginning(of: note, index, size: size) {
        placed = part
        placed.estimatedLines = Double(part.measurement.lines.count) / share
      } else {
        placed = try metrics.place(note, index, size: size, lineLimit: nil)
      }
      // A line limit does not help if a character is wider than the line.
      guard metrics.share(of: placed) <= 1 else { break }
      height += (placed.heading?.lead ?? 0) + placed.measurement.lines[0].frame.height
      guard height <= metrics.inner.height * Double(metrics.columns) else { break }
      measured.append(placed)
      height += metrics.noteGap(size)
    }
    self.measured = measured
  }

  /// Shortens notes, and then omits notes and counts them in a last line, as far as the policy
  /// allows.
  ///
  /// - Throws: `notes-do-not-fit` if shortening and omitting notes is not enough.
  func climb(_ policy: OverflowPolicy) throws(RenderError) -> (NotesColumn, [RenderWarning]) {
    if policy != .fail, let column = try shortened(notes.count, hidden: 0) {
      return (column, warnings(column, hidden: 0))
    }
    if policy == .more, let (column, hidden) = try withMoreLine() {
      return (column, warnings(column, hidden: hidden))
    }
    let fitting = try countFitting(shortening: policy != .fail)
    throw .notesDoNotFit(count: notes.count, fitting: fitting, minimumSize: size)
  }

  /// Returns the number of lost notes; a shortened note counts as the fraction of its lines that
  /// are lost.
  func lost(in column: NotesColumn) -> Double {
    column.notes.filter { $0.standIn == nil }.reduce(Double(notes.count)) { lost, note in
      let whole = measured[note.index]
      return lost - Double(note.measurement.lines.count)
        / (whole.estimatedLines ?? Double(whole.measurement.lines.count))
    }
  }

  /// Returns the first `count` notes, shortened until they fit, or nil if they do not fit.
  ///
  /// Lines are removed one by one, each time from the longest note. Each note keeps at least one
  /// line.
  private func shortened(_ count: Int, hidden: Int) throws(RenderError) -> NotesColumn? {
    guard count <= measured.count else { return nil }
    let heights = measured.prefix(count).map(\.lineBottoms)
    var limits = heights.map(\.count)
    var column = try column(limits, hidden: hidden)
    while !metrics.fits(column) {
      // Find the limits quickly from the sums of line heights, and then confirm them with a real
      // measurement.
      for place in 0..<metrics.columns {
        let notes = column.notes.filter { $0.column == place }
        let lowest = notes.map(\.inkBottom).max() ?? 0
        var excess = lowest + column.overshoot - metrics.inner.height
        let own = notes.filter { $0.standIn == nil }.map(\.index)
        while excess > 0 {
          guard let index = longest(of: own, limits) else { return nil }
          excess -= heights[index][limits[index] - 1] - heights[index][limits[index] - 2]
          limits[index] -= 1
        }
      }
      column = try self.column(limits, hidden: hidden)
    }
    return column
  }

  /// Returns the column with each note truncated to its line limit.
  private func column(_ limits: [Int], hidden: Int) throws(RenderError) -> NotesColumn {
    var placed: [PlacedNote] = []
    for (note, limit) in zip(measured, limits) {
      let isWhole = limit == note.measurement.lines.count
      placed.append(isWhole ? note : try cut(note, toLines: limit))
    }
    if hidden > 0 { placed.append(try metrics.moreLine(hidden, after: limits.count, size: size)) }
    return metrics.stack(placed, size: size)
  }

  /// Returns a note truncated to a number of lines.
  ///
  /// Only the visible lines and the line after them are shaped, because shaping whole notes of 600
  /// characters took half of the total time.
  private func cut(_ note: PlacedNote, toLines limit: Int) throws(RenderError) -> PlacedNote {
    var shown = note.note
    // Line ranges are relative to the block. Use them only if the block starts with the text and
    // not with a prefix.
    if note.block.spans.first?.text == shown.text {
      let end = note.measurement.lines[limit].range.upperBound
      shown.text = String(decoding: shown.text.utf8.prefix(end), as: UTF8.self)
    }
    var cut = try metrics.place(shown, note.index, size: size, lineLimit: limit)
    cut.note = note.note
    return cut
  }

  /// Returns the note with the highest line limit, or the last such note if there are several.
  ///
  /// Returns nil if every limit is one line.
  private func longest(of notes: [Int], _ limits: [Int]) -> Int? {
    guard let most = notes.map({ limits[$0] }).max(), most > 1 else { return nil }
    return notes.last { limits[$0] == most }
  }

  /// Returns the longest list that fits together with a line that shows the number of omitted
  /// notes.
  private func withMoreLine() throws(RenderError) -> (NotesColumn, Int)? {
    for shown in stride(from: min(measured.count, notes.count - 1), to: 0, by: -1) {
      let hidden = notes.count - shown
      if let column = try shortened(shown, hidden: hidden) { return (column, hidden) }
    }
    return nil
  }

  /// Returns the number of notes, counted from the start of the list, that fit at the smallest
  /// size.
  private func countFitting(shortening: Bool) throws(RenderError) -> Int {
    var count = measured.count
    while count > 0 {
      let limits = measured.prefix(count).map { shortening ? 1 : $0.measurement.lines.count }
      if metrics.fits(try column(limits, hidden: 0)) { break }
      count -= 1
    }
    return count
  }

  private func warnings(_ column: NotesColumn, hidden: Int) -> [RenderWarning] {
    let shortened = column.notes.filter { $0.measurement.isClipped && $0.standIn == nil }
    var warnings: [RenderWarning] = []
    if !shortened.isEmpty { warnings.append(.shortened(shortened.map { $0.index + 1 })) }
    if hidden > 0 { warnings.append(.hidden(hidden)) }
    return warnings
  }
}

extension PlacedNote {
  /// The bottom of each line, relative to the note.
  fileprivate var lineBottoms: [Double] { measurement.lines.map(\.frame.maxY) }
}

extension RenderWarning {
  fileprivate static func shortened(_ numbers: [Int]) -> RenderWarning {
    let list = numbers.map(String.init).joined(separator: ", ")
    return RenderWarning(
      .notesShortened,
      "note\(numbers.count == 1 ? "" : "s") \(list) did not fit and "
        + "\(numbers.count == 1 ? "was" : "were") truncated with …",
      hint: "shorten the notes, or lower 'sizes.crowded' in the theme or 'min-size' with --set")
  }

  fileprivate static func hidden(_ count: Int) -> RenderWarning {
    RenderWarning(
      .notesHidden,
      "\(count) note\(count == 1 ? " does" : "s do") not fit and \(count == 1 ? "is" : "are") "
        + "counted "
        + "in the last line",
      hint: "show fewer notes, or lower 'sizes.crowded' in the theme or 'min-size' with --set")
  }
}
