internal import Glibc
public import WallfarmPluginKit

/// The time that a calendar is read for: its rules go on for ever, and a picture shows what is near.
public struct CalendarNow: Sendable {
  /// Nil: what the clock says.
  let now: When?
  /// Nil: the machine's.
  let zone: String?

  /// The time of a request.
  public init(now: When? = nil, zone: String? = nil) { (self.now, self.zone) = (now, zone) }

  /// The moment and the zone, read now where they were not said.
  func read() throws(RenderError) -> Now {
    let zone = try ZoneFile.zone(zone ?? ZoneFile.local, origin: .option("zone"))
    var time = timespec()
    // It fails for clocks that do not exist; this one does.
    _ = clock_gettime(CLOCK_REALTIME, &time)
    let clock = Now(Moment(seconds: time.tv_sec), in: zone)
    return now.map { Now(clock.moment(of: $0), in: zone) } ?? clock
  }
}
