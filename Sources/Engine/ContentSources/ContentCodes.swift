public import WallfarmPluginKit

// Error codes for content.

extension ErrorCode {
  /// The notes are neither a JSON list nor plain lines of text.
  public static let invalidNotes = ErrorCode("invalid-notes", .invalid, isFixable: true)
  /// A content entry is invalid for its kind or exceeds a limit.
  public static let invalidContent = ErrorCode("invalid-content", .invalid, isFixable: true)
  /// No time zone has this name.
  public static let unknownZone = ErrorCode("unknown-zone", .invalid, isFixable: true)
}
