internal import CFence
internal import Glibc
import Graphics
internal import Processes
import WallfarmPluginKit

/// The worker processes of a pool: started, watched, replaced, and ended.
final class WorkerCrew {
  private let settings: PoolSettings
  private let tell: (PoolEvent) -> Void
  private let clock = SuspendingClock()
  /// One for each slot, as far as they are needed.
  private(set) var workers: [WorkerProcess] = []
  /// Workers that were silent for too long and killed; a disk that does not answer may hold them.
  private var silent: [WorkerProcess] = []
  /// Those of workers that are gone.
  private var desks: [OrderDesk] = []
  /// How many workers have ended before their time.
  private(set) var restarts = 0
  private var memory: [Int: Int] = [:]
  private var failedStarts = 0
  /// When the next worker may be started.
  private var startsAgain: SuspendingClock.Instant
  /// When workers were listened to last.
  private var listened: SuspendingClock.Instant
  private var looked: SuspendingClock.Instant
  private var hasBeenReady = false

  /// Workers that may die one after another before any of them is ready: a killer that roams the
  /// machine may hit several, a broken installation ends all of them.
  private static let mostFailedStarts = 8
  /// How long a worker may take until it can be used.
  private static let longestStart = Duration.seconds(60)

  /// What became of the orders of a worker that has ended.
  struct Ending {
    let slot: Int
    /// The order it is to blame for, or that is to blame.
    var failed: (OrderID, RenderError)?
    /// The order of one that is silent.
    var lost: (OrderID, RenderError)?
    /// Those that were not begun.
    var untouched: [WorkerProcess.Assignment] = []
  }

  init(_ settings: PoolSettings, tell: @escaping (PoolEvent) -> Void) {
    self.settings = settings
    self.tell = tell
    (startsAgain, listened, looked) = (clock.now, clock.now, clock.now)
  }

  /// Those that may still say something.
  var all: [WorkerProcess] { workers + silent }

  /// Whether nothing is going on that has to be looked at again soon.
  var isQuiet: Bool {
    silent.isEmpty && workers.allSatisfy { $0.isReady && $0.assignments.isEmpty && !$0.hasEnded }
      && clock.now >= startsAgain
  }

  /// Everything they had to say until now is read next.
  func listens(now: SuspendingClock.Instant) { listened = now }

  /// One has started as it should.
  func isReady(_ worker: WorkerProcess, _ fence: WorkerFence.Report) {
    worker.isReady = true
    failedStarts = 0
    if !hasBeenReady { tell(.ready(fence)) }
    hasBeenReady = true
  }

  /// Whether a worker may be given an order.
  func canTake(_ worker: WorkerProcess) -> Bool {
    worker.isReady && !worker.isLeaving && worker.verdict == nil && !worker.hasEnded
      && listened - worker.heard < settings.silence / 2
  }

  func state(of worker: WorkerProcess) -> PoolState.Worker {
    PoolState.Worker(
      slot: worker.slot, process: worker.pid, order: worker.assignments.first?.id,
      isReady: worker.isReady, affinity: worker.affinity, memory: memory[worker.slot] ?? 0)
  }

  // MARK: - Starting

  /// Starts workers where they are missing.
  ///
  /// - Parameter waiting: orders that wait for one.
  func start(for waiting: Int) {
    guard clock.now >= startsAgain, waiting > 0 else { return }
    // Those that a disk holds take the place of new ones: it would hold them too.
    let most = settings.workers - silent.count
    let needed = min(most, waiting + workers.count { !$0.assignments.isEmpty || $0.isReady })
    for slot in 0..<settings.workers
    where workers.count < needed && !workers.contains(where: { $0.slot == slot }) {
      do throws(RenderError) {
        workers.append(try WorkerProcess(slot: slot, command: settings.command, now: clock.now))
      } catch {
        // A machine that has no process to spare may have one later; the others go on.
        failedStarts += 1
        startsAgain = clock.now + .seconds(1)
        if workers.isEmpty, failedStarts >= WorkerCrew.mostFailedStarts || error.isForGood {
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
      tell(.cannotStart(.workersDoNotStart(how, said: worker.saidLast)))
    }
  }

  // MARK: - Watching

  /// Ends those that take too long, grow too large or are silent, and buries those that have ended.
  ///
  /// - Parameter report: hears what became of their orders.
  func lookAfter(_ report: (Ending) -> Void) {
    for worker in all where worker.hasEnded {
      // One that closed its output and goes on has no use.
      guard let end = worker.howItEnded() else {
        worker.kill()
        continue
      }
      report(bury(worker, end))
    }
    let now = clock.now
    // Nothing of this is in a hurry, and each look at a process costs a file.
    guard now - looked > .milliseconds(20) else { return }
    looked = now
    for worker in workers where worker.verdict == nil {
      judge(worker, now)
      if worker.verdict != nil { worker.kill() }
    }
    for worker in workers where listened - worker.heard > settings.silence && worker.isReady {
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

  /// What programs have in use that were started for a worker; nil where they are too many.
  private func bytesOfPrograms(of worker: WorkerProcess, _ now: SuspendingClock.Instant) -> Int? {
    // Each costs two files to look at.
    if now - (worker.counted ?? now - .seconds(1)) >= .milliseconds(200) {
      worker.counted = now
      worker.bytesOfPrograms = FamilyMemory.bytesBelow(worker.pid)
    }
    return worker.bytesOfPrograms
  }

  /// An order is not wanted any more: its worker delivers nothing of it and, where it is at it and
  /// `isEnded`, is ended.
  func forget(_ id: OrderID, isEnded: Bool) {
    guard let worker = workers.first(where: { $0.assignments.contains { $0.id == id } }) else {
      return
    }
    worker.desk.withdraw(id)
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
    desks.removeAll { $0.hasEnded }
    desks.append(worker.desk)
    // What one that leaves had begun was spoilt with it, or it lies.
    let isUntaken =
      (worker.hasUnwrittenOrders && worker.assignments.count == 1)
      || (worker.isLeaving && worker.begunLast != worker.assignments.first?.id)
    var assignments = worker.takeAssignments()
    var ending = Ending(slot: worker.slot)
    let reason =
      worker.verdict ?? refusal(worker, end) ?? worker.lastWords
      ?? (end.signal == SIGKILL
        ? .workerKilled() : .workerCrashed(end.words, said: worker.saidLast))
    if !worker.isReady { failedToStart(worker, end.words) }
    // One that was ended for an order which was finished in the same moment has hardly begun the next.
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

  /// What the fence refused a worker, if that ended it.
  ///
  /// Where signals were blocked at that moment, as while another process is started, the kernel ends it
  /// and the call is not known.
  private func refusal(_ worker: WorkerProcess, _ end: ProcessEnd) -> RenderError? {
    let isRefused = end.status == Int32(WALLFARM_FENCE_STATUS)
    if isRefused { worker.desk.waitForLastWord(atMost: .seconds(10)) }
    if let call = worker.desk.refusedCall { return .workerRefused(SystemCall.name(call)) }
    return isRefused || end.signal == SIGSYS ? .workerRefused(nil) : nil
  }

  /// A silent worker is not waited for.
  ///
  /// Where a disk holds it, it dies when that answers.
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

  /// Ends all of them.
  ///
  /// - Parameter isAtOnce: whether they are killed; otherwise they have nothing to do, and may end.
  /// - Returns: what they were at.
  func end(isAtOnce: Bool) -> [WorkerProcess.Assignment] {
    for worker in workers { if isAtOnce { worker.kill() } else { worker.end() } }
    // One that waits for a disk that does not answer cannot die now; Linux ends it with us.
    let (patience, deadline) = (clock.now + .seconds(2), clock.now + .seconds(5))
    var left: [WorkerProcess.Assignment] = []
    for worker in all {
      while worker.howItEnded() == nil && clock.now < deadline {
        if isAtOnce || clock.now > patience { worker.kill() }
        usleep(1000)
      }
      left += worker.takeAssignments()
    }
    // Nothing of theirs is left beside the pictures when this program ends.
    for desk in desks + all.map(\.desk) {
      desk.waitForEnd(Int32(max(0, (deadline - clock.now) / .milliseconds(1))))
    }
    (workers, silent, desks) = ([], [], [])
    return left
  }
}
