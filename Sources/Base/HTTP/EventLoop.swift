internal import CHTTP
internal import Dispatch
internal import Glibc

/// A thread that serves some of a server's connections.
///
/// `@unchecked Sendable`: after `start`, only the loop's own thread uses the mutable state; the
/// mailbox is `Sendable`.
final class EventLoop: @unchecked Sendable {
  let server: ServerState
  let mailbox = Mailbox()
  /// The descriptor of the epoll instance.
  let watch: Int32
  /// The buffer for one read from a socket.
  let scratch: UnsafeMutableRawBufferPointer
  /// The time at which the last events were received.
  private(set) var now = SuspendingClock().now

  private let listening: Int32
  private var isListening = false
  private var isQuiesced = false
  private var isOver = false
  private var connections: [UInt64: HTTPConnection] = [:]
  private var dates = DateHeader()
  private let ended = DispatchSemaphore(value: 0)

  private static let listenerID: UInt64 = 0
  private static let bellID: UInt64 = 1
  /// The largest reserved ID; connections have larger IDs.
  static let lastReservedID = bellID
  private static let mostEvents = 64
  private static let scratchBytes = 64 << 10

  /// Creates an event loop; returns nil if epoll or the mailbox cannot be set up, for example
  /// because no descriptors are available.
  ///
  /// - Parameters:
  ///   - server: the state that all loops of the server share.
  ///   - listening: the listening socket, which all loops share.
  init?(_ server: ServerState, listening: Int32) {
    (self.server, self.listening) = (server, listening)
    watch = wallfarm_epoll_make()
    scratch = .allocate(byteCount: EventLoop.scratchBytes, alignment: 16)
    let readable = UInt32(wallfarm_readable)
    guard watch >= 0, mailbox.bell >= 0,
      wallfarm_epoll_add(watch, mailbox.bell, readable, EventLoop.bellID) == 0
    else { return nil }
    listen()
    guard isListening else { return nil }
  }

  deinit {
    scratch.deallocate()
    if watch >= 0 { close(watch) }
  }

  /// Starts the thread with all signals blocked, so that other threads handle them.
  ///
  /// - Returns: false if the system cannot create a thread.
  func start() -> Bool {
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let loop = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread, nil,
      { raw in
        guard let raw else { return nil }
        Unmanaged<EventLoop>.fromOpaque(raw).takeRetainedValue().run()
        return nil
      }, loop.toOpaque())
    guard status == 0 else {
      loop.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// Closes all connections, stops the loop, and waits until the thread has exited.
  func end() {
    mailbox.send(.end)
    ended.wait()
  }

  private func run() {
    var events = [wallfarm_event](repeating: wallfarm_event(), count: EventLoop.mostEvents)
    while !isOver {
      let count = wallfarm_epoll_wait(watch, &events, Int32(events.count), -1)
      now = SuspendingClock().now
      for event in events.prefix(max(0, Int(count))) {
        switch event.id {
        case EventLoop.listenerID: accept()
        case EventLoop.bellID: for message in mailbox.take() { handle(message) }
        default: connections[event.id]?.handle(event.states)
        }
      }
    }
    for connection in Array(connections.values) { connection.end() }
    ended.signal()
  }

  private func handle(_ message: Mailbox.Message) {
    switch message {
    case .wake(let id): connections[id]?.wake()
    case .look(let moment):
      listen()
      let answersAreCrowded = server.answers.isCrowded
      for connection in Array(connections.values) {
        connection.look(now: moment, answersAreCrowded: answersAreCrowded)
      }
    case .quiesce(let done):
      isQuiesced = true
      ignoreClients()
      done.signal()
    case .stop(let answer):
      for connection in Array(connections.values) { connection.stop(answer) }
    case .end: isOver = true
    }
  }

  /// The value of the `Date` header.
  func date() -> [UInt8] { dates.value() }

  /// Removes a closed connection.
  func forget(_ connection: HTTPConnection) { connections[connection.id] = nil }

  // MARK: - Clients

  private func listen() {
    guard !isListening, !isQuiesced else { return }
    isListening = wallfarm_epoll_listening(watch, listening, EventLoop.listenerID) == 0
  }

  private func ignoreClients() {
    guard isListening else { return }
    isListening = false
    _ = wallfarm_epoll_end(watch, listening)
  }

  private func accept() {
    for _ in 0..<EventLoop.mostEvents {
      var found = wallfarm_peer()
      let descriptor = wallfarm_accept(listening, &found)
      guard descriptor >= 0 else {
        switch errno {
        case EAGAIN: return
        case EMFILE, ENFILE, ENOMEM, ENOBUFS: return ignoreClients()  // until the next check
        default: continue
        }
      }
      let peer = Peer(family: found.family, prefix: found.prefix)
      guard let id = server.add(descriptor, of: peer) else {
        reject(descriptor)
        continue
      }
      let connection = HTTPConnection(id, descriptor, peer, self)
      connections[id] = connection
      if !connection.begin() { connection.end() }
    }
  }

  /// Rejects a client because the connection table is full, and closes its connection.
  private func reject(_ descriptor: Int32) {
    var answer = OutgoingAnswer(
      server.handler.refusal(.crowded), to: nil, id: nil, keepsOpen: false, date: date())
    _ = answer.write(to: descriptor)
    close(descriptor)
  }
}
