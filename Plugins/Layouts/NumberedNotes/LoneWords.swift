import WallfarmPluginKit

extension NotesMetrics {
  /// Narrows short notes whose last line is a single word, so that the line above lends it one.
  ///
  /// A narrower line is taken only when the note keeps its number of lines, so nothing that fitted
  /// stops fitting.
  func withoutLoneWords(_ column: NotesColumn) throws(RenderError) -> NotesColumn {
    var column = column
    for index in column.notes.indices {
      let note = column.notes[index]
      guard !note.measurement.isClipped, (2...4).contains(note.measurement.lines.count),
        endsInLoneWord(note.block, note.measurement)
      else { continue }
      let widest = try widestWord(note.block)
      for share in [0.94, 0.88, 0.82, 0.76, 0.70] {
        let width = note.width * share
        // A word that breaks in its middle is worse than one that stands alone.
        guard width >= widest || note.width < widest else { break }
        let measurement = try context.measurer.measure(note.block, width: width)
        // A note with a limit of lines keeps their number and loses its end instead.
        guard !measurement.isClipped,
          measurement.lines.count == note.measurement.lines.count,
          measurement.size.height <= note.measurement.size.height
        else { break }
        if !endsInLoneWord(note.block, measurement) {
          column.notes[index].width = width
          column.notes[index].measurement = measurement
          break
        }
      }
    }
    return column
  }

  private func widestWord(_ block: TextBlock) throws(RenderError) -> Double {
    var widest = 0.0
    for word in block.text.unbreakableWords {
      let alone = TextBlock(
        word, style: block.style, direction: block.direction, language: block.language)
      widest = max(widest, try context.measurer.measure(alone, width: nil).size.width)
    }
    return widest
  }

  /// Whether the last line is one word and the line above it more than one.
  ///
  /// In a script without spaces, one or two characters count as a lone word.
  private func endsInLoneWord(_ block: TextBlock, _ measurement: TextMeasurement) -> Bool {
    let lines = measurement.lines.suffix(2).map { line in
      Array(block.text.utf8.dropFirst(line.range.lowerBound).prefix(line.range.count))
    }
    guard lines.count == 2 else { return false }
    let words = lines.map { $0.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.count }
    if words == [1, 1] { return String(decoding: lines[1], as: UTF8.self).count < 3 }
    return words[1] == 1 && words[0] > 1
  }
}
