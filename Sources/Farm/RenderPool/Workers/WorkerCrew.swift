internal import CFence
internal import Glibc
import Graphics
internal import Processes
import WallfarmPluginKit

/// Starts, supervises, replaces and stops the worker processes of a pool.
final class WorkerCrew {
  private let settings: PoolSettings
  private let tell: (PoolEvent) -> Void
  private let clock = SuspendingClock()
  /// At most one worker per slot, started on demand or as a standby worker.
  private(set) var workers: [WorkerProcess] = []
  /// Workers that were killed because they did not respond; a blocked disk may keep them alive.
  private var silent: [WorkerProcess] = []
  /// The brokers of workers that have exited.
  private var orderBrokers: [OrderBroker] = []
  /// The number of workers that exited or were killed while the pool was running.
  private(set) var restarts = 0
  private var memory: [Int: Int] = [:]
  private var failedStarts = 0
  /// The earliest time to start another worker (back-off).
  private var startsAgain: SuspendingClock.Instant
  /// The last time at which the pool began to read messages.
  private var listened: SuspendingClock.Instant
  private var looked: SuspendingClock.Instant
  private var hasBeenReady = false

  /// Maximum number of consecutive failed starts before an error is reported.
  ///
  /// An out-of-memory killer may kill several workers in a row, so a few failed starts do not prove
  /// that the installation is broken.
  private static let mostFailedStarts = 8
  /// Timeout for a worker to become ready.
  private static let longestStart = Duration.seconds(60)

  /// The outcomes of the orders that were assigned to a worker when it exited or stopped
  /// responding.
  struct Ending {
    let slot: Int
    /// The order that failed because the worker exited or that caused the exit, and its error.
    var failed: (OrderID, RenderError)?
    /// The order that was running when the worker stopped responding, and its error.
    var lost: (OrderID, RenderError)?
    /// The orders that had not started.
    var untouched: [WorkerProcess.Assignment] = []
  }

  init(_ settings: PoolSettings, tell: @escaping (PoolEvent) -> Void) {
    self.settings = settings
    self.tell = tell
    (startsAgain, listened, looked) = (clock.now, clock.now, clock.now)
  }

  /// All workers that may still send messages.
  var all: [WorkerProcess] { workers + silent }

  /// Whether the crew currently needs no supervision.
  var isQuiet: Bool {
    silent.isEmpty && workers.allSatisfy { $0.isReady && $0.assignments.isEmpty && !$0.hasEnded }
      && clock.now >= startsAgain
  }

  /// Records that the pool is about to read all messages sent before `now`.
  func listens(now: SuspendingClock.Instant) { listened = now }

  /// Records that a worker has started successfully.
  func isReady(_ worker: WorkerProcess, _ fence: WorkerFence.Report) {
    worker.isReady = true
    failedStarts = 0
    if !hasBeenReady { tell(.ready(fence)) }
    hasBeenReady = true
  }

  /// Whether a worker may receive an order.
  func canTake(_ worker: WorkerProcess) -> Bool {
    worker.isReady && !worker.isLeaving && worker.verdict == nil && !worker.hasEnded
      && listened - worker.lastMessage < settings.silence / 2
  }

  func state(of worker: WorkerProcess) -> PoolState.Worker {
    PoolState.Worker(
      slot: worker.slot, process: worker.pid, order: worker.assignments.first?.id,
      isReady: worker.isReady, affinity: worker.affinity, memory: memory[worker.slot] ?? 0)
  }

  // MARK: - Starting

  /// Starts missing workers.
  ///
  /// - Parameter waiting: Number of queued orders.
  func start(for waiting: Int) {
    guard clock.now >= startsAgain, waiting > 0 || workers.count < settings.standby else { return }
    // Workers that do not respond count toward the maximum, because they are probably blocked by a
    // disk and a replacement would block too.
    let most = settings.workers - silent.count
    let busy = workers.count { !$0.assignments.isEmpty || $0.isReady }
    let needed = min(most, max(settings.standby, waiting + busy))
    for slot in 0..<settings.workers
    where workers.count < needed && !workers.contains(where: { $0.slot == slot }) {
      do throws(RenderError) {
        workers.append(try WorkerProcess(slot: slot, command: settings.command, now: clock.now))
      } catch {
        // The machine may be able to start a process later, so try again in 1 s. The other workers
        // continue.
        failedStarts += 1
        startsAgain = clock.now + .seconds(1)
        if workers.isEmpty, failedStarts >= WorkerCrew.mostFailedStarts || error.isPermanent {
          tell(.cannotStart(error))
        }
        return
      }
    }
  }

  private func failedToStart(_ worker: WorkerProcess, _ how: String) {
    failedStarts += 1
    startsAgain = clock.now + min(.milliseconds(20) * failedStarts, .seconds(10))
    if let verdict = worker.verdict, verdict.code != .workerTimeout {
      tell(.cannotStart(verdict))
    } else if failedStarts >= WorkerCrew.mostFailedStarts {
      tell(.cannotStart(.workersDoNotStart(how, said: worker.lastOutput)))
    }
  }

  // MARK: - Supervision

  /// Kills workers that exceed a limit, and removes workers that have exited.
  ///
  /// - Parameter report: Receives the orders of each worker that has exited or stopped responding.
  func lookAfter(_ report: (Ending) -> Void) {
    for worker in all where worker.hasEnded {
      // A worker that has closed its output can no longer report results, so kill it.
      guard let end = worker.howItEnded else {
        worker.kill()
        continue
      }
      report(bury(worker, end))
    }
    let now = clock.now
    // Limit the frequency of the checks, because each check reads at least one file per busy
    // worker.
    guard now - looked > .milliseconds(20) else { return }
    looked = now
    for worker in workers where worker.verdict == nil {
      judge(worker, now)
      if worker.verdict != nil { worker.kill() }
    }
    for worker in workers where listened - worker.lastMessage > settings.silence && worker.isReady {
      report(setAside(worker))
    }
  }

  private func judge(_ worker: WorkerProcess, _ now: SuspendingClock.Instant) {
    let first = worker.assignments.first
    if worker.hasGarbled {
      (worker.verdict, worker.blamed) = (.messageDamaged(), first?.id)
    } else if let first, now - worker.begun > first.timeout {
      (worker.verdict, worker.blamed) = (.workerTimeout(first.timeout), first.id)
    } else if !worker.isReady, now - worker.begun > WorkerCrew.longestStart {
      worker.verdict = .workerTimeout(WorkerCrew.longestStart)
    } else if first != nil, let bytes = FamilyMemory.bytes(of: worker.pid) {
      let programs = bytesOfPrograms(of: worker, now)
      memory[worker.slot] = bytes + (programs ?? 0)
      let (own, theirs) = (settings.workerMegabytes << 20, settings.programMegabytes << 20)
      guard bytes > own || programs.map({ bytes + $0 > own + theirs }) ?? true else { return }
      (worker.verdict, worker.blamed) = (.workerMemory(settings.workerMegabytes), first?.id)
    }
  }

  /// Memory use of a worker's plugin programs in bytes, or `nil` if there are too many programs.
  private func bytesOfPrograms(of worker: WorkerProcess, _ now: SuspendingClock.Instant) -> Int? {
    // Measuring reads two files for each program, so limit its frequency.
    if now - (worker.counted ?? now - .seconds(1)) >= .milliseconds(200) {
      worker.counted = now
      worker.bytesOfPrograms = FamilyMemory.bytesBelow(worker.pid)
    }
    return worker.bytesOfPrograms
  }

  /// Withdraws an order from its worker.
  ///
  /// - Parameters:
  ///   - id: The order.
  ///   - isEnded: Whether to kill the worker if it is running the order.
  func forget(_ id: OrderID, isEnded: Bool) {
    guard let worker = workers.first(where: { $0.assignments.contains { $0.id == id } }) else {
      return
    }
    worker.orderBroker.withdraw(id)
    guard isEnded, worker.assignments.first?.id == id, worker.verdict == nil else { return }
    worker.verdict = .notWanted()
    worker.blamed = id
    worker.kill()
  }

  // MARK: - Ending

  private func bury(_ worker: WorkerProcess, _ end: ProcessEnd) -> Ending {
    workers.removeAll { $0 === worker }
    silent.removeAll { $0 === worker }
    memory[worker.slot] = nil
    orderBrokers.removeAll { $0.hasEnded }
    orderBrokers.append(worker.orderBroker)
    // The worker's exit does not make the first order fail if that order was not written to the
    // worker completely, or if the worker announced its exit before it started the order.
    let isUntaken =
      (worker.hasUnwrittenOrders && worker.assignments.count == 1)
      || (worker.isLeaving && worker.begunLast != worker.assignments.first?.id)
    var assignments = worker.takeAssignments()
    var ending = Ending(slot: worker.slot)
    let reason =
      worker.verdict ?? refusal(worker, end) ?? worker.lastWords
      ?? (end.signal == SIGKILL
        ? .workerKilled() : .workerCrashed(end.words, said: worker.lastOutput))
    if !worker.isReady { failedToStart(worker, end.words) }
    // If the worker was killed because of an order that had just finished, the next order has
    // barely started and does not fail.
    if let first = assignments.first, !isUntaken,
      worker.blamed.map({ $0 == first.id }) ?? true
    {
      ending.failed = (first.id, reason)
      assignments.removeFirst()
    }
    ending.untouched = assignments
    restarts += 1
    if worker.isLeaving {
      tell(.workerReplaced(MemoryWatch.refused))
    } else if reason.code != .orderWithdrawn {
      tell(.workerReplaced(reason))
    }
    return ending
  }

  /// The error for a system call that the fence rejected, or `nil` if the worker exited for another
  /// reason.
  ///
  /// If signals were blocked during the call, the kernel kills the worker and the call is unknown.
  /// Signals are blocked while the worker starts another process.
  private func refusal(_ worker: WorkerProcess, _ end: ProcessEnd) -> RenderError? {
    let isRefused = end.status == Int32(WALLFARM_FENCE_STATUS)
    if isRefused { worker.orderBroker.waitForLastWord(atMost: .seconds(10)) }
    if let call = worker.orderBroker.refusedCall { return .workerRefused(SystemCall.name(call)) }
    return isRefused || end.signal == SIGSYS ? .workerRefused(nil) : nil
  }

  /// Kills a worker that does not respond, without waiting for its exit.
  ///
  /// A worker that is blocked by a disk exits only when the disk responds.
  private func setAside(_ worker: WorkerProcess) -> Ending {
    let reason = RenderError.workerSilent(settings.silence)
    workers.removeAll { $0 === worker }
    silent.append(worker)
    worker.verdict = reason
    worker.kill()
    var ending = Ending(slot: worker.slot)
    let assignments = worker.takeAssignments()
    if let first = assignments.first { ending.lost = (first.id, reason) }
    ending.untouched = Array(assignments.dropFirst())
    return ending
  }

  /// Stops all workers.
  ///
  /// - Parameter isAtOnce: Whether to kill the workers immediately. Otherwise, they exit on their
  ///   own, and any worker that is still running after 2 s is killed.
  /// - Returns: The orders that were assigned to the workers.
  func end(isAtOnce: Bool) -> [WorkerProcess.Assignment] {
    for worker in workers { if isAtOnce { worker.kill() } else { worker.end() } }
    // A worker blocked by a disk cannot exit now, so limit the wait; Linux kills that worker when
    // this process exits.
    let (patience, deadline) = (clock.now + .seconds(2), clock.now + .seconds(5))
    var left: [WorkerProcess.Assignment] = []
    for worker in all {
      while worker.howItEnded == nil && clock.now < deadline {
        if isAtOnce || clock.now > patience { worker.kill() }
        usleep(1000)
      }
      left += worker.takeAssignments()
    }
    // Wait until the brokers have removed the temporary files next to the pictures.
    for orderBroker in orderBrokers + all.map(\.orderBroker) {
      orderBroker.waitForEnd(Int32(max(0, (deadline - clock.now) / .milliseconds(1))))
    }
    (workers, silent, orderBrokers) = ([], [], [])
    return left
  }
}
