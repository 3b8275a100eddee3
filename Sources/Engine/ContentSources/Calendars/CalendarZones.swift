import WallfarmPluginKit

/// Resolves the time zones of a calendar file.
///
/// An IANA name always refers to the zone database, because the definition in an old file lacks
/// later changes to the zone. Other names are looked up in the file first; if the file does not
/// define them, ``ZoneNames`` resolves them.
final class CalendarZones {
  /// The picture's time zone, which applies to floating times.
  let home: Zone
  private let written: [String: [CalendarText.Component]]
  private let now: Moment
  /// The remaining budget for the zone rules in the file, in tested days.
  private var budget = 1_000_000
  private var known: [String: Zone?] = [:]
  private var guessed: Set<String> = []
  private lazy var names = ZoneNames(around: now)

  /// The maximum number of distinct zone names; real calendars have fewer.
  ///
  /// A limit is needed because each lookup opens files.
  private static let mostNames = 1000

  /// Reads the zones of a file, whose rules are evaluated for the years around a moment.
  init(_ components: [CalendarText.Component], home: Zone, around now: Moment) {
    (self.home, self.now) = (home, now)
    var written: [String: [CalendarText.Component]] = [:]
    for component in components where component.kind == .zone {
      guard let name = component.property("TZID")?.value, !name.isEmpty else { continue }
      written[component.zoneNames[name] ?? name, default: []].append(component)
    }
    self.written = written
  }

  /// The zone of a clock; nil if the zone is unknown.
  func zone(of clock: CalendarTime.Clock) -> Zone? {
    switch clock {
    case .utc: return .utc
    case .floating: return home
    case .zone(let name):
      if let found = known[name] { return found }
      guard known.count < CalendarZones.mostNames else { return nil }
      let found = look(for: name)
      known[name] = .some(found)
      return found
    }
  }

  /// Whether the zone of a clock is known.
  func isKnown(_ clock: CalendarTime.Clock) -> Bool { zone(of: clock) != nil }

  /// Whether only the offset of the zone is known, although the zone may have daylight saving time.
  func isGuessed(_ clock: CalendarTime.Clock) -> Bool {
    if case .zone(let name) = clock { guessed.contains(name) } else { false }
  }

  /// The moment of a time; nil if its zone is unknown.
  func moment(of time: CalendarTime) -> Moment? {
    zone(of: time.clock)?.moment(time.day, time.time ?? .midnight)
  }

  /// The number of seconds between two times; nil if a zone is unknown.
  ///
  /// If both times are floating, clock changes are ignored.
  func seconds(from start: CalendarTime, to end: CalendarTime) -> Int? {
    if start.clock == .floating, end.clock == .floating { return end.seconds - start.seconds }
    guard let first = moment(of: start), let last = moment(of: end) else { return nil }
    return last.seconds - first.seconds
  }

  /// Converts a moment to the time on a clock; nil if the zone of the clock is unknown.
  func local(_ moment: Moment, on clock: CalendarTime.Clock) -> CalendarTime? {
    guard let (day, time) = zone(of: clock)?.local(moment) else { return nil }
    return CalendarTime(day: day, time: time, clock: clock)
  }

  private func look(for name: String) -> Zone? {
    let plain = CalendarScopes.plain(name)
    if let zone = ZoneNames.exact(plain) { return zone }
    for component in written[name] ?? [] {
      if let zone = Zone(component, around: now, &budget) { return zone }
    }
    // Files from libical and Evolution specify the IANA name in X-LIC-LOCATION.
    let other = (written[name] ?? []).lazy.compactMap { $0.property("X-LIC-LOCATION")?.value }
    if let zone = other.compactMap(ZoneNames.exact).first { return zone }
    guard let (zone, isGuess) = names.zone(for: plain) else { return nil }
    if isGuess { guessed.insert(name) }
    return zone
  }
}

extension CalendarZones {
  /// The day that a time stands for, because some programs write whole days as times; nil if there
  /// is none.
  ///
  /// A time stands for a day if it is midnight on its own clock or on the local clock. Any other
  /// UTC time on a quarter hour may be midnight in an unknown zone, so it is converted to the day
  /// with the nearest midnight.
  func dayStarting(with time: CalendarTime) -> CalendarTime? {
    if time.isMidnight { return time.wholeDay }
    guard time.clock != .floating, let moment = moment(of: time) else { return nil }
    if let here = local(moment, on: .floating), here.isMidnight { return here.wholeDay }
    guard time.clock == .utc, time.seconds % 900 == 0 else { return nil }
    return time.at(time.seconds + 43_200)?.wholeDay
  }

  /// Converts a time to match `start`.
  ///
  /// If `start` is a day, the result is a day. Otherwise, a day gets the time and the clock of
  /// `start`, and a floating time gets the clock of `start`.
  func like(_ start: CalendarTime, _ time: CalendarTime) -> CalendarTime {
    guard start.time != nil else { return dayStarting(with: time) ?? time.wholeDay }
    guard time.time != nil else {
      return CalendarTime(day: time.day, time: start.time, clock: start.clock)
    }
    return time.clock == .floating ? time.on(start.clock) : time
  }
}

extension Zone {
  /// The number of years before and after a moment for which zone rules are evaluated.
  private static let years = (before: 2, after: 12)

  /// Parses a VTIMEZONE (RFC 5545, 3.6.5); nil if none of its parts is valid or the budget is
  /// exhausted.
  fileprivate init?(
    _ component: CalendarText.Component, around now: Moment, _ budget: inout Int
  ) {
    var changes: [Int: Int] = [:]
    var first: (at: Int, offset: Int)?
    for part in component.parts {
      guard budget > 0 else { return nil }
      guard let start = part.property("DTSTART").flatMap({ CalendarTime($0) }),
        let offset = part.offset("TZOFFSETTO")
      else { continue }
      let before = part.offset("TZOFFSETFROM") ?? offset
      budget -= 1
      for time in Zone.times(of: part, from: start, before, around: now, &budget) {
        changes[time.seconds - before] = offset
      }
      if first.map({ start.seconds - before < $0.at }) ?? true {
        first = (start.seconds - before, before)
      }
    }
    guard let first, budget > 0 else { return nil }
    self.init(
      id: component.property("TZID")?.value ?? "", firstOffset: first.offset,
      changes: changes.sorted { $0.key < $1.key }.map { Zone.Change(at: $0.key, offset: $0.value) })
  }

  /// The transitions of one part of a zone; if the part's rule is invalid, only DTSTART and RDATE
  /// are used.
  private static func times(
    of part: CalendarText.Component, from start: CalendarTime, _ before: Int, around now: Moment,
    _ budget: inout Int
  ) -> [CalendarTime] {
    let range =
      (now.seconds - years.before * 31_622_400)...(now.seconds + years.after * 31_622_400)
    var times = [start]
    for property in part.properties("RDATE") {
      times += property.values.compactMap { CalendarTime($0, property.parameters) }
    }
    budget -= times.count
    for property in part.properties("RRULE") {
      guard let rule = try? CalendarRule(property.value, start: start) else { continue }
      // UNTIL is in UTC, but the times of the rule are on the clock before the transition.
      let until = rule.until.map { $0.clock == .utc ? $0.seconds + before : $0.seconds }
      times +=
        (try? CalendarTimes(rule, start: start, until: until, range: range).list(&budget)) ?? []
    }
    return times
  }
}

extension CalendarText.Component {
  /// TZOFFSETFROM or TZOFFSETTO in seconds; nil if it is missing or invalid.
  fileprivate func offset(_ name: String) -> Int? {
    property(name).flatMap { CalendarTime.offset($0.value) }
  }
}
