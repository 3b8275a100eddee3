public import WallfarmPluginKit

/// A layout of numbered notes in the largest type that fits the free area.
///
/// The numbers are next to the notes, on the right if most notes read from right to left. A note
/// that is done is faded and struck through, and keeps its number. No note is dropped silently: see
/// ``WallfarmPluginKit/OverflowPolicy``.
public struct NumberedNotes: LayoutPlugin {
  /// The identifier, `numbered-notes`.
  public static let id = "numbered-notes"
  /// The version of the layout.
  ///
  /// - Version 2: Lines are no longer narrowed for words that would be broken.
  /// - Version 3: The size depends on line breaks, long lists have columns, and there is empty
  ///   space above and below the notes.
  /// - Version 4: Lines are balanced, a few notes form a poster, and all notes are aligned to one
  ///   side.
  /// - Version 5: Notes can have due dates, bullets, boxes and headings, and can be aligned to the
  ///   opposite side.
  /// - Version 6: Before a note is omitted, spacing becomes tighter and type becomes smaller.
  ///   Columns are even, and the text for an empty list is centered.
  /// - Version 7: No column is empty, and the text for an empty list may be as small as notes.
  /// - Version 8: The size is the largest size on a modular scale that fits, columns keep groups
  ///   together, and a list that does not fill its area is optically centered.
  /// - Version 9: Numbers use the digits of the list, and opening quotation marks hang outside the
  ///   text.
  /// - Version 10: Notes wrap only up to a limit that depends on their number, sizes are closer
  ///   together, and the gaps of two or three notes are smaller.
  public static let version = 10
  /// The content that the layout uses: notes with their state, due date and heading.
  public static let content = [ContentUse(.notes, fields: ["text", "done", "due", "heading"])]
  /// The precision is one day, because notes become overdue when a day ends.
  public static let timePrecision: TimePrecision? = .day

  /// The time matters only if notes have due dates; without due dates, the picture never expires.
  public static let timeUse = TimeUse.whereNotesAreDue

  /// The one-line summary that is shown in lists of plugins.
  public static let summary =
    "Numbered notes below the clock and widgets, in the largest size that fits."

  let look: NotesLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    look = try NotesLook(values)
  }

  /// Arranges the notes in the free area, or the text for an empty list.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    guard !context.notes.isEmpty else {
      guard context.hasEmptyList else { throw .noNotes() }
      return try NothingLeft(look: look, context: context).arrangement()
    }
    let setting = try SettingSearch(metrics: NotesMetrics(look: look, context: context)).best()
    return try NotesLayers(setting).arrangement()
  }
}
