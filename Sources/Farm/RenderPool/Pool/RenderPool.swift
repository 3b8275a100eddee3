internal import Synchronization
public import WallfarmPluginKit

/// A pool of worker processes that renders orders until its owner releases the pool.
///
/// Orders may be submitted from any thread. Events are delivered one at a time on the pool's
/// thread, so a slow handler delays the workers. If a worker crashes, hangs or exceeds its memory
/// limit, only its current order fails. The pool never retries an order; retries are the
/// responsibility of the owner.
///
///     let pool = try RenderPool(PoolSettings(command: ["/usr/bin/wallfarm", "worker"], workers: 2)) {
///       if case .done(_, let rendered) = $0 { print(rendered.receipt) }
///     }
///     pool.submit(order)
///     pool.end(.finish)
///     pool.wait()
public final class RenderPool: Sendable {
  private let inbox: PoolInbox

  /// Starts the pool's thread and its standby workers; other workers start on demand.
  ///
  /// - Parameters:
  ///   - settings: The settings of the pool.
  ///   - tell: Receives events on the pool's thread.
  /// - Throws: `worker-crashed` if no thread or descriptor is available.
  public init(
    _ settings: PoolSettings, tell: @escaping @Sendable (PoolEvent) -> Void
  ) throws(RenderError) {
    let inbox = try PoolInbox()
    self.inbox = inbox
    // A worker asks Linux to kill it when its parent exits. Linux does so when the thread that
    // started the worker exits, so this thread must outlive the workers.
    let status = BackgroundThread.start {
      PoolLoop(settings, inbox: inbox, tell: tell).run()
      inbox.end(tell)
    }
    guard status == 0 else {
      throw .workersDoNotStart(
        "cannot be started: no thread is available", said: nil)
    }
  }

  /// Stops the pool when the owner releases it.
  deinit { inbox.tell(.stop) }

  /// Submits an order, which replaces any earlier order with the same key.
  ///
  /// After the pool's thread has exited, the order is ignored and no event is sent.
  ///
  /// - Returns: The identifier of the order. The events of the order contain this identifier.
  @discardableResult
  public func submit(_ order: RenderOrder) -> OrderID { inbox.submit(order) }

  /// Cancels an order; if a worker is rendering the order, that worker is killed.
  public func cancel(_ id: OrderID) { inbox.tell(.cancel(id)) }

  /// Cancels an order that is still queued; an assigned order runs to completion.
  public func takeBack(_ id: OrderID) { inbox.tell(.takeBack(id)) }

  /// Pauses or resumes dispatching; assigned orders run to completion.
  public func hold(_ isHeld: Bool) { inbox.tell(.hold(isHeld)) }

  /// The way in which a pool ends.
  public enum End: Sendable, Hashable {
    /// All orders finish.
    case finish
    /// Assigned orders finish; queued orders are withdrawn.
    case drain
    /// All open orders are withdrawn immediately.
    case stop
  }

  /// Ends the pool; orders submitted afterward are withdrawn.
  ///
  /// A later call can switch only to a faster mode.
  public func end(_ end: End) {
    switch end {
    case .finish: inbox.tell(.finish)
    case .drain: inbox.tell(.drain)
    case .stop: inbox.tell(.stop)
    }
  }

  /// Waits until the pool has ended and delivered all events.
  ///
  /// Call ``end(_:)`` before this method, or call it from another thread while this method waits.
  public func wait() { inbox.waitForEnd() }

  /// A snapshot of the pool's activity.
  public var state: PoolState { inbox.state.withLock { $0 } }
}

/// The mailbox that passes the owner's requests to the pool's thread.
final class PoolInbox: Sendable {
  /// A request from the owner.
  enum Wish: Sendable {
    case submit(OrderID, RenderOrder)
    case cancel(OrderID)
    case takeBack(OrderID)
    case hold(Bool)
    case drain, finish, stop
  }

  private struct Content {
    var wishes: [Wish] = []
    var last = 0
    var hasEnded = false
  }

  private let content = Mutex(Content())
  /// Rings when a request arrives.
  let bell: Bell
  /// Rings after the thread has ended, and is never silenced.
  private let end: Bell
  let state = Mutex(PoolState())

  init() throws(RenderError) { (bell, end) = (try Bell(), try Bell()) }

  func submit(_ order: RenderOrder) -> OrderID {
    let (id, isFirst) = content.withLock { content in
      content.last += 1
      let id = OrderID(content.last)
      guard !content.hasEnded else { return (id, false) }
      content.wishes.append(.submit(id, order))
      return (id, content.wishes.count == 1)
    }
    if isFirst { bell.ring() }
    return id
  }

  func tell(_ wish: Wish) {
    let isFirst = content.withLock { content in
      guard !content.hasEnded else { return false }
      content.wishes.append(wish)
      return content.wishes.count == 1
    }
    if isFirst { bell.ring() }
  }

  /// Removes and returns all requests in order of arrival.
  func take() -> [Wish] {
    bell.silence()
    return content.withLock { content in
      defer { content.wishes = [] }
      return content.wishes
    }
  }

  /// Closes the mailbox and withdraws orders that arrived too late.
  func end(_ tell: (PoolEvent) -> Void) {
    let late = content.withLock { content in
      content.hasEnded = true
      defer { content.wishes = [] }
      return content.wishes
    }
    for case .submit(let id, _) in late { tell(.withdrawn(id, .stopped)) }
    end.ring()
  }

  func waitForEnd() { end.wait(-1) }
}
