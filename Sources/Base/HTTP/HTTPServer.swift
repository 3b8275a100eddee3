public import Diagnostics
internal import Dispatch
internal import Glibc

/// Serves HTTP/1.1 on one socket.
///
/// A few threads share the connections. A connection that waits for its response uses no thread and
/// does not poll.
public final class HTTPServer: Sendable {
  private let state: ServerState
  private let loops: [EventLoop]
  private let socket: ListeningSocket

  /// Starts serving.
  ///
  /// - Parameters:
  ///   - socket: the listening socket.
  ///   - limits: the limits on clients.
  ///   - handler: handles the requests.
  /// - Throws: `server-unavailable`.
  public init(
    _ socket: ListeningSocket, limits: HTTPLimits = HTTPLimits(), handler: any HTTPHandler
  ) throws(RenderError) {
    self.socket = socket
    let state = ServerState(handler, limits)
    self.state = state
    var loops: [EventLoop] = []
    for _ in 0..<max(1, limits.threads) {
      guard let loop = EventLoop(state, listening: socket.descriptor), loop.start() else {
        for loop in loops { loop.end() }
        throw .serverUnavailable()
      }
      loops.append(loop)
    }
    self.loops = loops
  }

  /// The number of open connections.
  public var connections: Int { state.connectionCount }

  /// The number of requests that are being received or processed.
  public var openRequests: Int { state.openExchanges }

  /// Closes the connections of clients that are too slow; call it about once per second.
  public func lookAfter() { lookAfter(now: SuspendingClock().now) }

  package func lookAfter(now: SuspendingClock.Instant) {
    for loop in loops { loop.mailbox.send(.look(now)) }
  }

  /// Stops accepting clients, and closes each connection after its response.
  public func quiesce() {
    guard state.end() else { return }
    // Every loop must stop watching the descriptor before the descriptor is closed, because its
    // number may be reused.
    let done = DispatchSemaphore(value: 0)
    for loop in loops { loop.mailbox.send(.quiesce(done)) }
    for _ in loops { done.wait() }
    socket.close()
  }

  /// Sends the given response to pending requests, and closes all connections.
  ///
  /// The server cannot be used after this call.
  public func stop(_ answer: HTTPAnswer) {
    quiesce()
    for loop in loops { loop.mailbox.send(.stop(answer)) }
    // Clients have five seconds to receive the response.
    for _ in 0..<500 where state.openExchanges > 0 { usleep(10_000) }
    for loop in loops { loop.end() }
  }
}

extension RenderError {
  fileprivate static func serverUnavailable() -> RenderError {
    RenderError(
      .serverUnavailable, "the server cannot start",
      hint: "check the free memory and the limit on open files")
  }
}
