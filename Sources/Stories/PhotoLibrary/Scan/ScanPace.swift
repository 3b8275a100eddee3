/// Throttles a scan on battery power or at high temperature by pausing for as long as it works.
package struct ScanPace {
  private let ease: () -> MachineEase.Reason?
  let now: () -> SuspendingClock.Instant
  private let rest: (Duration) -> Void
  private let asked = Asked()

  /// The last state of the machine, which is cached because dozens of files must be read to
  /// determine it.
  private final class Asked {
    var at: SuspendingClock.Instant?
    var reason: MachineEase.Reason?
  }

  /// The lifetime of the cached state.
  private static let patience = Duration.seconds(5)
  /// The interval between stop checks during a pause.
  private static let nap = Duration.milliseconds(200)

  /// - Parameters:
  ///   - ease: Returns the reason for reducing the load on the machine, if any.
  ///   - now: The clock.
  ///   - rest: Sleeps for a duration.
  package init(
    ease: @escaping () -> MachineEase.Reason? = { nil },
    now: @escaping () -> SuspendingClock.Instant = { SuspendingClock().now },
    rest: @escaping (Duration) -> Void = { _ in }
  ) {
    (self.ease, self.now, self.rest) = (ease, now, rest)
  }

  /// If the load on the machine should be reduced, pauses for the duration of the last batch.
  ///
  /// - Returns: The reason for the pause, or `nil`.
  package func spare(after work: Duration, _ shouldStop: () -> Bool) -> MachineEase.Reason? {
    let moment = now()
    if asked.at.map({ moment - $0 >= Self.patience }) ?? true {
      (asked.at, asked.reason) = (moment, ease())
    }
    guard let reason = asked.reason else { return nil }
    var left = work
    while left > .zero, !shouldStop() {
      rest(min(left, Self.nap))
      left -= Self.nap
    }
    return reason
  }
}
