public import WallfarmPluginKit

/// Notes, numbered in reading order, as large as the free area allows and as they look well.
///
/// Numbers hang beside the text, on the right where most notes read from right to left. A done note
/// is faded and struck through, and keeps its number. No note is ever dropped
/// silently: see ``WallfarmPluginKit/OverflowPolicy``.
public struct NumberedNotes: LayoutPlugin {
  /// `numbered-notes`.
  public static let id = "numbered-notes"
  /// 2: a line is not narrowed where a word would break in its middle.
  ///
  /// 3: the size is chosen by how notes break, long lists have columns, and there is air above and below; 4: lines are
  /// even, a few notes are a poster, and all notes stand at one side; 5: days until which notes are to be done, bullets,
  /// boxes, headings, notes at the other side; 6: type is set closer and smaller before a note is left out, columns are
  /// even, and the words for an empty list stand about the middle; 7: no column is empty, and the words for an empty
  /// list are set as small as notes.
  public static let version = 7
  /// Words, whether they are done, until when they are to be, and which group they are in.
  public static let content = [ContentUse(.notes, fields: ["text", "done", "due", "heading"])]
  /// What is late is another day's matter.
  public static let timePrecision: TimePrecision? = .day

  /// Where no note says a day, a list stays true for ever.
  public static let timeUse = TimeUse.whereNotesAreDue

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
    let setting = try SettingSearch(metrics: NotesMetrics(look: look, context: context)).best()
    return try NotesLayers(setting).arrangement()
  }
}
