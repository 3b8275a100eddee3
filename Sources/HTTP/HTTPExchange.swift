internal import CHTTP
internal import Glibc
internal import Synchronization

/// A request and what it is answered with.
///
/// While there is no answer its connection is put aside, which costs no thread.
public final class HTTPExchange: Sendable {
  /// A connection that belongs to the thread that serves it; only `resume` may be called elsewhere.
  private struct Connection: @unchecked Sendable { let pointer: OpaquePointer }

  private struct State {
    var connection: Connection?
    var head: HTTPHead?
    var body: [UInt8] = []
    var mostBytes = 0
    /// Of the budget of the server.
    var heldBytes = 0
    /// What is on its way, out of the budget for answers.
    var file: (any HTTPFile)?
    /// Of a body that is refused.
    var refusedBytes = 0
    var isAsked = false
    var isSuspended = false
    var answer: HTTPAnswer?
    var sent: (status: Int, bytes: Int)?
    var stream: HTTPStream?
    var isOver = false
    /// What is done where its client leaves while it waits.
    var left: [@Sendable () -> Void] = []
    var tags: [String: String] = [:]
  }

  private let state = Mutex(State())
  private let server: ServerState
  private let target: String
  private let began: SuspendingClock.Instant
  let descriptor: Int32

  init(_ server: ServerState, target: String, descriptor: Int32) {
    (self.server, self.target, self.descriptor) = (server, target, descriptor)
    began = SuspendingClock().now
  }

  /// Answers the request, from any thread; the first answer counts.
  public func answer(_ answer: HTTPAnswer) {
    state.withLock { state in
      guard state.answer == nil, state.sent == nil, !state.isOver else { return }
      state.answer = answer
      guard state.isSuspended, let connection = state.connection else { return }
      state.isSuspended = false
      wallfarm_http_resume(connection.pointer)
    }
  }

  /// Says what is to be done where the client leaves while it waits; at once where it has.
  public func whenLeft(_ left: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.left.append(left) }
      return state.isOver
    }
    if isOver { left() }
  }

  /// Keeps something for the record, such as the name of the key that was used.
  public func tag(_ name: String, _ value: String) { state.withLock { $0.tags[name] = value } }

  // MARK: - What the server tells

  /// Its client has closed its end while it waits.
  ///
  /// A client that only says that it sends no more is taken for one that is gone, as other servers do it: the two look
  /// the same.
  func clientLeft() {
    let left = state.withLock { state in
      defer { state.left = [] }
      return state.left
    }
    for one in left { one() }
    stop(HTTPAnswer(HTTPExchange.clientLeftStatus))
  }

  /// What nginx writes down for one that left; no client sees it.
  static let clientLeftStatus = 499

  /// Answers where nothing is answered yet, and cuts what is being sent bit by bit.
  func stop(_ answer: HTTPAnswer) {
    let stream = state.withLock(\.stream)
    stream?.cut()
    goOn()
    self.answer(answer)
  }

  /// Sends what there is more of.
  private func goOn() {
    state.withLock { state in
      guard state.stream != nil, state.isSuspended, let connection = state.connection else {
        return
      }
      state.isSuspended = false
      wallfarm_http_resume(connection.pointer)
    }
  }

  /// Fills a buffer with more of a body; see `wallfarm_http_stream`.
  fileprivate func pull(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    state.withLock { state in
      guard let stream = state.stream, let connection = state.connection else { return -2 }
      switch stream.take(into: buffer) {
      case .bytes(let count):
        server.phase(.answering, of: descriptor)
        state.sent?.bytes += count
        return count
      case .end: return -1
      case .cut: return -2
      case .nothing:
        guard server.farewell == nil else { return -2 }
        server.phase(.waiting, of: descriptor)
        state.isSuspended = true
        wallfarm_http_suspend(connection.pointer)
        return 0
      }
    }
  }

  /// Its headers are here; whether the connection goes on.
  func headed(_ pointer: OpaquePointer, method: String, version: String) -> Bool {
    let head = HTTPHead(
      method: method, target: target, version: version,
      headers: HTTPExchange.headers(of: pointer))
    let ambiguity = head.ambiguity
    let admission: Admission =
      ambiguity.map { .refused(server.handler.refusal(.ambiguous($0))) }
      ?? server.handler.admit(head)
    return state.withLock { state in
      state.connection = Connection(pointer: pointer)
      state.head = head
      switch admission {
      case .admitted(let most):
        state.mostBytes = most
        if let length = head.contentLength, length > most {
          return send(
            server.handler.refusal(.tooLarge(mostBytes: most)), &state, isRefused: true)
        }
        return true
      case .refused(let answer):
        // What is answered before the body is read costs the connection. Without a body there is no need.
        // What comes behind an ambiguous request may be a part of it.
        guard head.hasBody || ambiguity != nil else {
          state.answer = answer
          return true
        }
        return send(answer, &state, isRefused: true)
      }
    }
  }

  /// A piece of its body is here; whether the connection goes on.
  func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    state.withLock { state in
      guard state.answer == nil else {
        state.refusedBytes += bytes.count
        return state.refusedBytes <= server.limits.refusedBytes
      }
      guard state.body.count + bytes.count <= state.mostBytes else {
        give(server.handler.refusal(.tooLarge(mostBytes: state.mostBytes)), &state)
        return true
      }
      guard server.budget.take(bytes.count) else {
        give(server.handler.refusal(.overloaded), &state)
        return true
      }
      state.heldBytes += bytes.count
      state.body.append(contentsOf: bytes)
      server.hasRead(bytes.count, descriptor)
      return true
    }
  }

  /// Says that the body is not needed any more, so that others have room for theirs.
  public func forgetBody() {
    state.withLock { state in
      server.budget.give(state.heldBytes)
      state.heldBytes = 0
    }
  }

  /// All of it is here, or it was resumed; whether the connection goes on.
  func asked() -> Bool {
    let request = state.withLock { state -> HTTPRequest? in
      guard !state.isAsked, state.answer == nil, let head = state.head else { return nil }
      state.isAsked = true
      defer { state.body = [] }
      return HTTPRequest(head, body: state.body)
    }
    if let request {
      server.phase(.waiting, of: descriptor)
      server.handler.handle(request, self)
    }
    return state.withLock { state in
      if let answer = state.answer {
        state.answer = nil
        return send(answer, &state)
      }
      guard state.sent == nil, let connection = state.connection else { return false }
      // One that is suspended from now on would never be resumed.
      if let farewell = server.farewell { return send(farewell, &state) }
      state.isSuspended = true
      wallfarm_http_suspend(connection.pointer)
      return true
    }
  }

  /// It was answered, or its client is gone.
  func over(isWhole: Bool) {
    let (record, left) = state.withLock { state in
      let left = isWhole ? [] : state.left
      state.left = []
      state.isOver = true
      state.isSuspended = false
      state.stream?.cut()
      state.stream = nil
      state.connection = nil
      state.body = []
      server.budget.give(state.heldBytes)
      if let file = state.file { server.answerBudget.give(file) }
      (state.heldBytes, state.file) = (0, nil)
      let record = HTTPRecord(
        head: state.head, status: state.sent?.status, bytes: state.sent?.bytes ?? 0,
        duration: SuspendingClock().now - began, isWhole: isWhole && state.sent != nil,
        tags: state.tags)
      return (record, left)
    }
    for one in left { one() }
    server.ended(self)
    server.handler.over(record)
  }

  /// What is read on is forgotten: the answer can only be given behind it.
  private func give(_ answer: HTTPAnswer, _ state: inout State) {
    state.answer = answer
    state.body = []
  }

  private func send(_ answer: HTTPAnswer, _ state: inout State, isRefused: Bool = false) -> Bool {
    guard let connection = state.connection else { return false }
    server.phase(.answering, of: descriptor)
    var answer = answer
    var file: Int32 = -1
    if case .file(let picture) = answer.body {
      // A place in the file of its own, closed with the answer.
      file = take(picture, &state)
      if file < 0 { answer = server.handler.refusal(.overloaded) }
    }
    state.sent = (answer.status, answer.body.count)
    var words = answer.headers.flatMap { [$0.name, $0.value] }
    // A body of unknown length would be sent in pieces, of which the library sends the last one also for HEAD: those
    // bytes would stand before the next answer.
    var isUnsent = false
    if case .unsent = answer.body { isUnsent = true }
    if isRefused || isUnsent || server.isEnding { words += ["Connection", "close"] }
    return HTTPExchange.withCStrings(words) { headers in
      switch answer.body {
      case .bytes(let bytes):
        return bytes.withUnsafeBytes {
          wallfarm_http_answer(
            connection.pointer, UInt32(answer.status), headers, words.count, $0.baseAddress,
            $0.count, -1)
        }
      case .file(let picture):
        return wallfarm_http_answer(
          connection.pointer, UInt32(answer.status), headers, words.count, nil, picture.count, file)
      case .stream(let stream):
        state.stream = stream
        stream.hear { [weak self] in self?.goOn() }
        return wallfarm_http_stream(
          connection.pointer, UInt32(answer.status), headers, words.count,
          Unmanaged.passUnretained(self).toOpaque()
        ) { exchange, buffer, most in
          Unmanaged<HTTPExchange>.fromOpaque(exchange).takeUnretainedValue().pull(
            UnsafeMutableRawBufferPointer(start: buffer, count: most))
        }
      case .unsent:
        return wallfarm_http_stream(
          connection.pointer, UInt32(answer.status), headers, words.count, nil, nil)
      }
    } == 0
  }

  /// Opens a file for an answer; -1 where those of all answers are too many, or where it cannot be opened.
  private func take(_ picture: any HTTPFile, _ state: inout State) -> Int32 {
    guard server.answerBudget.take(picture) else { return -1 }
    state.file = picture
    return open("/proc/self/fd/\(picture.descriptor)", O_RDONLY | O_CLOEXEC)
  }

  private static func headers(of connection: OpaquePointer) -> [HTTPHeader] {
    var found: [HTTPHeader] = []
    withUnsafeMutablePointer(to: &found) { found in
      wallfarm_http_headers(connection, found) { context, name, nameLength, value, valueLength in
        func text(_ start: UnsafePointer<CChar>, _ count: Int) -> String {
          let bytes = UnsafeRawBufferPointer(start: start, count: count)
          return String(decoding: bytes, as: UTF8.self)
        }
        context.assumingMemoryBound(to: [HTTPHeader].self).pointee.append(
          HTTPHeader(text(name, nameLength), text(value, valueLength)))
      }
    }
    return found
  }

  private static func withCStrings<Result>(
    _ words: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    let copies = words.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let pointers = copies.map { UnsafePointer<CChar>($0) }
    return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
  }
}
