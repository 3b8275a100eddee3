import WallfarmPluginKit

// Notes that are longer than the area, of which only the beginning is measured.

extension NotesMetrics {
  /// Width of a letter of most scripts, and height of a line, in em.
  private static let letter = (width: 0.5, height: 1.2)
  /// Characters that are measured whole, whatever the area is.
  private static let measuredWhole = 600

  /// The beginning of a note that alone is higher than all columns; nil where the note may fit.
  ///
  /// Shaping a note takes time and memory that grow with its length, and none of 20,000 letters fits any screen. How much is
  /// enough is estimated, and then measured.
  ///
  /// - Parameters:
  ///   - note: the note.
  ///   - index: its place in the list.
  ///   - size: its type size.
  /// - Returns: the note with fewer words, and its share of all.
  /// - Throws: what the measurer throws.
  func beginning(
    of note: Note, _ index: Int, size: Double
  ) throws(RenderError) -> (placed: PlacedNote, share: Double)? {
    let lines = inner.height * Double(columns) / (NotesMetrics.letter.height * size)
    let perLine = columnWidth / (NotesMetrics.letter.width * size)
    var length = max(NotesMetrics.measuredWhole, Int(lines * perLine))
    // Bytes are counted faster than characters, and are no fewer.
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
