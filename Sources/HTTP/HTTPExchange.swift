internal import CHTTP
internal import Glibc
internal import Synchronization

/// A request and what it is answered with.
///
/// While there is no answer its connection is put aside, which costs no thread.
public final class HTTPExchange: Sendable {
  /// A connection that belongs to the thread that serves it; only `resume` may be called elsewhere.
  struct Connection: @unchecked Sendable { let pointer: OpaquePointer }

  struct State {
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

  let state = Mutex(State())
  let server: ServerState
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

  /// Says how much of the body is still in memory, in whatever form, so that others have room for theirs.
  ///
  /// What is not given back here is when the answer was sent.
  public func holdBody(_ bytes: Int) {
    state.withLock { state in
      server.budget.give(max(0, state.heldBytes - bytes))
      state.heldBytes = min(state.heldBytes, bytes)
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
}
