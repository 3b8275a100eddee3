import WallfarmPluginKit

/// A time in the format of Apple's export: `2024-03-05 08:15:22 +0100`.
package struct AppleTime: Hashable {
  /// Seconds since 1970, UTC.
  package let seconds: Int
  /// The UTC offset in minutes, positive to the east.
  package let offset: Int

  /// Parses a time; returns nil if the format or date is invalid or the offset exceeds 18 hours.
  ///
  /// The parser is handwritten for speed, because an export contains about 100,000 timestamps. Any
  /// four-digit year is accepted, so that 1601 and 9999 are reported as out of range rather than as
  /// unreadable.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == AppleTime.form.count else { return nil }
    for (place, mark) in AppleTime.marks where bytes[place] != mark { return nil }
    func digits(_ place: Int, _ count: Int = 2) -> Int? {
      var number = 0
      for byte in bytes[place..<place + count] {
        guard (0x30...0x39).contains(byte) else { return nil }
        number = number * 10 + Int(byte - 0x30)
      }
      return number
    }
    guard let year = digits(0, 4), let month = digits(5), let day = digits(8),
      let hour = digits(11), let minute = digits(14), let second = digits(17),
      let hours = digits(21), let minutes = digits(23),
      let date = Day(year: year, month: month, day: day),
      hour < 24, minute < 60, second < 60, minutes < 60, hours * 60 + minutes <= 18 * 60
    else { return nil }
    let sign: Int
    switch bytes[20] {
    case UInt8(ascii: "+"): sign = 1
    case UInt8(ascii: "-"): sign = -1
    default: return nil
    }
    offset = sign * (hours * 60 + minutes)
    seconds = date.number * 86_400 + hour * 3600 + minute * 60 + second - offset * 60
  }

  /// Milliseconds since 1970, the unit used in records.
  var milliseconds: Int64 { Int64(seconds) * 1000 }

  private static let form = "2024-03-05 08:15:22 +0100".utf8
  /// The fixed characters of the format, by position.
  private static let marks: [(Int, UInt8)] = [
    (4, UInt8(ascii: "-")), (7, UInt8(ascii: "-")), (10, UInt8(ascii: " ")),
    (13, UInt8(ascii: ":")), (16, UInt8(ascii: ":")), (19, UInt8(ascii: " ")),
  ]
}
