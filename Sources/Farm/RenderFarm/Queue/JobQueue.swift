public import WallfarmPluginKit

/// A queue of units with leases; `JobQueueConformance` in the tests checks the contract.
///
/// This protocol has the operations that submitters and supervisors need; ``QueueAdmin`` has the
/// operations for users. ``record(_:)`` changes a receipt and the state of its unit in one
/// transaction. Times are parameters, so that tests can set them. A queue object belongs to one
/// thread; several processes may use the same queue.
public protocol JobQueue: AnyObject {
  /// Adds units in one transaction.
  ///
  /// A known unit with the same digest is unchanged; with another digest, it is queued again and
  /// its lease is revoked.
  ///
  /// - Parameters:
  ///   - units: Units with unique identifiers.
  ///   - generation: The generation of the job file; see ``removeUnits(before:)``.
  /// - Returns: The numbers of new, changed and known units.
  /// - Throws: `queue-failed`.
  func add(_ units: [UnitSpec], generation: Int) throws(RenderError) -> AddedUnits

  /// Removes units that were last added in an earlier generation.
  ///
  /// - Returns: The number of removed units, in total and unfinished.
  /// - Throws: `queue-failed`.
  func removeUnits(before generation: Int) throws(RenderError) -> RemovedUnits

  /// Runs a closure in a transaction.
  ///
  /// - Throws: Errors of `body`; `queue-failed`, after which the call may be retried.
  func together<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value

  /// The generation of the last added units; 0 before the first.
  var generation: Int { get throws(RenderError) }

  /// The toolchain of the units to lease, or `nil` for any; see ``UnitSpec/toolchain``.
  var toolchain: String? { get set }

  /// Returns the time of the clock that measures leases: the clock of the machine or of the
  /// database server.
  ///
  /// - Throws: `queue-failed`.
  func now() throws(RenderError) -> Timestamp

  /// Whether a newer version has made the queue incompatible with this program.
  ///
  /// It becomes `true` when a call fails for this reason.
  var isOutdated: Bool { get }

  /// Polling interval of an empty queue without notifications.
  var betweenLooks: Duration { get }

  /// Returns whether a notification of new units has arrived; does not block.
  func hasNews() -> Bool

  /// Leases units by descending priority, then in the order added; returns none while the queue is
  /// paused.
  ///
  /// A unit whose retry is more than ``RetryPolicy/mostDelay`` away was delayed before the clock
  /// was set back, and is leased immediately.
  ///
  /// - Parameters:
  ///   - most: Maximum number of units, including films.
  ///   - films: Maximum number of films; excess films are not replaced by later units.
  ///   - holder: The name of the supervisor; see ``recover(heldBy:)``.
  ///   - until: The time at which the lease expires unless it is extended.
  ///   - now: The current time; units whose retry is later are skipped.
  /// - Returns: Units with leases whose fencing tokens are higher than all earlier ones.
  /// - Throws: `queue-failed`.
  func lease(
    _ most: Int, films: Int, by holder: String, until: Timestamp, now: Timestamp
  ) throws(RenderError) -> [LeasedUnit]

  /// Records the results of leased units in one transaction.
  ///
  /// - Returns: Leases that were lost; their results are ignored.
  /// - Throws: `queue-failed`.
  func record(_ changes: [UnitChange]) throws(RenderError) -> Set<Lease>

  /// Ends expired leases; if a unit was started, it loses an attempt.
  ///
  /// - Returns: The leases that ended.
  /// - Throws: `queue-failed`.
  func expire(now: Timestamp, _ policy: RetryPolicy) throws(RenderError) -> [ExpiredLease]

  /// Ends the leases of a dead supervisor without costing attempts.
  ///
  /// - Parameter holder: The name of the supervisor; leases of others stay.
  /// - Returns: The units that it held, for cleanup.
  /// - Throws: `queue-failed`.
  func recover(heldBy holder: String) throws(RenderError) -> [LeasedUnit]

  /// Returns the number of units in each state; the counters are kept up to date, so a call is
  /// cheap.
  func counts() throws(RenderError) -> UnitCounts

  /// Returns whether units of this toolchain are queued or leased, or may become so.
  func hasOpenUnits() throws(RenderError) -> Bool

  /// Returns whether leasing is paused.
  func isPaused() throws(RenderError) -> Bool

  /// Marks queued units as done if their files match their receipts.
  func markDone(_ units: [DeliveredUnit]) throws(RenderError)
}

extension JobQueue {
  /// Returns the time of the machine's clock.
  public func now() throws(RenderError) -> Timestamp { .now }
  /// A short interval, because polling a local file is cheap.
  public var betweenLooks: Duration { .milliseconds(20) }
  /// False: only a queue that other programs migrate becomes outdated.
  public var isOutdated: Bool { false }
  /// False: the queue has no notifications.
  public func hasNews() -> Bool { false }
  /// Leases pictures and films without a limit for films.
  public func lease(
    _ most: Int, by holder: String, until: Timestamp, now: Timestamp
  ) throws(RenderError) -> [LeasedUnit] {
    try lease(most, films: most, by: holder, until: until, now: now)
  }
  /// Returns whether any unit is open; a local queue has no toolchains.
  public func hasOpenUnits() throws(RenderError) -> Bool { try counts().open > 0 }
}

/// The operations of users on a queue, also while it is rendered from.
public protocol QueueAdmin: AnyObject {
  /// Returns the number of units in each state.
  func counts() throws(RenderError) -> UnitCounts

  /// Returns whether leasing is paused.
  func isPaused() throws(RenderError) -> Bool

  /// Pauses or resumes leasing.
  func setPaused(_ isPaused: Bool) throws(RenderError)

  /// Returns a page of units in the order added.
  ///
  /// - Parameters:
  ///   - state: The state of the units, or `nil` for all.
  ///   - most: Maximum number of units.
  ///   - after: The identifier of the last unit of the previous page, or `nil`.
  /// - Returns: Up to `most` units.
  /// - Throws: `queue-failed`.
  func units(in state: UnitState?, most: Int, after: String?) throws(RenderError) -> [UnitRow]

  /// Returns a unit, or `nil` if the identifier is unknown.
  func unit(_ id: String) throws(RenderError) -> UnitRow?

  /// Queues the named units, or all dead units, again with all their attempts.
  ///
  /// - Returns: The number of units; leased and queued units are skipped.
  /// - Throws: `queue-failed`.
  func retry(_ ids: [String]?) throws(RenderError) -> Int

  /// Cancels the named open units, or all open units, and revokes their leases.
  ///
  /// - Returns: The number of canceled units.
  /// - Throws: `queue-failed`.
  func cancel(_ ids: [String]?) throws(RenderError) -> Int

  /// Removes the units in a state; leased units cannot be removed.
  ///
  /// Deletes in small transactions, so that other users of the queue are not blocked for long.
  ///
  /// - Returns: The number of removed units.
  /// - Throws: `queue-failed`.
  func purge(_ state: UnitState) throws(RenderError) -> Int
}
