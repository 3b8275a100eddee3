package import WallfarmPluginKit

/// Parses dates and times in the formats that cameras and programs write.
///
/// EXIF uses `2024:03:15 14:22:33`, with blanks for unknown fields. XMP uses
/// `2024-03-15T14:22:33.123+05:45`. Common variants are accepted: `/` and `-` as separators,
/// leading blanks, and missing seconds.
package struct DateText {
  package let day: Day
  package private(set) var time: ClockTime?
  package private(set) var milliseconds = 0
  /// UTC offset in minutes.
  package private(set) var offset: Int?

  /// Parses a date; nil for an invalid day, such as `0000:00:00` or 30 February.
  ///
  /// An invalid time, such as 24:00:00, makes the whole date invalid.
  package init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes)
    guard let year = reader.digits(4), reader.mark(of: ":-/.") != nil,
      let month = reader.digits(2), reader.mark(of: ":-/.") != nil,
      let number = reader.digits(2), let day = Day(year: year, month: month, day: number)
    else { return nil }
    self.day = day
    if reader.isAtEnd { return }
    guard reader.mark(of: " T") != nil else { return nil }
    // The text ends after the day, without a time.
    if reader.isAtEnd { return }
    guard let hour = reader.digits(2), reader.mark(of: ":.-") != nil,
      let minute = reader.digits(2), hour < 24, minute < 60
    else { return nil }
    var second = 0
    if reader.mark(of: ":.-") != nil {
      guard let read = reader.digits(2), read < 60 else { return nil }
      second = read
    }
    time = ClockTime(seconds: hour * 3600 + minute * 60 + second)
    if reader.mark(of: ".,") != nil {
      milliseconds = DateText.milliseconds(reader.run()) ?? 0
    }
    offset = DateText.offset(reader.rest)
  }

  /// Parses a UTC offset: `+05:45`, `-0330`, `+09`, `Z`; nil for anything else, including blanks.
  package static func offset(_ bytes: [UInt8]) -> Int? {
    var reader = Reader(bytes)
    guard let sign = reader.mark(of: "+-Z"), sign != UInt8(ascii: "Z") else {
      return reader.hasMoved && reader.isAtEnd ? 0 : nil
    }
    guard let hours = reader.digits(2) else { return nil }
    _ = reader.mark(of: ":")
    let minutes = reader.isAtEnd ? 0 : reader.digits(2)
    guard let minutes, minutes < 60, reader.isAtEnd else { return nil }
    let offset = (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
    return TakenDate.offsets.contains(offset) ? offset : nil
  }

  /// Parses the digits of a decimal fraction as milliseconds: `5` is 500; nil for any other text.
  ///
  /// Trailing blanks are ignored.
  package static func milliseconds(_ bytes: [UInt8]) -> Int? {
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    let rest = bytes.dropFirst(digits.count)
    guard !digits.isEmpty, rest.allSatisfy({ $0 == UInt8(ascii: " ") }) else { return nil }
    return (0..<3).reduce(0) { $0 * 10 + ($1 < digits.count ? Int(digits[$1] - 0x30) : 0) }
  }

  /// A cursor over text without leading or trailing blanks.
  private struct Reader {
    private let bytes: ArraySlice<UInt8>
    private var place: Int
    private let start: Int

    init(_ text: [UInt8]) {
      let leading = text.prefix { $0 == 0x20 }.count
      let trailing = text.reversed().prefix { $0 == 0x20 }.count
      bytes = text[leading..<max(leading, text.count - trailing)]
      place = leading
      start = leading
    }

    var isAtEnd: Bool { place == bytes.endIndex }
    var hasMoved: Bool { place > start }
    var rest: [UInt8] { Array(bytes[place...]) }

    /// Reads an integer with a fixed number of digits; if there are two, the first may be blank, as
    /// some cameras write it.
    mutating func digits(_ count: Int) -> Int? {
      guard count <= bytes.endIndex - place else { return nil }
      var number = 0
      for (index, byte) in bytes[place..<place + count].enumerated() {
        switch byte {
        case 0x30...0x39: number = number * 10 + Int(byte - 0x30)
        case 0x20 where index == 0 && count == 2: break
        default: return nil
        }
      }
      place += count
      return number
    }

    /// Reads one character if it is among the given characters; otherwise returns nil.
    mutating func mark(of marks: String) -> UInt8? {
      guard place < bytes.endIndex, marks.utf8.contains(bytes[place]) else { return nil }
      place += 1
      return bytes[place - 1]
    }

    /// Reads all consecutive digits.
    mutating func run() -> [UInt8] {
      let run = bytes[place...].prefix { (0x30...0x39).contains($0) }
      place = run.endIndex
      return Array(run)
    }
  }
}
