internal import Files
internal import Glibc
public import WallfarmPluginKit

/// Reads time zones from the system's IANA database, which Debian's `tzdata` package keeps up to
/// date.
///
/// The format is TZif (RFC 9636). wallfarm parses this format itself, because GLib would read zone
/// files in the process that draws, which cannot open files, and because ICU has its own, older
/// database; see decision 0028.
public enum ZoneFile {
  /// The folder that contains the database.
  public static let folder = "/usr/share/zoneinfo"
  /// The maximum size of a file in bytes; real files have at most 4 KB.
  private static let longest = 1 << 16

  /// Returns the zone for a name such as `Europe/Berlin`, an offset such as `+05:30`, or a POSIX
  /// rule such as `EST5EDT,M3.2.0,M11.1.0`.
  ///
  /// - Throws: `unknown-zone`.
  public static func zone(_ name: String, origin: Origin) throws(RenderError) -> Zone {
    if name == "UTC" { return .utc }
    if let fixed = offset(name) { return Zone(id: name, firstOffset: fixed) }
    if let zone = named(name) { return zone }
    // A POSIX rule, as in `TZ`, must contain a digit.
    if name.utf8.count <= 64, name.contains(where: \.isNumber), let rule = ZoneRule(posix: name) {
      return Zone(id: name, firstOffset: rule.standard, rule: rule)
    }
    throw .unknownZone(name, known: names, origin: origin)
  }

  /// Finds a zone by its name in the database; nil if there is none.
  static func named(_ name: String) -> Zone? {
    guard isName(name) else { return nil }
    return (try? Files.read("\(folder)/\(name)", limit: longest)).flatMap { parse($0, id: name) }
  }

  /// The name of the system's time zone, or `UTC` if the zone is unknown.
  ///
  /// As in tzset(3), the name is the value of `TZ` or the target of `/etc/localtime`; if
  /// `/etc/localtime` is a copy, the name is read from `/etc/timezone`.
  public static var local: String {
    if let name = environment("TZ") {
      let plain = name.hasPrefix(":") ? String(name.dropFirst()) : name
      let inFolder = plain.hasPrefix(folder + "/") ? plain.dropFirst(folder.count + 1) : plain[...]
      return exists(String(inFolder)) ? String(inFolder) : "UTC"
    }
    if let target = Files.resolved("/etc/localtime"), target.hasPrefix(folder + "/") {
      let name = String(target.dropFirst(folder.count + 1))
      if exists(name) { return name }
    }
    let written = (try? Files.read("/etc/timezone", limit: longest)).map {
      String(decoding: $0.prefix { $0 > 0x20 }, as: UTF8.self)
    }
    return written.flatMap { exists($0) ? $0 : nil } ?? "UTC"
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func exists(_ name: String) -> Bool {
    (try? zone(name, origin: .environment("TZ"))) != nil
  }

  /// The path of the file for a zone name; nil for UTC, for an offset and for an invalid name.
  public static func path(of name: String) -> String? {
    isName(name) && name != "UTC" ? "\(folder)/\(name)" : nil
  }

  /// Whether a name contains only characters that the database uses and does not lead outside the
  /// database folder.
  static func isName(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return name.utf8.count <= 64 && parts.count <= 3
      && parts.allSatisfy { part in
        part.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } == true
          && part.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
              UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
              UInt8(ascii: "+"):
              true
            default: false
            }
          }
      }
  }

  /// The names of all zones and links, read from the file `tzdata.zi` in the database.
  static var names: [String] {
    guard let bytes = try? Files.read("\(folder)/tzdata.zi", limit: 1 << 20) else { return [] }
    // A line such as `Z Europe/Berlin 0:53:28 - LMT …` defines a zone, and a line such as
    // `L Europe/Berlin Europe/Stockholm` defines a link.
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 2 else { return nil }
      return words[0] == "Z" ? String(words[1]) : words[0] == "L" ? String(words[2]) : nil
    }.sorted()
  }

  /// Parses an offset such as `+05:30` as seconds east of UTC.
  private static func offset(_ text: String) -> Int? {
    guard let sign = text.first, "+-".contains(sign), text.utf8.count == 6,
      let time = ClockTime(String(text.dropFirst())), time.hour <= 18
    else { return nil }
    return sign == "-" ? -time.seconds : time.seconds
  }

  /// Parses a TZif file; nil if it is invalid.
  public static func parse(_ bytes: [UInt8], id: String) -> Zone? {
    var reader = Bytes(bytes)
    // Skip the first block, which is for programs that use 32-bit times.
    guard let old = reader.header(), old.version >= 2, reader.skip(old.length(ofTimes: 4)),
      let head = reader.header(), head.leaps == 0, head.types > 0
    else { return nil }
    var times: [Int] = []
    for _ in 0..<head.times {
      guard let time = reader.number(8) else { return nil }
      times.append(time)
    }
    guard let indices = reader.take(head.times) else { return nil }
    var offsets: [Int] = []
    for _ in 0..<head.types {
      guard let offset = reader.number(4), abs(offset) < 93_600, reader.skip(2) else { return nil }
      offsets.append(offset)
    }
    guard reader.skip(head.characters + head.standards + head.universals),
      let footer = reader.footer(), zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }),
      indices.allSatisfy({ Int($0) < offsets.count })
    else { return nil }
    let changes = zip(times, indices).map { Zone.Change(at: $0, offset: offsets[Int($1)]) }
    guard !footer.isEmpty else { return Zone(id: id, firstOffset: offsets[0], changes: changes) }
    guard let rule = ZoneRule(posix: footer) else { return nil }
    return Zone(id: id, firstOffset: offsets[0], changes: changes, rule: rule)
  }
}

/// The header of one of the two data blocks in a TZif file.
private struct TZifHeader {
  var version = 0
  var universals = 0, standards = 0, leaps = 0, times = 0, types = 0, characters = 0

  /// The size in bytes of the data block that follows the header.
  func length(ofTimes size: Int) -> Int {
    times * (size + 1) + types * 6 + characters + leaps * (size + 4) + standards + universals
  }
}

/// Reads big-endian numbers.
private struct Bytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func skip(_ count: Int) -> Bool { take(count) != nil }

  mutating func number(_ size: Int) -> Int? {
    guard let bytes = take(size) else { return nil }
    let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(Int64(bitPattern: value))
  }

  mutating func header() -> TZifHeader? {
    guard let magic = take(4), magic.elementsEqual("TZif".utf8), let version = take(1)?.first,
      skip(15)
    else { return nil }
    var counts: [Int] = []
    for _ in 0..<6 {
      // No valid file has more entries than this.
      guard let count = number(4), (0...65_536).contains(count) else { return nil }
      counts.append(count)
    }
    return TZifHeader(
      version: version == 0 ? 1 : Int(version) - 0x30, universals: counts[0], standards: counts[1],
      leaps: counts[2], times: counts[3], types: counts[4], characters: counts[5])
  }

  /// Reads the footer without the line feeds before and after it.
  mutating func footer() -> String? {
    guard rest.first == 10, rest.last == 10, rest.count >= 2, rest.count < 200 else { return nil }
    return String(validating: rest.dropFirst().dropLast(), as: UTF8.self)
  }
}
