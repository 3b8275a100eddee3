import RenderPool
public import WallfarmPluginKit

/// Brings the units of a queue to a pool of workers, and records what becomes of them.
///
/// One thread and one loop: lease units and order them, hear of them, record it, keep the leases. What
/// concerns processes is the pool's, what concerns disks and stores the transport's; attempts are decided here.
public final class Supervisor {
  let queue: any JobQueue
  let settings: FarmSettings
  let clock = SuspendingClock()
  private let start: SuspendingClock.Instant
  let ledger: ResultLedger
  let weather: Weather
  let transport: any UnitTransport
  /// Units that the pool has.
  var held: [OrderID: LeasedUnit] = [:]
  /// Units whose inputs or pictures are on their way, with what was rendered.
  var moving: [Lease: (unit: LeasedUnit, rendered: RenderedOrder?)] = [:]
  /// Units whose attempts are used up, and that are tried once more when all others are done.
  var lastChances: [LeasedUnit] = []
  /// The one that is being tried alone.
  var alone: Lease?
  let films: FilmsInWork
  private var pool: RenderPool?
  var extended: SuspendingClock.Instant
  /// When the queue was asked for units last.
  var looked: SuspendingClock.Instant
  /// When it was asked last whether it is paused.
  var askedPause: SuspendingClock.Instant
  /// When it had nothing; nil where it had something the last time.
  var dry: SuspendingClock.Instant?
  var pace: UnitPace
  var isPaused = false
  var isHeld = false
  var stop = Stop.no

  enum Stop: Int { case no, drain, abort }

  /// What it has done so far.
  public var figures: FarmFigures { ledger.figures }

  /// Takes a queue; one in a file belongs to one supervisor.
  ///
  /// - Parameters:
  ///   - queue: where units come from and results go.
  ///   - settings: how to work.
  ///   - tell: hears what happens, on the thread that runs.
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
    let films = FilmsInWork(
      folder: settings.segments, workers: settings.pool.workers, tell: tell)
    self.films = films
    ledger = ResultLedger(queue: queue, settings: settings, transport: transport) { event in
      switch event {
      case .done(let unit, _, _): films.remove(unit.id)
      case .lateResult(let unit): films.removeUnlessBegun(unit)
      default: break
      }
      tell(event)
    }
    let (probe, room) = (transport.probe, films.room)
    weather = Weather(
      probe: StoreProbe { () throws(RenderError) in
        try probe()
        try room.probe()
      }, workers: settings.pool.workers, tell: tell)
    start = clock.now
    // There may be orders at once.
    (extended, looked, askedPause) = (
      start, start - .milliseconds(100), start - .milliseconds(100)
    )
    // Plain wallpapers are made some sixty times a second by a worker; a guess is right soon enough.
    pace = UnitPace(guess: Double(16 * settings.pool.workers), now: start)
  }

  /// What workers are doing now: the unit of each.
  public var current: [String] {
    (pool?.state.workers ?? []).compactMap { $0.order.flatMap { held[$0] } }.map { unit in
      guard let progress = films.progress(of: unit.lease) else { return unit.spec.id }
      return "\(unit.spec.id), \(progress) seconds"
    }
  }

  /// Whether any worker is idle and ready, or rendering.
  public var hasReadyWorker: Bool { (pool?.state.workers ?? []).contains(where: \.isReady) }

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
      for event in news.take(waiting: ledger.changes.isEmpty ? 50 : 5) { try hear(event, pool) }
      for judged in weather.look() { judge(judged) }
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
      films.stop()
      pool.end(.drain)
      // A dead mount may never say whose fault it was.
      for unit in weather.giveUp() { ledger.givenBack(unit.lease) }
      // What is only on its way to the workers is not begun; pictures are brought home.
      for (lease, one) in moving where one.rendered == nil {
        ledger.givenBack(lease)
        moving[lease] = nil
      }
    }
    stop = Stop(rawValue: min(requests, 2)) ?? .abort
  }

  private func isFinished() throws(RenderError) -> Bool {
    guard held.isEmpty, moving.isEmpty, weather.held.isEmpty, ledger.changes.isEmpty else {
      return false
    }
    guard stop == .drain else {
      guard settings.endsWhenEmpty, dry != nil || !settings.isShared else { return false }
      let hasOpen = try ledger.patiently { () throws(RenderError) in try queue.hasOpenUnits() }
      return hasOpen == false
    }
    // They are tried alone by the next batch.
    giveBackLastChances()
    return ledger.changes.isEmpty
  }

  /// Ends everything at once; what was begun is not counted against its units.
  private func giveUp(_ pool: RenderPool, _ news: FarmNews) throws(RenderError) {
    pool.end(.stop)
    pool.wait()
    for event in news.take(waiting: 0) {
      if case .pool(.cannotStart) = event { continue }
      try hear(event, pool)
    }
    // Of a film there are several orders.
    let open = Array(held.values) + moving.values.map(\.unit) + weather.giveUp()
    for lease in Set(open.map(\.lease)) { ledger.givenBack(lease) }
    (held, moving) = ([:], [:])
    films.giveUp()
    giveBackLastChances()
    try ledger.record(now: true, isEnd: true)
  }
}
