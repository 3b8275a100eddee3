import WallfarmPluginKit

/// One occurrence of an event.
struct CalendarInstance {
  let event: CalendarEvent
  let start: CalendarTime
  let end: CalendarTime
  let first: Moment
  /// The end; for all-day events, the start of the day after the last day.
  let last: Moment

  /// Creates an instance; returns nil if its time zone is unknown or its time is out of range.
  init?(
    _ event: CalendarEvent, at start: CalendarTime, length: CalendarEvent.Length? = nil,
    _ zones: CalendarZones
  ) {
    let length = length ?? event.length
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

  /// The content entry that layouts receive.
  var entry: ContentEntry {
    var values: [String: ContentValue] = ["title": .text(event.title)]
    values["place"] = event.place.map(ContentValue.text)
    if let time = start.time, let endTime = end.time {
      let isFloating = start.clock == .floating
      values["start"] = .when(isFloating ? .local(start.day, time) : .moment(first))
      // If the start is in a daylight saving gap, the end can appear to precede it on the local
      // clock.
      if isFloating ? end.seconds > start.seconds : last > first {
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
