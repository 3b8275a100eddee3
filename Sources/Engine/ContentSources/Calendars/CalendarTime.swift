import WallfarmPluginKit

/// A time as written in a calendar file.
struct CalendarTime: Hashable {
  let day: Day
  /// The time of day; nil for an all-day value.
  let time: ClockTime?
  /// The clock that the time refers to.
  let clock: Clock

  /// The clock that a time refers to.
  enum Clock: Hashable {
    /// The local clock of the picture's time zone.
    case floating
    case utc
    /// The clock of a time zone, which is identified by its name in the file.
    case zone(String)
  }

  /// The number of seconds since the start of 1970, as read on this time's clock.
  var seconds: Int { day.number * 86_400 + (time?.seconds ?? 0) }

  /// Whether the time is midnight or a whole day.
  var isMidnight: Bool { time == nil || time == .midnight }

  /// Returns the time with the given ``seconds`` on the same clock; nil outside the years 1 to
  /// 9999.
  func at(_ seconds: Int) -> CalendarTime? {
    let number = Int((Double(seconds) / 86_400).rounded(.down))
    guard let day = Day(number: number) else { return nil }
    return CalendarTime(
      day: day, time: time == nil ? nil : ClockTime(seconds: seconds - number * 86_400),
      clock: clock)
  }

  /// The same day and time, but on another clock.
  func on(_ clock: Clock) -> CalendarTime { CalendarTime(day: day, time: time, clock: clock) }

  /// The whole day that contains the time.
  var wholeDay: CalendarTime { CalendarTime(day: day, time: nil, clock: .floating) }

  init(day: Day, time: ClockTime?, clock: Clock) {
    (self.day, self.time, self.clock) = (day, time, clock)
  }

  /// Parses a property value; nil if the value is invalid.
  init?(_ property: CalendarProperty) {
    guard let first = property.values.first else { return nil }
    self.init(first, property.parameters)
  }

  /// Parses a value even if it is marked as a date; nil if it is invalid or contains no time.
  static func time(of property: CalendarProperty) -> CalendarTime? {
    let parameters = property.parameters.filter { $0.key != "VALUE" }
    guard let first = property.values.first, let time = CalendarTime(first, parameters) else {
      return nil
    }
    return time.time == nil ? nil : time
  }

  /// Parses a value, taking the parameters of its property into account.
  init?(_ text: String, _ parameters: [String: String]) {
    let written = parameters["TZID"] ?? ""
    let zone = written.hasPrefix("TZID=") ? String(written.dropFirst(5)) : written
    self.init(text, on: zone.isEmpty ? .floating : .zone(zone))
    // Some programs mark times as dates by mistake, so only midnight is converted to a whole day.
    if parameters["VALUE"]?.uppercased() == "DATE", isMidnight { self = wholeDay }
  }

  /// Parses `20261124`, `20261124T093000` with an optional `Z`, or an ISO 8601 time such as
  /// `2026-11-24T09:30:00+01:00`.
  init?(_ text: String, on clock: Clock) {
    var reader = TimeText(text)
    guard let year = reader.digits(4), reader.skip("-"), let month = reader.digits(2),
      reader.skip("-"), let number = reader.digits(2),
      let day = Day(year: year, month: month, day: number)
    else { return nil }
    // The zone of a day without a time is ignored.
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
    // 24:00 is midnight of the next day, and a leap second counts as the last second of its minute.
    if (hour, minute, second) == (24, 0, 0), let next = day.adding(1) {
      self.init(day: next, time: .midnight, clock: clock)
      return
    }
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    self.init(
      day: day, time: ClockTime(seconds: hour * 3600 + minute * 60 + min(59, second)), clock: clock)
  }
}

/// A scanner for numbers and punctuation.
struct TimeText {
  private var rest: ArraySlice<UInt8>

  init(_ text: String) { rest = Array(text.utf8)[...].trimmingBlanks }

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads exactly `count` digits; nil if there are fewer.
  mutating func digits(_ count: Int) -> Int? {
    let found = rest.prefix(count)
    guard found.count == count, found.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    rest = rest.dropFirst(count)
    return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Reads a number of one to nine digits; nil if there are no digits or more than nine.
  mutating func number() -> Int? {
    let count = rest.prefix { (0x30...0x39).contains($0) }.count
    return count == 0 || count > 9 ? nil : digits(count)
  }

  /// Skips a character if it comes next; always returns true.
  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    if rest.first == UInt8(ascii: mark) { rest = rest.dropFirst() }
    return true
  }

  /// Skips one of several characters; returns whether one was found.
  mutating func take(_ marks: String) -> Bool { next(of: marks) != nil }

  /// Reads one of several characters and returns it; nil if none of them comes next.
  mutating func next(of marks: String) -> UInt8? {
    guard let first = rest.first, marks.utf8.contains(first) else { return nil }
    rest = rest.dropFirst()
    return first
  }

  /// Skips a fraction of a second such as `.000`.
  mutating func skipFraction() {
    guard rest.first == UInt8(ascii: ".") else { return }
    rest = rest.dropFirst().drop { (0x30...0x39).contains($0) }
  }

  /// Reads `Z` or an offset such as `+01:00`; nil if neither comes next.
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
  /// Parses `+0100`, `-03:30`, `+1` or `+013015` as seconds east of UTC; nil if the text is
  /// invalid.
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

  /// Parses a duration such as `P1DT2H` as calendar days plus seconds (RFC 5545, 3.3.6).
  ///
  /// The result may be negative. It is nil if the text is invalid or the duration exceeds a
  /// century.
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
