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
  private let tell: (FarmEvent) -> Void
  private let clock = SuspendingClock()
  private let start: SuspendingClock.Instant
  private var workers: [WorkerProcess] = []
  /// Workers whose lease ran out in silence; another one is in their place.
  private var silent: [WorkerProcess] = []
  private var window = UnitWindow()
  /// What happened and is not recorded yet.
  private var changes: [UnitChange] = []
  private var figuresOf: [Lease: (spec: UnitSpec?, figures: WorkerFigures)] = [:]
  private var recorded: SuspendingClock.Instant
  private var unwritableSince: SuspendingClock.Instant?
  private var extended: SuspendingClock.Instant
  private var looked: SuspendingClock.Instant
  /// When the workers were listened to last.
  private var listened: SuspendingClock.Instant
  private var failedStarts = 0
  /// When the next worker may be started.
  private var startsAgain: SuspendingClock.Instant
  private var isPaused = false
  private var stop = Stop.no

  private enum Stop: Int { case no, drain, abort }

  /// What it has done so far.
  public private(set) var figures = FarmFigures()

  /// Pictures are synced before they are reported, so what is not recorded yet is only done again.
  private static let longestUnrecorded = Duration.milliseconds(100)
  /// How long to wait for a queue that cannot be written.
  private static let longestUnwritable = Duration.seconds(20)
  /// Workers that may die one after another before any of them is ready: a killer that roams the
  /// machine may hit several, a broken installation ends all of them.
  private static let mostFailedStarts = 8

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
    self.tell = tell
    start = clock.now
    (recorded, extended, looked, listened, startsAgain) = (start, start, start, start, start)
  }

  /// What workers are doing now: the first unit of each.
  public var current: [String] { workers.compactMap { $0.assignments.first?.unit.spec.id } }

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
        if stop == .abort { return try abort() }
        try fillWindow()
        try startWorkers()
        giveOut()
        wait()
        hear()
        try lookAfterWorkers()
        try record()
        try extendLeases()
        if clock.now - ticked > .milliseconds(100) {
          ticked = clock.now
          figures.elapsed = ticked - start
          try tick()
        }
        if try isFinished() { break }
      }
    } catch {
      giveUpWorkers()
      changes += givenBack()
      try? record(isForced: true)
      throw error
    }
    figures.elapsed = clock.now - start
    endWorkers()
    return stop == .no ? .finished : .drained
  }

  private func setStop(_ requests: Int) {
    guard requests > stop.rawValue else { return }
    if stop == .no { tell(.draining) }
    stop = Stop(rawValue: min(requests, 2)) ?? .abort
  }

  private var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
  }

  // MARK: - Units

  /// Leases more units than workers can take, so that there is a choice.
  private func fillWindow() throws(RenderError) {
    guard stop == .no, changes.isEmpty || unwritableSince == nil,
      clock.now - looked > .milliseconds(20)
    else { return }
    looked = clock.now
    guard let paused = try patiently({ () throws(RenderError) in try queue.isPaused() }) else {
      return
    }
    if paused != isPaused {
      isPaused = paused
      tell(.paused(paused))
    }
    let wanted = max(256, settings.workers * 64)
    guard !paused, window.count < wanted * 3 / 4 else { return }
    let more = try patiently { () throws(RenderError) in
      try queue.lease(wanted - window.count, until: now.adding(settings.lease), now: now)
    }
    window.add(more ?? [])
  }

  private var isAnyBusy: Bool { workers.contains { !$0.assignments.isEmpty } }

  /// Gives every worker a unit, and where there are enough of them one more to go on with.
  private func giveOut() {
    guard stop == .no, unwritableSince == nil, !isPaused else { return }
    for depth in 0...1 {
      for worker in workers
      where worker.assignments.count == depth && canTakeMore(worker) {
        guard depth == 0 || window.count >= workers.count else { return }
        let others = workers.filter { $0.slot != worker.slot }.map(\.affinity)
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
    guard !isAnyBusy, changes.isEmpty else { return false }
    if stop == .drain {
      try giveBackWindow()
      return true
    }
    guard window.isEmpty else { return false }
    return try queue.counts().open == 0
  }

  private func giveBackWindow() throws(RenderError) {
    let units = window.removeAll()
    if !units.isEmpty { _ = try queue.record(units.map { .givenBack($0.lease) }) }
  }

  // MARK: - News

  private func wait() {
    let all = workers + silent
    var descriptors = all.flatMap(\.descriptors)
    let isWaiting = !isAnyBusy && changes.isEmpty
    poll(&descriptors, nfds_t(descriptors.count), isWaiting ? 50 : changes.isEmpty ? 50 : 5)
  }

  private func hear() {
    listened = clock.now
    for worker in workers + silent {
      worker.flush()
      for message in worker.listen(now: clock.now) { hear(message, from: worker) }
    }
  }

  private func hear(_ message: WorkerMessage, from worker: WorkerProcess) {
    switch message {
    case .ready:
      worker.isReady = true
      failedStarts = 0
    case .alive: break
    case .unable(let error): worker.sentence = error
    case .done(let lease, let receipt, let figures):
      let spec = worker.assignments.first { $0.unit.lease == lease }?.unit.spec
      worker.finished(lease, now: clock.now)
      figuresOf[lease] = (spec, figures)
      changes.append(
        .done(lease, receipt: receipt, milliseconds: Int(figures.milliseconds.rounded())))
    case .failed(let lease, let error, let figures):
      let failures = worker.assignments.first { $0.unit.lease == lease }?.unit.failures ?? 0
      worker.finished(lease, now: clock.now)
      figuresOf[lease] = (nil, figures)
      fail(lease, error, failures: failures)
    }
  }

  private func fail(_ lease: Lease, _ error: RenderError, failures: Int) {
    changes.append(
      .failed(
        lease, error,
        retryAt: settings.retries.retry(after: error.code, failures: failures + 1, now: now)))
  }

  // MARK: - Recording

  /// Writes down what happened, many things at once.
  private func record(isForced: Bool = false) throws(RenderError) {
    guard !changes.isEmpty else { return }
    let isDue =
      isForced || clock.now - recorded > Supervisor.longestUnrecorded || changes.count >= 64
      || !isAnyBusy
    guard isDue else { return }
    let lost: Set<Lease>
    UnitFiles.syncFolders(of: figuresOf.values.compactMap(\.spec?.output), in: settings.out)
    do throws(RenderError) {
      lost = try queue.record(changes)
    } catch {
      if isForced { throw error }
      return try waitForQueue(error)
    }
    recorded = clock.now
    unwritableSince = nil
    let written = changes
    changes = []
    for change in written { tellOf(change, isLost: lost.contains(change.lease)) }
  }

  /// Asks the queue for something; nil where it cannot be had just now.
  private func patiently<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value? {
    do throws(RenderError) {
      let value = try body()
      if changes.isEmpty { unwritableSince = nil }
      return value
    } catch {
      try waitForQueue(error)
      return nil
    }
  }

  /// A disk that is full may have room again; until then everything is kept, and nothing is begun.
  private func waitForQueue(_ error: RenderError) throws(RenderError) {
    (recorded, looked) = (clock.now, clock.now + .milliseconds(200))
    guard let since = unwritableSince else {
      unwritableSince = clock.now
      return tell(.queueUnwritable(error))
    }
    if clock.now - since > Supervisor.longestUnwritable { throw error }
  }

  private func tellOf(_ change: UnitChange, isLost: Bool) {
    let known = figuresOf.removeValue(forKey: change.lease)
    guard !isLost else {
      if case .givenBack = change { return }
      if case .extended = change { return }
      figures.lateResults += 1
      return tell(.lateResult(unit: change.lease.unit))
    }
    if let known { figures.add(known.figures) }
    switch change {
    case .done(_, let receipt, _):
      figures.done += 1
      guard let known, let spec = known.spec else { return }
      tell(.done(spec, milliseconds: known.figures.milliseconds, receipt: receipt))
    case .failed(let lease, let error, let retryAt):
      figures.failedAttempts += 1
      if retryAt == nil { figures.dead += 1 }
      tell(.failed(unit: lease.unit, error, isRetried: retryAt != nil))
    case .givenBack, .extended: break
    }
  }

  /// Keeps the leases of units that are being worked on, and finds those that were taken away.
  private func extendLeases() throws(RenderError) {
    guard clock.now - extended > min(settings.lease / 4, .seconds(1)) else { return }
    extended = clock.now
    let until = now.adding(settings.lease)
    // Silence ends where we stopped listening: a supervisor that was held up is not their fault.
    let heard = workers.filter { listened - $0.heard < settings.lease / 2 }
    // Of a silent worker only the unit it is at can be lost to it; the next was not begun.
    let leases =
      window.units.map(\.lease) + heard.compactMap(\.assignments.first?.unit.lease)
      + workers.flatMap { $0.assignments.dropFirst().map(\.unit.lease) }
    var lost: Set<Lease> = []
    if !leases.isEmpty {
      let found = try patiently { () throws(RenderError) in
        try queue.record(leases.map { .extended($0, until: until) })
      }
      // Without an extension nothing may expire either.
      guard let found else { return }
      lost = found
    }
    window.remove(lost)
    // Whoever cancelled a unit does not want its picture.
    for worker in workers {
      // One that waits in its pipe is only refused when it comes.
      guard let first = worker.assignments.first, lost.contains(first.unit.lease) else { continue }
      worker.sentenced = first.unit.lease
      worker.sentence = worker.sentence ?? .cancelled()
      worker.kill()
    }
    let late = try patiently { () throws(RenderError) in
      try queue.expire(now: now, settings.retries)
    }
    for lease in late ?? [] {
      let isRetried = try queue.unit(lease.unit)?.state != .dead
      figures.failedAttempts += 1
      if !isRetried { figures.dead += 1 }
      tell(.failed(unit: lease.unit, .leaseExpired(), isRetried: isRetried))
    }
    let expired = Set(late ?? [])
    for worker in workers
    where worker.assignments.contains(where: { expired.contains($0.unit.lease) }) {
      setAside(worker)
    }
  }

  /// A silent worker may only be stopped: it is not killed before its time, but no longer waited for.
  private func setAside(_ worker: WorkerProcess) {
    tell(.workerReplaced(.leaseExpired()))
    figures.replacedWorkers[.leaseExpired, default: 0] += 1
    workers.removeAll { $0 === worker }
    silent.append(worker)
    for other in worker.assignments.dropFirst() { changes.append(.givenBack(other.unit.lease)) }
  }

  // MARK: - Workers

  private func startWorkers() throws(RenderError) {
    guard stop == .no, clock.now >= startsAgain else { return }
    let needed = min(settings.workers, window.count + workers.filter(isUseful).count)
    for slot in 0..<settings.workers
    where workers.count < needed && !workers.contains(where: { $0.slot == slot }) {
      do throws(RenderError) {
        workers.append(
          try WorkerProcess(slot: slot, command: settings.command, now: clock.now))
      } catch {
        // A machine that has no process to spare may have one later; the others go on.
        if workers.isEmpty { throw error }
        startsAgain = clock.now + .seconds(1)
        return
      }
    }
  }

  private func isUseful(_ worker: WorkerProcess) -> Bool {
    !worker.assignments.isEmpty || worker.isReady
  }

  private func lookAfterWorkers() throws(RenderError) {
    for worker in workers + silent {
      if worker.hasEnded, let how = worker.howItEnded() {
        try bury(worker, how)
        continue
      }
      // One that closed its output and goes on has no use.
      if worker.hasEnded { worker.kill() }
      guard worker.sentence == nil else { continue }
      if let first = worker.assignments.first, clock.now - worker.begun > first.timeout {
        worker.sentence = .workerTimeout(first.timeout)
        worker.sentenced = first.unit.lease
      } else if !worker.isReady, clock.now - worker.begun > .seconds(60) {
        worker.sentence = .workerTimeout(.seconds(60))
      } else if let bytes = worker.residentBytes, bytes > settings.workerMegabytes << 20 {
        worker.sentence = .workerMemory(settings.workerMegabytes)
        worker.sentenced = worker.assignments.first?.unit.lease
      }
      if worker.sentence != nil { worker.kill() }
    }
    // Those that were continued have said what they had to say; they are not needed any more.
    for worker in silent where worker.assignments.isEmpty { worker.end() }
  }

  /// Records the end of a worker: its first unit failed, the others were not begun.
  private func bury(_ worker: WorkerProcess, _ how: String) throws(RenderError) {
    let isSilent = silent.contains { $0 === worker }
    workers.removeAll { $0 === worker }
    silent.removeAll { $0 === worker }
    let reason = worker.sentence ?? .workerCrashed(how, said: worker.saidLast)
    if !worker.isReady {
      failedStarts += 1
      startsAgain = clock.now + .milliseconds(20) * failedStarts
      if let sentence = worker.sentence, sentence.code != .workerTimeout { throw sentence }
      if failedStarts >= Supervisor.mostFailedStarts {
        throw .workersDoNotStart(how, said: worker.saidLast)
      }
    }
    let isUntaken = worker.hasUnwrittenOrders && worker.assignments.count == 1
    let assignments = worker.takeAssignments()
    if let first = assignments.first {
      UnitFiles.removeTemporary(of: first.unit, in: settings.out)
      let isSentenced = worker.sentenced.map { $0 == first.unit.lease } ?? true
      if !isSentenced || reason.code == .cancelled || isUntaken {
        // It was ended for a unit that was finished in the same moment; this one was hardly begun.
        changes.append(.givenBack(first.unit.lease))
      } else if !isSilent {
        // The lease of a silent one has ended, which was its failure.
        fail(first.unit.lease, reason, failures: first.unit.failures)
      }
    }
    for other in assignments.dropFirst() { changes.append(.givenBack(other.unit.lease)) }
    guard !isSilent else { return }
    figures.replacedWorkers[reason.code, default: 0] += 1
    tell(.workerReplaced(reason))
  }

  /// Ends everything at once; what was begun is not counted against its units.
  private func abort() throws(RenderError) -> FarmEnd {
    hear()
    giveUpWorkers()
    changes += givenBack()
    try record(isForced: true)
    figures.elapsed = clock.now - start
    return .aborted
  }

  private func giveUpWorkers() {
    for worker in workers + silent { worker.kill() }
    let deadline = clock.now + .seconds(5)
    for worker in workers + silent {
      // One that waits for a disk that does not answer cannot die now; Linux ends it with us.
      while worker.howItEnded() == nil && clock.now < deadline { usleep(1000) }
      for assignment in worker.takeAssignments() {
        UnitFiles.removeTemporary(of: assignment.unit, in: settings.out)
        changes.append(.givenBack(assignment.unit.lease))
      }
    }
    (workers, silent) = ([], [])
  }

  private func givenBack() -> [UnitChange] {
    window.removeAll().map { .givenBack($0.lease) }
  }

  private func endWorkers() {
    for worker in workers { worker.end() }
    // What a silent one still holds was done by another.
    for worker in silent { worker.kill() }
    let deadline = clock.now + .seconds(2)
    for worker in workers + silent {
      while worker.howItEnded() == nil && clock.now < deadline + .seconds(3) {
        if clock.now > deadline { worker.kill() }
        usleep(1000)
      }
      for assignment in worker.takeAssignments() {
        UnitFiles.removeTemporary(of: assignment.unit, in: settings.out)
      }
    }
    (workers, silent) = ([], [])
  }
}
