/// The number of units that a queue has delivered per second over the last 30 s.
public struct DeliveryRate {
  /// Samples of the number of delivered units, oldest first.
  private var samples: [(at: SuspendingClock.Instant, done: Int)]

  private static let window = Duration.seconds(30)

  /// Creates a rate of 0.
  ///
  /// - Parameters:
  ///   - done: The number of units that the queue has delivered.
  ///   - now: The time at which the units were counted.
  public init(done: Int, now: SuspendingClock.Instant) { samples = [(now, done)] }

  /// Adds a count of the delivered units.
  public mutating func add(done: Int, now: SuspendingClock.Instant) {
    // The number of delivered units decreases when a delivered unit is queued again, so discard the
    // samples from before the decrease.
    if let last = samples.last, done < last.done { samples = [] }
    samples.append((now, done))
    samples.removeAll { now - $0.at > DeliveryRate.window }
  }

  /// Units per second, at least 0.
  public var perSecond: Double {
    guard let first = samples.first, let last = samples.last, last.at > first.at else { return 0 }
    return Double(last.done - first.done) / ((last.at - first.at) / .seconds(1))
  }
}
