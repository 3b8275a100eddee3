import WallfarmPluginKit

/// A setting of a list: its form, type size and line breaks.
struct NotesSetting {
  var metrics: NotesMetrics
  var column: NotesColumn
  var warnings: [RenderWarning] = []
  /// All considered settings, with the chosen one first.
  var considered: [ConsideredSetting] = []
}
