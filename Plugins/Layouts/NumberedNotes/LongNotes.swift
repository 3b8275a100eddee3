import WallfarmPluginKit

// Measures only the beginning of notes that are much longer than the area.

extension NotesMetrics {
  /// The typical width of a letter and the typical height of a line, in em.
  private static let letter = (width: 0.5, height: 1.2)
  /// The minimum number of characters that are measured.
  private static let measuredWhole = 600

  /// Returns the beginning of a note if the beginning alone is taller than all columns together;
  /// otherwise nil.
  ///
  /// The time and memory for shaping increase with the length of a note, and a note of 20,000
  /// letters does not fit on any screen. The length of the beginning is estimated first, and then
  /// checked by measuring.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - index: The index of the note in the list.
  ///   - size: The type size of the note.
  /// - Returns: The shortened note, and the fraction of the whole note that it contains.
  /// - Throws: The errors of the measurer.
  func beginning(
    of note: Note, _ index: Int, size: Double
  ) throws(RenderError) -> (placed: PlacedNote, share: Double)? {
    let lines = inner.height * Double(columns) / (NotesMetrics.letter.height * size)
    let perLine = columnWidth / (NotesMetrics.letter.width * size)
    var length = max(NotesMetrics.measuredWhole, Int(lines * perLine))
    // Count bytes first, because that is faster than counting characters and gives an upper bound.
    guard note.text.utf8.count > 2 * length else { return nil }
    let count = note.text.count
    while count > 2 * length {
      var part = note
      part.text = String(note.text.prefix(length))
      let placed = try place(part, index, size: size, lineLimit: nil)
      if placed.measurement.size.height > inner.height * Double(columns) {
        return (placed, Double(length) / Double(count))
      }
      length *= 2
    }
    return nil
  }
}
