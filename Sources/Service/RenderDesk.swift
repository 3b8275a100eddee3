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
  struct Waiter: Sendable {
    let client: String
    let began: SuspendingClock.Instant
    let told: Told
    /// What tells it apart.
    fileprivate let id = Waiter.next.add(1, ordering: .relaxed).newValue

    private static let next = Atomic(0)

    init(client: String, began: SuspendingClock.Instant, told: @escaping Told) {
      (self.client, self.began, self.told) = (client, began, told)
    }
  }

  /// A picture that some clients wait for.
  private struct Flight {
    let planned: PlannedPicture
    /// In whose line it stands.
    var client: String
    var waiters: [Waiter]
    var id: OrderID?
    /// Whether it was begun again, after something outside had killed its worker.
    var isSecond = false
  }

  private struct State {
    var flights: [String: Flight] = [:]
    /// Of the orders that the pool has.
    var digests: [OrderID: String] = [:]
    var waiting: FairQueue<String>
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
    state = Mutex(State(waiting: FairQueue(most: settings.mostWaiting)))
    let made = try RenderPool(settings.pool) { [weak self] event in self?.hear(event) }
    pool.withLock { $0 = made }
  }

  /// What stands round the workers; nil until one can be used.
  var fence: WorkerFence.Report? { state.withLock(\.fence) }
  /// Why no worker can be started; nil where one can.
  var failure: RenderError? { state.withLock(\.failure) }
  var poolState: PoolState? { pool.withLock { $0?.state } }
  /// How many pictures wait for a worker.
  var waiting: Int { state.withLock(\.waiting.count) }
  /// How many pictures are waited for.
  var flights: Int { state.withLock(\.flights.count) }

  /// Has a picture made; everyone who asks for an equal one meanwhile gets the same.
  ///
  /// What became of it is told once, on any thread.
  func render(_ planned: PlannedPicture, for waiter: Waiter) {
    let refused = state.withLock { state -> [(Waiter, RenderError)] in
      if state.isEnding { return [(waiter, .stopping())] }
      if state.flights[planned.digest] != nil {
        state.flights[planned.digest]?.waiters.append(waiter)
        metrics.count(.shared)
        return []
      }
      state.flights[planned.digest] = Flight(
        planned: planned, client: waiter.client, waiters: [waiter])
      let refused = add(planned.digest, &state)
      giveOut(&state)
      return refused.map { ($0, .overloaded()) }
    }
    for (waiter, error) in refused { waiter.told(.failure(error)) }
  }

  /// Puts a picture into its client's line.
  ///
  /// A picture that has to make room stays for those of other clients who wait for it too.
  private func add(_ digest: String, _ state: inout State) -> [Waiter] {
    var (next, refused): (String?, [Waiter]) = (digest, [])
    while let digest = next, let client = state.flights[digest]?.client {
      guard let left = state.waiting.add(digest, of: client), var flight = state.flights[left]
      else { return refused }
      refused += flight.waiters.filter { $0.client == flight.client }
      flight.waiters.removeAll { $0.client == flight.client }
      guard let other = flight.waiters.first else {
        state.flights[left] = nil
        return refused
      }
      flight.client = other.client
      state.flights[left] = flight
      next = left
    }
    return refused
  }

  /// Tells those whose time is up; a picture that nobody waits for any more is given up.
  func lookAfter() {
    let now = SuspendingClock().now
    let late = state.withLock { state -> [Waiter] in
      var late: [Waiter] = []
      for digest in state.flights.keys {
        late += remove(from: digest, &state) { now - $0.began > deadline }
      }
      return late
    }
    for waiter in late { waiter.told(.failure(.tooLate(deadline))) }
  }

  /// Tells a waiter nothing any more.
  func leave(_ waiter: Waiter) {
    state.withLock { state in
      for digest in state.flights.keys { _ = remove(from: digest, &state) { $0.id == waiter.id } }
    }
  }

  /// Takes waiters away from a picture; one that nobody waits for any more is given up.
  private func remove(
    from digest: String, _ state: inout State, where isGone: (Waiter) -> Bool
  ) -> [Waiter] {
    guard let flight = state.flights[digest] else { return [] }
    let gone = flight.waiters.filter(isGone)
    guard !gone.isEmpty else { return [] }
    let left = flight.waiters.filter { !isGone($0) }
    state.flights[digest]?.waiters = left
    guard left.isEmpty else { return gone }
    state.flights[digest] = nil
    if let id = flight.id {
      pool.withLock { $0?.cancel(id) }
    } else {
      state.waiting.remove(digest, of: flight.client)
    }
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
      defer { state.flights = [:] }
      return state.flights.values.flatMap(\.waiters)
    }
    for waiter in left { waiter.told(.failure(.stopping())) }
  }

  /// Gives the pool what waits, as far as it can begin with it.
  private func giveOut(_ state: inout State) {
    while state.digests.count < most, let digest = state.waiting.take() {
      submit(digest, &state)
    }
  }

  private func submit(_ digest: String, _ state: inout State) {
    guard let flight = state.flights[digest] else { return }
    // The pool tells what becomes of it on its own thread, which waits for this lock.
    guard let id = pool.withLock({ $0?.submit(flight.planned.order) }) else { return }
    state.flights[digest]?.id = id
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
      guard var flight = state.flights[digest], flight.id == id else {
        giveOut(&state)
        return []
      }
      if case .failed(_, let error) = event, error.code == .workerKilled, !flight.isSecond {
        flight.isSecond = true
        state.flights[digest] = flight
        submit(digest, &state)
        return []
      }
      state.flights[digest] = nil
      giveOut(&state)
      return flight.waiters
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
