public import WallfarmPluginKit

/// Keeps units and who holds them; the contract that `JobQueueConformance` in the tests checks.
///
/// What a supervisor needs, and what fills a queue; what people do to units is ``QueueAdmin``. A receipt
/// and the state of its unit change together, in ``record(_:)``. Times come from the caller, so that
/// tests have their own. A queue belongs to one thread; other processes may use the same one.
public protocol JobQueue: AnyObject {
  /// Adds units, all or none.
  ///
  /// One that is known stays as it is; with another digest it is queued again, and its worker
  /// has lost it.
  ///
  /// - Parameters:
  ///   - units: no id twice.
  ///   - generation: which job file they are from; see ``removeUnits(before:)``.
  /// - Returns: how many were new, changed or known.
  /// - Throws: `queue-failed`.
  func add(_ units: [UnitSpec], generation: Int) throws(RenderError) -> AddedUnits

  /// Forgets units that were last added with an earlier generation.
  ///
  /// - Returns: the number of removed units, in total and unfinished.
  /// - Throws: `queue-failed`.
  func removeUnits(before generation: Int) throws(RenderError) -> RemovedUnits

  /// Does everything in `body`, such as several adds, or nothing of it.
  ///
  /// - Throws: what `body` throws; `queue-failed`, after which it may be asked for once more.
  func together<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value

  /// The generation of the units added last; 0 before the first.
  var generation: Int { get throws(RenderError) }

  /// Only units of this toolchain are handed out; nil: any, as on one machine. See ``UnitSpec/toolchain``.
  var toolchain: String? { get set }

  /// The time by the clock that leases are measured with: the machine's, or that of a server of several machines.
  ///
  /// - Throws: `queue-failed`.
  func now() throws(RenderError) -> Timestamp

  /// Whether a newer version has made the queue incompatible with this program.
  ///
  /// It becomes true when a call fails for this reason.
  var isOutdated: Bool { get }

  /// How long it may be before a queue that had nothing is asked again, where it has no news.
  var betweenLooks: Duration { get }

  /// Whether it was told meanwhile that there may be something to do; does not wait.
  func hasNews() -> Bool

  /// Hands out units, higher priorities first, then in the order added; none while it is paused.
  ///
  /// A unit whose retry is further away than ``RetryPolicy/mostDelay`` was put off before the clock went
  /// back, and is handed out at once.
  ///
  /// - Parameters:
  ///   - most: how many at most; films count like all others.
  ///   - films: how many of them may be films; further ones are left, and nothing behind them is looked at in their place.
  ///   - holder: the supervisor that gets them; see ``recover(heldBy:)``.
  ///   - until: when the lease ends unless it is extended.
  ///   - now: units whose retry is later are left.
  /// - Returns: units with leases that have higher tokens than any before.
  /// - Throws: `queue-failed`.
  func lease(
    _ most: Int, films: Int, by holder: String, until: Timestamp, now: Timestamp
  ) throws(RenderError) -> [LeasedUnit]

  /// Records what happened to leased units, all of it or nothing.
  ///
  /// - Returns: leases that were lost meanwhile: what happened to them does not count.
  /// - Throws: `queue-failed`.
  func record(_ changes: [UnitChange]) throws(RenderError) -> Set<Lease>

  /// Ends leases that were not extended in time; each costs its unit an attempt if it was begun.
  ///
  /// - Returns: the leases that ended.
  /// - Throws: `queue-failed`.
  func expire(now: Timestamp, _ policy: RetryPolicy) throws(RenderError) -> [ExpiredLease]

  /// Ends the leases of a supervisor at no cost to their units: it is known to be gone.
  ///
  /// - Parameter holder: the name that it leased with; others keep what they have.
  /// - Returns: what it held, for clearing up after it.
  /// - Throws: `queue-failed`.
  func recover(heldBy holder: String) throws(RenderError) -> [LeasedUnit]

  /// How many units are in each state; kept as they change, so asking costs the same for any number.
  func counts() throws(RenderError) -> UnitCounts

  /// Whether anything is queued or leased that is, or may come to be, for programs of this toolchain.
  func hasOpenUnits() throws(RenderError) -> Bool

  /// Whether it hands out nothing.
  func isPaused() throws(RenderError) -> Bool

  /// Takes queued units for done: their files were found to be what receipts say.
  func markDone(_ units: [DeliveredUnit]) throws(RenderError)
}

extension JobQueue {
  /// By the machine's clock.
  public func now() throws(RenderError) -> Timestamp { .now }
  /// A file of this machine: asking costs next to nothing.
  public var betweenLooks: Duration { .milliseconds(20) }
  /// False: only a queue that other programs migrate becomes outdated.
  public var isOutdated: Bool { false }
  /// Nobody tells it anything.
  public func hasNews() -> Bool { false }
  /// Hands out units, whatever they are.
  public func lease(
    _ most: Int, by holder: String, until: Timestamp, now: Timestamp
  ) throws(RenderError) -> [LeasedUnit] {
    try lease(most, films: most, by: holder, until: until, now: now)
  }
  /// All units of a local queue are for everybody.
  public func hasOpenUnits() throws(RenderError) -> Bool { try counts().open > 0 }
}

/// What people do to a queue and see of it, also while it is rendered from.
public protocol QueueAdmin: AnyObject {
  /// How many units are in each state.
  func counts() throws(RenderError) -> UnitCounts

  /// Whether it hands out nothing.
  func isPaused() throws(RenderError) -> Bool

  /// Stops handing out units, or goes on.
  func setPaused(_ isPaused: Bool) throws(RenderError)

  /// Some units in the order added.
  ///
  /// - Parameters:
  ///   - state: only those; nil for all.
  ///   - most: how many at most.
  ///   - after: goes on behind the unit of that id.
  /// - Returns: as many as there are, up to `most`.
  /// - Throws: `queue-failed`.
  func units(in state: UnitState?, most: Int, after: String?) throws(RenderError) -> [UnitRow]

  /// One unit; nil where there is none of that id.
  func unit(_ id: String) throws(RenderError) -> UnitRow?

  /// Queues units again, with all their attempts: those named, or all dead ones.
  ///
  /// - Returns: how many; those that are leased or queued already are left alone.
  /// - Throws: `queue-failed`.
  func retry(_ ids: [String]?) throws(RenderError) -> Int

  /// Gives up units that are not done: those named, or all.
  ///
  /// - Returns: how many. A worker that holds one of them has lost it.
  /// - Throws: `queue-failed`.
  func cancel(_ ids: [String]?) throws(RenderError) -> Int

  /// Forgets units in one state; those that are leased cannot be forgotten.
  ///
  /// Some at a time, so that nobody who uses the queue meanwhile waits for long.
  ///
  /// - Returns: how many.
  /// - Throws: `queue-failed`.
  func purge(_ state: UnitState) throws(RenderError) -> Int
}
