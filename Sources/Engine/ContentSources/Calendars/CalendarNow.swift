internal import Glibc
public import WallfarmPluginKit

/// The reference time for reading a calendar.
///
/// Recurrences can be endless, and a picture shows only the instances near this time.
public struct CalendarNow: Hashable, Sendable {
  /// The time; nil means the current time.
  let now: When?
  /// The time zone; nil means the machine's time zone.
  let zone: String?

  /// Creates the reference time for a request.
  public init(now: When? = nil, zone: String? = nil) { (self.now, self.zone) = (now, zone) }

  /// Returns the same zone at another time, if this value means the current time.
  public func at(_ moment: Moment) -> CalendarNow {
    CalendarNow(now: now ?? .moment(moment), zone: zone)
  }

  /// Resolves the time and the zone.
  func read() throws(RenderError) -> Now {
    let zone = try ZoneFile.zone(zone ?? ZoneFile.local, origin: .option("zone"))
    var time = timespec()
    // clock_gettime fails only for unsupported clocks, and CLOCK_REALTIME is always supported.
    _ = clock_gettime(CLOCK_REALTIME, &time)
    let clock = Now(Moment(seconds: time.tv_sec), in: zone)
    return now.map { Now(clock.moment(of: $0), in: zone) } ?? clock
  }
}
