internal import Glibc
import WallfarmPluginKit

/// The worker processes of a farm: started, watched, replaced, and ended.
final class WorkerCrew {
  private let settings: FarmSettings
  private let ledger: ResultLedger
  private let clock = SuspendingClock()
  /// One for each slot, as far as they are needed.
  private(set) var workers: [WorkerProcess] = []
  /// Workers whose lease ran out in silence; another one is in their place.
  private(set) var silent: [WorkerProcess] = []
  private var failedStarts = 0
  /// When the next worker may be started.
  private var startsAgain: SuspendingClock.Instant

  /// Workers that may die one after another before any of them is ready: a killer that roams the
  /// machine may hit several, a broken installation ends all of them.
  private static let mostFailedStarts = 8

  init(settings: FarmSettings, ledger: ResultLedger) {
    self.settings = settings
    self.ledger = ledger
    startsAgain = clock.now
  }

  /// Those that may still say something.
  var all: [WorkerProcess] { workers + silent }
  var isAnyBusy: Bool { workers.contains { !$0.assignments.isEmpty } }

  /// One has started as it should.
  func isReady(_ worker: WorkerProcess) {
    worker.isReady = true
    failedStarts = 0
  }

  /// Starts workers where they are missing.
  ///
  /// - Parameter waiting: units that wait for one.
  /// - Throws: `worker-crashed` where no process can be made.
  func start(for waiting: Int) throws(RenderError) {
    guard clock.now >= startsAgain else { return }
    let needed = min(settings.workers, waiting + workers.filter(isUseful).count)
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

  /// Ends those that take too long or grow too large, and buries those that have ended.
  ///
  /// - Throws: what keeps workers from starting.
  func lookAfter() throws(RenderError) {
    for worker in workers + silent {
      if worker.hasEnded, let how = worker.howItEnded() {
        try bury(worker, how)
        continue
      }
      // One that closed its output and goes on has no use.
      if worker.hasEnded { worker.kill() }
      guard worker.sentence == nil else { continue }
      if worker.hasGarbled {
        worker.sentence = .messageDamaged()
        worker.sentenced = worker.assignments.first?.unit.lease
      } else if let first = worker.assignments.first, clock.now - worker.begun > first.timeout {
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
    let reason = worker.sentence ?? worker.lastWords ?? .workerCrashed(how, said: worker.saidLast)
    if !worker.isReady {
      failedStarts += 1
      startsAgain = clock.now + .milliseconds(20) * failedStarts
      if let sentence = worker.sentence, sentence.code != .workerTimeout { throw sentence }
      if failedStarts >= WorkerCrew.mostFailedStarts {
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
        ledger.givenBack(first.unit.lease)
      } else if !isSilent {
        // The lease of a silent one has ended, which was its failure.
        ledger.failed(first.unit.lease, reason, failures: first.unit.failures)
      }
    }
    for other in assignments.dropFirst() { ledger.givenBack(other.unit.lease) }
    guard !isSilent else { return }
    ledger.workerReplaced(reason)
  }

  /// A silent worker may only be stopped: it is not killed before its time, but no longer waited for.
  func setAside(_ worker: WorkerProcess) {
    ledger.workerReplaced(.leaseExpired())
    workers.removeAll { $0 === worker }
    silent.append(worker)
    for other in worker.assignments.dropFirst() { ledger.givenBack(other.unit.lease) }
  }

  /// Ends all at once; what they were at is given back.
  func giveUp() {
    for worker in workers + silent { worker.kill() }
    let deadline = clock.now + .seconds(5)
    for worker in workers + silent {
      // One that waits for a disk that does not answer cannot die now; Linux ends it with us.
      while worker.howItEnded() == nil && clock.now < deadline { usleep(1000) }
      for assignment in worker.takeAssignments() {
        UnitFiles.removeTemporary(of: assignment.unit, in: settings.out)
        ledger.givenBack(assignment.unit.lease)
      }
    }
    (workers, silent) = ([], [])
  }

  /// Lets them end: nothing is left to do.
  func end() {
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
