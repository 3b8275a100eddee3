import WallfarmPluginKit

/// The steps for shortening notes that do not fit at the smallest size; each step has a warning.
struct OverflowLadder {
  private let metrics: NotesMetrics
  private let size: Double
  private let notes: [Note]
  /// The fully measured notes that would fit if each note had one line.
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

  /// Shortens notes, and then omits and counts notes, as far as the policy allows.
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

  /// The number of lost notes; a shortened note counts as the fraction of its lines that are lost.
  func lost(in column: NotesColumn) -> Double {
    column.notes.filter { $0.standIn == nil }.reduce(Double(notes.count)) { lost, note in
      let whole = measured[note.index]
      return lost - Double(note.measurement.lines.count)
        / (whole.estimatedLines ?? Double(whole.measurement.lines.count))
    }
  }

  /// The first `count` notes, from which lines are removed one by one, starting with the longest
  /// notes; each note keeps at least one line.
  private func shortened(_ count: Int, hidden: Int) throws(RenderError) -> NotesColumn? {
    guard count <= measured.count else { return nil }
    let heights = measured.prefix(count).map(\.lineBottoms)
    var limits = heights.map(\.count)
    var column = try column(limits, hidden: hidden)
    while !metrics.fits(column) {
      // The sum of line heights finds the limits quickly; a real measurement then confirms them.
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

  /// The column in which each note has a given line limit.
  private func column(_ limits: [Int], hidden: Int) throws(RenderError) -> NotesColumn {
    var placed: [PlacedNote] = []
    for (note, limit) in zip(measured, limits) {
      let isWhole = limit == note.measurement.lines.count
      placed.append(isWhole ? note : try cut(note, toLines: limit))
    }
    if hidden > 0 { placed.append(try metrics.moreLine(hidden, after: limits.count, size: size)) }
    return metrics.stack(placed, size: size)
  }

  /// A note truncated to a number of lines.
  ///
  /// Only the visible lines and the next line are shaped: shaping whole notes of 600 characters
  /// took half of the total time.
  private func cut(_ note: PlacedNote, toLines limit: Int) throws(RenderError) -> PlacedNote {
    var shown = note.note
    // Line ranges are relative to the block, which starts with the text unless there is a prefix.
    if note.block.spans.first?.text == shown.text {
      let end = note.measurement.lines[limit].range.upperBound
      shown.text = String(decoding: shown.text.utf8.prefix(end), as: UTF8.self)
    }
    var cut = try metrics.place(shown, note.index, size: size, lineLimit: limit)
    cut.note = note.note
    return cut
  }

  /// The note with the most lines, or the last of these notes; nil if all notes have one line.
  private func longest(of notes: [Int], _ limits: [Int]) -> Int? {
    guard let most = notes.map({ limits[$0] }).max(), most > 1 else { return nil }
    return notes.last { limits[$0] == most }
  }

  /// The longest list that fits together with a line that counts the omitted notes.
  private func withMoreLine() throws(RenderError) -> (NotesColumn, Int)? {
    for shown in stride(from: min(measured.count, notes.count - 1), to: 0, by: -1) {
      let hidden = notes.count - shown
      if let column = try shortened(shown, hidden: hidden) { return (column, hidden) }
    }
    return nil
  }

  /// The number of leading notes that fit at the smallest size.
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
      hint: "shorten the notes, or lower 'sizes.crowded' in the theme ('--set min-size')")
  }

  fileprivate static func hidden(_ count: Int) -> RenderWarning {
    RenderWarning(
      .notesHidden,
      "\(count) note\(count == 1 ? " does" : "s do") not fit and \(count == 1 ? "is" : "are") "
        + "counted "
        + "in the last line",
      hint: "show fewer notes, or lower 'sizes.crowded' in the theme ('--set min-size')")
  }
}
