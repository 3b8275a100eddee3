import WallfarmPluginKit

/// An appointment on one of the shown days.
struct Appointment {
  let title: String
  let place: String
  /// The day on which it is shown.
  let day: Day
  /// The local time at which it begins on that day; nil if it lasts all day or began earlier.
  let time: ClockTime?
  /// The time at which it begins on that day.
  let start: Moment
  /// The first time at which it is over.
  let end: Moment
  /// The prefix of its layer names: its index and, on every day after the first shown day, the
  /// date.
  let name: String
  /// The index in the content, from 1.
  private let number: Int

  func isOver(at now: Now) -> Bool { end <= now.moment }

  /// The appointments of the days from today, in chronological order, with all-day appointments
  /// first.
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

  /// Creates an appointment; nil if it is not on that day.
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
    // An appointment of several days appears on each of these days.
    name = "event.\(number)" + (begins < first && day > now.day ? ".\(day)" : "")
    place = entry.text("place") ?? ""
    let hasTime = !entry.flag("all-day") && begins >= first
    time = hasTime ? now.time(of: start) : nil
    self.start = hasTime ? begins : first
    end = min(ends, last)
  }

  /// The time at which it ends; all-day events end when the next day begins.
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

  /// The time at which the picture expires: the next end of an appointment, or midnight.
  static func nextChange(_ appointments: [Appointment], after now: Now) -> Moment {
    let ends = appointments.map(\.end).filter { $0 > now.moment }
    return min(ends.min() ?? .never, now.next(.day))
  }
}
