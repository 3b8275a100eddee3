internal import CHTTP
internal import Glibc

/// A client connection, which handles one request at a time.
///
/// A connection is used only by the thread of its event loop. `proceed` repeats the step of the
/// current phase until the connection has to wait for the client or the handler.
final class HTTPConnection {
  let id: UInt64
  let descriptor: Int32
  let peer: Peer
  unowned let loop: EventLoop
  let server: ServerState

  private(set) var phase = ConnectionPhase.idle
  var since: SuspendingClock.Instant
  /// The number of body bytes received, or of response bytes sent, since the time in `since`.
  var bytesSince = 0
  /// Whether a stream currently has no data to send, in which case the client is not considered
  /// slow.
  var isStarved = false

  /// Received bytes; the bytes from `inputStart` onward have not been parsed.
  var input: [UInt8] = []
  var inputStart = 0
  var scanner = HeadScanner()
  var emptyLines = 0
  var exchange: HTTPExchange?
  /// The function that responds to the admitted request after its body is complete.
  var work: Admission.Work?
  var body: IncomingBody?
  var output: OutgoingAnswer?
  var keepsOpen = true
  /// Whether part of the request body may still be unread.
  var isBodyLeft = false
  var discarded = 0
  var states: UInt32

  static let reading = UInt32(wallfarm_readable | wallfarm_left)
  static let readable = UInt32(wallfarm_readable)
  static let writable = UInt32(wallfarm_writable)
  static let left = UInt32(wallfarm_left)
  static let broken = UInt32(wallfarm_broken)
  /// Maximum number of empty lines to skip before a request (RFC 9112, 2.2).
  static let mostEmptyLines = 4

  init(_ id: UInt64, _ descriptor: Int32, _ peer: Peer, _ loop: EventLoop) {
    (self.id, self.descriptor, self.peer, self.loop) = (id, descriptor, peer, loop)
    (server, since, states) = (loop.server, loop.now, HTTPConnection.reading)
  }

  /// Registers the socket with epoll; returns false on failure.
  func begin() -> Bool { wallfarm_epoll_add(loop.watch, descriptor, states, id) == 0 }

  // MARK: - Events from the loop

  /// Handles events of the socket.
  func handle(_ found: UInt32) {
    if found & HTTPConnection.readable != 0 { receive() }
    if found & HTTPConnection.writable != 0, phase == .answering { proceed() }
    if found & (HTTPConnection.left | HTTPConnection.broken) != 0 {
      otherSideEnded(isBroken: found & HTTPConnection.broken != 0)
    }
  }

  /// Continues after the handler or a stream has provided data for the connection.
  func wake() {
    if isStarved { restart() }
    proceed()
  }

  /// Closes the connection if its client is too slow.
  func look(now: SuspendingClock.Instant, answersAreCrowded: Bool) {
    let isCrowded =
      server.isCrowded(for: peer)
      || (phase == .answering && answersAreCrowded && output?.file != nil)
    let isSlow = server.limits.isTooSlow(
      isStarved ? .waiting : phase, for: now - since, bytes: bytesSince, isCrowded: isCrowded)
    if isSlow { end() }
  }

  /// Sends the given response if a request is pending; closes the connection if there is no
  /// request.
  func stop(_ answer: HTTPAnswer) {
    keepsOpen = false
    switch phase {
    case .idle, .head: end()
    case .admitting, .body: refuse(answer)
    case .waiting: exchange?.answer(answer)
    case .answering: output?.stream?.cut()
    case .lingering, .closed: break
    }
    proceed()
  }

  /// Closes the connection in any phase.
  func end() {
    guard phase != .closed else { return }
    finish(isWhole: false)
    if phase == .head { recordPart() }
    phase = .closed
    server.remove(id)
    loop.forget(self)
    close(descriptor)
  }

  func otherSideEnded(isBroken: Bool) {
    switch phase {
    case .closed: break
    case .idle, .head, .body, .lingering:
      // The next read reports the end of the input, after the bytes that are still buffered.
      if isBroken { receive() }
    case .admitting:
      // If only the client's sending side is shut down, the whole body may already have arrived.
      if isBroken { end() } else { watch(0) }
    case .waiting:
      watch(0)
      exchange?.clientLeft()
      keepsOpen = false
      proceed()
    case .answering:
      keepsOpen = false
      output?.stream?.cut()
      if isBroken { return end() }
      watch(HTTPConnection.writable)
    }
  }

  // MARK: - Phases

  func enter(_ next: ConnectionPhase) {
    let wasQuiet = phase.isQuiet
    phase = next
    restart()
    if next.isQuiet || wasQuiet { server.mark(id, isQuiet: next.isQuiet) }
  }

  func restart() {
    (since, bytesSince, isStarved) = (loop.now, 0, false)
  }

  func watch(_ wanted: UInt32) {
    guard wanted != states, phase != .closed else { return }
    states = wanted
    _ = wallfarm_epoll_change(loop.watch, descriptor, wanted, id)
  }
}
