/// Throttles a scan on battery power or at high temperature.
///
/// Each batch is followed by a pause that lasts as long as the batch.
package struct ScanPace {
  private let ease: () -> MachineEase.Reason?
  let now: () -> SuspendingClock.Instant
  private let rest: (Duration) -> Void
  private let asked = Asked()

  /// The last known state of the machine, which is cached because determining it requires reading
  /// dozens of files.
  private final class Asked {
    var at: SuspendingClock.Instant?
    var reason: MachineEase.Reason?
  }

  /// The time for which the cached state is valid.
  private static let patience = Duration.seconds(5)
  /// The interval between checks for a stop request during a pause.
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
