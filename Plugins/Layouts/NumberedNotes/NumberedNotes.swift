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

  /// The notes inside the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    guard !context.notes.isEmpty else { throw .noNotes() }
    let metrics = try NotesMetrics(look: look, context: context)
    let smallest = look.minSize * context.typeScale
    let sizes = TypeSizes(
      smallest: smallest,
      largest: min(
        look.maxSize * context.typeScale,
        metrics.largestSizeForWords(context.notes, smallest: smallest)))
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
}
