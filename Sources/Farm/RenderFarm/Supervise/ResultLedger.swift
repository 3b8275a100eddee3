internal import Glibc
import RenderPool
import WallfarmPluginKit

/// What became of units, until the queue has it: written down many at once, then told.
///
/// Pictures are synced before they are reported, so what is lost with the process is only done again.
/// A queue that cannot be had for a moment is waited for.
final class ResultLedger {
  private let queue: any JobQueue
  private let settings: FarmSettings
  private let transport: any UnitTransport
  let tell: (FarmEvent) -> Void
  private let clock = SuspendingClock()
  /// What happened and is not recorded yet.
  private(set) var changes: [UnitChange] = []
  private var figuresOf: [Lease: (unit: LeasedUnit?, figures: WorkerFigures)] = [:]
  private var recorded: SuspendingClock.Instant
  /// What was done so far.
  var figures = FarmFigures()

  private static let longestUnrecorded = Duration.milliseconds(100)
  private static let longestPause = Duration.seconds(1)
  private static let betweenTold = Duration.seconds(30)
  /// Since when nothing new is begun: a queue that cannot be written is not waited for without end then.
  private var stoppedSince: SuspendingClock.Instant?

  init(
    queue: any JobQueue, settings: FarmSettings, transport: any UnitTransport,
    tell: @escaping (FarmEvent) -> Void
  ) {
    self.queue = queue
    self.settings = settings
    self.transport = transport
    self.tell = tell
    recorded = clock.now
  }

  private var unwritableSince: SuspendingClock.Instant?
  private var told: SuspendingClock.Instant?
  /// Time to the next attempt to write; longer each time that it fails.
  private var pause = ResultLedger.longestUnrecorded
  /// Whether the queue can be written as far as is known.
  var isWritable: Bool { unwritableSince == nil }

  /// Nothing new is begun any more.
  func stop() { stoppedSince = stoppedSince ?? clock.now }

  // MARK: - What happened

  func done(_ unit: LeasedUnit, receipt: String, _ figures: WorkerFigures) {
    figuresOf[unit.lease] = (unit, figures)
    changes.append(
      .done(unit.lease, receipt: receipt, milliseconds: Int(figures.milliseconds.rounded())))
  }

  /// An attempt failed; `failures` counts those before it.
  func failed(_ lease: Lease, _ error: RenderError, failures: Int) {
    changes.append(
      .failed(
        lease, error,
        retryAt: settings.retries.retry(after: error.code, failures: failures + 1, now: now)))
  }

  /// By the queue's clock where it can be had.
  private var now: Timestamp { (try? queue.now()) ?? .now }

  /// Nothing of it was begun, or it is no fault of its own that it was not finished.
  func givenBack(_ lease: Lease) { changes.append(.givenBack(lease)) }

  /// Records that a worker has begun a unit; counts the segments of a film once.
  func begun(_ lease: Lease) {
    guard begun.insert(lease).inserted else { return }
    changes.append(.begun(lease))
  }

  /// Forgets a lease that the queue has revoked.
  func lost(_ lease: Lease) { begun.remove(lease) }

  private var begun: Set<Lease> = []

  /// A lease ran out, which the queue has recorded itself.
  func expired(_ expired: ExpiredLease) {
    guard expired.wasBegun else { return }
    figures.failedAttempts += 1
    if !expired.isRetried { figures.dead += 1 }
    tell(.failed(unit: expired.lease.unit, .leaseExpired(), isRetried: expired.isRetried))
  }

  func workerReplaced(_ reason: RenderError) {
    figures.replacedWorkers[reason.code, default: 0] += 1
    tell(.workerReplaced(reason))
  }

  // MARK: - The queue

  /// Writes down what happened, many things at once.
  ///
  /// - Parameters:
  ///   - isForced: whether it cannot wait for more: nobody is working, or this is the end.
  ///   - isEnd: whether there is no time to wait for the queue either.
  /// - Throws: `queue-damaged`, and `queue-failed` where the queue cannot be written and there is no time.
  func record(now isForced: Bool, isEnd: Bool = false) throws(RenderError) {
    guard !changes.isEmpty else { return }
    let isWanted = isWritable && (isForced || changes.count >= 64)
    guard isEnd || isWanted || clock.now - recorded > pause else { return }
    let lost: Set<Lease>
    leaveOutBeginnings()
    syncFolders()
    do throws(RenderError) {
      lost = try queue.record(changes)
    } catch {
      if isEnd { throw error }
      return try waitForQueue(error)
    }
    wasWritten()
    let written = changes
    changes = []
    for change in written { tellOf(change, isLost: lost.contains(change.lease)) }
  }

  /// Drops ongoing changes of units that have ended since the last write.
  private func leaveOutBeginnings() {
    var ended: Set<Lease> = []
    for change in changes where !change.isOngoing { ended.insert(change.lease) }
    guard !ended.isEmpty else { return }
    begun.subtract(ended)
    changes.removeAll { $0.isOngoing && ended.contains($0.lease) }
  }

  /// Makes the names of finished pictures last; where that fails, their units did.
  private func syncFolders() {
    let lost = transport.secure(figuresOf.values.compactMap(\.unit?.spec.output))
    guard !lost.isEmpty else { return }
    for (index, change) in changes.enumerated() {
      guard case .done(let lease, _, _) = change, let unit = figuresOf[lease]?.unit,
        let reason = lost[unit.spec.output]
      else { continue }
      let error = RenderError.nameNotSafe(unit.spec.output, reason)
      changes[index] = .failed(
        lease, error,
        retryAt: settings.retries.retry(
          after: error.code, failures: unit.failures + 1, now: now))
      figuresOf[lease]?.unit = nil
    }
  }

  /// Asks the queue for something; nil where it cannot be had just now.
  ///
  /// - Parameters:
  ///   - body: asks.
  ///   - isWrite: whether what came of it was written: a queue can often be read all the same.
  /// - Returns: what came of it.
  /// - Throws: as ``record(now:isEnd:)``.
  func patiently<Value>(
    _ body: () throws(RenderError) -> Value, isWrite: (Value) -> Bool = { _ in false }
  ) throws(RenderError) -> Value? {
    do throws(RenderError) {
      let value = try body()
      if changes.isEmpty, isWrite(value) { wasWritten() }
      return value
    } catch {
      try waitForQueue(error)
      return nil
    }
  }

  /// A disk that is full may have room again, and a lock may end; until then everything is kept, and
  /// nothing is begun.
  private func waitForQueue(_ error: RenderError) throws(RenderError) {
    recorded = clock.now
    if error.code == .queueDamaged || queue.isOutdated { throw error }
    guard let since = unwritableSince else {
      unwritableSince = clock.now
      // On a disk that is nearly full some of it can be written, again and again.
      if told.map({ clock.now - $0 > ResultLedger.betweenTold }) ?? true {
        told = clock.now
        tell(.queueUnwritable(error))
      }
      return
    }
    pause = min(pause * 2, ResultLedger.longestPause)
    guard let stoppedSince else { return }
    if clock.now - max(since, stoppedSince) > settings.queuePatience { throw error }
  }

  private func wasWritten() {
    recorded = clock.now
    unwritableSince = nil
    pause = ResultLedger.longestUnrecorded
  }

  private func tellOf(_ change: UnitChange, isLost: Bool) {
    if change.isOngoing { return }
    let known = figuresOf.removeValue(forKey: change.lease)
    guard !isLost else {
      if case .givenBack = change { return }
      figures.lateResults += 1
      return tell(.lateResult(unit: change.lease.unit))
    }
    if let known { figures.add(known.figures) }
    switch change {
    case .done(_, let receipt, _):
      figures.done += 1
      guard let known, let spec = known.unit?.spec else { return }
      tell(.done(spec, milliseconds: known.figures.milliseconds, receipt: receipt))
    case .failed(let lease, let error, let retryAt):
      figures.failedAttempts += 1
      if retryAt == nil { figures.dead += 1 }
      tell(.failed(unit: lease.unit, error, isRetried: retryAt != nil))
    case .givenBack, .begun, .extended: break
    }
  }
}

extension UnitChange {
  /// Whether its unit is still being worked on.
  fileprivate var isOngoing: Bool {
    switch self {
    case .begun, .extended: true
    case .done, .failed, .givenBack: false
    }
  }
}

extension Timestamp {
  /// What the computer's clock says.
  static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
  }
}
