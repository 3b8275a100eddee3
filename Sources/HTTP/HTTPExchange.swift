internal import Synchronization

/// A request and its answer.
///
/// While there is no answer its connection is put aside, which costs no thread.
public final class HTTPExchange: Sendable {
  fileprivate struct State {
    var answer: HTTPAnswer?
    var isAnswered = false
    var admission: Admission?
    /// Whether its connection is put aside until it is told that there is something.
    var isAwaited = false
    var isOver = false
    var payer: Payer
    /// How much of the budget for bodies it has.
    var heldBytes = 0
    /// What is done where its client leaves while it waits.
    var left: [@Sendable () -> Void] = []
    var tags: [String: String] = [:]
  }

  /// The head; nil where it could not be read.
  let head: HTTPHead?
  private let began: SuspendingClock.Instant
  private let server: ServerState
  private let mailbox: Mailbox
  private let connection: UInt64
  private let state: Mutex<State>

  init(
    _ head: HTTPHead?, _ server: ServerState, _ mailbox: Mailbox, connection: UInt64, peer: Peer,
    began: SuspendingClock.Instant
  ) {
    (self.head, self.server, self.mailbox) = (head, server, mailbox)
    (self.connection, self.began) = (connection, began)
    state = Mutex(State(payer: .address(peer)))
    server.begun()
  }

  /// Answers the request, from any thread; the first answer counts.
  public func answer(_ answer: HTTPAnswer) {
    let wakes = state.withLock { state in
      guard !state.isAnswered, !state.isOver else { return false }
      (state.answer, state.isAnswered) = (answer, true)
      return state.wakes
    }
    if wakes { mailbox.send(.wake(connection)) }
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

  /// Says how much of the body is still in memory, in whatever form, so that others have room for theirs.
  ///
  /// What is not given back here is when the answer was sent.
  public func holdBody(_ bytes: Int) {
    state.withLock { state in
      server.bodies.give(max(0, state.heldBytes - bytes), of: state.payer)
      state.heldBytes = min(state.heldBytes, bytes)
    }
  }

  // MARK: - What its connection does

  /// Decides whether its body is read, from any thread.
  func decide(_ admission: Admission) {
    let wakes = state.withLock { state in
      guard !state.isOver else { return false }
      state.admission = admission
      return state.wakes
    }
    if wakes { mailbox.send(.wake(connection)) }
  }

  /// The decision, once; where there is none yet, its connection is woken by it.
  func takeAdmission() -> Admission? {
    state.withLock { state in
      defer { state.admission = nil }
      state.isAwaited = state.admission == nil
      return state.admission
    }
  }

  /// The answer, once; where there is none yet, its connection is woken by it.
  func takeAnswer() -> HTTPAnswer? {
    state.withLock { state in
      defer { state.answer = nil }
      state.isAwaited = state.answer == nil
      return state.answer
    }
  }

  /// Wakes its connection, which has more to send.
  func hasMore() { mailbox.send(.wake(connection)) }

  /// Charges its body, and the file of its answer, to a client that the handler knows.
  func charge(_ client: String) { state.withLock { $0.payer = .client(client) } }

  var payer: Payer { state.withLock(\.payer) }

  /// Takes room for a piece of its body; false where there is none.
  func take(_ count: Int) -> Bool {
    state.withLock { state in
      guard server.bodies.take(count, for: state.payer) else { return false }
      state.heldBytes += count
      return true
    }
  }

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
    answer(HTTPAnswer(HTTPExchange.clientLeftStatus))
  }

  /// What nginx writes down for a client that left; no client sees it.
  static let clientLeftStatus = 499

  /// Ends it: it was answered, or its client is gone.
  ///
  /// - Parameters:
  ///   - sent: the status and how many bytes of a body it was answered with; nil for no answer.
  ///   - isWhole: whether all of the answer was sent.
  func over(sent: (status: Int, bytes: Int)?, isWhole: Bool) {
    holdBody(0)
    let (tags, left) = state.withLock { state in
      defer { state.left = [] }
      (state.isOver, state.answer, state.admission) = (true, nil, nil)
      return (state.tags, isWhole ? [] : state.left)
    }
    for one in left { one() }
    server.ended()
    server.handler.over(
      HTTPRecord(
        head: head, status: sent?.status, bytes: sent?.bytes ?? 0,
        duration: SuspendingClock().now - began, isWhole: isWhole && sent != nil, tags: tags))
  }
}

extension HTTPExchange.State {
  /// Whether a connection is put aside, which then has to be woken once.
  fileprivate var wakes: Bool {
    mutating get {
      defer { isAwaited = false }
      return isAwaited
    }
  }
}
