import WallfarmPluginKit

/// Removes done units from a farm's queue when they are old, without delaying other work.
///
/// Every machine removes some of the units; a unit that another machine is removing is skipped.
struct FinishedUnits {
  private let age: Duration
  private let clock = SuspendingClock()
  private var next: SuspendingClock.Instant

  /// The number of units to remove in one transaction.
  private static let step = 500
  /// The maximum time for removals between two status reports of a machine.
  private static let mostTime = Duration.milliseconds(50)
  /// The interval between removals after all old units are removed, and after an error.
  private static let pause = Duration.seconds(60)

  /// Checks that units can be removed, so that a missing privilege is reported at the start.
  ///
  /// - Parameters:
  ///   - age: The time after which a done unit is removed.
  ///   - queue: The queue.
  /// - Throws: `queue-failed`.
  init(olderThan age: Duration, in queue: PostgresJobQueue) throws(RenderError) {
    self.age = age
    next = clock.now
    _ = try queue.purgeDone(olderThan: age, most: 1)
  }

  /// Removes some units if it is time to do so.
  mutating func tidy(_ queue: PostgresJobQueue) {
    let start = clock.now
    guard start >= next else { return }
    repeat {
      // If the queue fails, the supervisor reports the error.
      let count = try? queue.purgeDone(olderThan: age, most: FinishedUnits.step)
      guard count == FinishedUnits.step else {
        next = clock.now + FinishedUnits.pause
        return
      }
    } while clock.now - start < FinishedUnits.mostTime
  }
}
