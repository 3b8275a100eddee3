public import WallfarmPluginKit

/// Notes, numbered in reading order, as large as the free area allows.
///
/// Numbers hang beside the text, on the right where a note reads from right to left. A done note
/// is drawn at half opacity and struck through, and keeps its number. No note is ever dropped
/// silently: see ``WallfarmPluginKit/OverflowPolicy``.
public struct NumberedNotes: LayoutPlugin {
  /// `numbered-notes`.
  public static let id = "numbered-notes"
  /// 1.
  public static let version = 1
  /// One line for lists.
  public static let summary = "Numbered notes below clock and widgets, as large as they fit."

  let look: NotesLook

  /// Reads all parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    look = try NotesLook(values)
  }

  /// The notes inside the free area, or that there are none left.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    guard !context.notes.isEmpty else {
      guard context.hasEmptyList else { throw .noNotes() }
      do throws(RenderError) {
        return try nothingLeft(in: context)
      } catch {
        // What is wrong with the words is no mistake of a note.
        var problem = error
        if problem.origin == .note(1) { problem.origin = .parameter("empty-text") }
        throw problem
      }
    }
    let metrics = try NotesMetrics(look: look, context: context)
    let sizes = sizes(of: context.notes, metrics)
    let best = try sizes.largest { (size) throws(RenderError) in
      try metrics.room(takenBy: context.notes, size: size)
    }
    let column: NotesColumn
    var warnings: [RenderWarning] = []
    if let best {
      column = try metrics.column(context.notes, size: best)
    } else {
      let ladder = try OverflowLadder(
        metrics: metrics, size: sizes.smallest, notes: context.notes)
      (column, warnings) = try ladder.climb(context.overflow)
    }
    let balanced = try metrics.withoutLoneWords(column)
    return try NotesLayers(look: look, metrics: metrics, column: balanced)
      .arrangement(warnings: warnings)
  }

  /// The words for an empty list where its first note would stand, without a number.
  private func nothingLeft(in context: ComposeContext) throws(RenderError) -> Arrangement {
    guard !look.emptyText.isEmpty else { return Arrangement(layers: []) }
    var look = look
    look.numberStyle = .none
    let metrics = try NotesMetrics(look: look, context: context)
    let words = [Note(look.emptyText)]
    let sizes = sizesOfLine(look.emptyText, metrics)
    let best = try sizes.largest { (size) throws(RenderError) in
      try metrics.room(takenBy: words, size: size)
    }
    guard let best else { throw .textDoesNotFit("empty-text", minimumSize: sizes.smallest) }
    var column = try metrics.column(words, size: best)
    column.notes[0].standIn = "nothing-left"
    return try NotesLayers(
      look: look, metrics: metrics, column: try metrics.withoutLoneWords(column)
    ).arrangement(warnings: [])
  }

  /// Type sizes for words that stand on one line, where that takes little from their size.
  private func sizesOfLine(_ text: String, _ metrics: NotesMetrics) -> TypeSizes {
    let words = largest(of: [Note(text)], metrics)
    let line = metrics.sizeThatHolds(text)
    return TypeSizes(
      smallest: look.minSize * metrics.context.typeScale,
      largest: line >= 0.6 * words ? min(line, words) : words)
  }

  private func sizes(of notes: [Note], _ metrics: NotesMetrics) -> TypeSizes {
    TypeSizes(
      smallest: look.minSize * metrics.context.typeScale, largest: largest(of: notes, metrics))
  }

  /// The largest type size at which no word breaks.
  private func largest(of notes: [Note], _ metrics: NotesMetrics) -> Double {
    let scale = metrics.context.typeScale
    return min(
      look.maxSize * scale,
      metrics.largestSizeForWords(notes, smallest: look.minSize * scale))
  }
}
