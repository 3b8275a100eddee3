public import WallfarmPluginKit

// What reading content can fail with.

extension ErrorCode {
  /// Notes that are neither a JSON list nor lines of text.
  public static let invalidNotes = ErrorCode("invalid-notes", .invalid)
  /// Content that its kind does not have, or beyond its limits.
  public static let invalidContent = ErrorCode("invalid-content", .invalid)
  /// A name that no time zone has.
  public static let unknownZone = ErrorCode("unknown-zone", .invalid)
}
