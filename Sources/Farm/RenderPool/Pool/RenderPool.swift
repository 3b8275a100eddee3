internal import Synchronization
public import WallfarmPluginKit

/// Worker processes that render orders; it lives as long as its owner wants it.
///
/// Orders may be submitted from any thread. What happens is told on the thread of the pool, one event
/// at a time: a handler that takes long keeps workers waiting. A worker that crashes, hangs or grows
/// costs the one order it was at, which fails; the others never notice. Nothing is tried again here,
/// because only the owner knows whether that is of use.
///
///     let pool = try RenderPool(PoolSettings(command: ["/usr/bin/wallfarm", "worker"], workers: 2)) {
///       if case .done(_, let rendered) = $0 { print(rendered.receipt) }
///     }
///     pool.submit(order)
///     pool.end(.finish)
///     pool.wait()
public final class RenderPool: Sendable {
  private let inbox: PoolInbox

  /// Starts the thread of a pool; workers are started as orders come.
  ///
  /// - Parameters:
  ///   - settings: how to work.
  ///   - tell: hears what happens, on the thread of the pool.
  /// - Throws: `worker-crashed` where there is no thread or descriptor for it.
  public init(
    _ settings: PoolSettings, tell: @escaping @Sendable (PoolEvent) -> Void
  ) throws(RenderError) {
    let inbox = try PoolInbox()
    self.inbox = inbox
    // Linux ends a child with the thread that started it: this one lives as long as they do.
    let status = BackgroundThread.start {
      PoolLoop(settings, inbox: inbox, tell: tell).run()
      inbox.end(tell)
    }
    guard status == 0 else { throw .workersDoNotStart("has no thread", said: nil) }
  }

  /// An owner that is gone wants nothing any more.
  deinit { inbox.tell(.stop) }

  /// Adds an order; the newest of a key takes the place of those before it.
  ///
  /// A pool that has ended takes none: nothing is told of it any more.
  ///
  /// - Returns: its number, which events name.
  @discardableResult
  public func submit(_ order: RenderOrder) -> OrderID { inbox.submit(order) }

  /// Takes an order back; one that a worker is at is ended there.
  public func cancel(_ id: OrderID) { inbox.tell(.cancel(id)) }

  /// Takes an order back unless a worker has it already; such a one is finished.
  public func takeBack(_ id: OrderID) { inbox.tell(.takeBack(id)) }

  /// Begins no order, or goes on; what workers are at is finished.
  public func hold(_ isHeld: Bool) { inbox.tell(.hold(isHeld)) }

  /// How a pool ends.
  public enum End: Sendable, Hashable {
    /// Every order is done first.
    case finish
    /// What workers are at is done first; the rest is taken back.
    case drain
    /// At once; every order that is not done is taken back.
    case stop
  }

  /// Lets it end; orders that come from now on are taken back.
  ///
  /// A quicker end goes before a slower one.
  public func end(_ end: End) {
    switch end {
    case .finish: inbox.tell(.finish)
    case .drain: inbox.tell(.drain)
    case .stop: inbox.tell(.stop)
    }
  }

  /// Waits until it has ended and told everything; ``end(_:)`` is to be called before or meanwhile.
  public func wait() { inbox.waitForEnd() }

  /// What it is doing.
  public var state: PoolState { inbox.state.withLock { $0 } }
}

/// What the owner of a pool tells its thread.
final class PoolInbox: Sendable {
  /// Something the owner wants.
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
  /// Rings when there is something new.
  let bell: Bell
  /// Rings when the thread has ended, and goes on ringing.
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

  /// Takes everything out, in the order in which it came.
  func take() -> [Wish] {
    bell.silence()
    return content.withLock { content in
      defer { content.wishes = [] }
      return content.wishes
    }
  }

  /// The thread ends: what came too late is taken back, and nothing is taken in any more.
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
