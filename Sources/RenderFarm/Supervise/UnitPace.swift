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
}
