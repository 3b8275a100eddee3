/// The limits that a server applies to connections, memory and time.
public struct HTTPLimits: Sendable {
  /// Maximum number of concurrent connections.
  public var connections = 4096
  /// Maximum number of connections from one address; for a Unix domain socket, only the limit for
  /// all connections applies.
  public var connectionsOfAddress = 1024
  /// Maximum size of a request head in bytes.
  public var headBytes = 32 << 10
  /// Maximum total size in bytes of all request bodies in memory.
  public var bodyBytes = 96 << 20
  /// Maximum number of bytes of a rejected body to read and discard so that the client can receive
  /// the response.
  public var refusedBytes = 1 << 20
  /// Maximum total size of files in responses that clients have not fully received, in bytes.
  public var answerBytes = 256 << 20
  /// Maximum time that a connection may be idle before its first request or between two requests.
  public var idle = Duration.seconds(30)
  /// Maximum idle time while most connections are in use.
  public var crowdedIdle = Duration.seconds(3)
  /// Maximum time to receive a head, and to receive the first bytes of a body.
  public var head = Duration.seconds(10)
  /// Minimum rate of a body in bytes per second, which applies after the time in `head`.
  public var slowestBytes = 16 << 10
  /// Maximum time to receive a body, regardless of its rate.
  public var longestBody = Duration.seconds(600)
  /// Maximum time during which a client receives no bytes of a response.
  public var answering = Duration.seconds(120)
  /// Maximum time during which a client receives no bytes of a response while most connections or
  /// most of the response budget are in use.
  public var crowdedAnswering = Duration.seconds(20)
  /// Minimum rate of a response in bytes per second, which applies after the time in `answering`.
  public var slowestAnswerBytes = 64 << 10
  /// Maximum time to wait for the client to close the connection after an early response.
  public var lingering = Duration.seconds(5)
  /// The number of threads that share the connections.
  public var threads = 2

  /// Creates the default limits.
  public init() {}

  /// Limits for a listener that serves metrics and health checks; they are low so that descriptors
  /// remain for other uses.
  public static var ofFigures: HTTPLimits {
    var limits = HTTPLimits()
    (limits.connections, limits.connectionsOfAddress, limits.threads) = (64, 32, 1)
    return limits
  }

  /// Whether a client is too slow.
  ///
  /// - Parameters:
  ///   - phase: the phase of the connection.
  ///   - time: the time since the phase began.
  ///   - bytes: the number of body bytes received, or of response bytes sent, during that time.
  ///   - isCrowded: whether other clients need the connection.
  /// - Returns: true if the connection must be closed.
  package func isTooSlow(_ phase: ConnectionPhase, for time: Duration, bytes: Int, isCrowded: Bool)
    -> Bool
  {
    switch phase {
    case .idle: time > (isCrowded ? min(crowdedIdle, idle) : idle)
    case .head: time > head
    case .body: time > min(head + .seconds(bytes / slowestBytes), longestBody)
    case .admitting, .waiting, .closed: false
    case .answering:
      time > (isCrowded ? min(crowdedAnswering, answering) : answering)
        + .seconds(bytes / slowestAnswerBytes)
    case .lingering: time > lingering
    }
  }
}

/// The phases of a connection.
package enum ConnectionPhase {
  /// The client has not started a request.
  case idle
  /// The client is sending a head.
  case head
  /// The handler is deciding whether to accept the request.
  case admitting
  /// The client is sending a body.
  case body
  /// The client is waiting for a response.
  case waiting
  /// The client is receiving a response.
  case answering
  /// The server discards input until the client has received an early response and closed the
  /// connection.
  case lingering
  case closed

  /// Whether the connection can be closed without losing a complete request.
  var isQuiet: Bool {
    switch self {
    case .idle, .head, .lingering: true
    case .admitting, .body, .waiting, .answering, .closed: false
    }
  }
}
