import WallfarmPluginKit

// What the command line alone can fail with.

extension ErrorCode {
  /// `describe` or `schema` was asked for something that does not exist.
  static let unknownName = ErrorCode("unknown-name", .invalid)
  /// A verb needs an option or a word that was not given.
  static let optionMissing = ErrorCode("option-missing", .usage)
  /// The words of the command line cannot be found.
  static let argumentsUnknown = ErrorCode("arguments-unknown", .installation)
  /// A render took longer than `--deadline` allows.
  static let deadlineExceeded = ErrorCode("deadline-exceeded", .unavailable)
}
