internal import CICal
import WallfarmPluginKit

/// A time as a calendar file writes it.
struct CalendarTime: Hashable {
  let day: Day
  /// Nil: all of the day.
  let time: ClockTime?
  /// Whose clock shows it.
  let clock: Clock

  /// Whose clock it is.
  enum Clock: Hashable {
    /// That of wherever the picture is for.
    case floating
    case utc
    /// A zone, by the name that the file has for it.
    case zone(String)
  }

  /// The time as seconds since 1970 on its own clock.
  var seconds: Int { day.number * 86_400 + (time?.seconds ?? 0) }

  /// The same clock at another time; nil outside of the years 1 to 9999.
  func at(_ seconds: Int) -> CalendarTime? {
    let number = Int((Double(seconds) / 86_400).rounded(.down))
    guard let day = Day(number: number) else { return nil }
    return CalendarTime(
      day: day, time: time == nil ? nil : ClockTime(seconds: seconds - number * 86_400),
      clock: clock)
  }

  init(day: Day, time: ClockTime?, clock: Clock) {
    (self.day, self.time, self.clock) = (day, time, clock)
  }

  /// Reads what libical read; nil for a day or a time that there is not.
  init?(_ written: wallfarm_ical_time) {
    guard
      let day = Day(
        year: Int(written.year), month: Int(written.month), day: Int(written.day))
    else { return nil }
    var copy = written.zone
    let zone = withUnsafeBytes(of: &copy) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let clock: Clock = written.is_utc != 0 ? .utc : zone.isEmpty ? .floating : .zone(zone)
    guard written.is_day == 0 else {
      self.init(day: day, time: nil, clock: clock)
      return
    }
    let (hour, minute, second) = (Int(written.hour), Int(written.minute), Int(written.second))
    // The end of a day is the beginning of the next one, and a leap second the last one of its minute.
    if (hour, minute, second) == (24, 0, 0), let next = day.adding(1) {
      self.init(day: next, time: .midnight, clock: clock)
      return
    }
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else {
      return nil
    }
    self.init(
      day: day, time: ClockTime(seconds: hour * 3600 + minute * 60 + min(59, second)),
      clock: clock)
  }
}
