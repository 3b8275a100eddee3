import WallfarmPluginKit

/// The times of events, RFC 5545, 3.8.5.
struct CalendarSeries {
  private let zones: CalendarZones
  /// What is looked for: times that have not ended before it begins; those of rules begin before it ends.
  private let window: ClosedRange<Moment>
  /// Days that rules may still look at, and what else they cost in such days; one takes some 0.1 µs.
  private var budget = 6_000_000
  /// The most of that for one event, so that one alone cannot keep others from being shown.
  private static let mostOfOne = 2_000_000

  init(_ zones: CalendarZones, window: ClosedRange<Moment>) {
    (self.zones, self.window) = (zones, window)
  }

  /// Whether the rules of all events together were too much.
  var isExhausted: Bool { budget <= 0 }

  /// A time by which one of a series is known, whatever clock it is written on.
  enum Key: Hashable {
    case day(Day)
    case moment(Moment)
  }

  /// The key of a time in a series that begins at another one; nil where its zone is not known.
  ///
  /// In a series of whole days a midnight means its day (Exchange), and a time without a zone is on the clock of the start.
  func key(_ time: CalendarTime, in start: CalendarTime) -> Key? {
    guard start.time != nil else {
      return .day((zones.dayStarting(with: time) ?? time.wholeDay).day)
    }
    return key(
      zones.isKnown(time.clock) && !isOnClock(of: start, time) ? time : time.on(start.clock))
  }

  /// Whether a time has no zone of its own beside that of a start.
  private func isOnClock(of start: CalendarTime, _ time: CalendarTime) -> Bool {
    time.clock == .floating || start.clock == .floating && time.clock != .utc
  }

  /// The key of a time by itself; nil where its zone is not known.
  func key(_ time: CalendarTime) -> Key? {
    guard time.time != nil else { return .day(time.day) }
    return zones.moment(of: time).map(Key.moment)
  }

  /// Whether times of series are looked for at a time.
  func isInWindow(_ key: Key) -> Bool {
    switch key {
    case .day(let day): isInWindow(.moment(zones.home.start(of: day)))
    case .moment(let moment): window.contains(moment) && moment < window.upperBound
    }
  }

  /// The keys of the times that an event leaves out.
  ///
  /// Where a series has no zone, some programs write them in UTC with what its clocks show.
  func exceptions(of event: CalendarEvent) -> Set<Key> {
    var keys = Set(event.exceptions.compactMap { key($0, in: event.start) })
    guard event.start.time != nil, event.start.clock == .floating else { return keys }
    keys.formUnion(event.exceptions.compactMap { key($0.on(.floating)) })
    return keys
  }

  /// Every time of an event in the window, without those that it leaves out.
  mutating func instances(of event: CalendarEvent) throws(CalendarFailure) -> [CalendarInstance] {
    var without = exceptions(of: event)
    // The length of a period takes precedence over the length of the event.
    var starts = event.additions.filter { $0.length != nil }
    if !hasNoTime(event) { starts.append((event.start, nil)) }
    starts += event.additions.filter { $0.length == nil }
    let written = starts.count
    var left = min(budget, CalendarSeries.mostOfOne)
    let before = left
    defer { budget -= before - max(0, left) }
    for rule in event.rules { starts += try repeated(event, rule, &left).map { ($0, nil) } }
    for rule in event.exclusions {
      without.formUnion(try repeated(event, rule, &left).compactMap { key($0) })
    }
    var found: [CalendarInstance] = []
    var seen: Set<Key> = []
    for (index, (start, length)) in starts.enumerated() {
      guard let key = key(start), !without.contains(key), !without.contains(.day(start.day)),
        seen.insert(key).inserted,
        let instance = CalendarInstance(event, at: start, length: length, zones),
        max(instance.last, instance.first.adding(1)) > window.lowerBound,
        index < written || instance.first < window.upperBound
      else { continue }
      found.append(instance)
    }
    return found
  }

  /// Whether an event has not even its start: its rule ends before it, as in a series of which every time was deleted.
  ///
  /// Otherwise the start counts even where the rule would not come to it.
  private func hasNoTime(_ event: CalendarEvent) -> Bool {
    !event.rules.isEmpty
      && event.rules.allSatisfy { rule in
        until(rule, event.start).map { $0 < event.start.seconds } ?? false
      }
  }

  /// The times of a rule that may be in the window.
  private func repeated(
    _ event: CalendarEvent, _ rule: CalendarRule, _ budget: inout Int
  ) throws(CalendarFailure) -> [CalendarTime] {
    let start = event.start
    // A day more on both sides, for clocks of other zones.
    let length = (event.length.days + event.length.seconds / 86_400 + 2) * 86_400
    let range = (window.lowerBound.seconds - length)...(window.upperBound.seconds + 86_400)
    return try CalendarTimes(rule, start: start, until: until(rule, start), range: range)
      .list(&budget)
  }

  /// The last time of a rule, on the clock of the start; nil where it has none.
  private func until(_ rule: CalendarRule, _ start: CalendarTime) -> Int? {
    guard let last = rule.until else { return nil }
    // A last day is a last day to its end, and a moment is one of the clock of the start.
    if last.time == nil { return last.seconds + 86_399 }
    guard last.clock != .floating, let moment = zones.moment(of: last) else { return last.seconds }
    if start.time == nil {
      let here = zones.local(moment, on: .floating)
      return here.flatMap { $0.isMidnight ? $0.seconds : nil } ?? last.seconds
    }
    return zones.local(moment, on: start.clock)?.seconds ?? last.seconds
  }
}
