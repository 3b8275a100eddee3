internal import Glibc
public import WallfarmPluginKit

/// A source of the current time: the system clock, or a fixed time in tests.
public struct TimeSource: Sendable {
  /// Returns the current time.
  public let read: @Sendable () -> Moment

  /// Creates a source from a function.
  public init(_ read: @escaping @Sendable () -> Moment) { self.read = read }

  /// The system clock.
  public static let machine = TimeSource {
    var time = timespec()
    // `clock_gettime` fails only for unsupported clocks.
    _ = clock_gettime(CLOCK_REALTIME, &time)
    return Moment(seconds: time.tv_sec)
  }

  /// A source that always returns the same time.
  public static func standing(at moment: Moment) -> TimeSource { TimeSource { moment } }
}
