/// The kind of failure, which determines the exit status, the HTTP status and the retry decision.
///
/// The raw value is the `class` member of an error in JSON.
public enum ErrorClass: String, Sendable, CaseIterable {
  /// The command line contradicts itself or is incomplete.
  case usage
  /// A document cannot be parsed.
  case malformed
  /// A value is wrong, or names something that does not exist.
  case invalid
  /// A request has no valid key.
  case unauthenticated
  /// A request comes from a site that is not allowed to send it.
  case forbidden
  /// No resource has the requested address.
  case notFound = "not-found"
  /// A request conflicts with the current state of a resource.
  case conflict
  /// A resource no longer exists.
  case gone
  /// A request refers to a different version of a resource.
  case outdated
  /// An input is larger than the limit.
  case tooLarge = "too-large"
  /// Too many requests are waiting.
  case overloaded
  /// Another server failed.
  case upstream
  /// Another server did not respond in time.
  case upstreamTimeout = "upstream-timeout"
  /// A resource is currently busy, full or too slow; the caller decides when to retry.
  case unavailable
  /// A process, lease or connection was lost during the work; a retry can succeed.
  case interrupted
  /// A required part of the installation or of the machine is missing or does not work.
  case installation
  /// Drawing failed, for example because memory ran out; a retry can succeed.
  case drawing
  /// Stored data cannot be read or written.
  case storage
  /// A single read or write failed, for example because the disk is full; a retry can succeed.
  case transfer
  /// The code of a plugin failed, and a retry would fail again.
  case plugin
  /// A plugin exceeded a limit; whether this happens also depends on the load on the machine.
  case pluginLimit = "plugin-limit"
  /// The work was canceled before it finished.
  case canceled
  /// A check found an error.
  case finding
  /// A comparison found a difference.
  case difference
  /// The error code was declared by a different version of the program or by a plugin.
  case unclassified
}

extension ErrorClass {
  /// Whether a retry with the same input can succeed at a later time.
  public var isRetryable: Bool {
    switch self {
    case .interrupted, .drawing, .transfer, .pluginLimit: true
    case .usage, .malformed, .invalid, .unauthenticated, .forbidden, .notFound, .conflict, .gone,
      .outdated, .tooLarge, .overloaded, .upstream, .upstreamTimeout, .unavailable, .installation,
      .storage, .plugin, .canceled, .finding, .difference, .unclassified:
      false
    }
  }

  /// The HTTP response status (RFC 9110, section 15).
  public var httpStatus: Int {
    switch self {
    case .malformed: 400
    case .unauthenticated: 401
    case .forbidden: 403
    case .notFound: 404
    case .conflict: 409
    case .gone: 410
    case .outdated: 412
    case .tooLarge: 413
    case .usage, .invalid, .plugin, .pluginLimit, .finding, .difference: 422
    case .overloaded: 429
    case .installation, .drawing, .storage, .transfer, .unclassified: 500
    case .upstream: 502
    case .unavailable, .interrupted, .canceled: 503
    case .upstreamTimeout: 504
    }
  }

  /// The exit status of a command; the values from 64 to 77 are from `sysexits.h`.
  public var exitStatus: Int32 {
    switch self {
    case .canceled, .finding, .unclassified: 1
    case .difference: 2
    case .usage: 64
    case .malformed, .invalid, .unauthenticated, .forbidden, .notFound, .conflict, .gone,
      .outdated, .tooLarge:
      65
    case .overloaded, .upstream, .upstreamTimeout, .unavailable, .interrupted, .installation,
      .drawing:
      69
    case .storage, .transfer: 74
    case .plugin, .pluginLimit: 77
    }
  }
}
