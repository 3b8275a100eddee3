internal import Processes
internal import Synchronization
import WallfarmPluginKit

/// The loop of a pool's thread, which accepts orders, dispatches them to workers, and reports
/// events.
///
/// Each iteration waits for events, reports them, supervises the workers and dispatches orders. The
/// duration of an iteration depends on the number of events, not on the length of the queue.
final class PoolLoop {
  private let settings: PoolSettings
  private let inbox: PoolInbox
  private let tell: @Sendable (PoolEvent) -> Void
  private let clock = SuspendingClock()
  private let crew: WorkerCrew
  private var board = OrderBoard()
  /// Orders that have not finished.
  private var orders: [OrderID: RenderOrder] = [:]
  /// The deadlines of orders, earliest first.
  private var deadlines = Deadlines()
  /// The newest order for each key.
  private var newest: [String: OrderID] = [:]
  private var isHeld = false
  private var end = End.no
  private var stateShown: SuspendingClock.Instant

  private enum End { case no, finish, drain, stop }

  init(_ settings: PoolSettings, inbox: PoolInbox, tell: @escaping @Sendable (PoolEvent) -> Void) {
    self.settings = settings
    self.inbox = inbox
    self.tell = tell
    crew = WorkerCrew(settings, tell: tell)
    stateShown = clock.now
  }

  func run() {
    while true {
      for wish in inbox.take() { perform(wish) }
      if end == .stop || (end != .no && orders.isEmpty) { break }
      if end != .drain { crew.start(for: board.count) }
      giveOut()
      handle(wait())
      endLate()
      crew.lookAfter { ended($0) }
      showState()
    }
    let isAtOnce = end == .stop
    for assignment in crew.end(isAtOnce: isAtOnce) { withdraw(assignment.id, .stopped) }
    for id in orders.keys.sorted() { withdraw(id, .stopped) }
    inbox.state.withLock { $0 = PoolState() }
  }

  // MARK: - Requests

  private func perform(_ wish: PoolInbox.Wish) {
    switch wish {
    case .submit(let id, let order): submit(id, order)
    case .cancel(let id): cancel(id, .cancelled)
    case .takeBack(let id): if board.contains(id) { withdraw(id, .cancelled) }
    case .hold(let isHeld): self.isHeld = isHeld
    case .finish: if end == .no { end = .finish }
    case .drain:
      if end != .stop { end = .drain }
      for id in board.ids.sorted() { withdraw(id, .stopped) }
    case .stop: end = .stop
    }
  }

  private func submit(_ id: OrderID, _ order: RenderOrder) {
    orders[id] = order
    guard end == .no else { return withdraw(id, .stopped) }
    if let key = order.key {
      if let older = newest[key] { cancel(older, .replaced) }
      newest[key] = id
    }
    if let deadline = order.deadline { deadlines.add(id, clock.now + deadline) }
    board.add(.init(id: id, priority: order.priority, affinity: order.affinity))
  }

  private func cancel(_ id: OrderID, _ reason: PoolEvent.Withdrawal) {
    guard orders[id] != nil else { return }
    // A replaced order may run to completion, because its worker will be needed next and has warm
    // caches.
    crew.forget(id, isEnded: reason == .cancelled)
    withdraw(id, reason)
  }

  private func withdraw(_ id: OrderID, _ reason: PoolEvent.Withdrawal) {
    guard close(id) else { return }
    tell(.withdrawn(id, reason))
  }

  /// Removes an order; returns whether it was open.
  private func close(_ id: OrderID) -> Bool {
    guard let order = orders.removeValue(forKey: id) else { return false }
    _ = board.remove(id)
    if let key = order.key, newest[key] == id { newest[key] = nil }
    return true
  }

  // MARK: - Orders

  /// Assigns one order to every worker, and a second order if enough orders are queued.
  private func giveOut() {
    guard !isHeld, !board.isEmpty else { return }
    for depth in 0...1 {
      for worker in crew.workers where worker.assignments.count == depth && crew.canTake(worker) {
        guard depth == 0 || board.count >= crew.workers.count else { return }
        guard let id = board.take(for: worker.slot, with: worker.affinity), let order = orders[id]
        else { return }
        worker.give(id, order, timeout: order.timeout ?? settings.timeout, now: clock.now)
      }
    }
  }

  /// Reports or requeues the orders of a worker that has exited or stopped responding.
  private func ended(_ ending: WorkerCrew.Ending) {
    board.leave(ending.slot)
    if let (id, error) = ending.failed, close(id) { tell(.failed(id, error)) }
    if let (id, error) = ending.lost, close(id) { tell(.lost(id, error)) }
    // Orders that have not started return to the front of the queue.
    for assignment in ending.untouched.reversed() where orders[assignment.id] != nil {
      if end == .drain {
        withdraw(assignment.id, .stopped)
      } else {
        board.add(
          .init(
            id: assignment.id, priority: assignment.order.priority,
            affinity: assignment.order.affinity), isFirst: true)
      }
    }
  }

  private func endLate() {
    while let id = deadlines.popDue(clock.now) {
      guard let order = orders[id] else { continue }
      crew.forget(id, isEnded: true)
      if close(id) { tell(.failed(id, .orderLate(order.deadline ?? .zero))) }
    }
  }

  // MARK: - Events

  /// Waits for events.
  ///
  /// - Returns: The workers that have sent data or exited, or that can accept more of an order that
  ///   is still being written.
  private func wait() -> [WorkerProcess] {
    let workers = crew.all
    let news = HelperPipes.wait(
      for: workers.map(\.pipes), or: inbox.bell.descriptor,
      milliseconds: crew.isQuiet && deadlines.isEmpty ? 1000 : 50)
    crew.listens(now: clock.now)
    return news.map { workers[$0] }
  }

  private func handle(_ workers: [WorkerProcess]) {
    for worker in workers {
      for message in worker.listen(now: clock.now) { handle(message, from: worker) }
    }
  }

  private func handle(_ message: WorkerMessage, from worker: WorkerProcess) {
    switch message {
    case .ready(let fence): crew.isReady(worker, fence)
    case .alive: break
    case .leaving: worker.isLeaving = true
    case .unable(let error): worker.verdict = error
    case .begun(let id):
      worker.begunLast = id
      if orders[id] != nil { tell(.started(id, worker: worker.slot)) }
    case .stage(let id, let name): if orders[id] != nil { tell(.stage(id, name)) }
    case .done(let id, let receipt, let figures):
      guard worker.finished(id, now: clock.now) != nil else { return }
      let delivered = worker.orderBroker.delivered(id)
      guard close(id) else { return }
      guard let delivered else {
        worker.orderBroker.withdraw(id)
        return tell(.failed(id, .messageDamaged()))
      }
      let bytes = delivered.memory >= 0 ? PictureBytes(delivered.memory) : nil
      tell(.done(id, RenderedOrder(receipt: receipt, figures: figures, bytes: bytes)))
    case .failed(let id, let error, _):
      guard worker.finished(id, now: clock.now) != nil else { return }
      worker.orderBroker.withdraw(id)
      if close(id) { tell(.failed(id, error)) }
    }
  }

  /// Updates the published state; while orders are open, updates it at most once every 100 ms.
  private func showState() {
    let now = clock.now
    guard now - stateShown > .milliseconds(100) || orders.isEmpty else { return }
    stateShown = now
    let state = PoolState(
      workers: crew.workers.map { crew.state(of: $0) }, waiting: board.count,
      running: orders.count - board.count, restarts: crew.restarts)
    inbox.state.withLock { $0 = state }
  }
}

/// A binary min-heap of deadlines.
private struct Deadlines {
  private var heap: [(at: SuspendingClock.Instant, id: OrderID)] = []

  var isEmpty: Bool { heap.isEmpty }

  mutating func add(_ id: OrderID, _ at: SuspendingClock.Instant) {
    heap.append((at, id))
    var child = heap.count - 1
    while child > 0, heap[child].at < heap[(child - 1) / 2].at {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Removes and returns the order with the earliest deadline, if that deadline has passed.
  mutating func popDue(_ now: SuspendingClock.Instant) -> OrderID? {
    guard let first = heap.first, first.at <= now else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
      guard let least = children.min(by: { heap[$0].at < heap[$1].at }),
        heap[least].at < heap[parent].at
      else { return first.id }
      heap.swapAt(least, parent)
      parent = least
    }
  }
}
