import WallfarmPluginKit

/// The times of events, RFC 5545, 3.8.5.
struct CalendarSeries {
  private let zones: CalendarZones
  /// What is looked for: times that have not ended before it begins; those of rules begin before it ends.
  private let window: ClosedRange<Moment>
  /// Days that rules may still look at, and what else they cost in such days; one takes some 0.1 µs.
  private var budget = 3_000_000

  init(_ zones: CalendarZones, window: ClosedRange<Moment>) {
    (self.zones, self.window) = (zones, window)
  }

  /// A time by which one of a series is known, whatever clock it is written on.
  enum Key: Hashable {
    case day(Day)
    case moment(Moment)
  }

  /// The key of a time.
  func key(_ time: CalendarTime) throws(CalendarFailure) -> Key {
    guard time.time != nil else { return .day(time.day) }
    guard let moment = zones.moment(of: time) else { throw .zone }
    return .moment(moment)
  }

  /// Every time of an event in the window, without those that it leaves out.
  mutating func instances(of event: CalendarEvent) throws(CalendarFailure) -> [CalendarInstance] {
    var without: Set<Key> = []
    for time in event.exceptions { without.insert(try key(time)) }
    // The start counts even where the rule would not come to it.
    var starts: [(time: CalendarTime, seconds: Int?)] = [(event.start, nil)] + event.additions
    let written = starts.count
    for rule in event.rules { starts += try repeated(event, rule).map { ($0, nil) } }
    var found: [CalendarInstance] = []
    var seen: Set<Key> = []
    for (index, (start, seconds)) in starts.enumerated() {
      let key = try key(start)
      guard !without.contains(key), !without.contains(.day(start.day)),
        seen.insert(key).inserted,
        let instance = CalendarInstance(event, at: start, seconds: seconds, zones),
        max(instance.last, instance.first.adding(1)) > window.lowerBound,
        index < written || instance.first < window.upperBound
      else { continue }
      found.append(instance)
    }
    return found
  }

  /// The times of a rule that may be in the window.
  private mutating func repeated(
    _ event: CalendarEvent, _ rule: CalendarRule
  ) throws(CalendarFailure) -> [CalendarTime] {
    let start = event.start
    var until = rule.until?.seconds
    if let last = rule.until {
      // A last day is a last day to its end, and a moment is one of the clock of the start.
      if last.time == nil {
        until = last.seconds + 86_399
      } else if last.clock == .utc, start.time != nil {
        guard let local = zones.local(Moment(seconds: last.seconds), on: start.clock) else {
          throw .zone
        }
        until = local.seconds
      }
    }
    // A day more on both sides, for clocks of other zones.
    let length = (event.length.days + event.length.seconds / 86_400 + 2) * 86_400
    let range = (window.lowerBound.seconds - length)...(window.upperBound.seconds + 86_400)
    return try CalendarTimes(rule, start: start, until: until, range: range).list(&budget)
  }
}
