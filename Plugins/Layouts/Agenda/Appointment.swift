import WallfarmPluginKit

/// An appointment on one of the days that are shown.
struct Appointment {
  let title: String
  let place: String
  /// The day on which it is shown.
  let day: Day
  /// When it begins on that day; nil: all day, or since a day before.
  let time: ClockTime?
  /// The first moment at which it is over.
  let end: Moment
  /// Names its layers: its place in the content, and after the first day on which it is shown that day.
  let name: String
  /// Its place in the content, from 1.
  private let number: Int

  func isOver(at now: Now) -> Bool { end <= now.moment }

  /// All that is on some days from today: those of all day first, then by time.
  static func list(_ entries: [ContentEntry], now: Now, days: Int) -> [Appointment] {
    let found = entries.enumerated().flatMap { index, entry in
      (0..<days).compactMap { ahead in
        now.day.adding(ahead).flatMap { Appointment(entry, number: index + 1, on: $0, now: now) }
      }
    }
    return found.sorted { one, other in
      (one.day, one.time?.seconds ?? -1, one.number)
        < (other.day, other.time?.seconds ?? -1, other.number)
    }
  }

  /// Nil where it is not on that day.
  private init?(_ entry: ContentEntry, number: Int, on day: Day, now: Now) {
    guard let title = entry.text("title"), let start = entry.when("start"),
      let nextDay = day.adding(1)
    else { return nil }
    let (first, last) = (now.zone.start(of: day), now.zone.start(of: nextDay))
    let begins = now.moment(of: start)
    let ends = Appointment.end(entry, start, now)
    // What has no length is on the day on which it begins.
    guard begins < last, ends > first || (begins == ends && begins >= first) else { return nil }
    (self.title, self.day, self.number) = (title, day, number)
    // What is on several of the days is shown on each of them.
    name = "event.\(number)" + (begins < first && day > now.day ? ".\(day)" : "")
    place = entry.text("place") ?? ""
    let hasTime = !entry.flag("all-day") && begins >= first
    time = hasTime ? now.time(of: start) : nil
    end = min(ends, last)
  }

  /// The first moment that is no part of it.
  private static func end(_ entry: ContentEntry, _ start: When, _ now: Now) -> Moment {
    guard let end = entry.when("end") ?? (now.time(of: start) == nil ? start : nil) else {
      return now.moment(of: start)
    }
    guard case .day(let day) = end else {
      guard entry.flag("all-day"), let next = now.day(of: end).adding(1) else {
        return now.moment(of: end)
      }
      return now.time(of: end) == .midnight ? now.moment(of: end) : now.zone.start(of: next)
    }
    return day.adding(1).map(now.zone.start) ?? now.moment(of: end)
  }

  /// When the picture is another one: something is over, or the day is.
  static func nextChange(_ appointments: [Appointment], after now: Now) -> Moment {
    let ends = appointments.map(\.end).filter { $0 > now.moment }
    return min(ends.min() ?? .never, now.next(.day))
  }
}
