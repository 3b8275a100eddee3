package import WallfarmPluginKit

// Error codes of descriptions.

extension ErrorCode {
  /// The name of a description or of a schema does not exist.
  package static let unknownName = ErrorCode("unknown-name", .invalid)
}
