internal import CICal
import SourceJSON
import WallfarmPluginKit

/// An event of a calendar file, before it is repeated.
struct CalendarEvent {
  /// Its first line in the file.
  let line: Int
  /// The series that it belongs to; nil: it says none.
  let uid: String?
  let title: String
  let place: String?
  let isCancelled: Bool
  let start: CalendarTime
  let length: Length
  /// How it repeats.
  let rules: [CalendarRule]
  /// More times, with lengths of their own in seconds.
  let additions: [(time: CalendarTime, seconds: Int?)]
  /// Times that are left out.
  let exceptions: [CalendarTime]
  /// Which time of a series it takes the place of, and whether of what follows; nil: of none.
  let replaces: (time: CalendarTime, andFollowing: Bool)?

  /// How long an event is: days of a calendar, and seconds after those.
  struct Length {
    let days: Int
    let seconds: Int
  }

  /// Reads an event.
  init(_ text: CalendarText.Component, _ zones: CalendarZones) throws(CalendarFailure) {
    let component = try CalendarComponent(text.text)
    func written(_ property: String) -> Int { text.values[property, default: 0] }
    line = text.line
    uid = component.text(wallfarm_ical_uid)
    title = CalendarEvent.short(component.text(wallfarm_ical_summary)) ?? "…"
    place = CalendarEvent.short(component.text(wallfarm_ical_location))
    isCancelled = component.text(wallfarm_ical_status)?.uppercased() == "CANCELLED"
    guard let start = try component.time(wallfarm_ical_start, "DTSTART") else {
      throw .wrong("DTSTART, which it needs")
    }
    self.start = start
    replaces = try component.recurrence()
    rules = try component.rules(from: start, count: written("RRULE"))
    additions = try component.times(wallfarm_ical_date, "RDATE", count: written("RDATE"))
    exceptions = try component.times(
      wallfarm_ical_exception, "EXDATE", count: written("EXDATE")
    ).map(\.time)
    let duration = try component.duration()
    let end = try component.time(wallfarm_ical_end, "DTEND")
    for (name, isRead) in [
      ("RECURRENCE-ID", replaces != nil), ("DURATION", duration != nil), ("DTEND", end != nil),
    ] where !isRead && written(name) > 0 {
      throw .wrong(name)
    }
    // A day is a day, and a time a time.
    if additions.contains(where: { ($0.time.time == nil) != (start.time == nil) }) {
      throw .wrong("RDATE")
    }
    length = try CalendarEvent.length(start, end, duration, zones)
  }

  private static func length(
    _ start: CalendarTime, _ end: CalendarTime?, _ duration: (days: Int, seconds: Int)?,
    _ zones: CalendarZones
  ) throws(CalendarFailure) -> Length {
    guard let end else {
      // RFC 5545, 3.6.1: a day where nothing is said of one.
      return start.time == nil
        ? Length(days: max(1, duration?.days ?? 1), seconds: 0)
        : Length(days: duration?.days ?? 0, seconds: duration?.seconds ?? 0)
    }
    guard (start.time == nil) == (end.time == nil) else { throw .wrong("DTEND") }
    let length: Length
    if start.time == nil {
      // DTEND is the day behind the last one; some programs write the day itself.
      length = Length(days: max(1, end.day.number - start.day.number), seconds: 0)
    } else if start.clock == end.clock, start.clock == .floating {
      length = Length(days: 0, seconds: end.seconds - start.seconds)
    } else {
      guard let first = zones.moment(of: start), let last = zones.moment(of: end) else {
        throw .zone
      }
      length = Length(days: 0, seconds: last.seconds - first.seconds)
    }
    guard end.day >= start.day, length.seconds >= 0 else {
      throw .wrong("DTEND, which is before DTSTART")
    }
    return length
  }

  /// A text on one line, as content may have it; nil for none.
  static func short(_ text: String?) -> String? {
    guard let text else { return nil }
    let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    let short = words.count <= 400 ? words : words.prefix(399) + "…"
    // What no content may be, such as a letter with a thousand accents, is none here either.
    guard short.hasVisibleCharacter, TextLimits.block.excess(in: short) == nil else { return nil }
    return short
  }
}

/// One time of an event.
struct CalendarInstance {
  let event: CalendarEvent
  let start: CalendarTime
  let end: CalendarTime
  let first: Moment
  /// When it ends; of whole days the first moment of the day behind it.
  let last: Moment

  /// Puts an event at a time; nil where its zone is not known, or the time is beyond all calendars.
  init?(
    _ event: CalendarEvent, at start: CalendarTime, seconds: Int? = nil, _ zones: CalendarZones
  ) {
    let length = seconds.map { CalendarEvent.Length(days: 0, seconds: $0) } ?? event.length
    guard let first = zones.moment(of: start),
      let later = start.at(start.seconds + length.days * 86_400),
      let then = zones.moment(of: later)
    else { return nil }
    (self.event, self.start, self.first) = (event, start, first)
    if start.clock == .floating {
      guard let end = later.at(later.seconds + length.seconds), let last = zones.moment(of: end)
      else { return nil }
      (self.end, self.last) = (end, max(first, last))
    } else {
      let last = then.adding(length.seconds)
      guard let end = start.time == nil ? later : zones.local(last, on: start.clock) else {
        return nil
      }
      (self.end, self.last) = (end, last)
    }
  }

  /// The entry for a layout.
  var entry: ContentEntry {
    var values: [String: ContentValue] = ["title": .text(event.title)]
    values["place"] = event.place.map(ContentValue.text)
    if let time = start.time, let endTime = end.time {
      let isFloating = start.clock == .floating
      values["start"] = .when(isFloating ? .local(start.day, time) : .moment(first))
      if last > first {
        values["end"] = .when(isFloating ? .local(end.day, endTime) : .moment(last))
      }
    } else {
      values["start"] = .when(.day(start.day))
      values["all-day"] = .flag(true)
      if let day = end.day.adding(-1), day > start.day { values["end"] = .when(.day(day)) }
    }
    return ContentEntry(values)
  }
}
