/// How many units end in a second, as of late.
struct UnitPace {
  private var count = 0
  private var begun: SuspendingClock.Instant
  private var latest: Double

  /// Begins with a guess.
  init(guess: Double, now: SuspendingClock.Instant) { (latest, begun) = (guess, now) }

  /// A unit has ended, however it did.
  mutating func ended() { count += 1 }

  /// Units a second in the last second that is over; the guess until one is.
  mutating func perSecond(now: SuspendingClock.Instant) -> Double {
    let elapsed = now - begun
    if elapsed >= .seconds(1) {
      latest = Double(count) / (elapsed / .seconds(1))
      (count, begun) = (0, now)
    }
    return latest
  }

  /// How many units are to be held.
  ///
  /// - Parameters:
  ///   - workers: how many there are.
  ///   - perSecond: units that end in a second.
  ///   - turn: time since the last look; a slow disk may hold the loop up for seconds.
  /// - Returns: at least two for each worker, at most 64 of them or 256.
  static func wanted(workers: Int, perSecond: Double, turn: Duration) -> Int {
    let soon = perSecond * max(1, 2 * (turn / .seconds(1)))
    let most = max(256, 64 * workers)
    return max(2 * workers, Int(min(soon, Double(most))))
  }
}
