/// The placed notes of a list at one type size, in one or more columns.
struct NotesColumn {
  let size: Double
  /// The width of the widest number and its gap, in points.
  let gutter: Double
  var notes: [PlacedNote]

  /// The height in points by which ink, such as stacked accents, extends above the top of a column.
  var overshoot: Double {
    max(0, -(notes.map { $0.top + $0.inkTop }.min() ?? 0))
  }
  /// The bottom of the lowest ink, in points from the top of a column.
  var inkBottom: Double { notes.map(\.inkBottom).max() ?? 0 }
}
