internal import Glibc
import WallfarmCore
public import WallfarmPluginKit

/// Keeps workers busy with the units of a queue, and records what becomes of them.
///
/// One thread and one loop: wait for news, record it, look after the workers, give out units. A
/// worker that crashes, hangs, or grows costs one attempt of one unit. Belongs to the thread that
/// made it, which must outlive it: Linux ends a child with the thread that started it.
public final class Supervisor {
  private let queue: any JobQueue
  private let settings: FarmSettings
  private let clock = SuspendingClock()
  private let start: SuspendingClock.Instant
  private let ledger: ResultLedger
  private let crew: WorkerCrew
  private var window = UnitWindow()
  private var extended: SuspendingClock.Instant
  /// When the queue was asked for units last.
  private var looked: SuspendingClock.Instant
  /// When the workers were listened to last.
  private var listened: SuspendingClock.Instant
  private var isPaused = false
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
    crew = WorkerCrew(settings: settings, ledger: ledger)
    start = clock.now
    (extended, looked, listened) = (start, start, start)
  }

  /// What workers are doing now: the first unit of each.
  public var current: [String] { crew.workers.compactMap { $0.assignments.first?.unit.spec.id } }

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
    signal(SIGPIPE, SIG_IGN)
    do throws(RenderError) {
      var ticked = clock.now
      while true {
        setStop(stopRequests())
        if stop == .abort {
          hear()
          try giveUp()
          ledger.figures.elapsed = clock.now - start
          return .aborted
        }
        try fillWindow()
        if stop == .no { try crew.start(for: window.count) }
        giveOut()
        wait()
        hear()
        try crew.lookAfter()
        try ledger.record(now: !crew.isAnyBusy)
        try extendLeases()
        if clock.now - ticked > .milliseconds(100) {
          ticked = clock.now
          ledger.figures.elapsed = ticked - start
          try tick()
        }
        if try isFinished() { break }
      }
    } catch {
      try? giveUp()
      throw error
    }
    ledger.figures.elapsed = clock.now - start
    crew.end()
    return stop == .no ? .finished : .drained
  }

  private func setStop(_ requests: Int) {
    guard requests > stop.rawValue else { return }
    if stop == .no { ledger.tell(.draining) }
    stop = Stop(rawValue: min(requests, 2)) ?? .abort
  }

  // MARK: - Units

  /// Leases more units than workers can take, so that there is a choice.
  private func fillWindow() throws(RenderError) {
    guard stop == .no, ledger.changes.isEmpty || ledger.isWritable,
      clock.now - looked > .milliseconds(ledger.isWritable ? 20 : 200)
    else { return }
    looked = clock.now
    guard let paused = try ledger.patiently({ () throws(RenderError) in try queue.isPaused() })
    else {
      return
    }
    if paused != isPaused {
      isPaused = paused
      ledger.tell(.paused(paused))
    }
    let wanted = max(256, settings.workers * 64)
    guard !paused, window.count < wanted * 3 / 4 else { return }
    let more = try ledger.patiently { () throws(RenderError) in
      try queue.lease(wanted - window.count, until: Timestamp.now.adding(settings.lease), now: .now)
    }
    window.add((more ?? []).filter(isSound))
  }

  /// Gives up a unit that is not what was put into the queue.
  private func isSound(_ unit: LeasedUnit) -> Bool {
    let isWhole =
      unit.spec.isSealed(with: settings.key)
      && (settings.key != nil || RenderUnit(payload: unit.spec.payload) != nil)
    if !isWhole { ledger.failed(unit.lease, .payloadDamaged(), failures: unit.failures) }
    return isWhole
  }

  /// Gives every worker a unit, and where there are enough of them one more to go on with.
  private func giveOut() {
    guard stop == .no, ledger.isWritable, !isPaused else { return }
    for depth in 0...1 {
      for worker in crew.workers
      where worker.assignments.count == depth && canTakeMore(worker) {
        guard depth == 0 || window.count >= crew.workers.count else { return }
        let others = crew.workers.filter { $0.slot != worker.slot }.map(\.affinity)
        guard let unit = window.take(for: worker.affinity, besides: others) else { return }
        let own = RenderUnit(payload: unit.spec.payload)?.timeout
        worker.give(
          unit, timeout: own.map { .milliseconds(Int64($0 * 1000)) } ?? settings.timeout,
          now: clock.now)
      }
    }
  }

  private func canTakeMore(_ worker: WorkerProcess) -> Bool {
    worker.isReady && worker.sentence == nil && !worker.hasEnded
      && listened - worker.heard < settings.lease / 2
  }

  private func isFinished() throws(RenderError) -> Bool {
    guard !crew.isAnyBusy, ledger.changes.isEmpty else { return false }
    if stop == .drain {
      try giveBackWindow()
      return true
    }
    guard window.isEmpty else { return false }
    return try queue.counts().open == 0
  }

  private func giveBackWindow() throws(RenderError) {
    for unit in window.removeAll() { ledger.givenBack(unit.lease) }
    try ledger.record(now: true, isEnd: true)
  }

  /// Ends everything at once; what was begun is not counted against its units.
  private func giveUp() throws(RenderError) {
    crew.giveUp()
    try giveBackWindow()
  }

  // MARK: - News

  private func wait() {
    var descriptors = crew.all.flatMap(\.descriptors)
    poll(&descriptors, nfds_t(descriptors.count), ledger.changes.isEmpty ? 50 : 5)
  }

  private func hear() {
    listened = clock.now
    for worker in crew.all {
      worker.flush()
      for message in worker.listen(now: clock.now) { hear(message, from: worker) }
    }
  }

  private func hear(_ message: WorkerMessage, from worker: WorkerProcess) {
    switch message {
    case .ready: crew.isReady(worker)
    case .alive: break
    case .unable(let error): worker.sentence = error
    case .done(let lease, let receipt, let figures):
      let unit = worker.assignments.first { $0.unit.lease == lease }?.unit
      worker.finished(lease, now: clock.now)
      ledger.done(lease, unit, receipt: receipt, figures)
    case .failed(let lease, let error, let figures):
      let failures = worker.assignments.first { $0.unit.lease == lease }?.unit.failures ?? 0
      worker.finished(lease, now: clock.now)
      ledger.failed(lease, error, failures: failures, figures)
    }
  }

  // MARK: - Leases

  /// Keeps the leases of units that are being worked on, and finds those that were taken away.
  private func extendLeases() throws(RenderError) {
    guard clock.now - extended > min(settings.lease / 4, .seconds(1)) else { return }
    extended = clock.now
    let until = Timestamp.now.adding(settings.lease)
    let workers = crew.workers
    // Silence ends where we stopped listening: a supervisor that was held up is not their fault.
    let heard = workers.filter { listened - $0.heard < settings.lease / 2 }
    // Of a silent worker only the unit it is at can be lost to it; the next was not begun.
    let leases =
      window.units.map(\.lease) + heard.compactMap(\.assignments.first?.unit.lease)
      + workers.flatMap { $0.assignments.dropFirst().map(\.unit.lease) }
    var lost: Set<Lease> = []
    if !leases.isEmpty {
      let found = try ledger.patiently { () throws(RenderError) in
        try queue.record(leases.map { .extended($0, until: until) })
      }
      // Without an extension nothing may expire either.
      guard let found else { return }
      lost = found
    }
    window.remove(lost)
    // The picture of a cancelled unit is not wanted any more.
    for worker in workers {
      // One that waits in its pipe is only refused when it comes.
      guard let first = worker.assignments.first, lost.contains(first.unit.lease) else { continue }
      worker.sentenced = first.unit.lease
      worker.sentence = worker.sentence ?? .cancelled()
      worker.kill()
    }
    let late = try ledger.patiently { () throws(RenderError) in
      try queue.expire(now: .now, settings.retries)
    }
    for lease in late ?? [] {
      ledger.expired(lease, isRetried: try queue.unit(lease.unit)?.state != .dead)
    }
    let expired = Set(late ?? [])
    for worker in workers
    where worker.assignments.contains(where: { expired.contains($0.unit.lease) }) {
      crew.setAside(worker)
    }
  }
}
