/// A date: a day, a local time or a moment.
///
/// In JSON and text, a date has the form `2026-12-24`, `2026-12-24T18:00` or, with an offset,
/// `2026-12-24T18:00+01:00`.
public enum When: Hashable, Sendable {
  /// A whole day.
  case day(Day)
  /// A day and time in the picture's time zone.
  case local(Day, ClockTime)
  /// A moment, which does not depend on the zone.
  case moment(Moment)
}

extension When: LosslessStringConvertible {
  /// The text form of the date; moments are in UTC.
  public var description: String {
    switch self {
    case .day(let day): day.description
    case .local(let day, let time): "\(day)T\(time)"
    case .moment(let moment): moment.description
    }
  }

  /// Parses the form of ``description`` with optional seconds; returns `nil` for any other text.
  ///
  /// The time `24:00` means midnight at the end of the day (ISO 8601).
  public init?(_ text: String) {
    if let day = Day(text) {
      self = .day(day)
    } else if let moment = Moment(text) {
      self = .moment(moment)
    } else if let (day, rest) = Moment.parts(text),
      let (local, time) = Moment.local(day, String(rest))
    {
      self = .local(local, time)
    } else {
      return nil
    }
  }
}
