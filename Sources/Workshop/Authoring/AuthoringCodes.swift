package import WallfarmPluginKit

// Error codes of descriptions.

extension ErrorCode {
  /// There is no description or schema with the given name.
  package static let unknownName = ErrorCode("unknown-name", .invalid)
}
