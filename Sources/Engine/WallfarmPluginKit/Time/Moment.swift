/// A moment, the same everywhere, to a second.
///
/// In JSON and text as RFC 3339 has it: `2026-11-23T09:40:00+01:00`, `2026-11-23T08:40Z`.
public struct Moment: Hashable, Sendable, Comparable {
  /// Seconds since 1 January 1970, 00:00 UTC, leap seconds left out as POSIX does.
  public let seconds: Int

  /// Moments of the years 1 to 9999.
  public static let range = -62_135_596_800...253_402_300_799

  /// The last of them; a picture that expires then never does.
  public static let never = Moment(seconds: range.upperBound)

  /// Makes a moment; one outside of ``range`` is its nearest end.
  public init(seconds: Int) {
    self.seconds = min(max(seconds, Moment.range.lowerBound), Moment.range.upperBound)
  }

  /// The earlier one is the smaller one.
  public static func < (one: Moment, other: Moment) -> Bool { one.seconds < other.seconds }

  /// So many seconds later, or earlier below 0.
  public func adding(_ seconds: Int) -> Moment { Moment(seconds: self.seconds + seconds) }
}

extension Moment: LosslessStringConvertible {
  /// In UTC: `2026-11-23T08:40:00Z`.
  public var description: String { written(offset: 0) }

  /// With the offset of a zone, in seconds east: `2026-11-23T09:40:00+01:00`.
  ///
  /// RFC 3339 knows offsets of whole minutes; with another one, as clocks had it before 1972, it is in UTC.
  public func written(offset: Int) -> String {
    guard offset % 60 == 0 else { return written(offset: 0) }
    let (day, time) = ClockTime.split(seconds + offset)
    let end: String
    if offset == 0 {
      end = "Z"
    } else {
      let minutes = abs(offset) / 60
      end =
        (offset < 0 ? "-" : "+") + Day.padded(minutes / 60, 2) + ":" + Day.padded(minutes % 60, 2)
    }
    return "\(day)T\(time)\(end)"
  }

  /// Reads a day, a time and an offset; nil for anything else, and for a time without an offset.
  public init?(_ text: String) {
    guard let (day, rest) = Moment.parts(text) else { return nil }
    let bytes = Array(rest.utf8)
    guard let sign = bytes.lastIndex(where: { "+-Zz".utf8.contains($0) }) else { return nil }
    guard
      let (day, time) = Moment.local(day, String(decoding: bytes[..<sign], as: UTF8.self))
    else { return nil }
    var offset = 0
    if bytes[sign] == UInt8(ascii: "Z") || bytes[sign] == UInt8(ascii: "z") {
      guard sign == bytes.count - 1 else { return nil }
    } else {
      let east = String(decoding: bytes[(sign + 1)...], as: UTF8.self)
      guard east.utf8.count == 5, let time = ClockTime(east) else { return nil }
      offset = (bytes[sign] == UInt8(ascii: "-") ? -1 : 1) * time.seconds
    }
    let seconds = day.number * 86_400 + time.seconds - offset
    guard Moment.range.contains(seconds) else { return nil }
    self.init(seconds: seconds)
  }

  /// A day with a time on its clocks; `24:00` is the midnight at which the day ends.
  static func local(_ day: Day, _ text: String) -> (Day, ClockTime)? {
    if text == "24:00" || text == "24:00:00" { return day.adding(1).map { ($0, .midnight) } }
    return ClockTime(text).map { (day, $0) }
  }

  /// A day, and what stands behind the `T` or blank after it.
  static func parts(_ text: String) -> (Day, Substring)? {
    guard text.utf8.count > 11, text.utf8.allSatisfy({ $0 < 0x80 }),
      let day = Day(String(text.prefix(10))),
      "Tt ".contains(text[text.index(text.startIndex, offsetBy: 10)])
    else { return nil }
    return (day, text.dropFirst(11))
  }
}
