internal import CICal
internal import Languages
import WallfarmPluginKit

/// The zones that a calendar file names.
///
/// A name of the zone database means that zone, whatever the file says of it: the database knows of changes that a
/// file of years ago does not. So does a name that Windows has. Only another name is looked up in the file.
final class CalendarZones {
  /// Of wherever the picture is for: what has no zone is on its clocks.
  private let home: Zone
  private let written: [String: CalendarText.Component]
  private let now: Moment
  /// Days that the zones of the file may look at.
  private var budget = 100_000
  private var known: [String: Zone?] = [:]
  private static let mostNames = 500

  /// Begins with the time zones of a file, whose clocks matter around a moment.
  init(_ components: [CalendarText.Component], home: Zone, around now: Moment) {
    (self.home, self.now) = (home, now)
    var written: [String: CalendarText.Component] = [:]
    // More zones than there are on Earth have names of their own in no calendar.
    for component in components.filter({ $0.kind == .zone }).prefix(100) {
      let id = (try? CalendarComponent(component.text))?.text(wallfarm_ical_tzid)
      if let id { written[id] = component }
    }
    self.written = written
  }

  /// The zone of a clock; nil where it is known neither here nor in the file.
  func zone(of clock: CalendarTime.Clock) -> Zone? {
    switch clock {
    case .utc: return .utc
    case .floating: return home
    case .zone(let name):
      if let found = known[name] { return found }
      // Looking for one opens files; more names than zones are a mistake, or meant to cost time.
      guard known.count < CalendarZones.mostNames else { return nil }
      let found = look(for: name)
      known[name] = .some(found)
      return found
    }
  }

  /// When something is; nil where its zone is known neither here nor in the file.
  func moment(of time: CalendarTime) -> Moment? {
    zone(of: time.clock)?.moment(time.day, time.time ?? .midnight)
  }

  /// A moment as a clock shows it; nil where its zone is not known.
  func local(_ moment: Moment, on clock: CalendarTime.Clock) -> CalendarTime? {
    guard let (day, time) = zone(of: clock)?.local(moment) else { return nil }
    return CalendarTime(day: day, time: time, clock: clock)
  }

  private func look(for name: String) -> Zone? {
    // Some programs put names of their own in front: /example.org/20250101/Europe/Berlin.
    let parts = name.split(separator: "/")
    for count in Set([parts.count, 3, 2, 1]).sorted(by: >) where count <= parts.count && count > 0 {
      let part = parts.suffix(count).joined(separator: "/")
      if let zone = part == "UTC" ? Zone.utc : ZoneFile.named(part) { return zone }
    }
    if let zone = WindowsZones.name(for: name).flatMap(ZoneFile.named) { return zone }
    return (written[name]).flatMap { component in try? Zone(component, around: now, &budget) }
  }
}

extension Zone {
  /// Years before and after a moment for which a zone of a file is worked out.
  private static let years = (before: 2, after: 12)

  /// Reads a VTIMEZONE, RFC 5545, 3.6.5.
  fileprivate init(
    _ component: CalendarText.Component, around now: Moment, _ budget: inout Int
  ) throws(CalendarFailure) {
    guard let id = try CalendarComponent(component.text).text(wallfarm_ical_tzid) else {
      throw .wrong("TZID")
    }
    var changes: [Int: Int] = [:]
    var first: (at: Int, offset: Int)?
    for text in component.parts {
      let part = try CalendarComponent(text.text)
      guard let start = try part.time(wallfarm_ical_start, "DTSTART"),
        let before = part.offset(wallfarm_ical_offset_from),
        let offset = part.offset(wallfarm_ical_offset_to), max(abs(before), abs(offset)) < 93_600
      else { throw .wrong("VTIMEZONE") }
      let (earliest, latest) = (Zone.years.before * 31_622_400, Zone.years.after * 31_622_400)
      let range = (now.seconds - earliest)...(now.seconds + latest)
      var times = [start]
      for more in try part.times(
        wallfarm_ical_date, "RDATE", count: text.values["RDATE", default: 0])
      {
        times.append(more.time)
      }
      for rule in try part.rules(from: start, count: text.values["RRULE", default: 0]) {
        let until = rule.until.map { $0.clock == .utc ? $0.seconds + before : $0.seconds }
        times += try CalendarTimes(rule, start: start, until: until, range: range).list(&budget)
      }
      for time in times { changes[time.seconds - before] = offset }
      if first.map({ start.seconds - before < $0.at }) ?? true {
        first = (start.seconds - before, before)
      }
    }
    guard let first else { throw .wrong("VTIMEZONE") }
    self.init(
      id: id, firstOffset: first.offset,
      changes: changes.sorted { $0.key < $1.key }.map { Zone.Change(at: $0.key, offset: $0.value) })
  }
}
