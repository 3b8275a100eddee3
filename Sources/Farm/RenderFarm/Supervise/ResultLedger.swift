internal import Glibc
import RenderPool
import WallfarmPluginKit

/// Buffers the results of units, and reports them after writing them to the queue in batches.
///
/// Pictures are synced before they are reported, so that a crash has no effect other than repeated
/// work. If the queue is unavailable, the ledger keeps the results and retries the write.
final class ResultLedger {
  private let queue: any JobQueue
  private let settings: FarmSettings
  private let transport: any UnitTransport
  let tell: (FarmEvent) -> Void
  private let clock = SuspendingClock()
  /// Changes that have not been recorded yet.
  private(set) var changes: [UnitChange] = []
  private var figuresOf: [Lease: (unit: LeasedUnit?, figures: WorkerFigures)] = [:]
  private var recorded: SuspendingClock.Instant
  /// The statistics so far.
  var figures = FarmFigures()

  private static let longestUnrecorded = Duration.milliseconds(100)
  private static let longestPause = Duration.seconds(1)
  private static let betweenReports = Duration.seconds(30)
  /// The time of the stop request; from then on, the wait for a queue that is not writable is
  /// limited.
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
  private var reported: SuspendingClock.Instant?
  /// Delay before the next write (exponential backoff).
  private var pause = ResultLedger.longestUnrecorded
  /// Whether the last write to the queue succeeded.
  var isWritable: Bool { unwritableSince == nil }

  /// Records that the supervisor is stopping and starts no further units.
  func stop() { stoppedSince = stoppedSince ?? clock.now }

  // MARK: - Changes

  func done(_ unit: LeasedUnit, receipt: String, _ figures: WorkerFigures) {
    figuresOf[unit.lease] = (unit, figures)
    changes.append(
      .done(unit.lease, receipt: receipt, milliseconds: Int(figures.milliseconds.rounded())))
  }

  /// Records a failed attempt; `failures` is the number of previous failures.
  func failed(_ lease: Lease, _ error: RenderError, failures: Int) {
    changes.append(
      .failed(
        lease, error,
        retryAt: settings.retries.retry(after: error.code, failures: failures + 1, now: now)))
  }

  /// The time on the queue's clock, or the local time if the queue is unavailable.
  private var now: Timestamp { (try? queue.now()) ?? .now }

  /// Returns a unit to the queue; the unit does not lose an attempt.
  func givenBack(_ lease: Lease) { changes.append(.givenBack(lease)) }

  /// Records that a worker has started a unit; if the unit has several orders, only the first
  /// counts.
  func begun(_ lease: Lease) {
    guard begun.insert(lease).inserted else { return }
    changes.append(.begun(lease))
  }

  /// Forgets a lease that the queue has revoked.
  func lost(_ lease: Lease) { begun.remove(lease) }

  private var begun: Set<Lease> = []

  /// Reports an expired lease that the queue has already recorded.
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

  /// Writes buffered changes to the queue in one transaction.
  ///
  /// - Parameters:
  ///   - isForced: Whether to write without waiting for more changes, for example because the
  ///     supervisor is idle or is ending.
  ///   - isEnd: Whether to throw an error instead of waiting for an unavailable queue.
  /// - Throws: `queue-damaged`; `queue-failed` if the queue is not writable and the ledger must not
  ///   wait any longer.
  func record(now isForced: Bool, isEnd: Bool = false) throws(RenderError) {
    guard !changes.isEmpty else { return }
    let isWanted = isWritable && (isForced || changes.count >= 64)
    guard isEnd || isWanted || clock.now - recorded > pause else { return }
    let lost: Set<Lease>
    dropObsoleteChanges()
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

  /// Drops start and extension changes of units that have ended since the last write.
  private func dropObsoleteChanges() {
    var ended: Set<Lease> = []
    for change in changes where !change.isOngoing { ended.insert(change.lease) }
    guard !ended.isEmpty else { return }
    begun.subtract(ended)
    changes.removeAll { $0.isOngoing && ended.contains($0.lease) }
  }

  /// Syncs the folders of finished pictures; if syncing a folder fails, the units with pictures in
  /// that folder fail.
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

  /// Accesses the queue; returns `nil` if it is currently unavailable.
  ///
  /// - Parameters:
  ///   - body: Accesses the queue.
  ///   - isWrite: Returns whether the access wrote to the queue; a queue that is not writable may
  ///     still be readable.
  /// - Returns: The result of `body`.
  /// - Throws: The errors that ``record(now:isEnd:)`` throws.
  func retrying<Value>(
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

  /// Handles an unavailable queue: keeps all changes and retries, because the cause, such as a full
  /// disk or a lock, may be temporary.
  private func waitForQueue(_ error: RenderError) throws(RenderError) {
    recorded = clock.now
    if error.code == .queueDamaged || queue.isOutdated { throw error }
    guard let since = unwritableSince else {
      unwritableSince = clock.now
      // Some writes succeed even on an almost full disk, so the error may recur often. Limit how
      // often it is reported.
      if reported.map({ clock.now - $0 > ResultLedger.betweenReports }) ?? true {
        reported = clock.now
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
  /// Whether the unit is still in progress after this change.
  fileprivate var isOngoing: Bool {
    switch self {
    case .begun, .extended: true
    case .done, .failed, .givenBack: false
    }
  }
}

extension Timestamp {
  /// The current time of the system clock.
  static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
  }
}
