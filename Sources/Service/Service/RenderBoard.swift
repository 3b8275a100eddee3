internal import Files
package import RenderPool
internal import Synchronization
package import WallfarmPluginKit

/// Renders pictures in the worker pool; merges equal requests, and limits the number of orders in
/// the pool.
///
/// The queue is bounded and fair between clients.
package final class RenderBoard: Sendable {
  package typealias Completion = @Sendable (Result<RenderedOrder, RenderError>) -> Void

  /// A client request that waits for a picture.
  package typealias Waiter = SharedWaiter<Completion>

  /// A picture with at least one waiter.
  private struct Flight {
    let planned: PlannedPicture
    var id: OrderID?
    /// Whether the picture is being retried because something other than the service killed its
    /// worker.
    var isSecond = false
    /// The worker that has started the picture, or `nil` while the picture waits.
    var worker: Int?
    /// The time at which the picture was requested first.
    let began = SuspendingClock().now
  }

  private struct State {
    var pictures: SharedWaiting<String, Flight, Completion>
    /// The digests of the orders in the pool.
    var digests: [OrderID: String] = [:]
    var owners = RecentOwners()
    var isEnding = false
    var fence: WorkerFence.Report?
    /// The error from the last failed attempt to start a worker, or `nil` once a worker is ready.
    var failure: RenderError?
  }

  private let state: Mutex<State>
  private let deadline: Duration
  private let workers: Int
  private let metrics: ServiceMetrics
  /// Set once, before the first order.
  private let pool = Mutex<RenderPool?>(nil)

  /// - Throws: `worker-crashed` if the pool cannot start.
  package init(_ settings: ServiceSettings, _ metrics: ServiceMetrics) throws(RenderError) {
    deadline = settings.deadline
    workers = settings.pool.workers
    self.metrics = metrics
    state = Mutex(State(pictures: SharedWaiting(most: settings.mostWaiting)))
    let made = try RenderPool(settings.pool) { [weak self] event in self?.handle(event) }
    pool.withLock { $0 = made }
  }

  /// The fence around the workers, or `nil` until a worker is ready.
  var fence: WorkerFence.Report? { state.withLock(\.fence) }
  /// The error that keeps workers from starting, or `nil`.
  package var failure: RenderError? { state.withLock(\.failure) }
  var poolState: PoolState? { pool.withLock { $0?.state } }
  /// Number of pictures that wait for a worker.
  package var waiting: Int { state.withLock(\.pictures.waiting) }
  /// Number of pictures with waiters.
  package var flights: Int { state.withLock(\.pictures.count) }

  /// Renders a picture; concurrent requests for the same picture share the result.
  ///
  /// The result is reported once, on any thread.
  package func render(_ planned: PlannedPicture, for waiter: Waiter) {
    let (refused, worker) = state.withLock { state -> ([(Waiter, RenderError)], Int?) in
      if state.isEnding { return ([(waiter, .stopping())], nil) }
      if state.pictures.join(planned.digest, waiter) {
        metrics.count(.shared)
        return ([], state.pictures[planned.digest]?.worker)
      }
      let refused = state.pictures.add(planned.digest, Flight(planned: planned), for: waiter)
      state.owners.note(waiter.turn.owner, at: SuspendingClock().now)
      giveOut(&state)
      return (refused.map { ($0, .overloaded()) }, nil)
    }
    if let worker { waiter.whenStarted?(worker) }
    for (waiter, error) in refused { waiter.completion(.failure(error)) }
  }

  /// Reports a timeout to late waiters, and cancels pictures without waiters.
  package func lookAfter() {
    let now = SuspendingClock().now
    let late = state.withLock { state in remove(&state) { now - $0.began > deadline } }
    for waiter in late { waiter.completion(.failure(.tooLate(deadline))) }
  }

  /// Removes a waiter without reporting a result.
  func leave(_ waiter: Waiter) {
    state.withLock { state in _ = remove(&state) { $0.isSame(as: waiter) } }
  }

  /// Removes waiters, and cancels pictures without waiters.
  private func remove(_ state: inout State, where isGone: (Waiter) -> Bool) -> [Waiter] {
    let (gone, pictures) = state.pictures.remove(where: isGone)
    for id in pictures.compactMap(\.id) { pool.withLock { $0?.cancel(id) } }
    return gone
  }

  /// Rejects new pictures; pending pictures are finished.
  func drain() { state.withLock { $0.isEnding = true } }

  /// Stops the workers, and reports to all waiters that the service is stopping.
  package func end() {
    let pool = pool.withLock { $0 }
    pool?.end(.stop)
    pool?.wait()
    let left = state.withLock { state in
      state.isEnding = true
      return state.pictures.endAll()
    }
    for waiter in left { waiter.completion(.failure(.stopping())) }
  }

  /// Submits queued pictures until the pool reaches its limit.
  ///
  /// The limit is one running and one queued order per worker, so that no worker waits for its next
  /// order. If several clients request pictures, orders are not queued in the pool, so that the turn
  /// of a client comes as soon as a worker is free.
  private func giveOut(_ state: inout State) {
    let most = state.owners.areSeveral(at: SuspendingClock().now) ? workers : workers * 2
    while state.digests.count < most, let next = state.pictures.take() {
      submit(next.key, next.thing, &state)
    }
  }

  private func submit(_ digest: String, _ flight: Flight, _ state: inout State) {
    // The result arrives on the pool's thread, which must wait for this lock. Therefore, `digests`
    // is up to date when the result is handled.
    guard let id = pool.withLock({ $0?.submit(flight.planned.order) }) else { return }
    state.pictures.update(digest) { $0.id = id }
    state.digests[id] = digest
  }

  /// Notes that a worker has started a picture.
  private func started(_ id: OrderID, _ worker: Int) {
    let started = state.withLock { state -> (Flight, [Waiter])? in
      guard let digest = state.digests[id], let flight = state.pictures[digest], flight.id == id
      else { return nil }
      state.pictures.update(digest) { $0.worker = worker }
      return (flight, state.pictures.waiters(of: digest))
    }
    guard let (flight, waiters) = started else { return }
    metrics.record(queued: SuspendingClock().now - flight.began)
    for waiter in waiters { waiter.whenStarted?(worker) }
  }

  private func handle(_ event: PoolEvent) {
    metrics.record(event)
    switch event {
    case .ready(let fence): state.withLock { ($0.fence, $0.failure) = (fence, nil) }
    case .cannotStart(let error): state.withLock { $0.failure = error }
    case .done: state.withLock { $0.failure = nil }
    case .started(let id, let worker): started(id, worker)
    default: break
    }
    guard let id = event.ended else { return }
    let waiters = state.withLock { state -> [Waiter] in
      guard let digest = state.digests.removeValue(forKey: id) else { return [] }
      // A canceled picture may have been requested again in the meantime.
      guard let flight = state.pictures[digest], flight.id == id else {
        giveOut(&state)
        return []
      }
      if case .failed(_, let error) = event, error.code == .workerKilled, !flight.isSecond {
        state.pictures.update(digest) { $0.isSecond = true }
        submit(digest, flight, &state)
        return []
      }
      let waiters = state.pictures.end(digest)
      giveOut(&state)
      return waiters
    }
    let result: Result<RenderedOrder, RenderError> =
      switch event {
      case .done(_, let rendered): .success(rendered)
      case .failed(_, let error), .lost(_, let error): .failure(error.withoutOutput)
      default: .failure(.stopping())
      }
    for waiter in waiters { waiter.completion(result) }
  }
}

extension RenderError {
  static func stopping() -> RenderError {
    RenderError(.serviceStopping, "the service is shutting down", hint: "try again in a moment")
  }

  static func overloaded() -> RenderError {
    RenderError(
      .serviceBusy, "too many pictures are queued",
      hint: "try again later, and request fewer pictures at once")
  }

  static func tooLate(_ deadline: Duration) -> RenderError {
    RenderError(
      .orderLate, "the picture was not rendered within \(deadline / .seconds(1)) seconds",
      hint: "try again later; the operator can add workers")
  }

  /// The error without the output of workers and plugins, which could contain the data of other
  /// clients.
  fileprivate var withoutOutput: RenderError {
    var error = self
    error.said = []
    switch code {
    case .workerCrashed, .workerKilled, .workerSilent, .workerTimeout, .workerMemory,
      .workerRefused,
      .messageDamaged:
      return RenderError(
        code, "the worker that rendered the picture exited unexpectedly",
        hint: "try again in a moment")
    default:
      // Show only the name of a photo, without its path.
      if case .file(let path, let line, let column) = error.origin {
        error.origin = .file(Files.name(of: path), line: line, column: column)
      }
      return error
    }
  }
}
