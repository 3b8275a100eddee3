public import WallfarmPluginKit

// Errors of bundles.

extension ErrorCode {
  /// A bundle was changed, or cannot be used on a phone.
  public static let bundleBroken = ErrorCode("bundle-broken", .invalid)
}
