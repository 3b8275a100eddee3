public import WallfarmPluginKit

// Errors of requests to the service.

extension ErrorCode {
  /// No resource has the address, or it does not support the method.
  public static let notFound = ErrorCode("not-found", .notFound)
  /// A request has no key, or an unknown key.
  public static let keyMissing = ErrorCode("key-missing", .unauthenticated)
  /// A request is from a page of another site.
  public static let otherSite = ErrorCode("other-site", .forbidden)
  /// A request is malformed, or its media type is not supported.
  public static let invalidRequest = ErrorCode("invalid-request", .malformed)
  /// A body is larger than the limit.
  public static let bodyTooLarge = ErrorCode("body-too-large", .tooLarge)
  /// Too many requests are waiting.
  public static let serviceBusy = ErrorCode("service-busy", .overloaded)
  /// An address has expired or was revoked.
  public static let addressExpired = ErrorCode("address-expired", .gone)
  /// The picture of an address is no longer stored.
  public static let pictureGone = ErrorCode("picture-gone", .gone)
  /// The store of the service cannot be read or written.
  public static let storeFailed = ErrorCode("store-failed", .storage)
  /// The store of the service is full.
  public static let storeFull = ErrorCode("store-full", .unavailable)
  /// A change refers to a different version than the stored version.
  public static let personChanged = ErrorCode("person-changed", .outdated)
  /// The service is shutting down.
  public static let serviceStopping = ErrorCode("service-stopping", .unavailable)
  /// A request has a key that is reserved for the operator.
  public static let notOverHTTP = ErrorCode("not-over-http", .invalid, isFixable: true)
}
