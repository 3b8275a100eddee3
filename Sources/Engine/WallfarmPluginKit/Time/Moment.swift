/// A point in time with a resolution of one second.
///
/// In JSON and text, a moment has the form of RFC 3339, such as `2026-11-23T09:40:00+01:00` or
/// `2026-11-23T08:40Z`.
public struct Moment: Hashable, Sendable, Comparable {
  /// The seconds since January 1, 1970, 00:00 UTC, without leap seconds, as in POSIX.
  public let seconds: Int

  /// The valid range of seconds, from the year 1 to the year 9999.
  public static let range = -62_135_596_800...253_402_300_799

  /// The last moment, which means "never" when it is used as an expiry time.
  public static let never = Moment(seconds: range.upperBound)

  /// Creates a moment; values outside ``range`` are clamped.
  public init(seconds: Int) {
    self.seconds = min(max(seconds, Moment.range.lowerBound), Moment.range.upperBound)
  }

  /// Returns whether one moment is earlier than another.
  public static func < (one: Moment, other: Moment) -> Bool { one.seconds < other.seconds }

  /// Returns the moment that is `seconds` later.
  public func adding(_ seconds: Int) -> Moment { Moment(seconds: self.seconds + seconds) }
}

extension Moment: LosslessStringConvertible {
  /// The UTC form: `2026-11-23T08:40:00Z`.
  public var description: String { written(offset: 0) }

  /// Returns the text form with a UTC offset, which is given in seconds east of UTC:
  /// `2026-11-23T09:40:00+01:00`.
  ///
  /// RFC 3339 allows only offsets in whole minutes. For any other offset, such as some offsets
  /// before 1972, the result is in UTC.
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

  /// Parses a day, time and offset; returns `nil` for any other text, such as a time without an
  /// offset.
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

  /// Parses a local time and returns it with its day; `24:00` becomes midnight at the end of the
  /// given day.
  static func local(_ day: Day, _ text: String) -> (Day, ClockTime)? {
    if text == "24:00" || text == "24:00:00" { return day.adding(1).map { ($0, .midnight) } }
    return ClockTime(text).map { (day, $0) }
  }

  /// Splits a string into the day and the part after `T` or a space.
  static func parts(_ text: String) -> (Day, Substring)? {
    guard text.utf8.count > 11, text.utf8.allSatisfy({ $0 < 0x80 }),
      let day = Day(String(text.prefix(10))),
      "Tt ".contains(text[text.index(text.startIndex, offsetBy: 10)])
    else { return nil }
    return (day, text.dropFirst(11))
  }
}
