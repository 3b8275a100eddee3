/// The limits on connections, memory and time that a server grants its clients.
public struct HTTPLimits: Sendable {
  /// Maximum concurrent connections.
  public var connections = 4096
  /// Maximum connections of one address; a Unix domain socket has only the limit of all
  /// connections.
  public var connectionsOfAddress = 1024
  /// Maximum bytes of a head.
  public var headBytes = 32 << 10
  /// Maximum bytes in memory for the bodies of all requests.
  public var bodyBytes = 96 << 20
  /// Maximum bytes of a rejected body to read and discard, so that the client receives the answer.
  public var refusedBytes = 1 << 20
  /// Maximum bytes of files in answers that clients have not fully received.
  public var answerBytes = 256 << 20
  /// Maximum time before the first request and between two requests of a connection.
  public var idle = Duration.seconds(30)
  /// Maximum idle time while the connections are crowded.
  public var crowdedIdle = Duration.seconds(3)
  /// Maximum time for a head, and for the first bytes of a body.
  public var head = Duration.seconds(10)
  /// Minimum rate of a body after the time in `head`, in bytes per second.
  public var slowestBytes = 16 << 10
  /// Maximum time for a body at any rate.
  public var longestBody = Duration.seconds(600)
  /// Maximum time for an answer whose client receives no bytes.
  public var answering = Duration.seconds(120)
  /// Maximum time for an answer whose client receives no bytes, while the connections or the budget
  /// for answers are crowded.
  public var crowdedAnswering = Duration.seconds(20)
  /// Minimum rate of an answer after the time in `answering`, in bytes per second.
  public var slowestAnswerBytes = 64 << 10
  /// Maximum time to wait for the client to close after an early answer.
  public var lingering = Duration.seconds(5)
  /// The number of threads that share the connections.
  public var threads = 2

  /// Creates the default limits.
  public init() {}

  /// Limits for a listener of metrics and health checks, which must leave descriptors for others.
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
  ///   - bytes: the bytes of a body received, or of an answer sent, in that time.
  ///   - isCrowded: whether other clients need the connection.
  /// - Returns: true if the connection must be ended.
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
  /// The client sends a head.
  case head
  /// The handler decides whether the request can have a body.
  case admitting
  /// The client sends a body.
  case body
  /// The client waits for an answer.
  case waiting
  /// The client receives an answer.
  case answering
  /// The server discards input until the client has received an early answer and closes.
  case lingering
  case closed

  /// Whether the connection can end without losing a complete request.
  var isQuiet: Bool {
    switch self {
    case .idle, .head, .lingering: true
    case .admitting, .body, .waiting, .answering, .closed: false
    }
  }
}
