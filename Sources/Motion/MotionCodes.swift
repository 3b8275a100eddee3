public import WallfarmPluginKit

// What reading and drawing motions can fail with.

extension ErrorCode {
  /// No motion has that name.
  public static let unknownMotion = ErrorCode("unknown-motion")
}
