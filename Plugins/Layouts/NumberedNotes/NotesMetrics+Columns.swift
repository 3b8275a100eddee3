import WallfarmPluginKit

// The geometry of columns, and the distribution of notes over them.

extension NotesMetrics {
  /// The gap between columns in points; it is larger than the gap between a number and its note, so
  /// that columns are clearly separated.
  private var columnGap: Double { (context.isTablet ? 26 : 20) * context.typeScale }

  /// The width of a column; with one column, the width of the area.
  var columnWidth: Double {
    (inner.width - columnGap * Double(columns - 1)) / Double(columns)
  }

  /// Returns the area of a column; the first column is on the leading side.
  func area(ofColumn column: Int, isRightToLeft: Bool) -> Rect {
    let place = isRightToLeft ? columns - 1 - column : column
    return Rect(
      x: inner.x + Double(place) * (columnWidth + columnGap), y: inner.y, width: columnWidth,
      height: inner.height)
  }

  /// Returns the height of the tallest column, relative to the height of the area.
  func roomInColumns(
    takenBy notes: [Note], size: Double
  ) throws(RenderError) -> RoomTaken {
    let most = inner.height * Double(columns)
    var (placed, height): ([PlacedNote], Double) = ([], 0)
    for (index, note) in notes.enumerated() {
      if let (part, share) = try beginning(of: note, index, size: size) {
        return .tooMuch(guess: part.measurement.size.height / most / share)
      }
      placed.append(try place(note, index, size: size, lineLimit: nil))
      let share = share(of: placed[index])
      if share > 1 { return .tooMuch(guess: share * share) }
      if let guess = excess(of: placed[index], size: size) { return .tooMuch(guess: guess) }
      height += placed[index].measurement.size.height
      if height > most, index < notes.count - 1 {
        return .tooMuch(guess: height / most * Double(notes.count) / Double(index + 1))
      }
    }
    let column = stack(placed, size: size)
    return RoomTaken(column.inkBottom + column.overshoot, of: inner.height)
  }

  /// Stacks placed notes in columns of similar height.
  ///
  /// Groups stay together if there are at least as many groups as columns. In a crowded list,
  /// groups may be divided if the columns would otherwise be too tall. A column that continues a
  /// group repeats the group's heading.
  func stack(_ notes: [PlacedNote], size: Double) -> NotesColumn {
    let whole = NotesColumn(size: size, gutter: gutterInEm * size, notes: notes)
    guard columns > 1 else { return stacked(whole, starts: [0]) }
    let heights = lengths(of: notes, size: size)
    if let starts = groupStarts(heights) {
      let column = stacked(whole, starts: starts)
      if !dividesGroups || fits(column) { return column }
    }
    let starts = ColumnFill(heights: heights.own, steps: heights.steps).starts(columns: columns)
    return stacked(withHeadings(whole, starts: starts), starts: starts)
  }

  /// Stacks notes in columns, given the first note of each column.
  private func stacked(_ notes: NotesColumn, starts: Set<Int>) -> NotesColumn {
    var (column, place) = (notes, -1)
    for index in column.notes.indices {
      if starts.contains(index) { place += 1 }
      column.notes[index].column = place
      column.notes[index].top =
        starts.contains(index)
        ? 0
        : top(below: column.notes[index - 1], for: column.notes[index], size: column.size)
    }
    guard starts.count > 1 else { return column }
    // Align the first lines of all columns on the same baseline.
    let baselines = starts.sorted().map { column.notes[$0].topBaseline }
    let lowest = baselines.max() ?? 0
    for index in column.notes.indices {
      column.notes[index].top += lowest - baselines[column.notes[index].column]
    }
    return column
  }

  /// Repeats a group's heading above the first note of each column that continues the group.
  private func withHeadings(_ notes: NotesColumn, starts: Set<Int>) -> NotesColumn {
    var column = notes
    for index in starts where index > 0 && !groups.startsGroup(index) {
      let first = (0..<index).last(where: groups.startsGroup) ?? 0
      column.notes[index].heading = column.notes[first].heading
    }
    return column
  }

  /// Returns the height of each note, and the vertical step to each note from the previous note in
  /// the same column.
  private func lengths(
    of notes: [PlacedNote], size: Double
  ) -> (own: [Double], steps: [Double]) {
    let loose = notes.map { note in
      var note = note
      note.top = 0
      return note
    }
    let steps = loose.indices.map { index in
      index == 0 ? 0 : top(below: loose[index - 1], for: loose[index], size: size)
    }
    return (loose.map(\.inkBottom), steps)
  }

  /// Returns the first note of each column if groups stay together; nil without headings or with
  /// fewer groups than columns.
  private func groupStarts(_ lengths: (own: [Double], steps: [Double])) -> Set<Int>? {
    let firsts = lengths.own.indices.filter { $0 == 0 || groups.startsGroup($0) }
    guard !groups.isEmpty, firsts.count >= columns else { return nil }
    let ends = firsts.dropFirst() + [lengths.own.count]
    let heights = zip(firsts, ends).map { first, end in
      lengths.steps[(first + 1)..<end].reduce(lengths.own[end - 1], +)
    }
    let steps = firsts.indices.map { index in
      index == 0 ? 0 : lengths.steps[(firsts[index - 1] + 1)...firsts[index]].reduce(0, +)
    }
    let fill = ColumnFill(heights: heights, steps: steps)
    return Set(fill.starts(columns: columns).map { firsts[$0] })
  }

  /// Returns whether all notes could fit, as estimated from their lengths.
  func mayHold(_ notes: [Note]) -> Bool { mostShown(of: notes) > Double(notes.count) - 0.001 }

  /// Returns an upper bound for the number of notes that fit at the minimum size, estimated from
  /// their lengths.
  ///
  /// A shortened note counts as the fraction of its lines that are shown. The bound avoids
  /// measurements: without it, composing forty notes of 600 characters each took ten times as long.
  func mostShown(of notes: [Note]) -> Double {
    let perLine = columnWidth / (NotesMetrics.narrowest * smallestSize)
    var lines = inner.height * Double(columns) / (NotesMetrics.lowest * smallestSize)
    return notes.map { max(1, Double($0.text.count) / perLine) }.sorted().reduce(0) {
      shown, length in
      let taken = min(lines, length)
      lines -= taken
      return shown + taken / length
    }
  }

  /// A lower bound for the mean width of a character in em; the letter i is 0.25 em wide.
  private static let narrowest = 0.2
  /// The height of a line in em, with the tightest leading of all themes.
  private static let lowest = 0.85
}
