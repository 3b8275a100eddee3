internal import Languages
package import WallfarmPluginKit

/// Resolves zone names that are not in the IANA database.
///
/// Windows, Outlook, Exchange, Lotus Notes, Mozilla and Evolution use names of their own, such as
/// `W. Europe Standard Time`, `(UTC+01:00) Amsterdam, Berlin, Bern`, `Eastern`,
/// `/mozilla.org/20050126_1/Europe/Berlin` and `UTC+01:00`.
package struct ZoneNames {
  private let now: Moment
  /// The IANA names, keyed by their lowercase forms.
  private let names: [String: String]
  /// The IANA names, keyed by the words in their last component, such as `aires` and `buenos`.
  private let places: [[Substring]: [String]]

  /// Creates a resolver that compares offsets within the year after a moment.
  package init(around now: Moment) {
    self.now = now
    let all = ZoneFile.names
    names = Dictionary(all.map { ($0.lowercased(), $0) }) { first, _ in first }
    places = Dictionary(grouping: all) { ZoneNames.words(of: $0.split(separator: "/").last ?? "") }
  }

  /// The zone of an IANA name or UTC; nil for other names.
  static func exact(_ name: String) -> Zone? {
    ["UTC", "Z", "Etc/UTC"].contains(name) ? .utc : ZoneFile.named(name)
  }

  /// Finds the zone with a name and reports whether only its offset is known; nil if the name is
  /// unknown.
  package func zone(for name: String) -> (zone: Zone, isGuess: Bool)? {
    let name = String(name[...].trimmed)
    if let zone = inDatabase(name) ?? windows(name) { return (zone, false) }
    let (offset, rest) = ZoneNames.split(name)
    guard let offset else { return described(rest, offset: nil).map { ($0, false) } }
    let fixed = Zone(id: name, firstOffset: offset)
    if ZoneNames.isPlain(rest) { return (fixed, false) }
    return described(rest, offset: offset).map { ($0, false) } ?? (fixed, true)
  }

  /// Finds the zone for an IANA name despite different case or separators or a program-specific
  /// prefix.
  private func inDatabase(_ name: String) -> Zone? {
    let plain = name.lowercased().replacing("\\", with: "/").replacing(" ", with: "_")
    let parts = plain.split(separator: "/")
    for count in [parts.count, 3, 2, 1] where (1...3).contains(count) && count <= parts.count {
      if let found = names[parts.suffix(count).joined(separator: "/")].flatMap(ZoneNames.exact) {
        return found
      }
    }
    if ["utc", "gmt", "zulu", "utc_(coordinated_universal_time)"].contains(parts.last) {
      return .utc
    }
    // Lotus Notes writes `America-New_York` and `US-Eastern`.
    guard let hyphen = plain.firstIndex(of: "-") else { return nil }
    let slashed = plain[..<hyphen] + "/" + plain[plain.index(after: hyphen)...]
    return names[String(slashed)].flatMap(ZoneNames.exact)
  }

  /// Resolves a Windows name, including its daylight saving form and its short forms: `Eastern
  /// Daylight Time`, `Eastern Time`, `Eastern`.
  private func windows(_ name: String) -> Zone? {
    // All Windows names are short and ASCII.
    guard name.utf8.count <= 64, name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let tried = [name, ZoneNames.capitalized(name)].flatMap { name in
      [name, ZoneNames.withoutSeason(name) + " Standard Time"]
    }
    return tried.lazy.compactMap(WindowsZones.name).compactMap(ZoneFile.named).first
  }

  /// Finds a zone by the cities or the region in a description, preferring a zone with the given
  /// offset.
  private func described(_ text: Substring, offset: Int?) -> Zone? {
    let whole = String(text.trimmed)
    let outside = whole.prefix { $0 != "(" }.trimmed
    var found = [whole, String(outside)].compactMap(windows)
    for part in whole.split(whereSeparator: { ",;:/&".contains($0) }).prefix(20)
    where !part.contains(where: \.isNumber) {
      found += (places[ZoneNames.words(of: part)] ?? []).compactMap(ZoneFile.named)
    }
    guard let offset else { return found.first }
    return found.first { has($0, offset) } ?? found.first
  }

  /// Whether a zone has the given offset at any time of the year.
  private func has(_ zone: Zone, _ offset: Int) -> Bool {
    (0..<12).contains { zone.offset(at: now.adding($0 * 2_629_746)) == offset }
  }

  /// The sorted lowercase words of a name, without optional words such as `island`.
  private static func words(of name: Substring) -> [Substring] {
    name.lowercased().split { !$0.isLetter && $0 != "'" }
      .filter { !["island", "islands", "is", "the"].contains($0) }.sorted()
  }

  /// The name without its season: `Eastern` for `Eastern Daylight Time`.
  private static func withoutSeason(_ name: String) -> String {
    let ends = [" Daylight Time", " Summer Time", " Standard Time", " Time"]
    return ends.first(where: name.hasSuffix).map { String(name.dropLast($0.count)) } ?? name
  }

  private static func capitalized(_ name: String) -> String {
    name.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: " ")
  }
}

extension ZoneNames {
  /// Splits a leading offset from a name: `(UTC+01:00) Berlin`, `GMT -0500`, `UTC+1`, `+01:00`.
  private static func split(_ name: String) -> (offset: Int?, rest: Substring) {
    var rest = name[...].trimmed.drop { $0 == "(" }.trimmed
    var isNamed = false
    for start in ["UTC", "GMT", "Etc/GMT", "utc", "gmt"] where rest.hasPrefix(start) {
      rest = rest.dropFirst(start.count).trimmed
      isNamed = true
      break
    }
    guard let sign = rest.first, "+-−–".contains(sign) else {
      // There is no signed offset; in a name such as `(UTC) Dublin, Edinburgh`, the offset is 0.
      return isNamed && rest.first == ")" ? (0, rest.dropFirst().trimmed) : (nil, name[...])
    }
    let digits = rest.dropFirst().trimmed.prefix {
      $0.isASCII && ($0.isNumber || ":.".contains($0))
    }
    let plain = String(digits.filter(\.isNumber).prefix(6))
    // `+1` and `+0100` are valid offsets, and `+100` also means one hour.
    let padded = plain.count == 3 ? "0" + plain : plain
    guard !plain.isEmpty, let offset = CalendarTime.offset((sign == "+" ? "+" : "-") + padded)
    else { return (nil, name[...]) }
    return (offset, rest[digits.endIndex...].drop { $0 == ")" }.trimmed)
  }

  /// Whether the text after an offset can be ignored.
  ///
  /// For example, the second offset in `GMT-05.00/-04.00` cannot be ignored.
  private static func isPlain(_ rest: Substring) -> Bool {
    !rest.contains { $0.isLetter || $0.isNumber }
  }
}
