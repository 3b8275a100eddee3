internal import Files
internal import Glibc
import RenderPool
import WallfarmCore
public import WallfarmPluginKit

/// Brings the units of a queue to a pool of workers, and records what becomes of them.
///
/// One thread and one loop: lease units and order them, hear of them, record it, keep the leases. What
/// concerns processes is the pool's; what concerns attempts is decided here.
public final class Supervisor {
  private let queue: any JobQueue
  private let settings: FarmSettings
  private let clock = SuspendingClock()
  private let start: SuspendingClock.Instant
  private let ledger: ResultLedger
  private let weather: Weather
  /// Units that the pool has.
  private var held: [OrderID: LeasedUnit] = [:]
  /// Units whose attempts are used up, and that are tried once more when all others are done.
  private var lastChances: [LeasedUnit] = []
  /// The one that is being tried alone.
  private var alone: OrderID?
  private var pool: RenderPool?
  private var extended: SuspendingClock.Instant
  /// When the queue was asked for units last.
  private var looked: SuspendingClock.Instant
  private var pace: UnitPace
  private var isPaused = false
  private var isHeld = false
  private var stop = Stop.no

  private enum Stop: Int { case no, drain, abort }

  /// What it has done so far.
  public var figures: FarmFigures { ledger.figures }

  /// Takes a queue that nobody else renders from.
  ///
  /// - Parameters:
  ///   - queue: where units come from and results go.
  ///   - settings: how to work.
  ///   - tell: hears what happens, on the thread that runs.
  public init(
    queue: any JobQueue, settings: FarmSettings, tell: @escaping (FarmEvent) -> Void = { _ in }
  ) {
    self.queue = queue
    self.settings = settings
    ledger = ResultLedger(queue: queue, settings: settings, tell: tell)
    weather = Weather(out: settings.out, workers: settings.pool.workers, tell: tell)
    start = clock.now
    // There may be orders at once.
    (extended, looked) = (start, start - .milliseconds(100))
    // Plain wallpapers are made some sixty times a second by a worker; a guess is right soon enough.
    pace = UnitPace(guess: Double(16 * settings.pool.workers), now: start)
  }

  /// What workers are doing now: the unit of each.
  public var current: [String] {
    (pool?.state.workers ?? []).compactMap { $0.order.flatMap { held[$0]?.spec.id } }
  }

  /// Works until nothing is left, or it is told to stop.
  ///
  /// - Parameters:
  ///   - stopRequests: how often it was told to stop: once finishes what runs, twice ends it.
  ///   - tick: called about ten times a second.
  /// - Returns: how it ended; the queue is ready to go on in every case.
  /// - Throws: `queue-failed`, `worker-crashed` where workers do not start, and whatever keeps a
  ///   worker from starting.
  public func run(
    stopRequests: () -> Int = { 0 }, tick: () throws(RenderError) -> Void = {}
  ) throws(RenderError) -> FarmEnd {
    let news = try PoolNews()
    let pool = try RenderPool(settings.pool) { news.add($0) }
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
    _ pool: RenderPool, _ news: PoolNews, stopRequests: () -> Int,
    tick: () throws(RenderError) -> Void
  ) throws(RenderError) {
    var ticked = clock.now
    while true {
      setStop(stopRequests(), pool)
      if stop == .abort { return }
      try order(from: pool)
      hold(pool)
      for event in news.take(waiting: ledger.changes.isEmpty ? 50 : 5) { try hear(event) }
      for judged in weather.look() { judge(judged) }
      tryAlone(pool)
      try ledger.record(now: held.isEmpty)
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
      pool.end(.drain)
      // A dead mount may never say whose fault it was.
      for unit in weather.giveUp() { ledger.givenBack(unit.lease) }
    }
    stop = Stop(rawValue: min(requests, 2)) ?? .abort
  }

  // MARK: - Units

  /// Leases two units for each worker or, where they are quick, those of the next second.
  ///
  /// So the pool has a choice, the queue is asked once for many, and whatever else waits is there for other
  /// machines and for what comes later and is more urgent. With 256 held it was no faster (black 0.98, gradient
  /// 1.07, photo 0.96 of its time).
  private func order(from pool: RenderPool) throws(RenderError) {
    guard stop == .no, !weather.isBad, ledger.changes.isEmpty || ledger.isWritable,
      clock.now - looked > .milliseconds(ledger.isWritable ? 20 : 200)
    else { return }
    let turn = clock.now - looked
    looked = clock.now
    guard let paused = try ledger.patiently({ () throws(RenderError) in try queue.isPaused() })
    else { return }
    if paused != isPaused {
      isPaused = paused
      ledger.tell(.paused(paused))
    }
    let wanted = UnitPace.wanted(
      workers: settings.pool.workers, perSecond: pace.perSecond(now: clock.now), turn: turn)
    guard !paused, held.count <= wanted * 3 / 4 else { return }
    let more = try ledger.patiently(
      { () throws(RenderError) in
        try queue.lease(
          wanted - held.count, by: settings.holder, until: Timestamp.now.adding(settings.lease),
          now: .now)
      }, isWrite: { !$0.isEmpty })
    for unit in more ?? [] {
      guard let order = order(of: unit) else {
        ledger.failed(unit.lease, .payloadDamaged(), failures: unit.failures)
        continue
      }
      held[pool.submit(order)] = unit
    }
  }

  /// What is to be rendered; nil for a unit that is not what was put into the queue.
  private func order(of unit: LeasedUnit) -> RenderOrder? {
    guard unit.spec.isSealed(with: settings.key),
      let content = RenderUnit(payload: unit.spec.payload)
    else { return nil }
    let file = OutputFile(
      path: OutputFolder.path(of: unit.spec.output, in: settings.out), makesFolders: true,
      root: settings.allowsOutside ? nil : settings.out,
      temporaryPrefix: UnitFiles.temporaryPrefix(of: unit.spec.id))
    var order = RenderOrder(
      request: unit.spec.payload, output: .file(file), inputs: OrderInputs(content.order))
    let shared = unit.spec.affinity.split(separator: "\t", omittingEmptySubsequences: false)
    order.affinity = OrderAffinity(
      background: shared.first.map(String.init) ?? "", device: shared.last.map(String.init) ?? "")
    order.priority = unit.spec.priority
    order.timeout = content.timeout.map { .milliseconds(Int64($0 * 1000)) }
    return order
  }

  /// Nothing is begun while the queue is paused, or cannot take down what becomes of it.
  private func hold(_ pool: RenderPool) {
    let wants = isPaused || !ledger.isWritable || weather.isBad
    guard wants != isHeld else { return }
    isHeld = wants
    pool.hold(wants)
  }

  private func isFinished() throws(RenderError) -> Bool {
    guard held.isEmpty, weather.held.isEmpty, ledger.changes.isEmpty else { return false }
    guard stop == .drain else {
      let counts = try ledger.patiently { () throws(RenderError) in try queue.counts() }
      return counts?.open == 0
    }
    // They are tried alone by the next batch.
    giveBackLastChances()
    return ledger.changes.isEmpty
  }

  /// Ends everything at once; what was begun is not counted against its units.
  private func giveUp(_ pool: RenderPool, _ news: PoolNews) throws(RenderError) {
    pool.end(.stop)
    pool.wait()
    for event in news.take(waiting: 0) {
      if case .cannotStart = event { continue }
      try hear(event)
    }
    for unit in Array(held.values) + weather.giveUp() { ledger.givenBack(unit.lease) }
    held = [:]
    giveBackLastChances()
    try ledger.record(now: true, isEnd: true)
  }

  private func giveBackLastChances() {
    for unit in lastChances { ledger.givenBack(unit.lease) }
    lastChances = []
  }

  /// Tries what used up its attempts once more, one at a time, when nothing else is left.
  private func tryAlone(_ pool: RenderPool) {
    guard stop == .no, held.isEmpty, weather.held.isEmpty, !lastChances.isEmpty, !weather.isBad,
      ledger.changes.isEmpty, let open = try? queue.counts().open, open <= lastChances.count
    else { return }
    let unit = lastChances.removeFirst()
    guard let order = order(of: unit) else {
      return ledger.failed(unit.lease, .payloadDamaged(), failures: unit.failures)
    }
    let id = pool.submit(order)
    held[id] = unit
    alone = id
  }

  // MARK: - News

  private func hear(_ event: PoolEvent) throws(RenderError) {
    let unit = event.ended.flatMap { held.removeValue(forKey: $0) }
    if event.ended != nil { pace.ended() }
    switch event {
    case .ready(let fence): ledger.tell(.ready(fence))
    case .started, .stage: break
    case .workerReplaced(let reason): ledger.workerReplaced(reason)
    case .cannotStart(let error): throw error
    case .done(_, let rendered):
      guard let unit else { return }
      weather.done()
      ledger.done(unit, receipt: rendered.receipt, rendered.figures)
    case .failed(let id, let error), .lost(let id, let error):
      guard let unit else { return }
      // Alone there was nothing else to blame.
      if id == alone, error.code != .outputFailed {
        return ledger.failed(unit.lease, error, failures: unit.failures)
      }
      // While it drains nothing is waited for: the next batch finds out.
      if stop != .no, error.code == .outputFailed { return ledger.givenBack(unit.lease) }
      if let judged = weather.failed(unit, error) { judge(judged) }
    case .withdrawn(_, let reason):
      // One that was cancelled has no lease any more.
      guard let unit, reason != .cancelled else { return }
      ledger.givenBack(unit.lease)
    }
  }

  private func judge(_ judged: Weather.Judged) {
    let (unit, error) = (judged.unit, judged.error)
    if judged.isExcused { return ledger.givenBack(unit.lease) }
    if unit.failures + 1 >= settings.retries.attempts,
      RetryPolicy.deservesLastChance(error.code)
    {
      lastChances.append(unit)
      return
    }
    ledger.failed(unit.lease, error, failures: unit.failures)
  }

  // MARK: - Leases

  /// Keeps the leases of the units that the pool has, finds those that were taken away, and ends those of
  /// supervisors that are gone.
  private func extendAndExpireLeases(_ pool: RenderPool) throws(RenderError) {
    guard clock.now - extended > min(settings.lease / 4, .seconds(1)) else { return }
    extended = clock.now
    let until = Timestamp.now.adding(settings.lease)
    let kept = Array(held.values) + weather.held + lastChances
    if !kept.isEmpty {
      let lost = try ledger.patiently(
        { () throws(RenderError) in
          try queue.record(kept.map { .extended($0.lease, until: until) })
        }, isWrite: { _ in true })
      // Without an extension nothing may expire either.
      guard let lost else { return }
      // The picture of a cancelled unit is not wanted any more.
      for (id, unit) in held where lost.contains(unit.lease) { pool.cancel(id) }
      lastChances.removeAll { lost.contains($0.lease) }
    }
    // Those of others: own leases were just extended, so a clock that jumps ends none of them.
    // What is done and not recorded yet must not expire either.
    guard ledger.changes.isEmpty else { return }
    let late = try ledger.patiently { () throws(RenderError) in
      try queue.expire(now: .now, settings.retries)
    }
    for expired in late ?? [] { ledger.expired(expired.lease, isRetried: expired.isRetried) }
  }
}
