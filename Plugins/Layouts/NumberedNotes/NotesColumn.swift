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
