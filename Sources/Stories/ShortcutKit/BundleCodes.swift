public import WallfarmPluginKit

// What bundles can fail with.

extension ErrorCode {
  /// A bundle that is not as it was made, or not as a phone needs it.
  public static let bundleBroken = ErrorCode("bundle-broken", .invalid)
}
