import WallfarmPluginKit

// The geometry of columns, and the distribution of notes over them.

extension NotesMetrics {
  /// The gap between columns in points; it is larger than that between a number and its note, to
  /// separate the columns clearly.
  private var columnGap: Double { (context.isTablet ? 26 : 20) * context.typeScale }

  /// The width of a column; with one column, that of the area.
  var columnWidth: Double {
    (inner.width - columnGap * Double(columns - 1)) / Double(columns)
  }

  /// The area of a column; the first one is at the leading side.
  func area(ofColumn column: Int, isRightToLeft: Bool) -> Rect {
    let place = isRightToLeft ? columns - 1 - column : column
    return Rect(
      x: inner.x + Double(place) * (columnWidth + columnGap), y: inner.y, width: columnWidth,
      height: inner.height)
  }

  /// The height of the tallest column, relative to that of the area.
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
      height += placed[index].measurement.size.height
      if height > most, index < notes.count - 1 {
        return .tooMuch(guess: height / most * Double(notes.count) / Double(index + 1))
      }
    }
    let column = stack(placed, size: size)
    return RoomTaken(column.inkBottom + column.overshoot, of: inner.height)
  }

  /// Stacks placed notes in columns of similar height.
  func stack(_ notes: [PlacedNote], size: Double) -> NotesColumn {
    var column = NotesColumn(size: size, gutter: gutterInEm * size, notes: notes)
    let starts = columns > 1 ? columnStarts(notes, size: size) : [0]
    var place = -1
    for index in notes.indices {
      if starts.contains(index) { place += 1 }
      column.notes[index].column = place
      column.notes[index].top =
        starts.contains(index)
        ? 0 : top(below: column.notes[index - 1], for: notes[index], size: size)
    }
    return column
  }

  /// The indices of the first notes of each column, such that the tallest column is as short as
  /// possible.
  private func columnStarts(_ notes: [PlacedNote], size: Double) -> Set<Int> {
    let loose = notes.map { note in
      var note = note
      note.top = 0
      return note
    }
    let heights = loose.map(\.inkBottom)
    // The vertical step from each note to the next one in the same column.
    let steps = loose.indices.map { index in
      index == 0 ? 0 : top(below: loose[index - 1], for: loose[index], size: size)
    }
    return ColumnFill(heights: heights, steps: steps).starts(columns: columns)
  }
}
