/// How a scan spares a machine that is on its battery or hot: it rests as long as it works.
package struct ScanPace {
  private let ease: () -> MachineEase.Reason?
  let now: () -> SuspendingClock.Instant
  private let rest: (Duration) -> Void
  private let asked = Asked()

  /// When the machine was last asked, and what it said: there are some dozen files to read for it.
  private final class Asked {
    var at: SuspendingClock.Instant?
    var reason: MachineEase.Reason?
  }

  /// How long an answer holds.
  private static let patience = Duration.seconds(5)
  /// How long it rests before it looks whether it is to stop.
  private static let nap = Duration.milliseconds(200)

  /// - Parameters:
  ///   - ease: whether the machine is to be spared.
  ///   - now: the clock.
  ///   - rest: lets time pass.
  package init(
    ease: @escaping () -> MachineEase.Reason? = { nil },
    now: @escaping () -> SuspendingClock.Instant = { SuspendingClock().now },
    rest: @escaping (Duration) -> Void = { _ in }
  ) {
    (self.ease, self.now, self.rest) = (ease, now, rest)
  }

  /// Rests for as long as a batch has taken, where the machine is to be spared.
  ///
  /// - Returns: why it does.
  func spare(after work: Duration, _ shouldStop: () -> Bool) -> MachineEase.Reason? {
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
