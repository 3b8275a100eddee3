internal import CHTTP
internal import Glibc

/// A connection of a client, which reads and answers one request at a time.
///
/// Only the thread of its loop uses it. `proceed` repeats the step of the current phase until the
/// connection has to wait for the client or the handler.
final class HTTPConnection {
  let id: UInt64
  private let descriptor: Int32
  private let peer: Peer
  private unowned let loop: EventLoop
  private let server: ServerState

  private(set) var phase = ConnectionPhase.idle
  private var since: SuspendingClock.Instant
  /// The bytes of a body received, or of an answer sent, since `since`.
  private var bytesSince = 0
  /// Whether a stream has nothing to send, so that the client does not count as slow.
  private var isDry = false

  /// Received bytes; those from `inputStart` on are not yet parsed.
  private var input: [UInt8] = []
  private var inputStart = 0
  private var scanner = HeadScanner()
  private var emptyLines = 0
  private var exchange: HTTPExchange?
  private var body: IncomingBody?
  private var output: OutgoingAnswer?
  private var keepsOpen = true
  /// Whether the client may still send a body that the server does not read.
  private var isBodyLeft = false
  private var discarded = 0
  private var states: UInt32

  private static let reading = UInt32(wallfarm_readable | wallfarm_left)
  private static let readable = UInt32(wallfarm_readable)
  private static let writable = UInt32(wallfarm_writable)
  private static let left = UInt32(wallfarm_left)
  private static let broken = UInt32(wallfarm_broken)
  /// Maximum empty lines to skip before a request (RFC 9112, 2.2).
  private static let mostEmptyLines = 4

  init(_ id: UInt64, _ descriptor: Int32, _ peer: Peer, _ loop: EventLoop) {
    (self.id, self.descriptor, self.peer, self.loop) = (id, descriptor, peer, loop)
    (server, since, states) = (loop.server, loop.now, HTTPConnection.reading)
  }

  /// Starts watching the socket; false if epoll refuses it.
  func begin() -> Bool { wallfarm_epoll_add(loop.watch, descriptor, states, id) == 0 }

  // MARK: - Events from the loop

  /// Handles events of the socket.
  func hear(_ found: UInt32) {
    if found & HTTPConnection.readable != 0 { receive() }
    if found & HTTPConnection.writable != 0, phase == .answering { proceed() }
    if found & (HTTPConnection.left | HTTPConnection.broken) != 0 {
      otherSideEnded(isBroken: found & HTTPConnection.broken != 0)
    }
  }

  /// Continues after the handler or a stream has something for the connection.
  func wake() {
    if isDry { restart() }
    proceed()
  }

  /// Ends the connection if its client is too slow.
  func look(now: SuspendingClock.Instant, answersAreCrowded: Bool) {
    let isCrowded =
      server.isCrowded(for: peer)
      || (phase == .answering && answersAreCrowded && output?.file != nil)
    let isSlow = server.limits.isTooSlow(
      isDry ? .waiting : phase, for: now - since, bytes: bytesSince, isCrowded: isCrowded)
    if isSlow { end() }
  }

  /// Answers a pending request with this answer, and ends a connection without a request.
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

  /// Ends the connection in any phase.
  func end() {
    guard phase != .closed else { return }
    finish(isWhole: false)
    if phase == .head { recordPart() }
    phase = .closed
    server.remove(id)
    loop.forget(self)
    close(descriptor)
  }

  private func otherSideEnded(isBroken: Bool) {
    switch phase {
    case .closed: break
    case .idle, .head, .body, .lingering:
      // The next read reports the end, after the bytes that are still buffered.
      if isBroken { receive() }
    case .admitting:
      // The whole body may have arrived before the end.
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

  // MARK: - Reading

  private func receive() {
    switch phase {
    case .idle, .head, .body, .lingering: break
    case .admitting, .waiting, .answering, .closed:
      // Bytes stay in the socket until this request is answered, which also slows the client.
      return watch(states & ~HTTPConnection.readable)
    }
    let room = loop.scratch
    let count = recv(descriptor, room.baseAddress, room.count, 0)
    guard count > 0 else {
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      return end()
    }
    take(UnsafeRawBufferPointer(rebasing: room[..<count]))
  }

  private func take(_ bytes: UnsafeRawBufferPointer) {
    switch phase {
    case .lingering:
      discarded += bytes.count
      if discarded > server.limits.refusedBytes { end() }
    case .body where inputStart == input.count:
      let used = takeBody(bytes)
      input.append(contentsOf: bytes[used...])
      proceed()
    default:
      if inputStart > 0 {
        input.removeFirst(inputStart)
        inputStart = 0
      }
      input.append(contentsOf: bytes)
      proceed()
    }
  }

  /// Repeats steps until the connection has to wait.
  private func proceed() {
    while step() {}
  }

  /// Performs the next step of the phase; returns whether another step may follow.
  private func step() -> Bool {
    switch phase {
    case .idle, .head: takeHead()
    case .admitting: exchange?.takeAdmission().map { decide($0) } ?? false
    case .body: takeBodyOfInput()
    case .waiting: exchange?.takeAnswer().map { send($0) } ?? false
    case .answering: write()
    case .lingering, .closed: false
    }
  }

  private func takeHead() -> Bool {
    guard inputStart < input.count else { return false }
    let (start, limits) = (inputStart, server.limits)
    let progress = input.withUnsafeBytes {
      scanner.scan(UnsafeRawBufferPointer(rebasing: $0[start...]))
    }
    switch progress {
    case .refused(let reason): return refuseHead(.ambiguous(reason))
    case .unfinished where input.count - start <= limits.headBytes:
      if phase == .idle { enter(.head) }
      return false
    case .ended(2) where emptyLines < HTTPConnection.mostEmptyLines:
      emptyLines += 1
      consume(2)
      return true
    case .ended(let end) where end <= limits.headBytes:
      let read = input.withUnsafeBytes { bytes in
        Result { () throws(RequestHeadReader.Fault) in
          try RequestHeadReader.read(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + end)]))
        }
      }
      consume(end)
      switch read {
      case .success(let head): return begin(head)
      case .failure(let fault): return refuseHead(fault.refusal, fault.head)
      }
    case .unfinished, .ended: return refuseHead(.headTooLarge)
    }
  }

  /// Skips a parsed part of the input, and resets the scanner.
  private func consume(_ count: Int) {
    inputStart += count
    scanner = HeadScanner()
    guard inputStart == input.count else { return }
    input.removeAll(keepingCapacity: input.capacity <= server.limits.headBytes)
    inputStart = 0
  }

  private func begin(_ head: HTTPHead) -> Bool {
    emptyLines = 0
    exchange = HTTPExchange(
      head, server, loop.mailbox, connection: id, peer: peer,
      began: phase == .head ? since : loop.now)
    keepsOpen = head.keepsConnection
    isBodyLeft = head.hasBody
    enter(.admitting)
    return decide(server.handler.admit(head))
  }

  private func decide(_ admission: Admission) -> Bool {
    guard let exchange, let head = exchange.head else { return false }
    switch admission {
    case .later(let start):
      start { exchange.decide($0) }
      return true
    case .refused(let answer):
      // Without an unread body, the connection can stay open.
      return head.hasBody ? refuse(answer) : send(answer)
    case .admitted(let most, let client):
      if let client { exchange.charge(client) }
      if let length = head.contentLength, length > most {
        return refuse(server.handler.refusal(.tooLarge(mostBytes: most)))
      }
      guard head.hasBody else { return handle([]) }
      body = IncomingBody(head, mostBytes: most)
      enter(.body)
      watch(HTTPConnection.reading)
      if head.expectsLeave, inputStart == input.count { giveLeave() }
      return true
    }
  }

  /// Sends `100 Continue` to a client that waits for it (RFC 9110, 15.2.1).
  private func giveLeave() {
    let line = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
    _ = Glibc.send(descriptor, line, line.count, Int32(MSG_NOSIGNAL))
  }

  private func takeBodyOfInput() -> Bool {
    guard inputStart < input.count else { return false }
    let start = inputStart
    // A copy, because takeBody must not access the input while a pointer into it exists.
    let bytes = Array(input[start...])
    let used = bytes.withUnsafeBytes { takeBody($0) }
    consume(min(used, input.count - inputStart))
    return phase != .body
  }

  /// Reads bytes of a body, and returns how many belong to it.
  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let exchange, body != nil else { return 0 }
    let result = body?.read(bytes) { exchange.take($0) }
    guard let (used, progress) = result else { return 0 }
    bytesSince += used
    switch progress {
    case .unfinished: break
    case .whole:
      isBodyLeft = false
      let whole = body?.bytes ?? []
      body = nil
      _ = handle(whole)
    case .refused(let refusal): refuse(server.handler.refusal(refusal))
    }
    return used
  }

  // MARK: - Answering

  private func handle(_ body: [UInt8]) -> Bool {
    guard let exchange, let head = exchange.head else { return false }
    enter(.waiting)
    server.handler.handle(HTTPRequest(head, body: body), exchange)
    return true
  }

  /// Refuses a head, and treats everything after it as an unread body.
  private func refuseHead(_ refusal: HTTPRefusal, _ head: HTTPHead? = nil) -> Bool {
    exchange = HTTPExchange(
      head, server, loop.mailbox, connection: id, peer: peer,
      began: phase == .head ? since : loop.now)
    isBodyLeft = true
    return refuse(server.handler.refusal(refusal))
  }

  /// Answers before the end of a body: releases its budget at once and ends the connection.
  @discardableResult
  private func refuse(_ answer: HTTPAnswer) -> Bool {
    keepsOpen = false
    body = nil
    exchange?.holdBody(0)
    return send(answer)
  }

  private func send(_ answer: HTTPAnswer) -> Bool {
    guard let exchange else { return false }
    var answer = answer
    switch answer.body {
    case .file(let file), .part(let file, _):
      if exchange.head?.method != "HEAD", !server.answers.take(file, for: exchange.payer) {
        answer = server.handler.refusal(.overloaded)
      }
    case .unsent: keepsOpen = false
    case .bytes, .stream: break
    }
    if server.isEnding { keepsOpen = false }
    if case .stream = answer.body, exchange.head?.version == "HTTP/1.0" { keepsOpen = false }
    output = OutgoingAnswer(
      answer, to: exchange.head, keepsOpen: keepsOpen, date: loop.date())
    output?.stream?.hear { [weak exchange] in exchange?.hasMore() }
    enter(.answering)
    return true
  }

  private func write() -> Bool {
    let before = output?.sentBytes ?? 0
    guard let progress = output?.write(to: descriptor) else { return false }
    bytesSince += (output?.sentBytes ?? 0) - before
    switch progress {
    case .blocked: watch(states | HTTPConnection.writable)
    case .dry:
      isDry = true
      watch(states & ~HTTPConnection.writable)
    case .failed: end()
    case .done:
      finish(isWhole: true)
      return next()
    }
    return false
  }

  /// Prepares for the next request, or ends the connection.
  private func next() -> Bool {
    if keepsOpen {
      enter(.idle)
      watch(HTTPConnection.reading)
      return true
    }
    // Closing a socket with unread bytes sends a reset, and the client could lose the answer.
    guard isBodyLeft || inputStart < input.count || hasUnread else {
      end()
      return false
    }
    shutdown(descriptor, Int32(SHUT_WR))
    (input, inputStart) = ([], 0)
    enter(.lingering)
    watch(HTTPConnection.readable)
    return false
  }

  /// Whether the socket has unread bytes.
  private var hasUnread: Bool {
    recv(descriptor, loop.scratch.baseAddress, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
  }

  private func finish(isWhole: Bool) {
    if let file = output?.file { server.answers.give(file) }
    output?.stream?.cut()
    let sent = output.map { ($0.status, $0.bodyBytes) }
    (output, body) = (nil, nil)
    exchange?.over(sent: sent, isWhole: isWhole)
    exchange = nil
  }

  /// Records a request whose head is incomplete.
  private func recordPart() {
    let exchange = HTTPExchange(
      nil, server, loop.mailbox, connection: id, peer: peer, began: since)
    exchange.over(sent: nil, isWhole: false)
  }

  // MARK: - Phases

  private func enter(_ next: ConnectionPhase) {
    let wasQuiet = phase.isQuiet
    phase = next
    restart()
    if next.isQuiet || wasQuiet { server.mark(id, quietSince: next.isQuiet ? since : nil) }
  }

  private func restart() {
    (since, bytesSince, isDry) = (loop.now, 0, false)
  }

  private func watch(_ wanted: UInt32) {
    guard wanted != states, phase != .closed else { return }
    states = wanted
    _ = wallfarm_epoll_change(loop.watch, descriptor, wanted, id)
  }
}
