internal import Glibc

/// Reads the head and the body of a request.
extension HTTPConnection {
  func receive() {
    switch phase {
    case .idle, .head, .body, .lingering: break
    case .admitting, .waiting, .answering, .closed:
      // Leave the bytes in the socket until the response has been sent; this also slows down the
      // client.
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

  func take(_ bytes: UnsafeRawBufferPointer) {
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

  /// Performs steps until the connection has to wait.
  func proceed() {
    while step() {}
  }

  /// Performs the next step of the current phase; returns whether another step may follow.
  func step() -> Bool {
    switch phase {
    case .idle, .head: takeHead()
    case .admitting: exchange?.takeAdmission().map { decide($0) } ?? false
    case .body: takeBodyOfInput()
    case .waiting: exchange?.takeAnswer().map { send($0) } ?? false
    case .answering: write()
    case .lingering, .closed: false
    }
  }

  func takeHead() -> Bool {
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

  /// Skips bytes that have been parsed, and resets the scanner.
  func consume(_ count: Int) {
    inputStart += count
    scanner = HeadScanner()
    guard inputStart == input.count else { return }
    input.removeAll(keepingCapacity: input.capacity <= server.limits.headBytes)
    inputStart = 0
  }

  func begin(_ head: HTTPHead) -> Bool {
    emptyLines = 0
    exchange = HTTPExchange(
      head, server, loop.mailbox, connection: id, peer: peer,
      began: phase == .head ? since : loop.now)
    keepsOpen = head.keepsConnection
    isBodyLeft = head.hasBody
    enter(.admitting)
    return decide(server.handler.admit(head, from: peer))
  }

  func decide(_ admission: Admission) -> Bool {
    guard let exchange, let head = exchange.head else { return false }
    switch admission {
    case .later(let start):
      start { exchange.decide($0) }
      return true
    case .refused(let answer):
      // If no body is left to read, the connection can stay open.
      return head.hasBody ? refuse(answer) : send(answer)
    case .admitted(let most, let client, let work):
      self.work = work
      if let client { exchange.charge(client) }
      if let length = head.contentLength, length > most {
        return refuse(server.handler.refusal(.tooLarge(mostBytes: most)))
      }
      guard head.hasBody else { return handle([]) }
      body = IncomingBody(head, mostBytes: most)
      enter(.body)
      watch(HTTPConnection.reading)
      if head.expectsContinue, inputStart == input.count { sendContinue() }
      return true
    }
  }

  /// Sends `100 Continue` to a client that waits for it (RFC 9110, 15.2.1).
  func sendContinue() {
    let line = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
    _ = Glibc.send(descriptor, line, line.count, Int32(MSG_NOSIGNAL))
  }

  func takeBodyOfInput() -> Bool {
    guard inputStart < input.count else { return false }
    let start = inputStart
    // Copy the bytes, because takeBody must not access the input while a pointer into it exists.
    let bytes = Array(input[start...])
    let used = bytes.withUnsafeBytes { takeBody($0) }
    consume(min(used, input.count - inputStart))
    return phase != .body
  }

  /// Reads bytes of a body; returns the number of bytes that belong to the body.
  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
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
}
