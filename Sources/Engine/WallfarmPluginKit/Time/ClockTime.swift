/// A time of day with a resolution of one second.
public struct ClockTime: Hashable, Sendable, Comparable {
  /// The hour, 0…23.
  public var hour: Int { seconds / 3600 }
  /// The minute, 0…59.
  public var minute: Int { seconds / 60 % 60 }
  /// The second, 0…59.
  public var second: Int { seconds % 60 }
  /// Seconds since midnight, 0…86,399.
  public let seconds: Int

  /// Creates a time; returns `nil` if `seconds` is not in 0…86,399.
  public init?(seconds: Int) {
    guard (0..<86_400).contains(seconds) else { return nil }
    self.seconds = seconds
  }

  /// Returns whether one time is earlier than another.
  public static func < (one: ClockTime, other: ClockTime) -> Bool { one.seconds < other.seconds }

  /// Splits a local time, given in seconds since 1970, into a day and a time of day.
  static func split(_ seconds: Int) -> (Day, ClockTime) {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    // The day is nil only if the UTC offset moves a moment in ``Moment/range`` beyond the years
    // 1…9999.
    guard let day = Day(number: days), let time = ClockTime(seconds: seconds - days * 86_400) else {
      return seconds < 0 ? (Day.first, .midnight) : (Day.last, .midnight)
    }
    return (day, time)
  }

  /// The time 00:00:00.
  public static let midnight = ClockTime(validSeconds: 0)

  private init(validSeconds: Int) { seconds = validSeconds }
}

extension ClockTime: LosslessStringConvertible {
  /// The time in the form `09:40:00`.
  public var description: String {
    "\(Day.padded(hour, 2)):\(Day.padded(minute, 2)):\(Day.padded(second, 2))"
  }

  /// Parses `09:40` or `09:40:00`; returns `nil` for any other text.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count == 2 ? Day.digits($0) : nil }
    guard (2...3).contains(parts.count), numbers.count == parts.count, numbers[0] < 24,
      numbers[1] < 60, numbers.count == 2 || numbers[2] < 60
    else { return nil }
    self.init(seconds: numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0))
  }
}
