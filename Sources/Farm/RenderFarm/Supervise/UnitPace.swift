/// The recent throughput in units per second.
package struct UnitPace {
  private var count = 0
  private var begun: SuspendingClock.Instant
  private var latest: Double

  /// Creates a pace with an initial estimate.
  package init(guess: Double, now: SuspendingClock.Instant) { (latest, begun) = (guess, now) }

  /// Counts a finished unit, regardless of its result.
  package mutating func ended() { count += 1 }

  /// Returns the throughput of the last full second, or the estimate if no full second has passed.
  package mutating func perSecond(now: SuspendingClock.Instant) -> Double {
    let elapsed = now - begun
    if elapsed >= .seconds(1) {
      latest = Double(count) / (elapsed / .seconds(1))
      (count, begun) = (0, now)
    }
    return latest
  }

  /// Returns the number of units to hold.
  ///
  /// - Parameters:
  ///   - workers: Number of workers.
  ///   - perSecond: Throughput in units per second.
  ///   - turn: Time since the last request; a slow disk may delay the supervisor's loop for
  ///     seconds.
  /// - Returns: The number of units that are expected to finish soon, but at least two per worker
  ///   and at most 64 per worker (256 for up to four workers).
  package static func wanted(workers: Int, perSecond: Double, turn: Duration) -> Int {
    let soon = perSecond * max(1, 2 * (turn / .seconds(1)))
    let most = max(256, 64 * workers)
    return max(2 * workers, Int(min(soon, Double(most))))
  }
}
