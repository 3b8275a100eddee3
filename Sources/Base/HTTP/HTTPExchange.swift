public import Diagnostics
internal import Synchronization

/// A request and its response.
///
/// A connection that waits for its response is suspended and uses no thread. An exchange without a
/// connection passes its response to a closure in this process.
public final class HTTPExchange: Sendable {
  fileprivate struct State {
    var answer: HTTPAnswer?
    var isAnswered = false
    var admission: Admission?
    /// Whether the connection is suspended and must be woken by a message.
    var isAwaited = false
    var isOver = false
    var payer: Payer
    /// The number of bytes that count toward the memory budget for bodies.
    var heldBytes = 0
    /// Callbacks to call if the client disconnects before it receives the whole response.
    var left: [@Sendable () -> Void] = []
    /// Callbacks to call when the exchange is over.
    var ended: [@Sendable () -> Void] = []
    /// The headers that are added to the response.
    var headers: [HTTPHeader] = []
    var tags: [String: String] = [:]
    var spans: [HTTPSpan] = []
    /// The first error that was reported to the client.
    var error: ErrorCode?
  }

  /// The identity of the request.
  public let id: RequestID
  /// The head, or nil if it could not be parsed.
  let head: HTTPHead?
  private let began: SuspendingClock.Instant
  private let destination: Destination
  private let state: Mutex<State>

  /// The recipient of the response.
  private enum Destination: Sendable {
    case connection(UInt64, Mailbox, ServerState)
    case function(@Sendable (HTTPAnswer) -> Void)
  }

  init(
    _ head: HTTPHead?, _ server: ServerState, _ mailbox: Mailbox, connection: UInt64, peer: Peer,
    began: SuspendingClock.Instant
  ) {
    (self.head, self.began, id) = (head, began, RequestID(head))
    destination = .connection(connection, mailbox, server)
    state = Mutex(State(payer: .address(peer)))
    server.begun()
  }

  /// Creates an exchange for a request that this process sends to its own handler.
  ///
  /// - Parameters:
  ///   - head: The head of the request.
  ///   - client: The client on whose behalf the request is made.
  ///   - receive: Receives the response, once, on any thread.
  package init(
    _ head: HTTPHead, for client: String, receive: @escaping @Sendable (HTTPAnswer) -> Void
  ) {
    (self.head, began, id) = (head, SuspendingClock().now, RequestID(head))
    destination = .function(receive)
    state = Mutex(State(payer: .client(client)))
  }

  private var server: ServerState? {
    if case .connection(_, _, let server) = destination { server } else { nil }
  }

  /// Sends the response from any thread; later responses are ignored.
  public func answer(_ answer: HTTPAnswer) {
    if case .function(let receive) = destination {
      let isFirst = state.withLock { state in
        defer { state.isAnswered = true }
        return !state.isAnswered
      }
      if isFirst { receive(answer) }
      return
    }
    let wakes = state.withLock { state in
      guard !state.isAnswered, !state.isOver else { return false }
      (state.answer, state.isAnswered) = (answer, true)
      state.answer?.headers += state.headers
      return state.wakes
    }
    if wakes { wake() }
  }

  /// Registers a callback to call if the client disconnects early; if the exchange is already over,
  /// calls it immediately.
  public func whenLeft(_ left: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.left.append(left) }
      return state.isOver
    }
    if isOver { left() }
  }

  /// Adds headers to the response that is sent later.
  public func addHeaders(_ headers: [HTTPHeader]) {
    guard !headers.isEmpty else { return }
    state.withLock { $0.headers += headers }
  }

  /// Registers a callback to call when the response has been sent or the client has disconnected; if
  /// the exchange is already over, calls it immediately.
  public func whenOver(_ ended: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.ended.append(ended) }
      return state.isOver
    }
    if isOver { ended() }
  }

  /// Adds a tag to the log record of the request, such as the name of its API key.
  public func tag(_ name: String, _ value: String) { state.withLock { $0.tags[name] = value } }

  /// Records an error for the log record; only the first error of a request is recorded.
  ///
  /// The error of an ``HTTPAnswer`` is recorded when the response is sent.
  public func report(_ error: ErrorCode) { state.withLock { $0.error = $0.error ?? error } }

  /// Changes the parts of the work, unless the exchange is over.
  @discardableResult
  func change(_ body: (inout [HTTPSpan]) -> Int?) -> Int? {
    state.withLock { $0.isOver ? nil : body(&$0.spans) }
  }

  /// Sets the number of body bytes that are still in memory, and releases the budget for the other
  /// bytes.
  ///
  /// The end of the exchange releases all remaining bytes.
  public func holdBody(_ bytes: Int) {
    state.withLock { state in
      server?.bodies.give(max(0, state.heldBytes - bytes), of: state.payer)
      state.heldBytes = min(state.heldBytes, bytes)
    }
  }

  // MARK: - Used by the connection

  /// Sets the decision about reading the body; callable from any thread.
  func decide(_ admission: Admission) {
    let wakes = state.withLock { state in
      guard !state.isOver else { return false }
      state.admission = admission
      return state.wakes
    }
    if wakes { wake() }
  }

  /// Removes and returns the decision; if there is none yet, the connection is woken when the
  /// decision is made.
  func takeAdmission() -> Admission? {
    state.withLock { state in
      defer { state.admission = nil }
      state.isAwaited = state.admission == nil
      return state.admission
    }
  }

  /// Removes and returns the response; if there is none yet, the connection is woken when the
  /// response is set.
  func takeAnswer() -> HTTPAnswer? {
    state.withLock { state in
      defer { state.answer = nil }
      state.isAwaited = state.answer == nil
      return state.answer
    }
  }

  /// Wakes the connection because its stream has more data to send.
  func hasMore() { wake() }

  private func wake() {
    if case .connection(let number, let mailbox, _) = destination { mailbox.send(.wake(number)) }
  }

  /// Charges the request body and the response file to a client that the handler has identified.
  func charge(_ client: String) { state.withLock { $0.payer = .client(client) } }

  var payer: Payer { state.withLock(\.payer) }

  /// Charges a piece of the body to the budget; returns false if it exceeds the client's share.
  func take(_ count: Int) -> Bool {
    state.withLock { state in
      guard server?.bodies.take(count, for: state.payer) != false else { return false }
      state.heldBytes += count
      return true
    }
  }

  /// Handles a client that has shut down its sending side while it waits for the response.
  ///
  /// A half-closed connection cannot be distinguished from a closed connection, so it is treated as
  /// closed, as in other servers.
  func clientLeft() {
    let left = state.withLock { state in
      defer { state.left = [] }
      return state.left
    }
    for one in left { one() }
    answer(HTTPAnswer(HTTPExchange.clientLeftStatus))
  }

  /// The status that nginx logs if a client closes the connection before it receives a response.
  static let clientLeftStatus = 499

  /// Ends the exchange after the response has been sent or the client has disconnected.
  ///
  /// - Parameters:
  ///   - sent: the status of the response and the number of bytes in its body, or nil if none was
  ///     sent.
  ///   - isWhole: whether the whole response was sent.
  func over(sent: (status: Int, bytes: Int)?, isWhole: Bool) {
    holdBody(0)
    let now = SuspendingClock().now
    let (found, ended) = state.withLock { state in
      defer { (state.left, state.ended, state.spans) = ([], [], []) }
      (state.isOver, state.answer, state.admission) = (true, nil, nil)
      for index in state.spans.indices where state.spans[index].ended == nil {
        state.spans[index].ended = now
      }
      let found = (tags: state.tags, spans: state.spans, error: state.error)
      return (found, (isWhole ? [] : state.left) + state.ended)
    }
    for one in ended { one() }
    server?.ended()
    server?.handler.over(
      HTTPRecord(
        id: id, head: head, status: sent?.status, bytes: sent?.bytes ?? 0, began: began,
        duration: now - began, isWhole: isWhole && sent != nil, tags: found.tags,
        error: found.error, spans: found.spans))
  }
}

extension HTTPExchange.State {
  /// Whether the connection is suspended and must be woken; reading this value clears `isAwaited`.
  fileprivate var wakes: Bool {
    mutating get {
      defer { isAwaited = false }
      return isAwaited
    }
  }
}
