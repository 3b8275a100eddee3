internal import CICal
internal import Files
internal import Glibc
public import WallfarmPluginKit

/// The time that a calendar is read for: its rules go on for ever, and a picture shows what is near.
public struct CalendarNow: Sendable {
  /// Nil: what the clock says.
  let now: When?
  /// Nil: the machine's.
  let zone: String?

  /// The time of a request.
  public init(now: When? = nil, zone: String? = nil) { (self.now, self.zone) = (now, zone) }

  /// The moment and the zone, read now where they were not said.
  func read() throws(RenderError) -> Now {
    let zone = try ZoneFile.zone(zone ?? ZoneFile.local, origin: .option("zone"))
    var time = timespec()
    // It fails for clocks that do not exist; this one does.
    _ = clock_gettime(CLOCK_REALTIME, &time)
    let clock = Now(Moment(seconds: time.tv_sec), in: zone)
    return now.map { Now(clock.moment(of: $0), in: zone) } ?? clock
  }
}

/// Reads events and to-dos of a calendar file, RFC 5545.
///
/// Events that repeat are written out to 366 days after today. Of all times those that ended no longer than 31 days ago
/// count, and of these the next ``ContentField/mostEntries``, in order; what is past comes after what is not. One that
/// was moved or called off takes the place of the one that its series has there.
struct CalendarReader {
  private let file: String
  private let now: Now
  private var problems: [RenderError] = []
  /// Code points of its to-dos.
  private var notesLength = 0
  /// Whether nothing more can be read.
  private var isStopped = false

  /// Days before and after today.
  private static let window = (before: 31, after: 366)

  /// Reads the bytes of a file.
  static func read(
    _ bytes: [UInt8], file: String, at time: CalendarNow
  ) throws(RenderError) -> (content: Content, problems: [RenderError]) {
    var reader = CalendarReader(file: file, now: try time.read())
    let content = reader.content(CalendarText(bytes, file: file))
    return (content, reader.problems)
  }

  private init(file: String, now: Now) { (self.file, self.now) = (file, now) }

  private mutating func content(_ text: CalendarText) -> Content {
    if let problem = text.problem {
      problems = [problem]
      return Content()
    }
    let zones = CalendarZones(text.components, home: now.zone, around: now.moment)
    var content = Content()
    let toDos = text.components.filter { $0.kind == .toDo }
    if !toDos.isEmpty {
      var notes: [Note] = []
      for toDo in toDos where !isStopped {
        if let note = note(toDo, zones) { notes.append(note) }
      }
      content.notes = notes
      notesLength = notes.reduce(0) { $0 + $1.text.unicodeScalars.count }
    }
    let events = text.components.filter { $0.kind == .event }
    // A calendar with to-dos alone says nothing of events.
    if !events.isEmpty || toDos.isEmpty { content[.events] = entries(events, zones) }
    return content
  }

  /// Runs a piece of work; what is wrong is told with the line where the entry begins.
  private mutating func trying<Value>(
    line: Int, _ body: () throws(CalendarFailure) -> Value
  ) -> Value? {
    do throws(CalendarFailure) {
      return try body()
    } catch {
      // Without the library, or without time, the next one would say the same.
      isStopped = error.isFinal || problems.count >= 100
      problems.append(.calendar(error, origin: .file(file, line: line)))
      return nil
    }
  }

  private mutating func entries(
    _ texts: [CalendarText.Component], _ zones: CalendarZones
  ) -> [ContentEntry] {
    var events: [CalendarEvent] = []
    for text in texts where !isStopped {
      let event = trying(line: text.line) { () throws(CalendarFailure) in
        try CalendarEvent(text, zones)
      }
      if let event { events.append(event) }
    }
    let first = now.zone.start(of: now.day.adding(-Self.window.before) ?? now.day)
    let last = now.zone.start(of: now.day.adding(Self.window.after) ?? now.day)
    var series = CalendarSeries(zones, window: first...last)
    let changes = changes(events, series)
    var found: [CalendarInstance] = []
    // What takes the place of a time of a series may be all that the file has of it, so it stands by itself.
    for event in events where !event.isCancelled && !isStopped {
      let instances = trying(line: event.line) { () throws(CalendarFailure) in
        try series.instances(of: event)
      }
      guard let instances else { continue }
      if event.replaces == nil, let change = event.uid.flatMap({ changes[$0] }) {
        found += instances.compactMap { change.changed($0, series, zones) }
      } else {
        found += instances
      }
      // No more are kept than can be chosen.
      if found.count > 20 * ContentField.mostEntries { found = chosen(found) }
    }
    return isStopped ? [] : chosen(found).map(\.entry)
  }

  /// What was moved or called off, by the series that it belongs to.
  private mutating func changes(
    _ events: [CalendarEvent], _ series: CalendarSeries
  ) -> [String: CalendarChanges] {
    var changes: [String: CalendarChanges] = [:]
    for event in events where !isStopped {
      guard let (time, andFollowing) = event.replaces, let uid = event.uid else { continue }
      let key = trying(line: event.line) { () throws(CalendarFailure) in
        // Of what follows a day says nothing where the series has times.
        guard !andFollowing || (time.time == nil) == (event.start.time == nil) else {
          throw .wrong("RECURRENCE-ID")
        }
        return try series.key(time)
      }
      if let key { changes[uid, default: CalendarChanges()].add(event, key, andFollowing) }
    }
    for uid in changes.keys { changes[uid]?.sort() }
    return changes
  }

  /// As many as content may have, those that have not ended first, in the order in which they begin.
  private func chosen(_ instances: [CalendarInstance]) -> [CalendarInstance] {
    let today = now.zone.start(of: now.day)
    func isEarlier(_ one: CalendarInstance, _ other: CalendarInstance) -> Bool {
      (one.first, one.event.line) < (other.first, other.event.line)
    }
    let ahead = instances.filter { max($0.last, $0.first.adding(1)) > today }.sorted(by: isEarlier)
    let past = instances.filter { max($0.last, $0.first.adding(1)) <= today }.sorted(by: isEarlier)
    var chosen: [CalendarInstance] = []
    var characters = notesLength
    for instance in ahead + past.reversed() {
      characters +=
        instance.event.title.unicodeScalars.count
        + (instance.event.place?.unicodeScalars.count ?? 0)
      guard chosen.count < ContentField.mostEntries, characters <= TextLimits.allNotes else {
        break
      }
      chosen.append(instance)
    }
    return chosen.sorted(by: isEarlier)
  }

  private mutating func note(_ text: CalendarText.Component, _ zones: CalendarZones) -> Note? {
    trying(line: text.line) { () throws(CalendarFailure) -> Note? in
      let component = try CalendarComponent(text.text)
      let status = component.text(wallfarm_ical_status)?.uppercased()
      guard status != "CANCELLED",
        let words = CalendarEvent.short(component.text(wallfarm_ical_summary))
      else { return nil }
      var note = Note(words, done: status == "COMPLETED")
      let due = try component.time(wallfarm_ical_due, "DUE")
      guard due != nil || text.values["DUE"] == nil else { throw .wrong("DUE") }
      if let due {
        switch (due.time, due.clock) {
        case (nil, _): note.due = .day(due.day)
        case (let time?, .floating): note.due = .local(due.day, time)
        default:
          guard let moment = zones.moment(of: due) else { throw .zone }
          note.due = .moment(moment)
        }
      }
      return note
    } ?? nil
  }
}

extension CalendarFailure {
  /// Whether nothing more can be read after it.
  fileprivate var isFinal: Bool {
    switch self {
    case .missing, .tooMuch: true
    case .wrong, .zone, .tooOften, .foreign: false
    }
  }
}

extension RenderError {
  fileprivate static func calendar(_ failure: CalendarFailure, origin: Origin) -> RenderError {
    switch failure {
    case .missing:
      RenderError(
        .calendarUnavailable, "calendars need libical, which cannot be loaded", origin: origin,
        hint: "install libical3")
    case .wrong(let property):
      .invalidContent(
        "the entry cannot be read: \(property)", origin: origin,
        hint: "a calendar is iCalendar, RFC 5545; export it again, or take the entry out")
    case .zone:
      .invalidContent(
        "the time zone of the entry is known neither here nor in the file", origin: origin,
        hint: "name one of the zone database, such as Europe/Berlin, or put its VTIMEZONE in")
    case .tooOften:
      .invalidContent(
        "the event repeats more often than once an hour", origin: origin,
        hint: "write an event for each time of the day")
    case .foreign:
      .invalidContent(
        "the event repeats by a calendar other than the Gregorian", origin: origin,
        hint: "write its dates as RDATE")
    case .tooMuch:
      .invalidContent(
        "the rules of its events need too long to be worked out", origin: origin,
        hint: "export events of the last years alone, or those that matter")
    }
  }
}
