/// Distinguishes time zones that have the same name in different calendars of one file.
///
/// The scope of a name is one calendar (RFC 5545, 3.2.19), but a file can contain several: merged
/// Outlook exports can each describe a `Customized Time Zone`.
enum CalendarScopes {
  /// The maximum number of different descriptions for a name; further descriptions are treated like
  /// the first.
  private static let mostOfOneName = 50

  /// Unique names by the original names, for each calendar that redefines a zone of an earlier
  /// calendar.
  static func names(
    ofZonesIn components: [CalendarText.Component]
  ) -> [Int: [String: String]] {
    var known: [String: [CalendarText.Component]] = [:]
    var seen: Set<String> = []
    var names: [Int: [String: String]] = [:]
    for zone in components where zone.kind == .zone {
      // The first description within a calendar takes precedence.
      guard let name = zone.property("TZID")?.value,
        seen.insert("\(zone.calendar) \(name)").inserted
      else { continue }
      let others = known[name, default: []]
      let index = others.firstIndex { hasSameParts($0, zone) } ?? others.count
      guard index < mostOfOneName else { continue }
      if index == others.count { known[name, default: []].append(zone) }
      // A name in a file cannot contain a line feed, so the new name is unique.
      if index > 0 { names[zone.calendar, default: [:]][name] = "\(name)\n\(index)" }
    }
    return names
  }

  /// The name of a zone as its calendar writes it.
  static func plain(_ name: String) -> String { String(name.prefix { $0 != "\n" }) }

  private static func hasSameParts(
    _ one: CalendarText.Component, _ other: CalendarText.Component
  ) -> Bool {
    one.parts.count == other.parts.count
      && zip(one.parts, other.parts).allSatisfy { $0.isSame(as: $1) }
  }
}
