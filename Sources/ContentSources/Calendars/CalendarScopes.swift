/// Tells zones apart that calendars of one file name alike.
///
/// A name is that of one calendar (RFC 5545, 3.2.19), and a file may have several: exports of Outlook that were joined
/// may each describe a `Customized Time Zone`.
enum CalendarScopes {
  /// Descriptions of one name that are told apart; those of any other are taken for the first.
  private static let mostOfOneName = 50

  /// New names of zones by their own, for each calendar that describes one unlike an earlier calendar.
  static func names(
    ofZonesIn components: [CalendarText.Component]
  ) -> [Int: [String: String]] {
    var known: [String: [CalendarText.Component]] = [:]
    var seen: Set<String> = []
    var names: [Int: [String: String]] = [:]
    for zone in components where zone.kind == .zone {
      // Of several descriptions within one calendar the first counts.
      guard let name = zone.property("TZID")?.value,
        seen.insert("\(zone.calendar) \(name)").inserted
      else { continue }
      let others = known[name, default: []]
      let index = others.firstIndex { hasSameParts($0, zone) } ?? others.count
      guard index < mostOfOneName else { continue }
      if index == others.count { known[name, default: []].append(zone) }
      // No line of a file has a line feed, so no other name is the same.
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
