import WallfarmPluginKit

/// A time as a calendar file writes it.
struct CalendarTime: Hashable {
  let day: Day
  /// Nil: all of the day.
  let time: ClockTime?
  /// Whose clock shows it.
  let clock: Clock

  /// Whose clock it is.
  enum Clock: Hashable {
    /// That of wherever the picture is for.
    case floating
    case utc
    /// A zone, by the name that the file has for it.
    case zone(String)
  }

  /// The time as seconds since 1970 on its own clock.
  var seconds: Int { day.number * 86_400 + (time?.seconds ?? 0) }

  /// Whether a day begins with it, or it is all of one.
  var isMidnight: Bool { time == nil || time == .midnight }

  /// The same clock at another time; nil outside of the years 1 to 9999.
  func at(_ seconds: Int) -> CalendarTime? {
    let number = Int((Double(seconds) / 86_400).rounded(.down))
    guard let day = Day(number: number) else { return nil }
    return CalendarTime(
      day: day, time: time == nil ? nil : ClockTime(seconds: seconds - number * 86_400),
      clock: clock)
  }

  /// The same day and time on another clock.
  func on(_ clock: Clock) -> CalendarTime { CalendarTime(day: day, time: time, clock: clock) }

  /// All of its day.
  var wholeDay: CalendarTime { CalendarTime(day: day, time: nil, clock: .floating) }

  init(day: Day, time: ClockTime?, clock: Clock) {
    (self.day, self.time, self.clock) = (day, time, clock)
  }

  /// Reads the value of a property; nil for a day or a time that there is not.
  init?(_ property: CalendarProperty) {
    guard let first = property.values.first else { return nil }
    self.init(first, property.parameters)
  }

  /// Parses a time whose property is marked as a date; nil for a day.
  static func time(of property: CalendarProperty) -> CalendarTime? {
    let parameters = property.parameters.filter { $0.key != "VALUE" }
    guard let first = property.values.first, let time = CalendarTime(first, parameters) else {
      return nil
    }
    return time.time == nil ? nil : time
  }

  /// Reads one value with the parameters of its property.
  init?(_ text: String, _ parameters: [String: String]) {
    let written = parameters["TZID"] ?? ""
    let zone = written.hasPrefix("TZID=") ? String(written.dropFirst(5)) : written
    self.init(text, on: zone.isEmpty ? .floating : .zone(zone))
    // Some programs call a time a date, and mean the time.
    if parameters["VALUE"]?.uppercased() == "DATE", isMidnight { self = wholeDay }
  }

  /// Reads `20261124`, `20261124T093000`, with a `Z` or not; also as ISO 8601 writes it, `2026-11-24T09:30:00+01:00`.
  init?(_ text: String, on clock: Clock) {
    var reader = TimeText(text)
    guard let year = reader.digits(4), reader.skip("-"), let month = reader.digits(2),
      reader.skip("-"), let number = reader.digits(2),
      let day = Day(year: year, month: month, day: number)
    else { return nil }
    // A day has no zone, whatever is written behind it.
    if reader.take("Zz") || reader.isAtEnd {
      guard reader.isAtEnd else { return nil }
      self.init(day: day, time: nil, clock: .floating)
      return
    }
    guard reader.take("Tt "), let hour = reader.digits(2), reader.skip(":"),
      let minute = reader.digits(2), reader.skip(":")
    else { return nil }
    let second = reader.digits(2) ?? 0
    reader.skipFraction()
    let clock = reader.clock ?? clock
    guard reader.isAtEnd else { return nil }
    // The end of a day is the beginning of the next one, and a leap second the last one of its minute.
    if (hour, minute, second) == (24, 0, 0), let next = day.adding(1) {
      self.init(day: next, time: .midnight, clock: clock)
      return
    }
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    self.init(
      day: day, time: ClockTime(seconds: hour * 3600 + minute * 60 + min(59, second)), clock: clock)
  }
}

/// Reads numbers and marks from left to right.
struct TimeText {
  private var rest: ArraySlice<UInt8>

  init(_ text: String) { rest = Array(text.utf8)[...].trimmingBlanks }

  var isAtEnd: Bool { rest.isEmpty }

  /// So many digits; nil where there are fewer.
  mutating func digits(_ count: Int) -> Int? {
    let found = rest.prefix(count)
    guard found.count == count, found.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    rest = rest.dropFirst(count)
    return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// All digits that follow, at most nine; nil where there is none.
  mutating func number() -> Int? {
    let count = rest.prefix { (0x30...0x39).contains($0) }.count
    return count == 0 || count > 9 ? nil : digits(count)
  }

  /// Passes over a mark that may be there.
  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    if rest.first == UInt8(ascii: mark) { rest = rest.dropFirst() }
    return true
  }

  /// Takes one of some marks.
  mutating func take(_ marks: String) -> Bool { next(of: marks) != nil }

  /// Takes one of some marks, and says which; nil where none of them follows.
  mutating func next(of marks: String) -> UInt8? {
    guard let first = rest.first, marks.utf8.contains(first) else { return nil }
    rest = rest.dropFirst()
    return first
  }

  /// Passes over `.000`.
  mutating func skipFraction() {
    guard rest.first == UInt8(ascii: ".") else { return }
    rest = rest.dropFirst().drop { (0x30...0x39).contains($0) }
  }

  /// `Z`, or an offset such as `+01:00`; nil where neither follows.
  var clock: CalendarTime.Clock? {
    mutating get {
      if take("Zz") { return .utc }
      guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
        return nil
      }
      let text = String(decoding: rest, as: UTF8.self)
      guard CalendarTime.offset(text) != nil else { return nil }
      rest = []
      return .zone(text)
    }
  }
}

extension CalendarTime {
  /// `+0100`, `-03:30`, `+1` or `+013015` as seconds east of UTC; nil for anything else.
  static func offset(_ text: String) -> Int? {
    var reader = TimeText(text)
    let isWest = reader.next(of: "+-") == UInt8(ascii: "-")
    guard let hours = reader.digits(2) ?? reader.digits(1), hours < 26 else { return nil }
    var seconds = hours * 3600
    for size in [60, 1] where !reader.isAtEnd {
      _ = reader.take(":.")
      guard let part = reader.digits(2), part < 60 else { return nil }
      seconds += part * size
    }
    return reader.isAtEnd ? (isWest ? -seconds : seconds) : nil
  }

  /// `P1DT2H` as days of a calendar and seconds after those, which may be below 0 (RFC 5545, 3.3.6); nil for anything
  /// else, and beyond a century.
  static func duration(_ text: String) -> (days: Int, seconds: Int)? {
    var reader = TimeText(text.uppercased())
    let sign = reader.next(of: "+-") == UInt8(ascii: "-") ? -1 : 1
    guard reader.take("P") else { return nil }
    var (days, seconds, isTime, hasPart) = (0, 0, false, false)
    while !reader.isAtEnd {
      if reader.take("T") {
        isTime = true
        continue
      }
      guard let number = reader.number(), let unit = reader.next(of: "WDHMS") else { return nil }
      hasPart = true
      switch unit {
      case UInt8(ascii: "W"): days += number * 7
      case UInt8(ascii: "D"): days += number
      case UInt8(ascii: "H"): seconds += number * 3600
      case UInt8(ascii: "M") where isTime: seconds += number * 60
      case UInt8(ascii: "S"): seconds += number
      default: return nil
      }
    }
    guard hasPart || isTime, days <= 36_500, seconds <= 3_153_600_000 else { return nil }
    return (days * sign, seconds * sign)
  }
}
