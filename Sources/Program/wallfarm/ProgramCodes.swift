package import WallfarmPluginKit

// Error codes of the command line.

extension ErrorCode {
  /// A required option or argument is missing.
  static let optionMissing = ErrorCode("option-missing", .usage)
  /// The process arguments cannot be read.
  package static let argumentsUnknown = ErrorCode("arguments-unknown", .installation)
  /// A render took longer than `--deadline` allows.
  static let deadlineExceeded = ErrorCode("deadline-exceeded", .unavailable)
}
