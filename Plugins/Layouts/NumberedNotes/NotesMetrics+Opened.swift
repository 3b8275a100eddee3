import WallfarmPluginKit

extension NotesMetrics {
  /// The fraction of the area's height below which a list gets wider gaps.
  private static let filled = 0.7
  /// The maximum factor by which gaps are widened.
  private static let mostOpen = 1.7
  /// The maximum factor for up to ``fewNotes`` notes, because few notes with wide gaps do not look
  /// like one list.
  private static let mostOpenForFewNotes = 1.25
  private static let fewNotes = 3

  /// Returns metrics with wider gaps if a large part of the area would be empty.
  func opened(for column: NotesColumn) -> NotesMetrics {
    let taken = column.inkBottom + column.overshoot
    let gaps = noteGap(column.size) * Double(column.notes.count - 1)
    let spare = NotesMetrics.filled * inner.height - taken
    guard spare > 0, gaps > 0 else { return self }
    var open = self
    let most =
      column.notes.count <= NotesMetrics.fewNotes
      ? NotesMetrics.mostOpenForFewNotes : NotesMetrics.mostOpen
    open.gapShare = gapShare * min(most, 1 + spare / gaps)
    return open
  }
}
