public import Diagnostics

// Errors of reading and writing files.

extension ErrorCode {
  /// The format of the file has no such key.
  public static let unknownKey = ErrorCode("unknown-key", .invalid)
  /// A value in a file has the wrong type or is out of range.
  public static let invalidValue = ErrorCode("invalid-value", .invalid)
  /// A text is not JSON.
  public static let invalidJSON = ErrorCode("invalid-json", .malformed)
  /// A file does not exist or cannot be opened.
  public static let fileUnreadable = ErrorCode("file-unreadable", .storage)
  /// A disk or network failed while a file was read.
  public static let inputFailed = ErrorCode("input-failed", .transfer)
  /// A file is larger than the limit for its kind.
  public static let fileTooLarge = ErrorCode("file-too-large", .tooLarge)
  /// A file is outside the folder that a job may use.
  public static let pathOutside = ErrorCode("path-outside", .invalid)
  /// The picture could not be written.
  public static let outputFailed = ErrorCode("output-failed", .transfer)
}
