import WallfarmPluginKit

/// A typeset list, with its form, type size and line breaks.
struct NotesSetting {
  var metrics: NotesMetrics
  var column: NotesColumn
  var warnings: [RenderWarning] = []
  /// All settings that were considered; the chosen setting is first.
  var considered: [ConsideredSetting] = []
}
