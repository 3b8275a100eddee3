// Failures that plugins can cause.

extension ErrorCode {
  /// The template needs notes and none were given.
  public static let noNotes = ErrorCode("no-notes", .invalid)
  /// A layout needs content of another kind and none was given.
  public static let noContent = ErrorCode("no-content", .invalid)
  /// The words of a language are not to be had.
  public static let languageFailed = ErrorCode("language-failed", .installation)
  /// The notes do not fit and the overflow policy forbids to shorten them.
  public static let notesDoNotFit = ErrorCode("notes-do-not-fit", .invalid)
  /// A message or title does not fit at its smallest size.
  public static let textDoesNotFit = ErrorCode("text-does-not-fit", .invalid)
  /// A photo that cannot be opened or decoded.
  public static let photoUnreadable = ErrorCode("photo-unreadable", .invalid)
  /// A scene with sizes or numbers that cannot be drawn.
  public static let invalidScene = ErrorCode("invalid-scene", .invalid)
  /// The code of a plugin cannot be loaded or started.
  public static let pluginUnloadable = ErrorCode("plugin-unloadable", .installation)
  /// The code of a plugin is not what its plugin.json says.
  public static let pluginMismatch = ErrorCode("plugin-mismatch", .plugin)
  /// A plugin crashed, or ended with a failure.
  public static let pluginCrashed = ErrorCode("plugin-crashed", .plugin)
  /// A plugin ended without an answer.
  public static let pluginEnded = ErrorCode("plugin-ended", .plugin)
  /// A plugin took longer than it may.
  public static let pluginTimeout = ErrorCode("plugin-timeout", .pluginLimit)
  /// A plugin grew beyond its memory.
  public static let pluginMemory = ErrorCode("plugin-memory", .pluginLimit)
  /// A plugin started more processes than any picture needs.
  public static let pluginProcesses = ErrorCode("plugin-processes", .plugin)
  /// A plugin said more than any picture needs.
  public static let pluginOutput = ErrorCode("plugin-output", .plugin)
  /// A plugin answered something that the contract does not know.
  public static let pluginAnswer = ErrorCode("plugin-answer", .plugin)
  /// A plugin said that there is no picture.
  public static let pluginRefused = ErrorCode("plugin-refused", .plugin)
  /// A plugin requires a newer version of the contract.
  public static let pluginTooNew = ErrorCode("plugin-too-new", .installation)

  /// The codes with which a process reports the failure of a plugin that it runs.
  package static let ofRunningPlugins: [ErrorCode] = [
    .pluginUnloadable, .pluginMismatch, .pluginCrashed, .pluginEnded, .pluginTimeout, .pluginMemory,
    .pluginProcesses, .pluginOutput, .pluginAnswer, .pluginRefused,
    .pluginTooNew,
  ]
}
