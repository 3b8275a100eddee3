public import Diagnostics

/// Handles the requests that a server receives, on the server's threads.
public protocol HTTPHandler: Sendable {
  /// Decides whether a request is accepted, before its body is read.
  ///
  /// - Parameters:
  ///   - head: the head of the request.
  ///   - peer: the address of the client.
  /// - Returns: the maximum size of the body and the function that handles the request, the
  ///   response that rejects the request, or a function that decides later.
  func admit(_ head: HTTPHead, from peer: Peer) -> Admission

  /// The response to a request that the server itself rejects.
  func refusal(_ reason: HTTPRefusal) -> HTTPAnswer

  /// Receives the record of each finished request, including rejected and interrupted requests.
  func over(_ record: HTTPRecord)
}

/// The reason why the server itself rejects a request.
public enum HTTPRefusal: Sendable, Hashable {
  /// Two servers could parse the request differently, for the given reason.
  case ambiguous(String)
  /// The head exceeds the maximum number of bytes or headers.
  case headTooLarge
  /// The major version of HTTP is not 1.
  case unknownVersion
  /// The body exceeds its maximum size.
  case tooLarge(mostBytes: Int)
  /// The request bodies or responses of this client, or of all clients together, exceed the memory
  /// budget.
  case overloaded
  /// The maximum number of connections has been reached, and none of them can be closed.
  case crowded
}

/// A handler's decision about a request after reading its head.
public enum Admission: Sendable {
  /// Responds to a request, either immediately or later from any thread.
  ///
  /// The call blocks other clients on the same thread, so run slow work on another thread.
  public typealias Work = @Sendable (HTTPRequest, HTTPExchange) -> Void

  /// Reads a body of at most this many bytes, and then handles the request.
  ///
  /// The bytes are charged to the named client or, if no client is named, to the client's address.
  case admitted(mostBytes: Int, for: String? = nil, Work)
  /// Sends this response without reading the body.
  case refused(HTTPAnswer)
  /// Decides later on another thread; until then, no more bytes are read from the connection.
  case later(@Sendable (_ completion: @escaping @Sendable (Admission) -> Void) -> Void)
}

/// The log record of a finished request.
public struct HTTPRecord: Sendable {
  /// The identity of the request.
  public let id: RequestID
  /// The head, or nil if it was never complete.
  public let head: HTTPHead?
  /// The status of the response, or nil if the client disconnected before a response was started.
  public let status: Int?
  /// The size of the response body in bytes.
  public let bytes: Int
  /// The time of the first byte of the request.
  public let began: SuspendingClock.Instant
  /// The time from the first byte of the request to the end of the exchange.
  public let duration: Duration
  /// Whether the whole response was sent.
  public let isWhole: Bool
  /// Tags that the handler added, such as the name of an API key.
  public let tags: [String: String]
  /// The first error that was reported to the client, or nil.
  public let error: ErrorCode?
  /// The parts of the work on the request, all of which have ended.
  public let spans: [HTTPSpan]
}
