internal import RenderPool
internal import Synchronization
import WallfarmPluginKit

/// Has pictures made: equal ones once, and no more at a time than workers can begin.
///
/// What waits is bounded and takes turns by client, so that one who asks for much makes nobody else wait.
final class RenderDesk: Sendable {
  typealias Told = @Sendable (Result<RenderedOrder, RenderError>) -> Void

  /// A picture that some clients wait for.
  private struct Flight {
    let planned: PlannedPicture
    let client: String
    let began: SuspendingClock.Instant
    var told: [Told]
    var id: OrderID?
    /// Whether it was begun again, after something outside had killed its worker.
    var isSecond = false
  }

  private struct State {
    var flights: [String: Flight] = [:]
    /// Of the orders that the pool has.
    var digests: [OrderID: String] = [:]
    var waiting: FairQueue<String>
    var isReady = false
    var isEnding = false
    var fence: WorkerFence.Report?
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
    state = Mutex(State(waiting: FairQueue(most: settings.mostWaiting)))
    let made = try RenderPool(settings.pool) { [weak self] event in self?.hear(event) }
    pool.withLock { $0 = made }
  }

  /// What stands round the workers; nil until one can be used.
  var fence: WorkerFence.Report? { state.withLock(\.fence) }
  var poolState: PoolState? { pool.withLock { $0?.state } }
  /// How many pictures wait for a worker.
  var waiting: Int { state.withLock(\.waiting.count) }
  /// How many pictures are waited for.
  var flights: Int { state.withLock(\.flights.count) }

  /// Has a picture made; everyone who asks for an equal one meanwhile gets the same.
  ///
  /// What became of it is told once, on any thread.
  func render(_ planned: PlannedPicture, for client: String, told: @escaping Told) {
    var refused: [Told] = []
    state.withLock { state in
      if state.isEnding {
        refused = [told]
      } else if state.flights[planned.digest] != nil {
        state.flights[planned.digest]?.told.append(told)
        metrics.count(.shared)
      } else {
        state.flights[planned.digest] = Flight(
          planned: planned, client: client, began: SuspendingClock().now, told: [told])
        if let left = state.waiting.add(planned.digest, of: client) {
          refused = state.flights.removeValue(forKey: left)?.told ?? []
        }
        giveOut(&state)
      }
    }
    let isEnding = state.withLock(\.isEnding)
    for told in refused { told(.failure(isEnding ? .stopping() : .overloaded())) }
  }

  /// Tells those whose time is up while they wait.
  func lookAfter() {
    let now = SuspendingClock().now
    let late = state.withLock { state in
      let late = state.flights.filter { $0.value.id == nil && now - $0.value.began > deadline }
      for (digest, flight) in late {
        state.waiting.remove(digest, of: flight.client)
        state.flights[digest] = nil
      }
      return late.values.flatMap(\.told)
    }
    for told in late { told(.failure(.waitedTooLong(deadline))) }
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
      defer { state.flights = [:] }
      return state.flights.values.flatMap(\.told)
    }
    for told in left { told(.failure(.stopping())) }
  }

  /// Gives the pool what waits, as far as it can begin with it.
  private func giveOut(_ state: inout State) {
    while state.digests.count < most, let digest = state.waiting.take() {
      submit(digest, &state)
    }
  }

  private func submit(_ digest: String, _ state: inout State) {
    guard let flight = state.flights[digest] else { return }
    var order = flight.planned.order
    order.deadline = max(deadline - (SuspendingClock().now - flight.began), .milliseconds(1))
    // The pool tells what becomes of it on its own thread, which waits for this lock.
    guard let id = pool.withLock({ $0?.submit(order) }) else { return }
    state.flights[digest]?.id = id
    state.digests[id] = digest
  }

  private func hear(_ event: PoolEvent) {
    metrics.hear(event)
    if case .ready(let fence) = event { state.withLock { $0.fence = fence } }
    guard let id = event.ended else { return }
    let told = state.withLock { state -> [Told] in
      guard let digest = state.digests.removeValue(forKey: id), var flight = state.flights[digest]
      else { return [] }
      if case .failed(_, let error) = event, error.code == .workerKilled, !flight.isSecond,
        !state.isEnding
      {
        flight.isSecond = true
        flight.id = nil
        state.flights[digest] = flight
        submit(digest, &state)
        return []
      }
      state.flights[digest] = nil
      giveOut(&state)
      return flight.told
    }
    guard !told.isEmpty else { return }
    let result: Result<RenderedOrder, RenderError> =
      switch event {
      case .done(_, let rendered): .success(rendered)
      case .failed(_, let error), .lost(_, let error): .failure(error)
      default: .failure(.stopping())
      }
    for told in told { told(result) }
  }
}

extension RenderError {
  static func stopping() -> RenderError {
    RenderError(
      .serviceStopping, "the service is about to end", hint: "try again in a moment")
  }

  fileprivate static func overloaded() -> RenderError {
    RenderError(
      .serviceBusy, "more pictures are asked for than can be made",
      hint: "try again later, and ask for fewer at once")
  }

  fileprivate static func waitedTooLong(_ deadline: Duration) -> RenderError {
    RenderError(
      .orderLate, "no worker was free within \(deadline / .seconds(1)) seconds",
      hint: "try again later; the operator may add workers")
  }
}
