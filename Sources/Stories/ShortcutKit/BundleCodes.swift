public import WallfarmPluginKit

// Error codes of bundles.

extension ErrorCode {
  /// A bundle was modified, or cannot be used on a phone.
  public static let bundleBroken = ErrorCode("bundle-broken", .invalid)
}
