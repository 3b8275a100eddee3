public import WallfarmPluginKit

extension ErrorCode {
  /// The coasts that maps are drawn from are not there, or damaged.
  public static let mapsMissing = ErrorCode("maps-missing")
}
