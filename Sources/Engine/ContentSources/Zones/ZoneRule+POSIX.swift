import WallfarmPluginKit

extension ZoneRule {
  /// Parses a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil if the rule is invalid.
  ///
  /// Source: POSIX.1-2017, 8.3, with the range of hours extended to -167 to 167, as in RFC 9636,
  /// 3.3.1.
  init?(posix text: String) {
    var reader = RuleText(text)
    guard reader.name(), let west = reader.time(hours: 24) else { return nil }
    guard !reader.isAtEnd else {
      self.init(standard: -west)
      return
    }
    guard reader.name() else { return nil }
    var summer = 3600 - west
    if !reader.isAtEnd, !reader.isNext(",") {
      guard let offset = reader.time(hours: 24) else { return nil }
      summer = -offset
    }
    guard reader.take(","), let start = reader.turn(), reader.take(","), let end = reader.turn(),
      reader.isAtEnd
    else { return nil }
    self.init(standard: -west, summer: Summer(offset: summer, start: start, end: end))
  }
}

/// Scans the text of a POSIX rule.
private struct RuleText {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  func isNext(_ character: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: character) }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard isNext(character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Skips a zone name such as `CET` or `<+0530>`; returns false if there is no valid name.
  mutating func name() -> Bool {
    if take("<") {
      rest = rest.drop { $0 != UInt8(ascii: ">") }
      return take(">")
    }
    let letters = rest.prefix {
      ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z")
    }
    rest = rest.dropFirst(letters.count)
    return letters.count >= 3
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard (1...3).contains(digits.count), let number = Int(Substring(digits)),
      range.contains(number)
    else { return nil }
    rest = rest.dropFirst(digits.count)
    return number
  }

  /// Reads a time such as `-1`, `5:30` or `5:30:15` and returns it in seconds.
  mutating func time(hours: Int) -> Int? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard var seconds = number(0...hours).map({ $0 * 3600 }) else { return nil }
    for size in [60, 1] where take(":") {
      guard let part = number(0...59) else { return nil }
      seconds += part * size
    }
    return isNegative ? -seconds : seconds
  }

  /// Reads a transition such as `M10.5.0/3`, `J60` or `59`.
  mutating func turn() -> ZoneRule.Turn? {
    let rule: ZoneRule.Turn.Rule
    if take("M") {
      guard let month = number(1...12), take("."), let week = number(1...5), take("."),
        let day = number(0...6)
      else { return nil }
      rule = .weekday(month: month, week: week, day: day)
    } else if take("J") {
      guard let day = number(1...365) else { return nil }
      rule = .withoutLeapDay(day)
    } else {
      guard let day = number(0...365) else { return nil }
      rule = .ordinal(day)
    }
    guard take("/") else { return ZoneRule.Turn(rule) }
    return time(hours: 167).map { ZoneRule.Turn(rule, time: $0) }
  }
}
