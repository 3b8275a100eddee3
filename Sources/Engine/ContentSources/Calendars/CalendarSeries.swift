import WallfarmPluginKit

/// Expands events into instances (RFC 5545, 3.8.5).
struct CalendarSeries {
  private let zones: CalendarZones
  /// The time window.
  ///
  /// An instance is in the window if it ends after the window starts. An instance that a rule
  /// produces must also start before the window ends.
  private let window: ClosedRange<Moment>
  /// The remaining budget for all rules, in tested days; testing one day takes about 0.1 µs.
  private var budget = 6_000_000
  /// The maximum budget for a single event, so that one event cannot use up the budget for the
  /// others.
  private static let mostOfOne = 2_000_000

  init(_ zones: CalendarZones, window: ClosedRange<Moment>) {
    (self.zones, self.window) = (zones, window)
  }

  /// Whether the budget for all events is exhausted.
  var isExhausted: Bool { budget <= 0 }

  /// A key that identifies an instance, independent of its time zone.
  enum Key: Hashable {
    case day(Day)
    case moment(Moment)
  }

  /// The key of a time in a series that begins at `start`; nil if the start's zone is needed but
  /// unknown.
  ///
  /// In an all-day series, midnight stands for the whole day, because Exchange writes days as
  /// midnight times. A floating time, or a time in an unknown zone, is interpreted in the time zone
  /// of the start.
  func key(_ time: CalendarTime, in start: CalendarTime) -> Key? {
    guard start.time != nil else {
      return .day((zones.dayStarting(with: time) ?? time.wholeDay).day)
    }
    return key(
      zones.isKnown(time.clock) && !isOnClock(of: start, time) ? time : time.on(start.clock))
  }

  /// Whether a time is interpreted on the clock of the start instead of its own clock.
  ///
  /// This applies to floating times. In a floating series, it also applies to times in a named
  /// zone.
  private func isOnClock(of start: CalendarTime, _ time: CalendarTime) -> Bool {
    time.clock == .floating || start.clock == .floating && time.clock != .utc
  }

  /// The key of a time on its own clock, regardless of any series; nil if the zone is unknown.
  func key(_ time: CalendarTime) -> Key? {
    guard time.time != nil else { return .day(time.day) }
    return zones.moment(of: time).map(Key.moment)
  }

  /// Whether the time that a key represents is in the window.
  func isInWindow(_ key: Key) -> Bool {
    switch key {
    case .day(let day): isInWindow(.moment(zones.home.start(of: day)))
    case .moment(let moment): window.contains(moment) && moment < window.upperBound
    }
  }

  /// The keys of an event's exception times.
  ///
  /// Some programs add a UTC suffix to the local times of a floating series, so UTC times in such a
  /// series are also read as local times.
  func exceptions(of event: CalendarEvent) -> Set<Key> {
    var keys = Set(event.exceptions.compactMap { key($0, in: event.start) })
    guard event.start.time != nil, event.start.clock == .floating else { return keys }
    keys.formUnion(event.exceptions.compactMap { key($0.on(.floating)) })
    return keys
  }

  /// Returns all instances of an event in the window, except those at its exception times.
  mutating func instances(of event: CalendarEvent) throws(CalendarFailure) -> [CalendarInstance] {
    var without = exceptions(of: event)
    // The duration of an RDATE period takes precedence over the duration of the event.
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

  /// Whether the event has rules and every rule ends before the series starts.
  ///
  /// In that case, the start is not an instance, as if all instances were deleted. In any other
  /// series, the start is an instance even if no rule produces it.
  private func hasNoTime(_ event: CalendarEvent) -> Bool {
    !event.rules.isEmpty
      && event.rules.allSatisfy { rule in
        until(rule, event.start).map { $0 < event.start.seconds } ?? false
      }
  }

  /// The instances that a rule produces in or near the window.
  private func repeated(
    _ event: CalendarEvent, _ rule: CalendarRule, _ budget: inout Int
  ) throws(CalendarFailure) -> [CalendarTime] {
    let start = event.start
    // One extra day on each side allows for other time zones.
    let length = (event.length.days + event.length.seconds / 86_400 + 2) * 86_400
    let range = (window.lowerBound.seconds - length)...(window.upperBound.seconds + 86_400)
    return try CalendarTimes(rule, start: start, until: until(rule, start), range: range)
      .list(&budget)
  }

  /// The last allowed time of a rule, in seconds on the clock of the start; nil if the rule has no
  /// limit.
  private func until(_ rule: CalendarRule, _ start: CalendarTime) -> Int? {
    guard let last = rule.until else { return nil }
    // If UNTIL is a day, the whole day is included. If it is a time, it is converted to the clock
    // of the start.
    if last.time == nil { return last.seconds + 86_399 }
    guard last.clock != .floating, let moment = zones.moment(of: last) else { return last.seconds }
    if start.time == nil {
      let here = zones.local(moment, on: .floating)
      return here.flatMap { $0.isMidnight ? $0.seconds : nil } ?? last.seconds
    }
    return zones.local(moment, on: start.clock)?.seconds ?? last.seconds
  }
}
