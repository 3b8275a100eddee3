/// What a server does with requests; it is called on the threads of the server.
public protocol HTTPHandler: Sendable {
  /// Looks at a request before its body is read.
  ///
  /// - Returns: what it is refused with, or how much of a body it may have.
  func admit(_ head: HTTPHead) -> Admission

  /// Answers a request: now, or later from any thread.
  ///
  /// Other clients wait for the thread meanwhile: what takes longer than a file is done elsewhere.
  func handle(_ request: HTTPRequest, _ exchange: HTTPExchange)

  /// What a client is told whose request the server itself refuses.
  func refusal(_ reason: HTTPRefusal) -> HTTPAnswer

  /// Hears what became of a request, also of one that was refused or cut.
  func over(_ record: HTTPRecord)
}

/// Why a server refuses a request before its handler sees it.
public enum HTTPRefusal: Sendable, Hashable {
  /// Two servers could read it in different ways; why.
  case ambiguous(String)
  /// The head exceeds the maximum number of bytes or headers.
  case headTooLarge
  /// The major version of HTTP is not 1.
  case unknownVersion
  /// Its body has more bytes than it may have.
  case tooLarge(mostBytes: Int)
  /// The bodies or answers of this client, or of all clients together, exceed the memory budget.
  case overloaded
  /// The maximum number of connections is reached, and none of them can be ended.
  case crowded
}

/// Whether a request is read on.
public enum Admission: Sendable {
  /// Reads at most this many bytes of body, charged to the named client, or to the address without a name.
  case admitted(mostBytes: Int, for: String? = nil)
  /// It is answered with this, and its body is not read.
  case refused(HTTPAnswer)
  /// Decides later on another thread; nothing more is read from the connection until then.
  case later(@Sendable (_ told: @escaping @Sendable (Admission) -> Void) -> Void)
}

/// A request that is over.
public struct HTTPRecord: Sendable {
  /// What stood before its body; nil where it never came so far.
  public let head: HTTPHead?
  /// What it was answered with; nil where its client was gone or was cut.
  public let status: Int?
  /// How many bytes of body it was answered with.
  public let bytes: Int
  /// How long it took, from its first line.
  public let duration: Duration
  /// Whether all of the answer was sent.
  public let isWhole: Bool
  /// What the handler wants to know of it, such as the name of a key.
  public let tags: [String: String]
}
