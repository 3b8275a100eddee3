internal import Glibc
internal import RenderPool
public import Stores
public import WallfarmCore
public import WallfarmPluginKit

/// A machine in a farm: a supervisor that renders units from a PostgreSQL queue until it is
/// stopped.
public final class FarmWork {
  private let queue: PostgresJobQueue
  private let supervisor: Supervisor
  private let clock = SuspendingClock()
  private var machine: FarmMachine
  private var reported: SuspendingClock.Instant?
  private var doneBefore = 0
  private let events: Events
  private var finished: FinishedUnits?

  /// The machine state, which is shared with the supervisor's event handler.
  private final class Events { var state = MachineState() }

  /// Interval between status reports.
  private static let betweenReports = Duration.seconds(2)
  /// The time without a report after which a machine is considered offline.
  public static let silence = Duration.seconds(30)

  /// Joins a farm.
  ///
  /// - Parameters:
  ///   - queue: The queue. From now on, it leases only units for `toolchain`.
  ///   - settings: The settings of the farm; this initializer sets the lease holder.
  ///   - toolchain: The toolchain of this installation.
  ///   - stores: The configured stores.
  ///   - cache: The input cache of this machine.
  ///   - key: The shared key of the farm.
  ///   - tell: Receives events on the thread that calls ``run(stopRequests:tick:)``.
  /// - Throws: `wrong-key`, `queue-failed`.
  public init(
    _ queue: PostgresJobQueue, _ settings: FarmSettings, _ toolchain: Toolchain,
    stores: ObjectCache, cache: InputCache, key: SecretKey,
    tell: @escaping (FarmEvent) -> Void = { _ in }
  ) throws(RenderError) {
    guard try queue.isMade(with: key) else { throw .wrongKey(queue.name, isFarm: true) }
    self.queue = queue
    queue.toolchain = toolchain.digest
    var settings = settings
    settings.isShared = true
    // Keep one worker on standby, so that an idle machine can report whether it is able to render.
    settings.pool.standby = 1
    // Use a unique name, because a second or restarted process on this machine is a different lease
    // holder.
    settings.holder = "\(FarmWork.host)-\(getpid())-\(UInt32.random(in: .min ... .max))"
    machine = FarmMachine(
      holder: settings.holder, host: FarmWork.host, version: Wallfarm.version,
      toolchain: toolchain.digest, workers: settings.pool.workers, started: try queue.now())
    // Report the status now, because a machine that cannot write its status cannot render either.
    try queue.report(machine)
    finished = try settings.keepsFinished.map { (age) throws(RenderError) in
      try FinishedUnits(olderThan: age, in: queue)
    }
    counts = try queue.counts()
    let events = Events()
    self.events = events
    supervisor = Supervisor(
      queue: queue, settings: settings,
      transport: StoreTransport(
        stores: stores, cache: cache, key: key, queue: try queue.identity(),
        makeParts: settings.makeParts)
    ) { event in
      events.state.handle(event)
      tell(event)
    }
  }

  private static var host: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The statistics of this machine.
  public var figures: FarmFigures { supervisor.figures }
  /// The name under which this machine holds leases.
  public var holder: String { machine.holder }
  /// The units in progress.
  public var current: [String] { supervisor.current }

  /// The health of a machine, as reported to monitoring tools.
  public struct Health: Sendable, Hashable {
    /// Whether the machine accepts units.
    ///
    /// A machine accepts units if it has joined, is not draining, has a ready worker and has no
    /// failing dependency.
    public var isReady: Bool
    /// The reason why the machine is not ready, or `nil`.
    public var reason: String?
    /// The number of units in each state, which may be a few seconds out of date.
    public var counts: UnitCounts

    /// The health of a machine that has not joined a farm yet.
    public static let beginning = Health(
      isReady: false, reason: "the machine is starting", counts: UnitCounts())
  }

  private var counts = UnitCounts()

  /// The current health.
  public var health: Health {
    let reason = events.state.reason(hasReadyWorker: supervisor.hasReadyWorker)
    return Health(isReady: reason == nil, reason: reason, counts: counts)
  }

  /// Renders units until it is stopped or, if the settings specify so, until the queue is empty.
  ///
  /// - Parameters:
  ///   - stopRequests: Returns the number of stop requests so far. After one, running units finish;
  ///     after two, they are canceled.
  ///   - tick: Called about ten times per second.
  /// - Returns: The reason why the run ended.
  /// - Throws: `queue-failed`, and errors that prevent workers from starting.
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

  /// Writes the machine status to the queue; if that fails, no unit is affected.
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
    let state = events.state
    machine.state = state.isDraining ? .draining : state.isFailing ? .failing : .working
    do throws(RenderError) {
      try queue.report(machine)
      counts = try queue.counts()
      events.state.isUnwritable = false
      finished?.tidy(queue)
    } catch {
      // Do not throw, because the supervisor reports the error if the queue keeps failing.
      events.state.isUnwritable = true
    }
  }
}
