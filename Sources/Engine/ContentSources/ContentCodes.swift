public import WallfarmPluginKit

// Errors of content.

extension ErrorCode {
  /// The notes are neither a JSON list nor lines of text.
  public static let invalidNotes = ErrorCode("invalid-notes", .invalid)
  /// An entry of content is invalid for its kind, or exceeds a limit.
  public static let invalidContent = ErrorCode("invalid-content", .invalid)
  /// No time zone has that name.
  public static let unknownZone = ErrorCode("unknown-zone", .invalid)
}
