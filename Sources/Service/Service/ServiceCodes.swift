public import WallfarmPluginKit

// Errors of requests to the service.

extension ErrorCode {
  /// No resource has the address.
  public static let notFound = ErrorCode("not-found", .notFound)
  /// A request has no key, or an unknown key.
  public static let keyMissing = ErrorCode("key-missing", .unauthenticated)
  /// A request comes from a page of another site or, if the service has no keys, is addressed to
  /// another host.
  public static let otherSite = ErrorCode("other-site", .forbidden)
  /// A request is malformed, or its method or media type is not supported.
  public static let invalidRequest = ErrorCode("invalid-request", .malformed)
  /// A body is larger than the limit.
  public static let bodyTooLarge = ErrorCode("body-too-large", .tooLarge)
  /// Too many requests are waiting, or a limit on memory or connections is reached.
  public static let serviceBusy = ErrorCode("service-busy", .overloaded)
  /// A client or address sends more requests than it may send.
  public static let rateLimited = ErrorCode("rate-limited", .overloaded)
  /// A client stores as much as it may store.
  public static let quotaExceeded = ErrorCode("quota-exceeded", .forbidden)
  /// A request has the `Idempotency-Key` of a different request.
  public static let idempotencyMismatch = ErrorCode("idempotency-mismatch", .invalid)
  /// An address has expired or was revoked.
  public static let addressExpired = ErrorCode("address-expired", .gone)
  /// The picture at an address is no longer stored.
  public static let pictureGone = ErrorCode("picture-gone", .gone)
  /// The store of the service cannot be read or written.
  public static let storeFailed = ErrorCode("store-failed", .storage)
  /// The store is full, or the client has used all the space that it may use.
  public static let storeFull = ErrorCode("store-full", .unavailable)
  /// A change refers to a version that is not the stored version.
  public static let personChanged = ErrorCode("person-changed", .outdated)
  /// A person of an earlier version has no public key yet.
  public static let personUnopened = ErrorCode("person-unopened", .conflict)
  /// A person has the maximum number of links.
  public static let tooManyLinks = ErrorCode("too-many-links", .conflict)
  /// The last link that can change a person was to be revoked.
  public static let lastLink = ErrorCode("last-link", .conflict)
  /// The service is shutting down.
  public static let serviceStopping = ErrorCode("service-stopping", .unavailable)
  /// A request uses something that is not allowed over HTTP, such as a key reserved for the
  /// operator.
  public static let notOverHTTP = ErrorCode("not-over-http", .invalid, isFixable: true)
  /// A request or theme names a font, an image or a theme that is not stored for the client.
  public static let uploadMissing = ErrorCode("upload-missing", .invalid)
}
