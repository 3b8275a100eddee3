public import WallfarmPluginKit

// Error codes for content.

extension ErrorCode {
  /// The list of notes is malformed, or a note is invalid or exceeds a limit.
  public static let invalidNotes = ErrorCode("invalid-notes", .invalid, isFixable: true)
  /// A content entry is invalid for its kind or exceeds a limit.
  public static let invalidContent = ErrorCode("invalid-content", .invalid, isFixable: true)
  /// A source of content, or its mapping, is invalid.
  public static let invalidSource = ErrorCode("invalid-source", .invalid)
  /// The content names a URL, but URLs are not supported in this place.
  public static let sourcesRefused = ErrorCode("sources-refused", .invalid)
  /// No time zone has the given name.
  public static let unknownZone = ErrorCode("unknown-zone", .invalid, isFixable: true)
}
