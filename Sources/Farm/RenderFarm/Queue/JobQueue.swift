public import WallfarmPluginKit

/// A queue of units that supervisors lease; `JobQueueConformance` in the tests checks the contract.
///
/// This protocol declares the operations for submitters and supervisors; ``QueueAdmin`` declares
/// the operations for users. ``record(_:)`` changes a receipt and the state of its unit in one
/// transaction. Methods take times as parameters, so that tests can set them. A queue object must
/// be used on only one thread, but several processes may use the same queue.
public protocol JobQueue: AnyObject {
  /// Adds units in one transaction.
  ///
  /// A unit that is already in the queue keeps its state if its digest is the same; otherwise, it
  /// is queued again and its lease is revoked.
  ///
  /// - Parameters:
  ///   - units: Units with unique identifiers.
  ///   - generation: The generation of the job file; see ``removeUnits(before:)``.
  /// - Returns: The numbers of new, changed and unchanged units.
  /// - Throws: `queue-failed`.
  func add(_ units: [UnitSpec], generation: Int) throws(RenderError) -> AddedUnits

  /// Removes units that were last added in an earlier generation.
  ///
  /// - Returns: The number of removed units, in total and unfinished.
  /// - Throws: `queue-failed`.
  func removeUnits(before generation: Int) throws(RenderError) -> RemovedUnits

  /// Runs a closure in one transaction.
  ///
  /// - Throws: Errors from `body`; `queue-failed`, after which the call may be retried.
  func together<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value

  /// The generation of the most recently added units, or 0 if no units have been added.
  var generation: Int { get throws(RenderError) }

  /// The toolchain of the units to lease, or `nil` for any; see ``UnitSpec/toolchain``.
  var toolchain: String? { get set }

  /// Returns the current time on the clock that measures leases: the clock of the machine or of the
  /// database server.
  ///
  /// - Throws: `queue-failed`.
  func now() throws(RenderError) -> Timestamp

  /// Whether a newer version has made the queue incompatible with this program.
  ///
  /// It becomes `true` when a call fails for this reason.
  var isOutdated: Bool { get }

  /// Polling interval while the queue is empty and sends no notifications.
  var betweenLooks: Duration { get }

  /// Returns whether the queue has sent a notification, such as for new units; does not block.
  func hasNews() -> Bool

  /// Leases units by descending priority and, within a priority, in order of addition; leases none
  /// while the queue is paused.
  ///
  /// A unit whose retry time is more than ``RetryPolicy/mostDelay`` in the future is leased
  /// immediately, because such a time means that the clock was set back after the retry was
  /// scheduled.
  ///
  /// - Parameters:
  ///   - most: Maximum number of units, including films.
  ///   - films: Maximum number of films. If the next `most` units contain more films, the extra
  ///     films stay queued and are not replaced by later units.
  ///   - holder: The name of the supervisor; see ``recover(heldBy:)``.
  ///   - until: The time at which the lease expires unless it is extended.
  ///   - now: The current time; units with a later retry time are skipped.
  /// - Returns: The leased units. Each lease has a higher fencing token than all earlier leases of
  ///   its unit.
  /// - Throws: `queue-failed`.
  func lease(
    _ most: Int, films: Int, by holder: String, until: Timestamp, now: Timestamp
  ) throws(RenderError) -> [LeasedUnit]

  /// Records the results of leased units in one transaction.
  ///
  /// - Returns: Leases that were lost; the results for these leases are ignored.
  /// - Throws: `queue-failed`.
  func record(_ changes: [UnitChange]) throws(RenderError) -> Set<Lease>

  /// Ends expired leases; if a unit had been started, it loses an attempt.
  ///
  /// - Returns: The leases that ended.
  /// - Throws: `queue-failed`.
  func expire(now: Timestamp, _ policy: RetryPolicy) throws(RenderError) -> [ExpiredLease]

  /// Ends the leases of a supervisor that has exited; the units do not lose an attempt.
  ///
  /// - Parameter holder: The name of the supervisor; leases of other supervisors are unchanged.
  /// - Returns: The units that the supervisor held, for cleanup.
  /// - Throws: `queue-failed`.
  func recover(heldBy holder: String) throws(RenderError) -> [LeasedUnit]

  /// Returns the number of units in each state; the call is cheap, because the counters are always
  /// up to date.
  func counts() throws(RenderError) -> UnitCounts

  /// Returns whether any units for ``toolchain`` are queued or leased; leased units may be queued
  /// again.
  func hasOpenUnits() throws(RenderError) -> Bool

  /// Returns whether leasing is paused.
  func isPaused() throws(RenderError) -> Bool

  /// Marks queued units as done; the caller must have checked that their files match their
  /// receipts.
  func markDone(_ units: [DeliveredUnit]) throws(RenderError)
}

extension JobQueue {
  /// Returns the current time on the machine's clock.
  public func now() throws(RenderError) -> Timestamp { .now }
  /// A short interval, because polling a local file is cheap.
  public var betweenLooks: Duration { .milliseconds(20) }
  /// Always false: a queue becomes outdated only if other programs migrate it.
  public var isOutdated: Bool { false }
  /// Always false: this queue sends no notifications.
  public func hasNews() -> Bool { false }
  /// Leases pictures and films, without a limit for films.
  public func lease(
    _ most: Int, by holder: String, until: Timestamp, now: Timestamp
  ) throws(RenderError) -> [LeasedUnit] {
    try lease(most, films: most, by: holder, until: until, now: now)
  }
  /// Returns whether any units are open; a local queue does not distinguish toolchains.
  public func hasOpenUnits() throws(RenderError) -> Bool { try counts().open > 0 }
}

/// The operations that users can perform on a queue, even while units are rendered from it.
public protocol QueueAdmin: AnyObject {
  /// Returns the number of units in each state.
  func counts() throws(RenderError) -> UnitCounts

  /// Returns whether leasing is paused.
  func isPaused() throws(RenderError) -> Bool

  /// Pauses or resumes leasing.
  func setPaused(_ isPaused: Bool) throws(RenderError)

  /// Returns a page of units in the order in which they were added.
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

  /// Requeues the named units or, for `nil`, all dead units, and resets their failure counts.
  ///
  /// - Returns: The number of requeued units; units that are already queued or leased are skipped.
  /// - Throws: `queue-failed`.
  func retry(_ ids: [String]?) throws(RenderError) -> Int

  /// Cancels the named open units or, for `nil`, all open units, and revokes their leases.
  ///
  /// - Returns: The number of canceled units.
  /// - Throws: `queue-failed`.
  func cancel(_ ids: [String]?) throws(RenderError) -> Int

  /// Removes the units in a state; leased units cannot be removed.
  ///
  /// The units are deleted in small transactions, so that other users of the queue are not blocked
  /// for long.
  ///
  /// - Returns: The number of removed units.
  /// - Throws: `queue-failed`.
  func purge(_ state: UnitState) throws(RenderError) -> Int

  /// Removes units that finished at or before a time, in one small transaction.
  ///
  /// - Parameters:
  ///   - state: `done` or `dead`; units in other states have not finished.
  ///   - time: The time, on the clock of ``JobQueue/now()``.
  ///   - most: Maximum number of units; the units that finished first are removed first.
  /// - Returns: The number of removed units.
  /// - Throws: `queue-failed`.
  func purge(
    _ state: UnitState, finishedBy time: Timestamp, most: Int
  ) throws(RenderError) -> Int
}

extension QueueAdmin {
  /// Removes all units that finished at or before a time, in small transactions.
  ///
  /// - Returns: The number of removed units.
  /// - Throws: `queue-failed`.
  public func purge(_ state: UnitState, finishedBy time: Timestamp) throws(RenderError) -> Int {
    var count = 0
    while true {
      let some = try purge(state, finishedBy: time, most: 1000)
      guard some > 0 else { return count }
      count += some
    }
  }
}
