// Error codes for plugins.

extension ErrorCode {
  /// The template needs notes, and the request has none.
  public static let noNotes = ErrorCode("no-notes", .invalid, isFixable: true)
  /// A plugin needs a kind of content that the request does not have.
  public static let noContent = ErrorCode("no-content", .invalid, isFixable: true)
  /// The formats and translations of a language are unavailable.
  public static let languageFailed = ErrorCode("language-failed", .installation)
  /// The notes do not fit, and the overflow policy forbids shortening them.
  public static let notesDoNotFit = ErrorCode("notes-do-not-fit", .invalid)
  /// A message or title does not fit at its smallest size.
  public static let textDoesNotFit = ErrorCode("text-does-not-fit", .invalid)
  /// A photo cannot be opened or decoded.
  public static let photoUnreadable = ErrorCode("photo-unreadable", .invalid)
  /// An image is behind the clock, the widgets or the controls.
  public static let imageCovered = ErrorCode("image-covered", .invalid)
  /// A scene cannot be drawn, for example because a size is out of range.
  public static let invalidScene = ErrorCode("invalid-scene", .invalid)
  /// A plugin's code cannot be loaded or started.
  public static let pluginUnloadable = ErrorCode("plugin-unloadable", .installation)
  /// A plugin's code contradicts its plugin.json.
  public static let pluginMismatch = ErrorCode("plugin-mismatch", .plugin)
  /// A plugin crashed or exited with a failure.
  public static let pluginCrashed = ErrorCode("plugin-crashed", .plugin)
  /// A plugin exited without a response.
  public static let pluginEnded = ErrorCode("plugin-ended", .plugin)
  /// A plugin exceeded its time limit.
  public static let pluginTimeout = ErrorCode("plugin-timeout", .pluginLimit)
  /// A plugin exceeded its memory limit.
  public static let pluginMemory = ErrorCode("plugin-memory", .pluginLimit)
  /// A plugin exceeded its process limit.
  public static let pluginProcesses = ErrorCode("plugin-processes", .plugin)
  /// A plugin exceeded its output limit.
  public static let pluginOutput = ErrorCode("plugin-output", .plugin)
  /// A plugin's response violates the contract.
  public static let pluginAnswer = ErrorCode("plugin-answer", .plugin)
  /// A plugin reported its own error.
  public static let pluginRefused = ErrorCode("plugin-refused", .plugin)
  /// A plugin requires a newer version of the contract.
  public static let pluginTooNew = ErrorCode("plugin-too-new", .installation)

  /// The error codes that a process can report when a plugin that it runs fails.
  package static let ofRunningPlugins: [ErrorCode] = [
    .pluginUnloadable, .pluginMismatch, .pluginCrashed, .pluginEnded, .pluginTimeout, .pluginMemory,
    .pluginProcesses, .pluginOutput, .pluginAnswer, .pluginRefused,
    .pluginTooNew,
  ]
}
