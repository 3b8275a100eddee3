internal import CICal
import WallfarmPluginKit

/// Why an entry of a calendar cannot be shown.
enum CalendarFailure: Error {
  /// libical cannot be opened.
  case missing
  /// A property cannot be read, or is not there.
  case wrong(String)
  /// Nothing is known of its time zone.
  case zone
  /// It comes more often than once an hour.
  case tooOften
  /// It goes by a calendar that is not the Gregorian.
  case foreign
  /// To find its times would take too long.
  case tooMuch
}

/// An event or a to-do, as libical reads it.
final class CalendarComponent {
  private let handle: OpaquePointer

  /// Parses one component.
  init(_ text: String) throws(CalendarFailure) {
    var opened: OpaquePointer?
    switch wallfarm_ical_open(text, &opened) {
    case 0: break
    case Int32(wallfarm_ical_missing): throw .missing
    default: throw .wrong("it")
    }
    guard let opened else { throw .wrong("it") }
    handle = opened
  }

  deinit { wallfarm_ical_close(handle) }

  /// The words of a property on one line; nil where it has none.
  func text(_ property: wallfarm_ical_property) -> String? {
    guard let text = wallfarm_ical_text(handle, property) else { return nil }
    return String(cString: text)
  }

  /// The time of a property; nil where there is none.
  func time(_ property: wallfarm_ical_property, _ name: String) throws(CalendarFailure)
    -> CalendarTime?
  {
    try read(property, name, at: 0)?.time
  }

  /// The time of RECURRENCE-ID, and whether what follows it is meant too.
  func recurrence() throws(CalendarFailure) -> (time: CalendarTime, andFollowing: Bool)? {
    try read(wallfarm_ical_recurrence, "RECURRENCE-ID", at: 0).map { ($0.time, $0.andFollowing) }
  }

  /// The times of a property that may be there often, with their own lengths in seconds.
  ///
  /// - Parameters:
  ///   - property: which one.
  ///   - name: what it is called.
  ///   - count: how many there are as they are written; libical leaves out what it cannot read.
  /// - Returns: all of them.
  /// - Throws: `wrong` where one cannot be read.
  func times(
    _ property: wallfarm_ical_property, _ name: String, count: Int
  ) throws(CalendarFailure) -> [(time: CalendarTime, seconds: Int?)] {
    var found: [(time: CalendarTime, seconds: Int?)] = []
    while let next = try read(property, name, at: found.count) {
      found.append((next.time, next.seconds))
    }
    guard found.count == count else { throw .wrong(name) }
    return found
  }

  private func read(
    _ property: wallfarm_ical_property, _ name: String, at index: Int
  ) throws(CalendarFailure) -> (time: CalendarTime, seconds: Int?, andFollowing: Bool)? {
    var time = wallfarm_ical_time()
    var (andFollowing, seconds): (Int32, Int32) = (0, -1)
    switch wallfarm_ical_time_of(
      handle, property, Int32(index), &time, &andFollowing, &seconds)
    {
    case 0: return nil
    case 1: break
    default: throw .wrong(name)
    }
    guard let read = CalendarTime(time) else { throw .wrong(name) }
    return (read, seconds < 0 ? nil : Int(seconds), andFollowing == 1)
  }

  /// DURATION in days and seconds; nil where there is none.
  func duration() throws(CalendarFailure) -> (days: Int, seconds: Int)? {
    var (days, seconds): (Int32, Int32) = (0, 0)
    switch wallfarm_ical_duration(handle, &days, &seconds) {
    case 0: return nil
    case 1: return (Int(days), Int(seconds))
    default: throw .wrong("DURATION")
    }
  }

  /// An offset of a time zone, in seconds east of UTC; nil where there is none.
  func offset(_ property: wallfarm_ical_property) -> Int? {
    var seconds: Int32 = 0
    return wallfarm_ical_offset(handle, property, &seconds) == 1 ? Int(seconds) : nil
  }

  /// How it repeats; `count` rules are written.
  func rules(from start: CalendarTime, count: Int) throws(CalendarFailure) -> [CalendarRule] {
    var found: [CalendarRule] = []
    var rule = wallfarm_ical_rule()
    while true {
      switch wallfarm_ical_rule_of(handle, Int32(found.count), &rule) {
      case 0:
        guard found.count == count else { throw .wrong("RRULE") }
        return found
      case 1: found.append(try CalendarRule(rule, start: start))
      default: throw .wrong("RRULE")
      }
    }
  }
}
