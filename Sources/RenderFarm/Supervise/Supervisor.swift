internal import Files
internal import Glibc
import RenderPool
import WallfarmCore
public import WallfarmPluginKit

/// Brings the units of a queue to a pool of workers, and records what becomes of them.
///
/// One thread and one loop: lease units and order them, hear of them, record it, keep the leases. What
/// concerns processes is the pool's, what concerns disks and stores the transport's; attempts are decided here.
public final class Supervisor {
  private let queue: any JobQueue
  private let settings: FarmSettings
  private let clock = SuspendingClock()
  private let start: SuspendingClock.Instant
  private let ledger: ResultLedger
  private let weather: Weather
  private let transport: any UnitTransport
  /// Units that the pool has.
  private var held: [OrderID: LeasedUnit] = [:]
  /// Units whose inputs or pictures are on their way, with what was rendered.
  private var moving: [Lease: (unit: LeasedUnit, rendered: RenderedOrder?)] = [:]
  /// Units whose attempts are used up, and that are tried once more when all others are done.
  private var lastChances: [LeasedUnit] = []
  /// The one that is being tried alone.
  private var alone: Lease?
  private let films: FilmDesk
  private var pool: RenderPool?
  private var extended: SuspendingClock.Instant
  /// When the queue was asked for units last.
  private var looked: SuspendingClock.Instant
  /// When it was asked last whether it is paused.
  private var askedPause: SuspendingClock.Instant
  /// When it had nothing; nil where it had something the last time.
  private var dry: SuspendingClock.Instant?
  private var pace: UnitPace
  private var isPaused = false
  private var isHeld = false
  private var stop = Stop.no

  private enum Stop: Int { case no, drain, abort }

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
    let films = FilmDesk(
      folder: settings.segments, workers: settings.pool.workers, tell: tell)
    self.films = films
    ledger = ResultLedger(queue: queue, settings: settings, transport: transport) { event in
      if case .done(let unit, _, _) = event { films.remove(unit.id) }
      tell(event)
    }
    weather = Weather(
      probe: StoreProbe(transport.probe), workers: settings.pool.workers, tell: tell)
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
    let news = try FarmNews()
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

  // MARK: - Units

  /// Leases two units for each worker or, where they are quick, those of the next second.
  ///
  /// So the pool has a choice, the queue is asked once for many, and whatever else waits is there for other
  /// machines and for what comes later and is more urgent. With 256 held it was no faster (black 0.98, gradient
  /// 1.07, photo 0.96 of its time).
  private func order(from pool: RenderPool) throws(RenderError) {
    guard stop == .no, !weather.isBad, !transport.isFull,
      ledger.changes.isEmpty || ledger.isWritable,
      clock.now - looked > .milliseconds(ledger.isWritable ? 20 : 200)
    else { return }
    let turn = clock.now - looked
    looked = clock.now
    let hasNews = queue.hasNews()
    if hasNews { dry = nil }
    guard try askWhetherPaused(hasNews) else { return }
    let wanted = UnitPace.wanted(
      workers: settings.pool.workers, perSecond: pace.perSecond(now: clock.now), turn: turn)
    let has = held.count + moving.count
    guard !isPaused, has <= wanted * 3 / 4,
      dry.map({ clock.now - $0 > queue.betweenLooks }) ?? true
    else { return }
    let more = try ledger.patiently(
      { () throws(RenderError) in
        let now = try queue.now()
        return try queue.lease(
          wanted - has, by: settings.holder, until: now.adding(settings.lease), now: now)
      }, isWrite: { !$0.isEmpty })
    dry = more?.isEmpty == true ? clock.now : nil
    for unit in more ?? [] { begin(unit, pool) }
  }

  /// Looks whether the queue is paused; false where it cannot be asked.
  private func askWhetherPaused(_ hasNews: Bool) throws(RenderError) -> Bool {
    guard hasNews || clock.now - askedPause > queue.betweenLooks else { return true }
    askedPause = clock.now
    guard let paused = try ledger.patiently({ () throws(RenderError) in try queue.isPaused() })
    else { return false }
    if paused != isPaused {
      isPaused = paused
      ledger.tell(.paused(paused))
    }
    return true
  }

  private func begin(_ unit: LeasedUnit, _ pool: RenderPool) {
    if let error = submit(unit, to: pool) {
      ledger.failed(unit.lease, error, failures: unit.failures)
    }
  }

  /// Orders a unit, or has its inputs brought.
  ///
  /// - Returns: why it cannot be rendered; nil where it is on its way.
  private func submit(_ unit: LeasedUnit, to pool: RenderPool) -> RenderError? {
    switch transport.order(of: unit) {
    case .ready(let order): held[pool.submit(order)] = unit
    case .film(let order, let film): take(films.begin(unit, order, film), of: unit, pool)
    case .later: moving[unit.lease] = (unit, nil)
    case .refused(let error): return error
    }
    return nil
  }

  /// Nothing is begun while the queue is paused, or cannot take down what becomes of it.
  private func hold(_ pool: RenderPool) {
    let wants = isPaused || !ledger.isWritable || weather.isBad || transport.isFull
    guard wants != isHeld else { return }
    isHeld = wants
    pool.hold(wants)
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

  private func giveBackLastChances() {
    for unit in lastChances { ledger.givenBack(unit.lease) }
    lastChances = []
  }

  /// Tries what used up its attempts once more, one at a time, when nothing else is left for this supervisor.
  private func tryAlone(_ pool: RenderPool) {
    guard stop == .no, held.isEmpty, moving.isEmpty, weather.held.isEmpty, !lastChances.isEmpty,
      !weather.isBad, ledger.changes.isEmpty
    else { return }
    // What others have is no business of its own.
    if settings.isShared {
      guard dry != nil else { return }
    } else {
      guard let open = try? queue.counts().open, open <= lastChances.count else { return }
    }
    let unit = lastChances.removeFirst()
    alone = unit.lease
    begin(unit, pool)
  }

  // MARK: - News

  private func hear(_ news: FarmNews.Event, _ pool: RenderPool) throws(RenderError) {
    switch news {
    case .pool(let event): try hear(event, pool)
    case .moved(let lease, let event): hear(event, of: lease, pool)
    }
  }

  private func hear(_ event: PoolEvent, _ pool: RenderPool) throws(RenderError) {
    let unit = event.ended.flatMap { held.removeValue(forKey: $0) }
    if event.ended != nil { pace.ended() }
    if let unit, films.has(unit.lease) {
      return take(films.hear(event, of: unit), of: unit, pool)
    }
    switch event {
    case .ready(let fence): ledger.tell(.ready(fence))
    case .started, .stage: break
    case .workerReplaced(let reason): ledger.workerReplaced(reason)
    case .cannotStart(let error): throw error
    case .done(_, let rendered):
      guard let unit else { return }
      takeAway(rendered, of: unit)
    case .failed(_, let error), .lost(_, let error):
      guard let unit else { return }
      failed(unit, error, wasAlone: unit.lease == alone)
    case .withdrawn(_, let reason):
      // One that was cancelled has no lease any more.
      guard let unit, reason != .cancelled else { return }
      ledger.givenBack(unit.lease)
    }
  }

  /// Goes on with a film.
  private func take(_ step: FilmInWork.Step, of unit: LeasedUnit, _ pool: RenderPool) {
    switch step {
    case .order(let orders): for order in orders { held[pool.submit(order)] = unit }
    case .whole(let film): takeAway(film, of: unit)
    case .failed(let error): failed(unit, error, wasAlone: unit.lease == alone)
    case .withdrawn: ledger.givenBack(unit.lease)
    case .wait, .dropped: break
    }
  }

  private func takeAway(_ rendered: RenderedOrder, of unit: LeasedUnit) {
    guard transport.takeAway(rendered, of: unit) else { return delivered(unit, rendered) }
    moving[unit.lease] = (unit, rendered)
  }

  /// Inputs have come, or a picture is where it goes; or not.
  private func hear(_ event: UnitMove, of lease: Lease, _ pool: RenderPool) {
    // One that was lost meanwhile has no business here.
    guard let (unit, rendered) = moving.removeValue(forKey: lease) else { return }
    switch event {
    case .inputsCame:
      // They may have been thrown away again to make room for others: then they are brought once more.
      if let error = submit(unit, to: pool) { failed(unit, error, wasAlone: false) }
    case .delivered:
      guard let rendered else { return }
      delivered(unit, rendered)
    case .failed(let error): failed(unit, error, wasAlone: false)
    }
  }

  private func delivered(_ unit: LeasedUnit, _ rendered: RenderedOrder) {
    weather.done()
    ledger.done(unit, receipt: rendered.receipt, rendered.figures)
  }

  private func failed(_ unit: LeasedUnit, _ error: RenderError, wasAlone: Bool) {
    // Alone there was nothing else to blame.
    if wasAlone, !error.code.isOfAStore {
      return ledger.failed(unit.lease, error, failures: unit.failures)
    }
    // While it drains nothing is waited for: the next batch finds out.
    if stop != .no, error.code.isOfAStore { return ledger.givenBack(unit.lease) }
    if let judged = weather.failed(unit, error) { judge(judged) }
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
    guard clock.now - extended > settings.betweenExtensions else { return }
    extended = clock.now
    let units = Array(held.values) + moving.values.map(\.unit) + weather.held + lastChances
    let kept = Set(units.map(\.lease))
    if !kept.isEmpty {
      let lost = try ledger.patiently(
        { () throws(RenderError) in
          let until = try queue.now().adding(settings.lease)
          return try queue.record(kept.map { .extended($0, until: until) })
        }, isWrite: { _ in true })
      // Without an extension nothing may expire either.
      guard let lost else { return }
      // The picture of a cancelled unit is not wanted any more.
      for lease in lost { films.drop(lease) }
      for (id, unit) in held where lost.contains(unit.lease) { pool.cancel(id) }
      for lease in lost { moving[lease] = nil }
      lastChances.removeAll { lost.contains($0.lease) }
    }
    // Those of others: own leases were just extended, so a clock that jumps ends none of them.
    // What is done and not recorded yet must not expire either.
    guard ledger.changes.isEmpty else { return }
    let late = try ledger.patiently { () throws(RenderError) in
      try queue.expire(now: try queue.now(), settings.retries)
    }
    for expired in late ?? [] { ledger.expired(expired.lease, isRetried: expired.isRetried) }
  }
}
