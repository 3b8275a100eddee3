internal import Glibc
public import WallfarmPluginKit

/// Where the time comes from: the machine's clock, or in tests one that stands.
public struct TimeSource: Sendable {
  /// Tells the moment.
  public let read: @Sendable () -> Moment

  /// Makes one of what it tells.
  public init(_ read: @escaping @Sendable () -> Moment) { self.read = read }

  /// The clock of the machine.
  public static let machine = TimeSource {
    var time = timespec()
    // It fails for clocks that do not exist; this one does.
    _ = clock_gettime(CLOCK_REALTIME, &time)
    return Moment(seconds: time.tv_sec)
  }

  /// Stands at a moment.
  public static func standing(at moment: Moment) -> TimeSource { TimeSource { moment } }
}
