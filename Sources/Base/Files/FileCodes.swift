public import Diagnostics

// Error codes for reading and writing files.

extension ErrorCode {
  /// A key is not defined by the file format.
  public static let unknownKey = ErrorCode("unknown-key", .invalid, isFixable: true)
  /// A value in a file has the wrong type or is out of range.
  public static let invalidValue = ErrorCode("invalid-value", .invalid, isFixable: true)
  /// A string is not valid JSON.
  public static let invalidJSON = ErrorCode("invalid-json", .malformed)
  /// A file does not exist or cannot be opened.
  public static let fileUnreadable = ErrorCode("file-unreadable", .storage, isFixable: true)
  /// An I/O error occurred while a file was read.
  public static let inputFailed = ErrorCode("input-failed", .transfer)
  /// A file exceeds the size limit for its type.
  public static let fileTooLarge = ErrorCode("file-too-large", .tooLarge)
  /// A file changed after a picture that uses it was planned or ordered, or while the picture was
  /// drawn.
  public static let inputChanged = ErrorCode("input-changed", .invalid)
  /// A file is outside the folder that a job is allowed to use.
  public static let pathOutside = ErrorCode("path-outside", .invalid, isFixable: true)
  /// An output file or folder could not be written.
  public static let outputFailed = ErrorCode("output-failed", .transfer)
}
