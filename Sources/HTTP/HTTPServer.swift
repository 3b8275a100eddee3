internal import CHTTP
internal import Glibc
public import WallfarmPluginKit

/// Serves HTTP/1.1 on one socket.
///
/// GNU libmicrohttpd reads and writes what goes over it. A connection whose answer takes time costs neither a thread
/// nor a poll.
public final class HTTPServer: Sendable {
  /// Safe to hand around: the library locks it.
  private struct Daemon: @unchecked Sendable { let pointer: OpaquePointer }

  private let daemon: Daemon
  private let state: ServerState
  private let socket: ListeningSocket

  /// Begins to serve.
  ///
  /// - Parameters:
  ///   - socket: where clients come.
  ///   - limits: how much they may ask.
  ///   - handler: what answers.
  /// - Throws: `server-unavailable`.
  public init(
    _ socket: ListeningSocket, limits: HTTPLimits = HTTPLimits(), handler: any HTTPHandler
  ) throws(RenderError) {
    self.socket = socket
    state = ServerState(handler, limits)
    var callbacks = HTTPServer.callbacks
    var daemon: OpaquePointer?
    // The library has it until the end.
    let owner = Unmanaged.passRetained(state)
    let status = wallfarm_http_start(
      socket.descriptor, UInt32(limits.threads), UInt32(limits.connections), limits.headBytes,
      UInt32(limits.idle.components.seconds), &callbacks,
      owner.toOpaque(), &daemon)
    guard status == 0, let daemon else {
      owner.release()
      throw .serverUnavailable(isMissing: status == -1)
    }
    self.daemon = Daemon(pointer: daemon)
  }

  /// How many clients there are.
  public var connections: Int { state.connectionCount }

  /// How many requests wait for their answer, or are being read.
  public var openRequests: Int { state.openExchanges.count }

  /// Cuts clients that are too slow, and notices those who have left; to be called about once a second.
  public func lookAfter() {
    state.cutTheSlow(now: SuspendingClock().now)
    for exchange in state.exchangesLeft() { exchange.clientLeft() }
  }

  /// Takes no new clients, and keeps no connection open behind an answer.
  public func quiesce() {
    guard state.end() else { return }
    wallfarm_http_quiesce(daemon.pointer)
    socket.close()
  }

  /// Ends every connection; requests that wait get this answer.
  ///
  /// Nothing is to be called afterwards.
  public func stop(_ answer: HTTPAnswer) {
    // The library would end the socket too.
    quiesce()
    state.end(with: answer)
    // Suspended connections may not be ended (libmicrohttpd 0.9.75 aborts): all are resumed by an answer, and those
    // that take it have five seconds for that.
    for exchange in state.openExchanges { exchange.stop(answer) }
    for _ in 0..<500 where !state.openExchanges.isEmpty { usleep(10_000) }
    wallfarm_http_stop(daemon.pointer)
    Unmanaged.passUnretained(state).release()
  }

  private static func exchange(_ pointer: UnsafeMutableRawPointer) -> HTTPExchange {
    Unmanaged<HTTPExchange>.fromOpaque(pointer).takeUnretainedValue()
  }

  private static func state(_ pointer: UnsafeMutableRawPointer) -> ServerState {
    Unmanaged<ServerState>.fromOpaque(pointer).takeUnretainedValue()
  }

  private static var callbacks: wallfarm_http_callbacks {
    wallfarm_http_callbacks(
      opened: { owner, descriptor in HTTPServer.state(owner).opened(descriptor) },
      closed: { owner, descriptor in HTTPServer.state(owner).closed(descriptor) },
      begun: { owner, descriptor, target in
        let state = HTTPServer.state(owner)
        let exchange = HTTPExchange(
          state, target: String(cString: target), descriptor: descriptor)
        state.begun(exchange)
        return Unmanaged.passRetained(exchange).toOpaque()
      },
      headed: { exchange, connection, method, version in
        HTTPServer.exchange(exchange).headed(
          connection, method: String(cString: method), version: String(cString: version))
          ? 0 : -1
      },
      read: { exchange, bytes, count in
        HTTPServer.exchange(exchange).read(UnsafeBufferPointer(start: bytes, count: count))
          ? 0 : -1
      },
      asked: { exchange in HTTPServer.exchange(exchange).asked() ? 0 : -1 },
      over: { exchange, isWhole in
        let exchange = Unmanaged<HTTPExchange>.fromOpaque(exchange).takeRetainedValue()
        exchange.over(isWhole: isWhole != 0)
      })
  }
}

extension RenderError {
  fileprivate static func serverUnavailable(isMissing: Bool) -> RenderError {
    RenderError(
      .serverUnavailable,
      isMissing
        ? "serving needs GNU libmicrohttpd, which cannot be loaded" : "no server can be started",
      hint: isMissing ? "install libmicrohttpd12" : "see whether memory and open files are left")
  }
}
