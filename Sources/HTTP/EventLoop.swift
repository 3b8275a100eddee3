internal import CHTTP
internal import Dispatch
internal import Glibc

/// A thread that serves some of the connections of a server.
///
/// Everything but its mailbox belongs to that thread, which makes it safe to hand around.
final class EventLoop: @unchecked Sendable {
  let server: ServerState
  let mailbox = Mailbox()
  /// What is watched.
  let watch: Int32
  /// Room for what is read at once.
  let scratch: UnsafeMutableRawBufferPointer
  /// When the last events came.
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
  /// Connections have larger numbers.
  static let lastReservedID = bellID
  private static let mostEvents = 64
  private static let scratchBytes = 64 << 10

  /// Prepares a loop.
  ///
  /// - Parameters:
  ///   - server: what it shares with others.
  ///   - listening: the socket where clients come, which it shares as well.
  ///
  /// It is nil where the system has no descriptors left.
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

  /// Starts its thread, which takes no signals: those are for the program's own.
  ///
  /// - Returns: false where there is none.
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

  /// Ends the thread and all connections, and waits for that.
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
        case EventLoop.bellID: for message in mailbox.take() { hear(message) }
        default: connections[event.id]?.hear(event.states)
        }
      }
    }
    for connection in Array(connections.values) { connection.end() }
    ended.signal()
  }

  private func hear(_ message: Mailbox.Message) {
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

  /// The value of `Date` at this moment.
  func date() -> [UInt8] { dates.value() }

  /// Forgets a connection that has ended.
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
        case EMFILE, ENFILE, ENOMEM, ENOBUFS: return ignoreClients()  // until the next look
        default: continue
        }
      }
      let peer = Peer(family: found.family, prefix: found.prefix)
      guard let id = server.add(descriptor, of: peer, now: now) else {
        turnAway(descriptor)
        continue
      }
      let connection = HTTPConnection(id, descriptor, peer, self)
      connections[id] = connection
      if !connection.begin() { connection.end() }
    }
  }

  /// Tells a client that there is no place for it.
  private func turnAway(_ descriptor: Int32) {
    var answer = OutgoingAnswer(
      server.handler.refusal(.crowded), to: nil, keepsOpen: false, date: date())
    _ = answer.write(to: descriptor)
    close(descriptor)
  }
}
