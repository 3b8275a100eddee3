/// The time for which a picture is rendered, truncated to the precision of the layout.
///
/// A layout with day precision always receives the first moment of the day, so that all pictures
/// rendered for the same day are equal.
public struct Now: Hashable, Sendable {
  /// The moment.
  public let moment: Moment
  /// The time zone.
  public let zone: Zone
  /// The local day.
  public let day: Day
  /// The local time.
  public let time: ClockTime

  /// Creates the local time of a moment in a zone.
  public init(_ moment: Moment, in zone: Zone) {
    (self.moment, self.zone) = (moment, zone)
    (day, time) = zone.local(moment)
  }

  /// Returns the start of the day, hour or minute that contains this time.
  ///
  /// When clocks are set back, each occurrence of the repeated hour has its own start.
  public func cut(to precision: TimePrecision) -> Now {
    guard let seconds = precision.seconds else { return notAfterThis(zone.start(of: day)) }
    let past = time.seconds % seconds
    let start = moment.adding(-past)
    // If the offset changed between the start of the interval and this moment, the interval starts
    // at the change.
    guard zone.offset(at: start) == zone.offset(at: moment) else {
      return notAfterThis(zone.change(after: start) ?? start)
    }
    return Now(start, in: zone)
  }

  /// Returns the start of an interval, or this moment if the computed start is later.
  ///
  /// In every zone of the zone database, the start is never later than this moment. With a zone
  /// file that contains several changes per day, the correct start might not be found.
  private func notAfterThis(_ start: Moment) -> Now { Now(min(start, moment), in: zone) }

  /// Returns the first moment of the next day, hour or minute.
  public func next(_ precision: TimePrecision) -> Moment {
    guard let seconds = precision.seconds else {
      let next = day.adding(1).map(zone.start) ?? moment.adding(86_400)
      // If `next` is not later than this moment, clocks were set back across midnight after the
      // next day had begun, so that day begins again.
      return next > moment ? next : moment.adding(86_400 - time.seconds)
    }
    let next = moment.adding(seconds - time.seconds % seconds)
    guard let change = zone.change(after: moment), change < next else { return next }
    return change
  }

  /// Returns the moment of a date: the start of a day, or the moment when local clocks show the
  /// given time.
  public func moment(of when: When) -> Moment {
    switch when {
    case .day(let day): zone.start(of: day)
    case .local(let day, let time): zone.moment(day, time)
    case .moment(let moment): moment
    }
  }

  /// Returns the local day of a date.
  public func day(of when: When) -> Day {
    switch when {
    case .day(let day): day
    case .local(let day, let time): shown(day, time).day
    case .moment(let moment): zone.day(at: moment)
    }
  }

  /// Returns the local time of a date; `nil` for a whole day.
  public func time(of when: When) -> ClockTime? {
    switch when {
    case .day: nil
    case .local(let day, let time): shown(day, time).time
    case .moment(let moment): zone.local(moment).1
    }
  }

  /// Returns the last day of a period that ends on a day (inclusive) or at a time (exclusive).
  public func lastDay(until end: When) -> Day {
    if case .day(let day) = end { return day }
    let day = day(of: end)
    return moment(of: end) <= zone.start(of: day) ? day.adding(-1) ?? day : day
  }

  /// Returns the day and time that local clocks show; a time that is skipped when clocks are set
  /// forward is shifted.
  private func shown(_ day: Day, _ time: ClockTime) -> (day: Day, time: ClockTime) {
    let moment = zone.moment(day, time)
    // At the ends of the range, the moment is clamped, so its local time may differ from the given
    // time.
    guard moment.seconds > Moment.range.lowerBound, moment < .never else { return (day, time) }
    return zone.local(moment)
  }

  /// The moment in RFC 3339 form with the zone's offset: `2026-11-23T09:40:00+01:00`.
  public var written: String { moment.written(offset: zone.offset(at: moment)) }
}

/// The condition under which a layout's output depends on the time.
///
/// The condition cannot depend on content except for due dates, because batch planning evaluates it
/// once for many pictures.
public enum TimeUse: Hashable, Sendable {
  /// The output always depends on the time.
  case always
  /// The output depends on the time only if notes have due dates.
  case whereNotesAreDue
}

/// The precision with which a layout's output depends on the time.
public enum TimePrecision: String, Hashable, Sendable, CaseIterable, Comparable {
  /// The day.
  case day
  /// The hour.
  case hour
  /// The minute.
  case minute

  /// The length of the interval in seconds; `nil` for days, whose length varies.
  var seconds: Int? {
    switch self {
    case .day: nil
    case .hour: 3600
    case .minute: 60
    }
  }

  /// Returns whether one precision is coarser than another.
  public static func < (one: TimePrecision, other: TimePrecision) -> Bool {
    (one.seconds ?? .max) > (other.seconds ?? .max)
  }
}
