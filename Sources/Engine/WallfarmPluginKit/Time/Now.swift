/// The time that a picture is made for, as far as a layout looks at it.
///
/// It is cut off where the layout does not look: a layout that looks at days is always told the first
/// moment of the day. So the same day gives the same picture.
public struct Now: Hashable, Sendable {
  /// The moment.
  public let moment: Moment
  /// Where calendars and clocks are read.
  public let zone: Zone
  /// What a calendar shows.
  public let day: Day
  /// What a clock shows.
  public let time: ClockTime

  /// Reads calendar and clock of a place at a moment.
  public init(_ moment: Moment, in zone: Zone) {
    (self.moment, self.zone) = (moment, zone)
    (day, time) = zone.local(moment)
  }

  /// The beginning of the day, hour or minute that it is in.
  ///
  /// Where clocks are put back an hour comes twice: each of the two begins on its own.
  public func cut(to precision: TimePrecision) -> Now {
    guard let seconds = precision.seconds else { return notAfterThis(zone.start(of: day)) }
    let past = time.seconds % seconds
    let start = moment.adding(-past)
    // Clocks were changed in between: what they show since then is what has begun.
    guard zone.offset(at: start) == zone.offset(at: moment) else {
      return notAfterThis(zone.change(after: start) ?? start)
    }
    return Now(start, in: zone)
  }

  /// In no zone of the database anything begins after a moment that is in it; where a file has several changes
  /// within a day, a beginning may not be found.
  private func notAfterThis(_ start: Moment) -> Now { Now(min(start, moment), in: zone) }

  /// The first moment of the next day, hour or minute.
  public func next(_ precision: TimePrecision) -> Moment {
    guard let seconds = precision.seconds else {
      let next = day.adding(1).map(zone.start) ?? moment.adding(86_400)
      // Clocks were put back over midnight after the next day had begun: it begins a second time.
      return next > moment ? next : moment.adding(86_400 - time.seconds)
    }
    let next = moment.adding(seconds - time.seconds % seconds)
    guard let change = zone.change(after: moment), change < next else { return next }
    return change
  }

  /// The moment of something: of a day its first, of a local time when clocks here show it.
  public func moment(of when: When) -> Moment {
    switch when {
    case .day(let day): zone.start(of: day)
    case .local(let day, let time): zone.moment(day, time)
    case .moment(let moment): moment
    }
  }

  /// The day on which something is, by the calendar here.
  public func day(of when: When) -> Day {
    switch when {
    case .day(let day): day
    case .local(let day, let time): shown(day, time).day
    case .moment(let moment): zone.day(at: moment)
    }
  }

  /// What clocks here show then; nil for all of a day.
  public func time(of when: When) -> ClockTime? {
    switch when {
    case .day: nil
    case .local(let day, let time): shown(day, time).time
    case .moment(let moment): zone.local(moment).1
    }
  }

  /// The last day of something that ends then: of a time, the day before where it ends as a day begins.
  public func lastDay(until end: When) -> Day {
    if case .day(let day) = end { return day }
    let day = day(of: end)
    return moment(of: end) <= zone.start(of: day) ? day.adding(-1) ?? day : day
  }

  /// Calendar and clock at a local time: later by as much as clocks here are put forward over it.
  private func shown(_ day: Day, _ time: ClockTime) -> (day: Day, time: ClockTime) {
    let moment = zone.moment(day, time)
    // At the ends of all years a moment is the nearest that there is.
    guard moment.seconds > Moment.range.lowerBound, moment < .never else { return (day, time) }
    return zone.local(moment)
  }

  /// As RFC 3339 has it, with the offset of the zone: `2026-11-23T09:40:00+01:00`.
  public var written: String { moment.written(offset: zone.offset(at: moment)) }
}

/// When a layout looks at the time.
///
/// What plans many pictures checks once what they have in common, whatever their content is: so there are only these.
public enum TimeUse: Hashable, Sendable {
  /// For whatever it shows.
  case always
  /// For notes that say until when they are to be done, and else not.
  case whereNotesAreDue
}

/// How finely a layout looks at the time.
public enum TimePrecision: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
  /// Which day it is.
  case day
  /// Which hour of which day.
  case hour
  /// Which minute of which hour.
  case minute

  /// How long a part is; days are not all of one length.
  var seconds: Int? {
    switch self {
    case .day: nil
    case .hour: 3600
    case .minute: 60
    }
  }

  /// The coarser one is the smaller one.
  public static func < (one: TimePrecision, other: TimePrecision) -> Bool {
    (one.seconds ?? .max) > (other.seconds ?? .max)
  }
}
