import Files
import Foundation
import RenderFarm
import RenderPool
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests a supervisor whose workers crash, hang, leak memory, stop or lie.
///
/// The name of each unit tells `worker.py` what to do.
@Suite(.serialized) struct SupervisorTests {
  final class Farm {
    let folder: TemporaryFolder
    let queue: any JobQueue & QueueAdmin
    var settings: FarmSettings
    var events: [FarmEvent] = []
    /// The running supervisor; use it only in a tick, which is called on the supervisor's thread.
    private(set) var supervisor: Supervisor?

    init(
      _ ids: [String], queue: any JobQueue & QueueAdmin = MemoryJobQueue(), workers: Int = 2,
      timeouts: [String: Double] = [:]
    ) throws {
      folder = try TemporaryFolder()
      self.queue = queue
      try folder.write("", to: "log")
      try folder.write("", to: "out/keep")
      let command = [
        "/usr/bin/python3", SupervisorTests.script, folder.file("out"), folder.file("log"),
      ]
      settings = FarmSettings(
        pool: PoolSettings(command: command, workers: workers), out: folder.file("out"))
      settings.retries.firstDelay = .milliseconds(20)
      _ = try queue.add(
        ids.map { id in
          let unit = Self.unit(id, timeout: timeouts[id])
          return UnitSpec(
            id: id, digest: "1", affinity: "\tx", output: unit.output, payload: unit.payload)
        }, generation: 1)
    }

    static func unit(_ id: String, timeout: Double? = nil) -> RenderUnit {
      RenderUnit(
        id: id, work: .picture(OrderedRequest(RenderRequest(device: "iphone15"))),
        output: "\(id).png", timeout: timeout)
    }

    @discardableResult
    func run(
      stop: () -> Int = { 0 }, tick: () throws -> Void = {}
    ) throws -> (end: FarmEnd, figures: FarmFigures) {
      let supervisor = Supervisor(queue: queue, settings: settings) { self.events.append($0) }
      self.supervisor = supervisor
      defer { self.supervisor = nil }
      var problem: (any Error)?
      let end = try supervisor.run(stopRequests: stop) {
        do { try tick() } catch { problem = error }
      }
      if let problem { throw problem }
      return (end, supervisor.figures)
    }

    func row(_ id: String) throws -> UnitRow { try #require(try queue.unit(id)) }

    var log: [String] {
      get throws { try folder.text("log").split(separator: "\n").map(String.init) }
    }

    /// Returns the number of times that a unit was started.
    func begun(_ id: String) throws -> Int { try log.count { $0.hasSuffix("begin \(id)") } }

    var leftovers: [String] { folder.names(in: "out").filter { $0.hasSuffix(".tmp") } }
  }

  private static let script =
    Workspace.root + "/Tests/RenderFarmTests/worker.py"

  private func names(_ kind: String, _ count: Int) -> [String] {
    (0..<count).map { "\(kind)-\($0)" }
  }

  @Test func everyUnitIsDoneOnce() throws {
    let farm = try Farm(names("fine", 120))
    let (end, figures) = try farm.run()
    guard case .finished = end else { return #expect(Bool(false), "\(end)") }
    #expect(try farm.queue.counts().done == 120)
    #expect(figures.done == 120 && figures.failedAttempts == 0 && figures.replacedWorkers == [:])
    #expect(try farm.log.count { $0.contains("begin") } == 120)
    #expect(farm.leftovers == [])
    #expect(abs((figures.stageSeconds["encode"] ?? 0) - 0.12) < 1e-6)
    #expect(figures.cacheHits["bands"] == 120 && figures.cacheMisses["bands"] == 240)
  }

  /// Workers do not inherit open descriptors of the embedding program.
  @Test func aWorkerHasNoDescriptorOfItsHost() throws {
    let farm = try Farm(["descriptors"])
    let opened = open(farm.folder.file("out/keep"), O_RDONLY)
    defer { close(opened) }
    try farm.run()
    #expect(try farm.row("descriptors").state == .done)
    let has = try farm.log.filter { $0.contains(" has ") }
    #expect(has.count >= 3 && !has.contains { $0.hasSuffix("/out/keep") }, "\(has)")
  }

  /// Each kind of failure affects only its own unit, for which the reason is recorded; all other
  /// units are done.
  @Test func everyTroubleCostsItsOwnUnitAndNobodyElse() throws {
    let trouble = ["crash-0", "exit-0", "hang-0", "grow-0", "bad-0", "disk-0"]
    let farm = try Farm(
      names("fine", 20) + trouble + ["once-0"] + names("fine", 40).suffix(20), workers: 3,
      timeouts: ["hang-0": 0.6])
    farm.settings.pool.timeout = .seconds(60)
    farm.settings.pool.workerMegabytes = 200
    let (_, figures) = try farm.run()

    #expect(try farm.queue.counts().done == 41)
    #expect(try farm.queue.counts().dead == 6)
    let reasons = try trouble.map { try farm.row($0).error?.code }
    #expect(
      reasons == [
        .workerCrashed, .workerCrashed, .workerTimeout, .workerMemory, .photoUnreadable,
        .outputFailed,
      ])
    #expect(try farm.row("crash-0").error?.message.contains("signal 6 (Aborted)") == true)
    #expect(try farm.row("crash-0").error?.message.contains("'Fatal error: it fell'") == true)
    #expect(try farm.row("exit-0").error?.message.contains("status 7") == true)
    #expect(try farm.row("hang-0").error?.message.contains("0.6 s") == true)
    #expect(try farm.row("grow-0").error?.message.contains("200 MB") == true)
    // Units with retryable failures are tried three times, and once more alone if they crash the
    // worker. Units with permanent failures are tried only once.
    #expect(try trouble.map { try farm.begun($0) } == [4, 4, 3, 3, 1, 3])
    let begun = try farm.log.filter { $0.contains(" begin ") }
    #expect(begun.suffix(2).allSatisfy { $0.hasSuffix("crash-0") || $0.hasSuffix("exit-0") })
    #expect(try farm.row("once-0").state == .done)
    #expect(try farm.begun("once-0") == 2)
    #expect(try names("fine", 20).allSatisfy { try farm.begun($0) == 1 })
    #expect(figures.replacedWorkers[.workerCrashed] == 9)
    #expect(figures.replacedWorkers[.workerTimeout] == 3)
    #expect(figures.replacedWorkers[.workerMemory] == 3)
    #expect(farm.leftovers == [])
  }

  /// A unit whose worker is killed repeatedly while other units run is tried alone before it is
  /// given up.
  @Test func aUnitThatOthersGotKilledIsDoneAlone() throws {
    let farm = try Farm(["neighbour-0"] + names("slow", 12), workers: 2)
    let (_, figures) = try farm.run()
    let row = try farm.row("neighbour-0")
    #expect(row.state == .done && row.failures == 2)
    #expect(try farm.begun("neighbour-0") == 4)
    #expect(figures.replacedWorkers == [.workerKilled: 3] && figures.dead == 0)
    #expect(try farm.queue.counts().done == 13)
  }

  /// Many worker crashes in a row, and photos on an unavailable disk, count as failures of the
  /// machine.
  ///
  /// The circuit breaker waits, and no unit loses an attempt.
  @Test(arguments: ["storm", "mount"])
  func aStormIsWaitedFor(_ kind: String) throws {
    let farm = try Farm(names(kind, 40), workers: 3)
    farm.settings.retries.attempts = 2
    let (_, figures) = try farm.run()
    #expect(try farm.queue.counts().done == 40 && figures.dead == 0)
    #expect(farm.events.contains { if case .machineFails = $0 { true } else { false } })
    #expect(farm.events.contains { if case .machineRecovered = $0 { true } else { false } })
  }

  /// Units that crash after every pause are eventually given up, so that the batch ends.
  @Test func unitsThatAlwaysCrashAreNoStormForEver() throws {
    let farm = try Farm(names("crash", 12))
    farm.settings.retries.attempts = 1
    let (end, figures) = try farm.run()
    guard case .finished = end else { return #expect(Bool(false), "\(end)") }
    #expect(figures.dead == 12)
    #expect(try names("crash", 12).allSatisfy { try (1...3).contains(farm.begun($0)) })
  }

  /// An output folder that is not writable also opens the circuit breaker, and the units lose no
  /// attempts.
  @Test func aFolderThatCannotBeWrittenIsWaitedFor() throws {
    let farm = try Farm(names("disk", 2) + names("fine", 4))
    let out = farm.folder.file("out")
    // Replace the folder with a file, because root could write to a read-only folder.
    try FileManager.default.moveItem(atPath: out, toPath: out + ".away")
    try farm.folder.write("", to: "out")
    var isBack = false
    let (_, figures) = try farm.run(tick: {
      guard !isBack,
        farm.events.contains(where: { if case .machineFails = $0 { true } else { false } })
      else { return }
      isBack = true
      try FileManager.default.removeItem(atPath: out)
      try FileManager.default.moveItem(atPath: out + ".away", toPath: out)
    })
    #expect(isBack)
    #expect(try farm.queue.counts().done == 4)
    // Once the folder is available again, the two units that always fail are tried three times and
    // then given up.
    #expect(figures.dead == 2)
    #expect(try names("fine", 4).allSatisfy { try farm.row($0).failures == 0 })
  }

  /// A unit that was changed in the queue is dead-lettered with the reason and never rendered.
  @Test(arguments: ["payload", "output", "digest", "seal", "no seal"])
  func aUnitThatWasChangedInTheQueueIsDead(_ what: String) throws {
    let farm = try Farm([])
    farm.settings.key = .known
    let units = names("fine", 4).map { id in
      let unit = Farm.unit(id)
      return UnitSpec(id: id, digest: "1", output: unit.output, payload: unit.payload)
        .sealed(with: .known)
    }
    var changed = units
    switch what {
    case "payload": changed[1].payload = changed[1].payload.replacing("iphone15", with: "iphone14")
    case "output": changed[1].output = "elsewhere.png"
    case "digest": changed[1].digest = "2"
    case "seal": changed[1].seal = changed[1].sealed(with: .random()).seal
    default: changed[1].seal = nil
    }
    _ = try farm.queue.add(changed, generation: 1)
    let (_, figures) = try farm.run()
    let row = try farm.row("fine-1")
    #expect(row.state == .dead && row.error?.code == .payloadDamaged)
    #expect(try farm.begun("fine-1") == 0)
    #expect(figures.done == 3 && figures.dead == 1 && figures.replacedWorkers == [:])
    // If the job file is planned again, the unit is rewritten.
    _ = try farm.queue.add(units, generation: 2)
    if what == "digest" {
      #expect(try farm.row("fine-1").state == .queued)
    } else {
      #expect(try farm.queue.retry(nil) == 1)
    }
    try farm.run()
    #expect(try farm.queue.counts().done == 4)
  }

  /// Without a key, a plain digest detects damage, and an invalid unit never reaches a worker.
  @Test func withoutAKeyDamageIsNoticedAllTheSame() throws {
    let farm = try Farm(names("fine", 2))
    let unit = Farm.unit("fine-9")
    var sealed = UnitSpec(id: "fine-9", digest: "", output: unit.output, payload: unit.payload)
      .sealed(with: nil)
    sealed.payload += " "
    _ = try farm.queue.add(
      [sealed, UnitSpec(id: "fine-8", digest: "", output: "8.png", payload: "{\"id\":")],
      generation: 2)
    try farm.run()
    #expect(try farm.row("fine-9").error?.code == .payloadDamaged)
    #expect(try farm.row("fine-8").error?.code == .payloadDamaged)
    #expect(try farm.queue.counts().done == 2)
  }

  /// A truncated or altered message is rejected: the worker is replaced, and its unit is repeated.
  @Test(arguments: ["cut", "changed", "bare", "noise"])
  func aMessageThatIsNotWholeIsRefused(_ kind: String) throws {
    let farm = try Farm(["\(kind)-0"] + names("fine", 6))
    let (_, figures) = try farm.run()
    #expect(try farm.queue.counts().done == 7)
    #expect(try farm.begun("\(kind)-0") == 2)
    #expect(try farm.row("\(kind)-0").failures == 1)
    #expect(figures.replacedWorkers == [.messageDamaged: 1])
    #expect(farm.leftovers == [])
  }

  /// A silent worker loses its unit, and anything that it sends later is ignored.
  @Test func aWorkerThatWasStoppedLosesItsUnit() throws {
    let farm = try Farm(["stop-0"] + names("slow", 24))
    farm.settings.lease = .seconds(2)
    let (_, figures) = try farm.run()
    let row = try farm.row("stop-0")
    #expect(row.state == .done && row.token == 2 && row.failures == 1)
    #expect(row.error == nil && figures.lateResults == 0)
    #expect(try (0..<24).allSatisfy { try farm.row("slow-\($0)").failures == 0 })
    #expect(figures.replacedWorkers == [.workerSilent: 1])
    #expect(try farm.queue.counts().done == 25)
    #expect(figures.done == 25 && farm.leftovers == [])
    #expect(try farm.folder.text("out/stop-0.png") == "half and whole")
    #expect(try farm.runningWorkers() == [])
  }

  /// A shared queue records which units were started, so that a crash of this supervisor costs only
  /// those units an attempt.
  @Test func aSharedQueueKnowsWhatWasBegun() throws {
    let farm = try Farm(["hang-0"] + names("fine", 6), workers: 1, timeouts: ["hang-0": 20])
    farm.settings.isShared = true
    farm.settings.lease = .seconds(2)
    farm.settings.retries.attempts = 1
    var (seen, ticks) = ([String: Bool](), 0)
    _ = try farm.run(tick: {
      guard seen.isEmpty, try farm.begun("hang-0") > 0 else { return }
      ticks += 1
      // Wait for five ticks, because it may take up to a tenth of a second until the start of a
      // unit is recorded.
      guard ticks == 5 else { return }
      for expired in try farm.queue.expire(
        now: Timestamp(milliseconds: 1 << 50), RetryPolicy(attempts: 1))
      {
        seen[expired.lease.unit] = expired.wasBegun
      }
    })
    #expect(seen["hang-0"] == true && seen.count == 7)
    #expect(seen.values.count { $0 } == 1, "\(seen)")
    #expect(try farm.row("hang-0").error?.code == .leaseExpired)
    #expect(try farm.queue.counts().done == 6)
  }

  @Test func theFirstStopFinishesWhatRuns() throws {
    let farm = try Farm(names("slow", 30))
    var ticks = 0
    let (end, figures) = try farm.run(stop: { ticks >= 4 ? 1 : 0 }, tick: { ticks += 1 })
    guard case .drained = end else { return #expect(Bool(false), "\(end)") }
    let counts = try farm.queue.counts()
    #expect(counts.leased == 0 && counts.dead == 0)
    #expect(counts.done == figures.done && (1..<30).contains(counts.done))
    #expect(try farm.log.count { $0.contains("begin") } == counts.done)
    #expect(farm.leftovers == [])
    #expect(try farm.run().figures.done == 30 - counts.done)
  }

  @Test func theSecondStopEndsEverythingAndCostsNothing() throws {
    let farm = try Farm(names("hang", 6))
    var ticks = 0
    let (end, _) = try farm.run(stop: { ticks >= 5 ? 2 : 0 }, tick: { ticks += 1 })
    guard case .aborted = end else { return #expect(Bool(false), "\(end)") }
    #expect(try farm.queue.counts().queued == 6)
    #expect(try names("hang", 6).allSatisfy { try farm.row($0).failures == 0 })
    #expect(farm.leftovers == [])
    #expect(try farm.runningWorkers() == [])
  }

  @Test func workersThatDoNotStartAreNotStartedForEver() throws {
    let farm = try Farm(names("fine", 5))
    try farm.folder.write("", to: "out/refuse-to-start")
    let error = try #require(throws: RenderError.self) { try farm.run() }
    #expect(error.code == .workerCrashed)
    #expect(error.message.names(["workers do not start", "status 3", "'no fonts here'"]))
    #expect(try farm.queue.counts().queued == 5)
  }

  /// A worker that is still starting does not count as ready.
  @Test func aWorkerThatStartsIsNotReady() throws {
    let farm = try Farm(names("fine", 2))
    farm.settings.endsWhenEmpty = false
    try farm.folder.write("", to: "out/wait-to-start")
    var seen: [Bool] = []
    let (end, _) = try farm.run(stop: { seen.last == true ? 1 : 0 }) {
      seen.append(try #require(farm.supervisor).hasReadyWorker)
      if seen.count == 3 {
        try FileManager.default.removeItem(atPath: farm.folder.file("out/wait-to-start"))
      }
    }
    guard case .drained = end else { return #expect(Bool(false), "\(end)") }
    #expect(seen.prefix(3) == [false, false, false] && seen.last == true)
  }

  /// A supervisor leases only as many units as its workers will finish soon.
  ///
  /// The other units stay available to other machines, and urgent units do not have to wait behind
  /// them.
  @Test func itHoldsAsManyUnitsAsItsWorkersAreSoonDoneWith() throws {
    var pace = UnitPace(guess: 32, now: .now)
    let start = SuspendingClock().now
    #expect(pace.perSecond(now: start) == 32)
    for _ in 0..<300 { pace.ended() }
    #expect(Int(pace.perSecond(now: start + .seconds(3)).rounded()) == 100)
    #expect(Int(pace.perSecond(now: start + .seconds(3.5)).rounded()) == 100)
    #expect(pace.perSecond(now: start + .seconds(60)) == 0)

    func wanted(_ workers: Int, _ perSecond: Double, _ turn: Duration) -> Int {
      UnitPace.wanted(workers: workers, perSecond: perSecond, turn: turn)
    }
    #expect(wanted(2, 0, .milliseconds(50)) == 4)
    #expect(wanted(2, 60, .milliseconds(50)) == 60)
    #expect(wanted(64, 60, .milliseconds(50)) == 128)
    // If writing to the disk takes two seconds, the supervisor leases enough units for four
    // seconds.
    #expect(wanted(2, 60, .seconds(2)) == 240)
    #expect(wanted(2, 60, .seconds(3600)) == 256)
    #expect(wanted(64, 1e9, .seconds(1)) == 4096)
  }

  @Test func aProgramThatIsNotThereIsSaid() throws {
    let farm = try Farm(names("fine", 1))
    farm.settings.pool.command = ["/nowhere/wallfarm"]
    let error = try #require(throws: RenderError.self) { try farm.run() }
    #expect(error.code == .workerCrashed)
    #expect(error.message.lowercased().contains("no such file"))
  }

  @Test func aCancelledUnitIsTakenFromItsWorker() throws {
    let farm = try Farm(["hang-0"] + names("fine", 3))
    var isCancelled = false
    let (_, figures) = try farm.run(tick: {
      guard !isCancelled, try farm.log.contains(where: { $0.contains("begin hang-0") }) else {
        return
      }
      isCancelled = true
      _ = try farm.queue.cancel(["hang-0"])
    })
    #expect(try farm.row("hang-0").error?.code == .cancelled)
    #expect(try farm.queue.counts().done == 3)
    #expect(figures.dead == 0 && farm.leftovers == [])
  }

  @Test func cancellingTheNextUnitLeavesTheOneBeforeItAlone() throws {
    let farm = try Farm(names("slow", 8), workers: 1)
    var cancelled: String?
    try farm.run(tick: {
      // The worker has started the first unit, so the second unit is now in its pipe.
      guard cancelled == nil, try farm.log.contains(where: { $0.contains("begin slow-0") }) else {
        return
      }
      cancelled = "slow-1"
      _ = try farm.queue.cancel(["slow-1"])
    })
    #expect(cancelled != nil)
    #expect(try farm.queue.counts().done == 7)
    for number in [0, 2, 3, 4, 5, 6, 7] {
      #expect(try farm.row("slow-\(number)").failures == 0)
    }
    #expect(try farm.row("slow-1").error?.code == .cancelled)
  }

  @Test func aSupervisorThatIsHeldUpBlamesNobody() throws {
    let farm = try Farm(names("slow", 8))
    farm.settings.lease = .milliseconds(400)
    var ticks = 0
    let (_, figures) = try farm.run(tick: {
      ticks += 1
      if ticks == 2 { usleep(900_000) }
    })
    #expect(figures.done == 8 && figures.failedAttempts == 0 && figures.lateResults == 0)
    #expect(figures.replacedWorkers == [:])
  }

  @Test func aPausedQueueIsWaitedFor() throws {
    let farm = try Farm(names("fine", 3))
    try farm.queue.setPaused(true)
    var ticks = 0
    try farm.run(tick: {
      ticks += 1
      if ticks == 5 {
        #expect(try farm.queue.counts().done == 0)
        try farm.queue.setPaused(false)
      }
    })
    #expect(ticks >= 5)
    #expect(try farm.queue.counts().done == 3)
    let pauses = farm.events.compactMap { if case .paused(let paused) = $0 { paused } else { nil } }
    #expect(pauses == [true, false])
  }

  @Test func theTimeoutOfAJobGoesBeforeThatOfTheFarm() throws {
    let farm = try Farm([])
    let unit = Farm.unit("hang-0", timeout: 0.3)
    _ = try farm.queue.add(
      [UnitSpec(id: unit.id, digest: "", output: unit.output, payload: unit.payload)],
      generation: 2)
    farm.settings.retries.attempts = 1
    try farm.run()
    #expect(try farm.row("hang-0").error?.message.contains("0.3 s") == true)
  }

  /// While the queue's file is not writable, no result is lost and no new unit is started.
  @Test func aQueueThatCannotBeWrittenIsWaitedFor() throws {
    let queue = StubbornQueue()
    let farm = try Farm(names("fine", 40), queue: queue)
    queue.failures = 5
    let (_, figures) = try farm.run()
    #expect(figures.done == 40)
    #expect(queue.counts().done == 40)
    #expect(try farm.log.count { $0.contains("begin") } == 40)
    #expect(farm.events.contains { if case .queueUnwritable = $0 { true } else { false } })
  }

  /// The supervisor waits indefinitely for an unwritable queue, whether recording or only leasing
  /// fails.
  ///
  /// A queue that can only be read does not count as writable.
  @Test(arguments: [false, true])
  func whatCannotBeWrittenIsToldOnce(isLease: Bool) throws {
    let queue = StubbornQueue()
    let fails = isLease ? \StubbornQueue.failedLeases : \.failures
    let farm = try Farm(names("fine", 4), queue: queue)
    farm.settings.queuePatience = .zero
    queue[keyPath: fails] = .max
    var ticks = 0
    _ = try farm.run(tick: {
      ticks += farm.timesUnwritable
      if ticks >= 20 { queue[keyPath: fails] = 0 }
    })
    #expect(ticks >= 20 && farm.timesUnwritable == 1)
    #expect(queue.counts().done == 4)
    #expect(try farm.log.count { $0.contains("begin") } == 4)
  }

  /// A supervisor that is shutting down waits for an unwritable queue only for a limited time.
  ///
  /// The time starts when the stop is requested or when the queue becomes unwritable, whichever is
  /// later.
  @Test func onlyAFarmThatIsToStopGivesUpItsQueue() throws {
    let queue = StubbornQueue()
    let farm = try Farm(names("fine", 4), queue: queue)
    farm.settings.queuePatience = .milliseconds(300)
    queue.failures = .max
    var ticks = 0
    let error = #expect(throws: RenderError.self) {
      try farm.run(stop: { ticks < 20 ? 0 : 1 }, tick: { ticks += farm.timesUnwritable })
    }
    #expect(error?.code == .queueFailed && ticks >= 20)
    #expect(farm.timesUnwritable == 1)
    #expect(queue.counts().done == 0 && queue.counts().dead == 0)
  }

  /// A corrupt queue is a permanent error.
  @Test func aDamagedQueueIsNotWaitedFor() throws {
    let queue = StubbornQueue()
    let farm = try Farm(names("fine", 4), queue: queue)
    (queue.failures, queue.code) = (.max, .queueDamaged)
    let error = #expect(throws: RenderError.self) { try farm.run() }
    #expect(error?.code == .queueDamaged)
  }

  /// A unit whose worker crashes while other units are running is tried again alone, even if only
  /// one attempt is allowed.
  @Test func theLastChanceIsNoAttempt() throws {
    let farm = try Farm(["once-0", "fine-0"])
    farm.settings.retries.attempts = 1
    let (_, figures) = try farm.run()
    #expect(figures.dead == 0)
    #expect(try farm.begun("once-0") == 2)
  }
}

extension SupervisorTests.Farm {
  /// The number of warnings about an unwritable queue.
  var timesUnwritable: Int {
    events.count { if case .queueUnwritable = $0 { true } else { false } }
  }

  /// Returns the process ids of this farm's workers that are still running.
  func runningWorkers() throws -> [String] {
    try log.compactMap { $0.split(separator: " ").first.map(String.init) }
      .filter { kill(pid_t($0) ?? 0, 0) == 0 }
  }
}

/// A queue whose record or lease calls fail a given number of times.
private final class StubbornQueue: JobQueue, QueueAdmin {
  private let queue = MemoryJobQueue()
  /// The number of record calls that are still going to fail.
  var failures = 0
  var failedLeases = 0
  var code = ErrorCode.queueFailed

  var generation: Int { queue.generation }
  var toolchain: String?
  func together<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value { try queue.together(body) }

  func record(_ changes: [UnitChange]) throws(RenderError) -> Set<Lease> {
    guard failures == 0 else {
      failures -= 1
      throw RenderError(code, "database or disk is full")
    }
    return queue.record(changes)
  }

  func add(_ units: [UnitSpec], generation: Int) -> AddedUnits {
    queue.add(units, generation: generation)
  }
  func removeUnits(before generation: Int) -> RemovedUnits {
    queue.removeUnits(before: generation)
  }
  func lease(
    _ most: Int, films: Int, by holder: String, until: Timestamp, now: Timestamp
  ) throws(RenderError) -> [LeasedUnit] {
    guard failedLeases == 0 else {
      failedLeases -= 1
      throw RenderError(code, "database is locked")
    }
    return queue.lease(most, films: films, by: holder, until: until, now: now)
  }
  func expire(now: Timestamp, _ policy: RetryPolicy) -> [ExpiredLease] {
    queue.expire(now: now, policy)
  }
  func recover(heldBy holder: String) -> [LeasedUnit] { queue.recover(heldBy: holder) }
  func counts() -> UnitCounts { queue.counts() }
  func isPaused() -> Bool { queue.isPaused() }
  func setPaused(_ isPaused: Bool) { queue.setPaused(isPaused) }
  func units(in state: UnitState?, most: Int, after: String?) -> [UnitRow] {
    queue.units(in: state, most: most, after: after)
  }
  func unit(_ id: String) -> UnitRow? { queue.unit(id) }
  func retry(_ ids: [String]?) -> Int { queue.retry(ids) }
  func cancel(_ ids: [String]?) -> Int { queue.cancel(ids) }
  func markDone(_ units: [DeliveredUnit]) { queue.markDone(units) }
  func purge(_ state: UnitState) -> Int { queue.purge(state) }
  func purge(_ state: UnitState, finishedBy time: Timestamp, most: Int) -> Int {
    queue.purge(state, finishedBy: time, most: most)
  }
}
