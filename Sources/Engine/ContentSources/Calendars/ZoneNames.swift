internal import Languages
import WallfarmPluginKit

/// Finds the zone that a program means by a name that is none of the zone database.
///
/// Windows and Outlook, Exchange, Lotus Notes, Mozilla and Evolution have names of their own: `W. Europe Standard Time`,
/// `(UTC+01:00) Amsterdam, Berlin, Bern`, `Eastern`, `/mozilla.org/20050126_1/Europe/Berlin`, `UTC+01:00`.
struct ZoneNames {
  private let now: Moment
  /// Names of the database by the same in lower case.
  private let names: [String: String]
  /// Names of the database by the words of their last part, such as `buenos aires`.
  private let places: [[Substring]: [String]]

  /// Begins; offsets are those of the year around a moment.
  init(around now: Moment) {
    self.now = now
    let all = ZoneFile.names
    names = Dictionary(all.map { ($0.lowercased(), $0) }) { first, _ in first }
    places = Dictionary(grouping: all) { ZoneNames.words(of: $0.split(separator: "/").last ?? "") }
  }

  /// The zone of a name of the database, and of UTC; nil for any other.
  static func exact(_ name: String) -> Zone? {
    ["UTC", "Z", "Etc/UTC"].contains(name) ? .utc : ZoneFile.named(name)
  }

  /// The zone that a name means, and whether only its offset is known; nil where nothing is.
  func zone(for name: String) -> (zone: Zone, isGuess: Bool)? {
    let name = String(name[...].trimmed)
    if let zone = inDatabase(name) ?? windows(name) { return (zone, false) }
    let (offset, rest) = ZoneNames.split(name)
    guard let offset else { return described(rest, offset: nil).map { ($0, false) } }
    let fixed = Zone(id: name, firstOffset: offset)
    if ZoneNames.isPlain(rest) { return (fixed, false) }
    return described(rest, offset: offset).map { ($0, false) } ?? (fixed, true)
  }

  /// A name in other letters, with other marks between its parts, or behind the name of a program.
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
    // Notes writes America-New_York, and US-Eastern.
    guard let hyphen = plain.firstIndex(of: "-") else { return nil }
    let slashed = plain[..<hyphen] + "/" + plain[plain.index(after: hyphen)...]
    return names[String(slashed)].flatMap(ZoneNames.exact)
  }

  /// A name of Windows, also as that of summer or without a season: `Eastern Daylight Time`, `Eastern Time`, `Eastern`.
  private func windows(_ name: String) -> Zone? {
    // Those of any other script are no names of it, and no other is as long.
    guard name.utf8.count <= 64, name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let tried = [name, ZoneNames.capitalized(name)].flatMap { name in
      [name, ZoneNames.withoutSeason(name) + " Standard Time"]
    }
    return tried.lazy.compactMap(WindowsZones.name).compactMap(ZoneFile.named).first
  }

  /// A zone by the cities or the region of its description; where there is an offset, one that has it is taken.
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

  /// Whether clocks of a zone show an offset in winter or in summer.
  private func has(_ zone: Zone, _ offset: Int) -> Bool {
    (0..<12).contains { zone.offset(at: now.adding($0 * 2_629_746)) == offset }
  }

  /// Words in lower case, in the order of the alphabet, without those that places are named with or without.
  private static func words(of name: Substring) -> [Substring] {
    name.lowercased().split { !$0.isLetter && $0 != "'" }
      .filter { !["island", "islands", "is", "the"].contains($0) }.sorted()
  }

  /// `Eastern` of `Eastern Daylight Time`.
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
  /// The offset that a name begins with, and the rest: `(UTC+01:00) Berlin`, `GMT -0500`, `UTC+1`, `+01:00`.
  private static func split(_ name: String) -> (offset: Int?, rest: Substring) {
    var rest = name[...].trimmed.drop { $0 == "(" }.trimmed
    var isNamed = false
    for start in ["UTC", "GMT", "Etc/GMT", "utc", "gmt"] where rest.hasPrefix(start) {
      rest = rest.dropFirst(start.count).trimmed
      isNamed = true
      break
    }
    guard let sign = rest.first, "+-−–".contains(sign) else {
      // `(UTC) Dublin, Edinburgh`.
      return isNamed && rest.first == ")" ? (0, rest.dropFirst().trimmed) : (nil, name[...])
    }
    let digits = rest.dropFirst().trimmed.prefix {
      $0.isASCII && ($0.isNumber || ":.".contains($0))
    }
    let plain = String(digits.filter(\.isNumber).prefix(6))
    // `+1` and `+0100`; `+100` is one hour too.
    let padded = plain.count == 3 ? "0" + plain : plain
    guard !plain.isEmpty, let offset = CalendarTime.offset((sign == "+" ? "+" : "-") + padded)
    else { return (nil, name[...]) }
    return (offset, rest[digits.endIndex...].drop { $0 == ")" }.trimmed)
  }

  /// Whether the text after an offset adds nothing, unlike the second offset of `GMT-05.00/-04.00`.
  private static func isPlain(_ rest: Substring) -> Bool {
    !rest.contains { $0.isLetter || $0.isNumber }
  }
}
