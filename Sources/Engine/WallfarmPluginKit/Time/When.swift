/// When something is: a day, a time on the clocks of wherever the picture is for, or a moment.
///
/// In JSON and text `2026-12-24`, `2026-12-24T18:00`, and with an offset `2026-12-24T18:00+01:00`.
public enum When: Hashable, Sendable {
  /// All of a day.
  case day(Day)
  /// What calendar and clock show, whatever the zone.
  case local(Day, ClockTime)
  /// The same everywhere.
  case moment(Moment)
}

extension When: LosslessStringConvertible {
  /// As it is written; a moment in UTC.
  public var description: String {
    switch self {
    case .day(let day): day.description
    case .local(let day, let time): "\(day)T\(time)"
    case .moment(let moment): moment.description
    }
  }

  /// Reads what ``description`` writes, seconds left out or not; nil for anything else.
  ///
  /// `24:00` is the midnight at which the day ends (ISO 8601).
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
