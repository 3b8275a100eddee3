/// Why something failed; the raw value is what a terminal, a receipt and a report show.
///
/// Each module declares the codes of what it can find wrong; those here are what plugins can cause.
/// `docs/errors.md` has a line for each.
public struct ErrorCode: RawRepresentable, Sendable, Hashable, Codable {
  /// Lower-case words with hyphens, such as `unknown-device`; scripts and programs match on it.
  public let rawValue: String

  /// Reads a code, also one that this program does not know: it may come from a newer one.
  ///
  /// - Returns: nil for what is not at least two words of letters from a to z with hyphens.
  public init?(rawValue: String) {
    let words = rawValue.split(separator: "-", omittingEmptySubsequences: false)
    guard words.count > 1, rawValue.utf8.count <= 64,
      words.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } })
    else { return nil }
    self.rawValue = rawValue
  }

  /// Declares a code.
  package init(_ rawValue: String) { self.rawValue = rawValue }
}

extension ErrorCode {
  /// A value of the wrong type or out of range.
  public static let invalidParameter = ErrorCode("invalid-parameter")
  /// The template needs notes and none were given.
  public static let noNotes = ErrorCode("no-notes")
  /// A layout needs content of another kind and none was given.
  public static let noContent = ErrorCode("no-content")
  /// The words of a language are not to be had.
  public static let languageFailed = ErrorCode("language-failed")
  /// The notes do not fit and the overflow policy forbids to shorten them.
  public static let notesDoNotFit = ErrorCode("notes-do-not-fit")
  /// A message or title does not fit at its smallest size.
  public static let textDoesNotFit = ErrorCode("text-does-not-fit")
  /// A photo that cannot be opened or decoded.
  public static let photoUnreadable = ErrorCode("photo-unreadable")
  /// A scene with sizes or numbers that cannot be drawn.
  public static let invalidScene = ErrorCode("invalid-scene")
  /// The code of a plugin cannot be loaded or started.
  public static let pluginUnloadable = ErrorCode("plugin-unloadable")
  /// The code of a plugin is not what its plugin.json says.
  public static let pluginMismatch = ErrorCode("plugin-mismatch")
  /// A plugin crashed, or ended with a failure.
  public static let pluginCrashed = ErrorCode("plugin-crashed")
  /// A plugin ended without an answer.
  public static let pluginEnded = ErrorCode("plugin-ended")
  /// A plugin took longer than it may.
  public static let pluginTimeout = ErrorCode("plugin-timeout")
  /// A plugin grew beyond its memory.
  public static let pluginMemory = ErrorCode("plugin-memory")
  /// A plugin started more processes than any picture needs.
  public static let pluginProcesses = ErrorCode("plugin-processes")
  /// A plugin said more than any picture needs.
  public static let pluginOutput = ErrorCode("plugin-output")
  /// A plugin answered something that the contract does not know.
  public static let pluginAnswer = ErrorCode("plugin-answer")
  /// A plugin said that there is no picture.
  public static let pluginRefused = ErrorCode("plugin-refused")
}
