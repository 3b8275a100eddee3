package import WallfarmPluginKit

// Error codes of descriptions and of the user's themes.

extension ErrorCode {
  /// There is no description or schema with the given name.
  package static let unknownName = ErrorCode("unknown-name", .invalid)
  /// A theme with the same name is already built in or in the user's folder.
  package static let themeExists = ErrorCode("theme-exists", .invalid)
  /// A theme uses files that cannot be copied together with it.
  package static let themeNotCopied = ErrorCode("theme-not-copied", .invalid)
}
