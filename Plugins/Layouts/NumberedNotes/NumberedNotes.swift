public import WallfarmPluginKit

/// Notes, numbered in reading order, as large as the free area allows and as they look well.
///
/// Numbers hang beside the text, on the right where a note reads from right to left. A done note
/// is drawn at half opacity and struck through, and keeps its number. No note is ever dropped
/// silently: see ``WallfarmPluginKit/OverflowPolicy``.
public struct NumberedNotes: LayoutPlugin {
  /// `numbered-notes`.
  public static let id = "numbered-notes"
  /// 2: a line is not narrowed where a word would break in its middle.
  ///
  /// 3: the size is chosen by how notes break, long lists have columns, and there is air above and below.
  public static let version = 3
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
      return try NothingLeft(look: look, context: context).arrangement()
    }
    var metrics = try NotesMetrics(look: look, context: context)
    var largest = try largestSize(&metrics)
    if largest == nil, metrics.air > 0 {
      // Air is the first that is given up for a note.
      metrics.air = 0
      largest = try largestSize(&metrics)
    }
    let column: NotesColumn
    var warnings: [RenderWarning] = []
    let size = largest.map { chosen(upTo: $0, metrics) }
    if let (columns, larger) = try SeveralColumns(metrics).best(beside: size) {
      metrics = columns
      column = try metrics.column(context.notes, size: larger)
    } else if let size {
      column = metrics.opened(try metrics.column(context.notes, size: size))
    } else {
      let ladder = try OverflowLadder(
        metrics: metrics, size: metrics.smallestSize, notes: context.notes)
      (column, warnings) = try ladder.climb(context.overflow)
    }
    let balanced = try metrics.withoutLoneWords(column)
    return try NotesLayers(look: look, metrics: metrics, column: balanced)
      .arrangement(warnings: warnings)
  }

  /// The largest size at which all notes fit, whole; nil where they do not.
  ///
  /// A word that is too long has its note set smaller, where all the others would lose much for it; where they lose
  /// little, one size looks better than two.
  private func largestSize(_ metrics: inout NotesMetrics) throws(RenderError) -> Double? {
    let notes = metrics.context.notes
    let words = LongWords(notes, metrics)
    let alike = min(metrics.largestSize, metrics.largestSizeForWords(words))
    let best = try metrics.bestSize(of: notes, upTo: alike)
    guard alike < metrics.largestSize, best.map({ $0 > alike - TypeSizes.step }) ?? true else {
      return best
    }
    var own = metrics
    own.shrinking = words
    guard let larger = try own.bestSize(of: notes, upTo: metrics.largestSize),
      best.map({ $0 < NumberedNotes.alikeShare * larger }) ?? true
    else { return best }
    // It is an exception, or it is no way to set a list.
    let exceptions = notes.indices.count { own.ownSize($0, larger) < larger }
    guard exceptions * 3 <= notes.count else { return best }
    metrics = own
    return larger
  }

  /// Notes of two sizes are no nearer to each other than this.
  private static let alikeShare = 0.8

  /// The size that looks best.
  private func chosen(upTo largest: Double, _ metrics: NotesMetrics) -> Double {
    let notes = metrics.context.notes
    let choice = SettingChoice(
      notes, metrics, sizes: TypeSizes(smallest: metrics.smallestSize, largest: largest))
    return choice.best(upTo: largest).size
  }
}
