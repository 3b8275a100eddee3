import WallfarmPluginKit

/// An appointment on one of the shown days.
struct Appointment {
  let title: String
  let place: String
  /// The day on which the appointment is shown.
  let day: Day
  /// The local time at which the appointment begins on that day; nil if it lasts all day or began
  /// earlier.
  let time: ClockTime?
  /// The moment at which the appointment begins on that day.
  let start: Moment
  /// The moment at which the appointment ends on that day; from then on, it is over.
  let end: Moment
  /// The prefix of the appointment's layer names.
  ///
  /// The prefix contains the appointment's index and, on every day after the first shown day, the
  /// date.
  let name: String
  /// The index of the appointment in the content, starting at 1.
  private let number: Int

  func isOver(at now: Now) -> Bool { end <= now.moment }

  /// Returns the appointments on `days` days, starting today, in chronological order.
  ///
  /// On each day, all-day appointments come first.
  static func list(_ entries: [ContentEntry], now: Now, days: Int) -> [Appointment] {
    let found = entries.enumerated().flatMap { index, entry in
      (0..<days).compactMap { ahead in
        now.day.adding(ahead).flatMap { Appointment(entry, number: index + 1, on: $0, now: now) }
      }
    }
    return found.sorted { one, other in
      // Sort by absolute time, because the same local time occurs twice when clocks are set back.
      (one.start, one.time == nil ? 0 : 1, one.number)
        < (other.start, other.time == nil ? 0 : 1, other.number)
    }
  }

  /// Creates the appointment for an entry on a day, or returns nil if the entry does not occur on
  /// that day.
  private init?(_ entry: ContentEntry, number: Int, on day: Day, now: Now) {
    guard let title = entry.text("title"), let start = entry.when("start"),
      let nextDay = day.adding(1)
    else { return nil }
    let (first, last) = (now.zone.start(of: day), now.zone.start(of: nextDay))
    let begins = now.moment(of: start)
    // Because of a clock change, the end can precede the beginning.
    let ends = max(begins, Appointment.end(entry, start, now))
    // An appointment without duration belongs to the day on which it starts.
    guard begins < last, ends > first || (begins == ends && begins >= first) else { return nil }
    (self.title, self.day, self.number) = (title, day, number)
    // An appointment that spans several days appears on every one of these days.
    name = "event.\(number)" + (begins < first && day > now.day ? ".\(day)" : "")
    place = entry.text("place") ?? ""
    let hasTime = !entry.flag("all-day") && begins >= first
    time = hasTime ? now.time(of: start) : nil
    self.start = hasTime ? begins : first
    end = min(ends, last)
  }

  /// Returns the time at which an entry ends; an all-day event ends when the day after its last day
  /// begins.
  private static func end(_ entry: ContentEntry, _ start: When, _ now: Now) -> Moment {
    let end = entry.when("end") ?? start
    let isWhole = now.time(of: end) == nil || entry.flag("all-day")
    guard isWhole else { return now.moment(of: end) }
    let last = max(now.day(of: start), now.lastDay(until: end))
    return last.adding(1).map(now.zone.start) ?? now.moment(of: end)
  }

  /// Selects up to `count` appointments: running and upcoming appointments, then the most recent
  /// past appointments.
  ///
  /// - Returns: the selection in chronological order.
  static func chosen(_ count: Int, of all: [Appointment], at now: Now) -> [Appointment] {
    let coming = all.indices.filter { !all[$0].isOver(at: now) }
    let over = all.indices.filter { all[$0].isOver(at: now) }
      .sorted { (all[$0].end, $0) < (all[$1].end, $1) }
    let latest = over.suffix(max(0, count - coming.count))
    return (coming.prefix(count) + latest).sorted().map { all[$0] }
  }

  /// Returns the time at which the picture expires: the next end of an appointment or midnight,
  /// whichever is earlier.
  static func nextChange(_ appointments: [Appointment], after now: Now) -> Moment {
    let ends = appointments.map(\.end).filter { $0 > now.moment }
    return min(ends.min() ?? .never, now.next(.day))
  }
}
