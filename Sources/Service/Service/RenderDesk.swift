internal import Files
internal import RenderPool
internal import Synchronization
import WallfarmPluginKit

/// Has pictures made: equal ones once, and no more at a time than workers can begin.
///
/// What waits is bounded and takes turns by client, so that one who asks for much makes nobody else wait.
final class RenderDesk: Sendable {
  typealias Told = @Sendable (Result<RenderedOrder, RenderError>) -> Void

  /// Someone who waits for a picture.
  typealias Waiter = SharedWaiter<Told>

  /// A picture that some clients wait for.
  private struct Flight {
    let planned: PlannedPicture
    var id: OrderID?
    /// Whether it was begun again, after something outside had killed its worker.
    var isSecond = false
  }

  private struct State {
    var pictures: SharedWaiting<String, Flight, Told>
    /// Of the orders that the pool has.
    var digests: [OrderID: String] = [:]
    var isEnding = false
    var fence: WorkerFence.Report?
    /// Why no worker could be started the last time; nil once one can be used.
    var failure: RenderError?
  }

  private let state: Mutex<State>
  private let deadline: Duration
  private let most: Int
  private let metrics: ServiceMetrics
  /// Set once, before the first order.
  private let pool = Mutex<RenderPool?>(nil)

  /// - Throws: `worker-crashed` where a pool cannot be started.
  init(_ settings: ServiceSettings, _ metrics: ServiceMetrics) throws(RenderError) {
    deadline = settings.deadline
    // One for each worker, and one that it goes on with.
    most = settings.pool.workers * 2
    self.metrics = metrics
    state = Mutex(State(pictures: SharedWaiting(most: settings.mostWaiting)))
    let made = try RenderPool(settings.pool) { [weak self] event in self?.hear(event) }
    pool.withLock { $0 = made }
  }

  /// What stands round the workers; nil until one can be used.
  var fence: WorkerFence.Report? { state.withLock(\.fence) }
  /// Why no worker can be started; nil where one can.
  var failure: RenderError? { state.withLock(\.failure) }
  var poolState: PoolState? { pool.withLock { $0?.state } }
  /// How many pictures wait for a worker.
  var waiting: Int { state.withLock(\.pictures.waiting) }
  /// How many pictures are waited for.
  var flights: Int { state.withLock(\.pictures.count) }

  /// Has a picture made; everyone who asks for an equal one meanwhile gets the same.
  ///
  /// What became of it is told once, on any thread.
  func render(_ planned: PlannedPicture, for waiter: Waiter) {
    let refused = state.withLock { state -> [(Waiter, RenderError)] in
      if state.isEnding { return [(waiter, .stopping())] }
      if state.pictures.join(planned.digest, waiter) {
        metrics.count(.shared)
        return []
      }
      let refused = state.pictures.add(planned.digest, Flight(planned: planned), for: waiter)
      giveOut(&state)
      return refused.map { ($0, .overloaded()) }
    }
    for (waiter, error) in refused { waiter.told(.failure(error)) }
  }

  /// Tells those whose time is up; a picture that nobody waits for any more is given up.
  func lookAfter() {
    let now = SuspendingClock().now
    let late = state.withLock { state in remove(&state) { now - $0.began > deadline } }
    for waiter in late { waiter.told(.failure(.tooLate(deadline))) }
  }

  /// Tells a waiter nothing any more.
  func leave(_ waiter: Waiter) {
    state.withLock { state in _ = remove(&state) { $0.isSame(as: waiter) } }
  }

  /// Takes waiters away; a picture that nobody waits for any more is given up.
  private func remove(_ state: inout State, where isGone: (Waiter) -> Bool) -> [Waiter] {
    let (gone, pictures) = state.pictures.remove(where: isGone)
    for id in pictures.compactMap(\.id) { pool.withLock { $0?.cancel(id) } }
    return gone
  }

  /// Begins nothing new; what has begun is done.
  func drain() { state.withLock { $0.isEnding = true } }

  /// Ends the workers, and tells everyone who still waits.
  func end() {
    let pool = pool.withLock { $0 }
    pool?.end(.stop)
    pool?.wait()
    let left = state.withLock { state in
      state.isEnding = true
      return state.pictures.endAll()
    }
    for waiter in left { waiter.told(.failure(.stopping())) }
  }

  /// Gives the pool what waits, as far as it can begin with it.
  private func giveOut(_ state: inout State) {
    while state.digests.count < most, let next = state.pictures.take() {
      submit(next.key, next.thing, &state)
    }
  }

  private func submit(_ digest: String, _ flight: Flight, _ state: inout State) {
    // The pool tells what becomes of it on its own thread, which waits for this lock.
    guard let id = pool.withLock({ $0?.submit(flight.planned.order) }) else { return }
    state.pictures.update(digest) { $0.id = id }
    state.digests[id] = digest
  }

  private func hear(_ event: PoolEvent) {
    metrics.hear(event)
    switch event {
    case .ready(let fence): state.withLock { ($0.fence, $0.failure) = (fence, nil) }
    case .cannotStart(let error): state.withLock { $0.failure = error }
    case .done: state.withLock { $0.failure = nil }
    default: break
    }
    guard let id = event.ended else { return }
    let waiters = state.withLock { state -> [Waiter] in
      guard let digest = state.digests.removeValue(forKey: id) else { return [] }
      // One that was given up may have been asked for again since.
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
      case .failed(_, let error), .lost(_, let error): .failure(error.forStrangers)
      default: .failure(.stopping())
      }
    for waiter in waiters { waiter.told(result) }
  }
}

extension RenderError {
  static func stopping() -> RenderError {
    RenderError(.serviceStopping, "the service is about to end", hint: "try again in a moment")
  }

  static func overloaded() -> RenderError {
    RenderError(
      .serviceBusy, "more pictures are asked for than can be made",
      hint: "try again later, and ask for fewer at once")
  }

  static func tooLate(_ deadline: Duration) -> RenderError {
    RenderError(
      .orderLate, "the picture was not made within \(deadline / .seconds(1)) seconds",
      hint: "try again later; the operator may add workers")
  }

  /// Without what a worker or a plugin said: it may have been said of another client's picture.
  fileprivate var forStrangers: RenderError {
    var error = self
    error.said = []
    switch code {
    case .workerCrashed, .workerKilled, .workerSilent, .workerTimeout, .workerMemory,
      .workerRefused,
      .messageDamaged:
      return RenderError(
        code, "the worker that was at the picture has ended", hint: "try again in a moment")
    default:
      // A photo is known here by its name alone.
      if case .file(let path, let line, let column) = error.origin {
        error.origin = .file(Files.name(of: path), line: line, column: column)
      }
      return error
    }
  }
}
