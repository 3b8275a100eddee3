/// Handles the requests of a server, on the server's threads.
public protocol HTTPHandler: Sendable {
  /// Decides whether a request is accepted, before its body is read.
  ///
  /// - Returns: the maximum size of the body and the function that answers the request, or the
  ///   answer of the refusal.
  func admit(_ head: HTTPHead) -> Admission

  /// The answer to a request that the server itself rejects.
  func refusal(_ reason: HTTPRefusal) -> HTTPAnswer

  /// Receives the record of each finished request, including rejected and interrupted requests.
  func over(_ record: HTTPRecord)
}

/// The reason why the server rejects a request before its handler receives it.
public enum HTTPRefusal: Sendable, Hashable {
  /// The reason why two servers could parse the request differently.
  case ambiguous(String)
  /// The head exceeds the maximum number of bytes or headers.
  case headTooLarge
  /// The major version of HTTP is not 1.
  case unknownVersion
  /// The body exceeds its maximum size.
  case tooLarge(mostBytes: Int)
  /// The bodies or answers of this client, or of all clients together, exceed the memory budget.
  case overloaded
  /// The maximum number of connections is reached, and none of them can be ended.
  case crowded
}

/// The decision of a handler about a request whose head was read.
public enum Admission: Sendable {
  /// Answers a request, immediately or later from any thread.
  ///
  /// The call blocks other clients of its thread, so slow work belongs on another thread.
  public typealias Work = @Sendable (HTTPRequest, HTTPExchange) -> Void

  /// Reads at most this many bytes of body, charged to the named client or, without a name, to its
  /// address, and then answers the request.
  case admitted(mostBytes: Int, for: String? = nil, Work)
  /// Sends this answer without reading the body.
  case refused(HTTPAnswer)
  /// Decides later on another thread; until then, nothing more is read from the connection.
  case later(@Sendable (_ completion: @escaping @Sendable (Admission) -> Void) -> Void)
}

/// The record of a finished request.
public struct HTTPRecord: Sendable {
  /// The head; nil if it was never complete.
  public let head: HTTPHead?
  /// The status of the answer; nil if the client disconnected before it.
  public let status: Int?
  /// The size of the body of the answer in bytes.
  public let bytes: Int
  /// The duration since the first byte of the request.
  public let duration: Duration
  /// Whether the whole answer was sent.
  public let isWhole: Bool
  /// The tags of the handler, such as the name of an API key.
  public let tags: [String: String]
}
