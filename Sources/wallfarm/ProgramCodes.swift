import WallfarmPluginKit

// What the command line alone can fail with.

extension ErrorCode {
  /// `list` or `describe` was asked for something that does not exist.
  static let unknownName = ErrorCode("unknown-name")
  /// The words of the command line cannot be found.
  static let argumentsUnknown = ErrorCode("arguments-unknown")
  /// A render took longer than `--deadline` allows.
  static let deadlineExceeded = ErrorCode("deadline-exceeded")
}
