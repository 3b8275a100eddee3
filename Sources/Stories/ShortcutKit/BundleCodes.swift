public import WallfarmPluginKit

// Errors of bundles.

extension ErrorCode {
  /// A bundle was changed, or is unusable on a phone.
  public static let bundleBroken = ErrorCode("bundle-broken", .invalid)
}
