internal import CHTTP
internal import Glibc

/// Passes requests to the handler and writes the responses.
extension HTTPConnection {
  func handle(_ body: [UInt8]) -> Bool {
    guard let exchange, let head = exchange.head, let work else { return false }
    self.work = nil
    enter(.waiting)
    work(HTTPRequest(head, body: body), exchange)
    return true
  }

  /// Rejects a request head, and treats all bytes that follow as an unread body.
  func refuseHead(_ refusal: HTTPRefusal, _ head: HTTPHead? = nil) -> Bool {
    exchange = HTTPExchange(
      head, server, loop.mailbox, connection: id, peer: peer,
      began: phase == .head ? since : loop.now)
    isBodyLeft = true
    return refuse(server.handler.refusal(refusal))
  }

  /// Responds before the whole body is received, releases the body's budget immediately, and closes
  /// the connection.
  @discardableResult
  func refuse(_ answer: HTTPAnswer) -> Bool {
    keepsOpen = false
    body = nil
    exchange?.holdBody(0)
    return send(answer)
  }

  func send(_ answer: HTTPAnswer) -> Bool {
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
    if let error = answer.error {
      exchange.report(error.code)
      answer.body = .bytes(error.body(exchange.id))
    }
    if server.isEnding { keepsOpen = false }
    if case .stream = answer.body, exchange.head?.version == "HTTP/1.0" { keepsOpen = false }
    output = OutgoingAnswer(
      answer, to: exchange.head, id: exchange.id, keepsOpen: keepsOpen, date: loop.date())
    output?.stream?.setHasMore { [weak exchange] in exchange?.hasMore() }
    enter(.answering)
    return true
  }

  func write() -> Bool {
    let before = output?.sentBytes ?? 0
    guard let progress = output?.write(to: descriptor) else { return false }
    bytesSince += (output?.sentBytes ?? 0) - before
    switch progress {
    case .blocked: watch(states | HTTPConnection.writable)
    case .dry:
      isStarved = true
      watch(states & ~HTTPConnection.writable)
    case .failed: end()
    case .done:
      finish(isWhole: true)
      return next()
    }
    return false
  }

  /// Prepares for the next request, or ends the connection.
  func next() -> Bool {
    if keepsOpen {
      enter(.idle)
      watch(HTTPConnection.reading)
      return true
    }
    // Closing a socket that has unread bytes resets the connection, so the client could lose the
    // response.
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
  var hasUnread: Bool {
    recv(descriptor, loop.scratch.baseAddress, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
  }

  func finish(isWhole: Bool) {
    if let file = output?.file { server.answers.give(file) }
    output?.stream?.cut()
    let sent = output.map { ($0.status, $0.bodyBytes) }
    (output, body, work) = (nil, nil, nil)
    exchange?.over(sent: sent, isWhole: isWhole)
    exchange = nil
  }

  /// Records a request with an incomplete head.
  func recordPart() {
    let exchange = HTTPExchange(
      nil, server, loop.mailbox, connection: id, peer: peer, began: since)
    exchange.over(sent: nil, isWhole: false)
  }
}
