/// How much clients may ask of a server.
public struct HTTPLimits: Sendable {
  /// Most connections at once.
  public var connections = 4096
  /// Most connections of one address; those of a socket in the file system have no limit of their own.
  public var connectionsOfAddress = 1024
  /// Most bytes of a head.
  public var headBytes = 32 << 10
  /// Most bytes of the bodies of all requests that are being read.
  public var bodyBytes = 96 << 20
  /// Most bytes of a refused body that are read on, so that its client comes to see the answer.
  public var refusedBytes = 1 << 20
  /// Most bytes of the files of all answers that clients have not taken yet.
  public var answerBytes = 256 << 20
  /// Most time between two requests of a connection, and before the first.
  public var idle = Duration.seconds(30)
  /// The same where there are almost as many connections as there may be.
  public var crowdedIdle = Duration.seconds(3)
  /// Most time for a head, and for a body that has not begun.
  public var head = Duration.seconds(10)
  /// How many bytes of a body give a second more.
  public var slowestBytes = 16 << 10
  /// Most time for a body, however many bytes of it have come.
  public var longestBody = Duration.seconds(600)
  /// Most time for an answer of which its client takes nothing.
  public var answering = Duration.seconds(120)
  /// The same where there are almost as many connections as there may be, or little room for other answers.
  public var crowdedAnswering = Duration.seconds(20)
  /// How many bytes that a client has taken give a second more.
  public var slowestAnswerBytes = 64 << 10
  /// Most time for a client whose body was refused to take the answer.
  public var lingering = Duration.seconds(5)
  /// Threads that share the connections.
  public var threads = 2

  /// Sets everything to its default.
  public init() {}

  /// Limits of an address for figures and health, which few ask and which must not use up the descriptors of others.
  public static var ofFigures: HTTPLimits {
    var limits = HTTPLimits()
    (limits.connections, limits.connectionsOfAddress, limits.threads) = (64, 32, 1)
    return limits
  }

  /// Whether a client is too slow.
  ///
  /// - Parameters:
  ///   - phase: what its connection is at.
  ///   - time: since when.
  ///   - bytes: how many it has sent of a body, or taken of an answer, since then.
  ///   - isCrowded: whether others need its place.
  /// - Returns: true where its connection is to be cut.
  func isTooSlow(_ phase: ConnectionPhase, for time: Duration, bytes: Int, isCrowded: Bool) -> Bool
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

/// The activities of a connection.
enum ConnectionPhase {
  /// Its client has not begun a request: the first one, or another one.
  case idle
  /// Its client sends a head.
  case head
  /// The handler decides whether the request may have a body.
  case admitting
  /// Its client sends a body.
  case body
  /// Its client waits for an answer.
  case waiting
  /// Its client reads an answer.
  case answering
  /// Its client takes an answer that was given before the end of its body.
  case lingering
  case closed

  /// Whether no request is under way, so that ending the connection costs its client nothing but another one.
  var isQuiet: Bool {
    switch self {
    case .idle, .head, .lingering: true
    case .admitting, .body, .waiting, .answering, .closed: false
    }
  }
}
