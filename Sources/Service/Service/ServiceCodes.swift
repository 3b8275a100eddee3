public import WallfarmPluginKit

// What a service refuses requests with.

extension ErrorCode {
  /// Nothing is at the address, or nothing by that method.
  public static let notFound = ErrorCode("not-found", .notFound)
  /// A request has no key, or one that is not known.
  public static let keyMissing = ErrorCode("key-missing", .unauthenticated)
  /// A page of another site asks.
  public static let otherSite = ErrorCode("other-site", .forbidden)
  /// A request is not HTTP as it has to be, or of a media type that is not read.
  public static let invalidRequest = ErrorCode("invalid-request", .malformed)
  /// A body has more bytes than one may have.
  public static let bodyTooLarge = ErrorCode("body-too-large", .tooLarge)
  /// More is asked for than can be done in time.
  public static let serviceBusy = ErrorCode("service-busy", .overloaded)
  /// An address was good, and is no more.
  public static let addressExpired = ErrorCode("address-expired", .gone)
  /// What an address showed is not kept any more.
  public static let pictureGone = ErrorCode("picture-gone", .gone)
  /// What a service keeps cannot be read or written.
  public static let storeFailed = ErrorCode("store-failed", .storage)
  /// There is no room for what would be kept.
  public static let storeFull = ErrorCode("store-full", .unavailable)
  /// A change was meant for another version than the one that is kept.
  public static let personChanged = ErrorCode("person-changed", .outdated)
  /// The service is about to end.
  public static let serviceStopping = ErrorCode("service-stopping", .unavailable)
  /// A request says what only the operator may say.
  public static let notOverHTTP = ErrorCode("not-over-http", .invalid)
}
