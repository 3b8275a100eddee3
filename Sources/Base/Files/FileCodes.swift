public import Diagnostics

// What reading and writing any file can fail with.

extension ErrorCode {
  /// A key that the file's format does not have.
  public static let unknownKey = ErrorCode("unknown-key", .invalid)
  /// A value in a file that is of the wrong type or out of range.
  public static let invalidValue = ErrorCode("invalid-value", .invalid)
  /// Text that is not JSON.
  public static let invalidJSON = ErrorCode("invalid-json", .malformed)
  /// A file that does not exist or cannot be opened.
  public static let fileUnreadable = ErrorCode("file-unreadable", .storage)
  /// A disk or a network that fails where a file is read.
  public static let inputFailed = ErrorCode("input-failed", .transfer)
  /// A file with more bytes than any of its kind needs.
  public static let fileTooLarge = ErrorCode("file-too-large", .tooLarge)
  /// A file outside of the folder that a job may use.
  public static let pathOutside = ErrorCode("path-outside", .invalid)
  /// The picture could not be written.
  public static let outputFailed = ErrorCode("output-failed", .transfer)
}
