/// A time of day, to a second.
public struct ClockTime: Hashable, Sendable, Comparable {
  /// 0…23.
  public var hour: Int { seconds / 3600 }
  /// 0…59.
  public var minute: Int { seconds / 60 % 60 }
  /// 0…59.
  public var second: Int { seconds % 60 }
  /// Seconds since midnight, 0…86,399.
  public let seconds: Int

  /// Makes a time; nil outside of a day.
  public init?(seconds: Int) {
    guard (0..<86_400).contains(seconds) else { return nil }
    self.seconds = seconds
  }

  /// The earlier one is the smaller one.
  public static func < (one: ClockTime, other: ClockTime) -> Bool { one.seconds < other.seconds }

  /// Day and time of seconds since 1970, whatever zone they are counted in.
  static func split(_ seconds: Int) -> (Day, ClockTime) {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    // Both hold for every moment of ``Moment/range``, moved by less than a day.
    guard let day = Day(number: days), let time = ClockTime(seconds: seconds - days * 86_400) else {
      return seconds < 0 ? (Day.first, .midnight) : (Day.last, .midnight)
    }
    return (day, time)
  }

  /// 00:00:00.
  public static let midnight = ClockTime(validSeconds: 0)

  private init(validSeconds: Int) { seconds = validSeconds }
}

extension ClockTime: LosslessStringConvertible {
  /// `09:40:00`.
  public var description: String {
    "\(Day.padded(hour, 2)):\(Day.padded(minute, 2)):\(Day.padded(second, 2))"
  }

  /// Reads `09:40` or `09:40:00`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count == 2 ? Day.digits($0) : nil }
    guard (2...3).contains(parts.count), numbers.count == parts.count, numbers[0] < 24,
      numbers[1] < 60, numbers.count == 2 || numbers[2] < 60
    else { return nil }
    self.init(seconds: numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0))
  }
}
