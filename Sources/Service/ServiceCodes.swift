public import WallfarmPluginKit

// What a service refuses requests with.

extension ErrorCode {
  /// Nothing is at the address, or nothing by that method.
  public static let notFound = ErrorCode("not-found")
  /// A request has no key, or one that is not known.
  public static let keyMissing = ErrorCode("key-missing")
  /// A page of another site asks.
  public static let otherSite = ErrorCode("other-site")
  /// A request is not HTTP as it has to be, or of a media type that is not read.
  public static let invalidRequest = ErrorCode("invalid-request")
  /// A body has more bytes than one may have.
  public static let bodyTooLarge = ErrorCode("body-too-large")
  /// More is asked for than can be done in time.
  public static let serviceBusy = ErrorCode("service-busy")
  /// The service is about to end.
  public static let serviceStopping = ErrorCode("service-stopping")
  /// A request says what only the operator may say.
  public static let notOverHTTP = ErrorCode("not-over-http")
}
