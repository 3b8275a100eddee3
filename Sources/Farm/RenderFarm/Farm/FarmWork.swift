internal import Glibc
internal import RenderPool
public import Stores
public import WallfarmCore
public import WallfarmPluginKit

/// One machine of a farm: a supervisor that renders from a queue in PostgreSQL until it is told to stop.
public final class FarmWork {
  private let queue: PostgresJobQueue
  private let supervisor: Supervisor
  private let clock = SuspendingClock()
  private var machine: FarmMachine
  private var reported: SuspendingClock.Instant?
  private var doneBefore = 0
  private let events: Events

  /// What the machine goes through, from what is told of it.
  private final class Events {
    var isFailing = false
    var isDraining = false
    var isUnwritable = false
  }

  /// Time between two reports of a machine.
  private static let betweenReports = Duration.seconds(2)
  /// Who was not heard of for so long is gone, or cannot reach the queue.
  public static let silence = Duration.seconds(30)

  /// Joins a farm.
  ///
  /// - Parameters:
  ///   - queue: where units come from; it hands out those of `toolchain` from now on.
  ///   - settings: how to work; the name that units are held under is chosen here.
  ///   - toolchain: what this installation can render.
  ///   - stores: the stores of this program.
  ///   - cache: inputs that this machine has.
  ///   - key: what the farm shares.
  ///   - tell: hears what happens, on the thread that runs.
  /// - Throws: `wrong-key`, `queue-failed`.
  public init(
    _ queue: PostgresJobQueue, _ settings: FarmSettings, _ toolchain: Toolchain,
    stores: StoreShelf, cache: InputCache, key: SecretKey,
    tell: @escaping (FarmEvent) -> Void = { _ in }
  ) throws(RenderError) {
    guard try queue.isMade(with: key) else { throw .wrongKey(queue.name) }
    self.queue = queue
    queue.toolchain = toolchain.digest
    var settings = settings
    settings.isShared = true
    // Another one on this machine, or the one before it, is somebody else.
    settings.holder = "\(FarmWork.host)-\(getpid())-\(UInt32.random(in: .min ... .max))"
    machine = FarmMachine(
      holder: settings.holder, host: FarmWork.host, version: Wallfarm.version,
      toolchain: toolchain.digest, workers: settings.pool.workers, started: try queue.now())
    // Who may not say that it is there may not work either.
    try queue.report(machine)
    counts = try queue.counts()
    let events = Events()
    self.events = events
    supervisor = Supervisor(
      queue: queue, settings: settings,
      transport: StoreTransport(
        stores: stores, cache: cache, key: key, queue: try queue.identity())
    ) { event in
      switch event {
      case .machineFails: events.isFailing = true
      case .machineRecovered: events.isFailing = false
      case .draining: events.isDraining = true
      case .queueUnwritable: events.isUnwritable = true
      case .done, .failed: events.isUnwritable = false
      case .ready, .segment, .workerReplaced, .lateResult, .paused: break
      }
      tell(event)
    }
  }

  private static var host: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// What it has done so far.
  public var figures: FarmFigures { supervisor.figures }
  /// The name that it holds units under.
  public var holder: String { machine.holder }
  /// What it is rendering.
  public var current: [String] { supervisor.current }

  /// What those who look after a machine ask for.
  public struct Health: Sendable, Hashable {
    /// Whether it takes units: it has joined, is not told to stop, and nothing that it needs fails.
    public var isReady: Bool
    /// Why not; nil where it is.
    public var reason: String?
    /// How many units of the queue are in each state, as it was some seconds ago.
    public var counts: UnitCounts

    /// Before the first unit.
    public static let beginning = Health(
      isReady: false, reason: "it begins", counts: UnitCounts())
  }

  private var counts = UnitCounts()

  /// How it is.
  public var health: Health {
    let reason: String? =
      if events.isDraining {
        "it finishes what it has, and ends"
      } else if events.isFailing {
        "a store, a disk or its workers fail"
      } else if events.isUnwritable {
        "the queue cannot be had"
      } else if !supervisor.hasReadyWorker {
        "no worker is ready"
      } else {
        nil
      }
    return Health(isReady: reason == nil, reason: reason, counts: counts)
  }

  /// Works until it is told to stop or, where its settings say so, until nothing is left.
  ///
  /// - Parameters:
  ///   - stopRequests: how often it was told to stop: once finishes what runs, twice ends it.
  ///   - tick: called about ten times a second.
  /// - Returns: how it ended.
  /// - Throws: `queue-failed`, and what keeps workers from starting.
  public func run(
    stopRequests: () -> Int = { 0 }, tick: () -> Void = {}
  ) throws(RenderError) -> FarmEnd {
    report()
    defer { _ = try? queue.forget(machine.holder) }
    return try supervisor.run(stopRequests: stopRequests) { () throws(RenderError) in
      report()
      tick()
    }
  }

  /// Tells others what it is doing; whether that can be said is no matter of any unit.
  private func report() {
    let elapsed = reported.map { clock.now - $0 }
    if let elapsed, elapsed < FarmWork.betweenReports { return }
    reported = clock.now
    let figures = supervisor.figures
    if let elapsed {
      machine.rate =
        (Double(figures.done - doneBefore) / (elapsed / .seconds(1)) * 10).rounded() / 10
    }
    doneBefore = figures.done
    (machine.done, machine.failed) = (figures.done, figures.failedAttempts)
    machine.state = events.isDraining ? .draining : events.isFailing ? .failing : .working
    do throws(RenderError) {
      try queue.report(machine)
      counts = try queue.counts()
      events.isUnwritable = false
    } catch {
      // The supervisor has it said, where it matters.
    }
  }
}
