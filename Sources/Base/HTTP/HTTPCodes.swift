public import Diagnostics

// Error codes of an HTTP server.

extension ErrorCode {
  /// The server cannot start.
  public static let serverUnavailable = ErrorCode("server-unavailable", .installation)
  /// The server cannot listen on an address.
  public static let cannotListen = ErrorCode("cannot-listen", .installation)
}
