public import WallfarmPluginKit

/// A layout of numbered notes, whose type is as large as the free area allows.
///
/// Numbers hang next to the text, on the right if most notes read from right to left. A done note
/// is faded and struck through, and keeps its number. No note is dropped silently: see
/// ``WallfarmPluginKit/OverflowPolicy``.
public struct NumberedNotes: LayoutPlugin {
  /// The identifier, `numbered-notes`.
  public static let id = "numbered-notes"
  /// The version of the layout.
  ///
  /// 2: lines are not narrowed for words that would be broken. 3: the size depends on line breaks,
  /// long lists have columns, and there is empty space above and below. 4: lines are balanced, a
  /// few notes form a poster, and all notes are aligned to one side. 5: due dates, bullets, boxes,
  /// headings, and alignment to the opposite side. 6: spacing becomes tighter and type smaller
  /// before a note is omitted, columns are even, and the text for an empty list is centered. 7: no
  /// column is empty, and the text for an empty list may be as small as notes. 8: the size is the
  /// largest size on a modular scale that fits, columns keep groups together, and a list that does
  /// not fill its area is optically centered. 9: numbers use the digits of the list, and opening
  /// quotation marks hang outside the text.
  public static let version = 9
  /// The content: notes with their state, due date and group.
  public static let content = [ContentUse(.notes, fields: ["text", "done", "due", "heading"])]
  /// Precision to the day is sufficient, because notes become overdue.
  public static let timePrecision: TimePrecision? = .day

  /// Without due dates, the picture never expires.
  public static let timeUse = TimeUse.whereNotesAreDue

  /// The one-line summary for lists.
  public static let summary =
    "Numbered notes below the clock and widgets, in the largest size that fits."

  let look: NotesLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    look = try NotesLook(values)
  }

  /// The notes in the free area, or the text for an empty list.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    guard !context.notes.isEmpty else {
      guard context.hasEmptyList else { throw .noNotes() }
      return try NothingLeft(look: look, context: context).arrangement()
    }
    let setting = try SettingSearch(metrics: NotesMetrics(look: look, context: context)).best()
    return try NotesLayers(setting).arrangement()
  }
}
