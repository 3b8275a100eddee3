package import RenderPool
public import WallfarmPluginKit

/// Leases units from a queue, submits them to a worker pool, and records the results.
///
/// One thread runs one loop. The pool manages processes, the transport accesses disks and stores,
/// and the supervisor manages attempts.
public final class Supervisor {
  let queue: any JobQueue
  let settings: FarmSettings
  let clock = SuspendingClock()
  private let start: SuspendingClock.Instant
  let ledger: ResultLedger
  let breaker: CircuitBreaker
  let transport: any UnitTransport
  /// Units submitted to the pool.
  package var held: [OrderID: LeasedUnit] = [:]
  /// Units whose inputs or picture are being transferred; `rendered` is `nil` while inputs are
  /// transferred.
  var moving: [Lease: (unit: LeasedUnit, rendered: RenderedOrder?)] = [:]
  /// Units that have used all their attempts and are retried alone after all other units.
  var lastChances: [LeasedUnit] = []
  /// The lease of the unit that is retried alone.
  var alone: Lease?
  let parted: PartedUnits
  private var pool: RenderPool?
  var extended: SuspendingClock.Instant
  /// The last time at which units were requested from the queue.
  var looked: SuspendingClock.Instant
  /// The last time at which the pause state was read.
  var pauseChecked: SuspendingClock.Instant
  /// The time at which the queue last returned no units, or `nil` if it has returned units since
  /// then.
  var dry: SuspendingClock.Instant?
  var pace: UnitPace
  var isPaused = false
  var isHeld = false
  var stop = Stop.no

  enum Stop: Int { case no, drain, abort }

  /// The statistics so far.
  public var figures: FarmFigures { ledger.figures }

  /// Creates a supervisor; a queue file must have only one supervisor.
  ///
  /// - Parameters:
  ///   - queue: The queue.
  ///   - settings: The settings of the farm.
  ///   - tell: Receives events on the thread that calls ``run(stopRequests:tick:)``.
  public convenience init(
    queue: any JobQueue, settings: FarmSettings, tell: @escaping (FarmEvent) -> Void = { _ in }
  ) {
    self.init(
      queue: queue, settings: settings, transport: FolderTransport(settings), tell: tell)
  }

  init(
    queue: any JobQueue, settings: FarmSettings, transport: any UnitTransport,
    tell: @escaping (FarmEvent) -> Void
  ) {
    self.queue = queue
    self.settings = settings
    self.transport = transport
    let parted = PartedUnits(settings, tell: tell)
    self.parted = parted
    ledger = ResultLedger(queue: queue, settings: settings, transport: transport) { event in
      switch event {
      case .done(let unit, _, _): parted.remove(unit.id)
      case .lateResult(let unit): parted.removeUnlessBegun(unit)
      default: break
      }
      tell(event)
    }
    let (probe, room) = (transport.probe, parted.room)
    breaker = CircuitBreaker(
      probe: StoreProbe { () throws(RenderError) in
        try probe()
        try room.probe()
      }, workers: settings.pool.workers, tell: tell)
    start = clock.now
    // Backdate `looked` and `pauseChecked`, so that units are requested immediately.
    (extended, looked, pauseChecked) = (
      start, start - .milliseconds(100), start - .milliseconds(100)
    )
    // The initial estimate is low, but it is soon replaced: a worker renders about sixty plain
    // wallpapers per second.
    pace = UnitPace(guess: Double(16 * settings.pool.workers), now: start)
  }

  /// The identifiers of the units that the workers are rendering, with the progress of units that
  /// consist of parts.
  public var current: [String] {
    (pool?.state.workers ?? []).compactMap { $0.order.flatMap { held[$0] } }.map { unit in
      guard let progress = parted.progress(of: unit.lease) else { return unit.spec.id }
      return "\(unit.spec.id), \(progress)"
    }
  }

  /// Whether at least one worker is idle or rendering.
  public var hasReadyWorker: Bool { (pool?.state.workers ?? []).contains(where: \.isReady) }

  /// Runs until no units are left or a stop is requested.
  ///
  /// - Parameters:
  ///   - stopRequests: Returns the number of stop requests. After one request, running units
  ///     finish; after two, they are returned to the queue.
  ///   - tick: Called about ten times per second.
  /// - Returns: The reason why the run ended; the queue can be resumed in every case.
  /// - Throws: `queue-failed`, `worker-crashed` if workers do not start, and other errors from
  ///   starting a worker.
  public func run(
    stopRequests: () -> Int = { 0 }, tick: () throws(RenderError) -> Void = {}
  ) throws(RenderError) -> FarmEnd {
    let news = try FarmNews(withBeginnings: settings.isShared)
    transport.begin { news.add(.moved($0, $1)) }
    defer { transport.end() }
    let pool = try RenderPool(settings.pool) { news.add(.pool($0)) }
    self.pool = pool
    do throws(RenderError) {
      try work(pool, news, stopRequests: stopRequests, tick: tick)
    } catch {
      try? giveUp(pool, news)
      throw error
    }
    ledger.figures.elapsed = clock.now - start
    if stop == .abort {
      try giveUp(pool, news)
      return .aborted
    }
    pool.end(.finish)
    pool.wait()
    return stop == .no ? .finished : .drained
  }

  private func work(
    _ pool: RenderPool, _ news: FarmNews, stopRequests: () -> Int,
    tick: () throws(RenderError) -> Void
  ) throws(RenderError) {
    var ticked = clock.now
    while true {
      setStop(stopRequests(), pool)
      if stop == .abort { return }
      try order(from: pool)
      hold(pool)
      for event in news.take(waiting: ledger.changes.isEmpty ? 50 : 5) { try handle(event, pool) }
      for judged in breaker.look() { judge(judged) }
      tryAlone(pool)
      try ledger.record(now: held.isEmpty && moving.isEmpty)
      try extendAndExpireLeases(pool)
      if clock.now - ticked > .milliseconds(100) {
        ticked = clock.now
        ledger.figures.elapsed = ticked - start
        try tick()
      }
      if try isFinished() { return }
    }
  }

  private func setStop(_ requests: Int, _ pool: RenderPool) {
    guard requests > stop.rawValue else { return }
    if stop == .no {
      ledger.tell(.draining)
      ledger.stop()
      parted.stop()
      pool.end(.drain)
      // Do not wait for the probe, because it may never return if it accesses a dead mount.
      for unit in breaker.giveUp() { ledger.givenBack(unit.lease) }
      // Units that are still fetching inputs do not start, but finished pictures are delivered.
      for (lease, one) in moving where one.rendered == nil {
        ledger.givenBack(lease)
        moving[lease] = nil
      }
    }
    stop = Stop(rawValue: min(requests, 2)) ?? .abort
  }

  private func isFinished() throws(RenderError) -> Bool {
    guard held.isEmpty, moving.isEmpty, breaker.held.isEmpty, ledger.changes.isEmpty else {
      return false
    }
    guard stop == .drain else {
      guard settings.endsWhenEmpty, dry != nil || !settings.isShared else { return false }
      let hasOpen = try ledger.retrying { () throws(RenderError) in try queue.hasOpenUnits() }
      return hasOpen == false
    }
    // The next batch retries these units alone.
    giveBackLastChances()
    return ledger.changes.isEmpty
  }

  /// Stops immediately; running units are returned to the queue without losing an attempt.
  private func giveUp(_ pool: RenderPool, _ news: FarmNews) throws(RenderError) {
    pool.end(.stop)
    pool.wait()
    for event in news.take(waiting: 0) {
      if case .pool(.cannotStart) = event { continue }
      try handle(event, pool)
    }
    // A unit that consists of parts has several orders with the same lease, so return each lease
    // only once.
    let open = Array(held.values) + moving.values.map(\.unit) + breaker.giveUp()
    for lease in Set(open.map(\.lease)) { ledger.givenBack(lease) }
    (held, moving) = ([:], [:])
    parted.giveUp()
    giveBackLastChances()
    try ledger.record(now: true, isEnd: true)
  }
}
