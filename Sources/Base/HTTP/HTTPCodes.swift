public import Diagnostics

// What a server can fail with.

extension ErrorCode {
  /// The library that serves cannot be loaded, or cannot start.
  public static let serverUnavailable = ErrorCode("server-unavailable", .installation)
  /// An address cannot be listened on.
  public static let cannotListen = ErrorCode("cannot-listen", .installation)
}
