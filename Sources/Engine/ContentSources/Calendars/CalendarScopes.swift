/// Distinguishes time zones that have the same name in different calendars of a file.
///
/// A zone name is valid only in its own calendar (RFC 5545, 3.2.19), but a file can contain several
/// calendars. For example, in a merged Outlook export, each calendar may define its own `Customized
/// Time Zone`.
enum CalendarScopes {
  /// The maximum number of different definitions per zone name; further definitions are treated
  /// like the first.
  private static let mostOfOneName = 50

  /// Returns unique zone names for each calendar that redefines a zone of an earlier calendar.
  ///
  /// The keys of the outer dictionary are calendar numbers, and the keys of the inner dictionaries
  /// are the original names.
  static func names(
    ofZonesIn components: [CalendarText.Component]
  ) -> [Int: [String: String]] {
    var known: [String: [CalendarText.Component]] = [:]
    var seen: Set<String> = []
    var names: [Int: [String: String]] = [:]
    for zone in components where zone.kind == .zone {
      // Within a calendar, the first definition of a name takes precedence.
      guard let name = zone.property("TZID")?.value,
        seen.insert("\(zone.calendar) \(name)").inserted
      else { continue }
      let others = known[name, default: []]
      let index = others.firstIndex { hasSameParts($0, zone) } ?? others.count
      guard index < mostOfOneName else { continue }
      if index == others.count { known[name, default: []].append(zone) }
      // A zone name in a file cannot contain a line feed, so the new name is unique.
      if index > 0 { names[zone.calendar, default: [:]][name] = "\(name)\n\(index)" }
    }
    return names
  }

  /// Returns the zone name as it is written in the calendar.
  static func plain(_ name: String) -> String { String(name.prefix { $0 != "\n" }) }

  private static func hasSameParts(
    _ one: CalendarText.Component, _ other: CalendarText.Component
  ) -> Bool {
    one.parts.count == other.parts.count
      && zip(one.parts, other.parts).allSatisfy { $0.isSame(as: $1) }
  }
}
