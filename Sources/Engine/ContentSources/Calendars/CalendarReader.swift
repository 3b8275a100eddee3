import WallfarmPluginKit

/// Reads the events and to-dos of a calendar file (RFC 5545).
///
/// The reader expands recurrences up to 366 days ahead and ignores instances that ended more than
/// 31 days ago. Of the rest, it selects up to ``ContentField/mostEntries`` instances and prefers
/// upcoming instances to past ones. An override replaces the matching instance of its series. An
/// invalid entry is skipped with a warning, because few users write calendars by hand.
struct CalendarReader {
  private let file: String
  private let now: Now
  private let zones: CalendarZones
  private var problem: RenderError?
  private var warnings: [RenderWarning] = []
  private var moreWarnings = 0
  /// The error that explains why the first skipped entry is invalid.
  private var firstSkipped: RenderError?
  /// The number of valid entries so far.
  private var readCount = 0
  /// The number of code points in all to-dos so far.
  private var notesLength = 0

  /// The size of the time window that is read, as the number of days before and after today.
  private static let window = (before: 31, after: 366)
  /// Maximum number of warnings that are shown individually.
  private static let mostWarnings = 20

  /// Reads the bytes of a file; the returned content includes the warnings.
  static func read(
    _ bytes: [UInt8], file: String, at time: CalendarNow
  ) throws(RenderError) -> (content: Content, problems: [RenderError]) {
    let now = try time.read()
    let text = CalendarText(bytes, file: file)
    if let problem = text.problem { return (Content(), [problem]) }
    var reader = CalendarReader(file: file, now: now, text)
    var content = reader.content(text)
    if let problem = reader.problem ?? (reader.readCount == 0 ? reader.firstSkipped : nil) {
      return (Content(), [problem])
    }
    content.warnings = reader.allWarnings(cutOffLine: text.cutOffLine)
    return (content, [])
  }

  private init(file: String, now: Now, _ text: CalendarText) {
    (self.file, self.now) = (file, now)
    zones = CalendarZones(text.components, home: now.zone, around: now.moment)
  }

  private mutating func content(_ text: CalendarText) -> Content {
    var content = Content()
    let toDos = text.components.filter { $0.kind == .toDo }
    if !toDos.isEmpty {
      let notes = notes(toDos)
      content.notes = notes
      notesLength = notes.reduce(0) { $0 + $1.text.unicodeScalars.count }
    }
    let events = text.components.filter { $0.kind == .event }
    // A calendar that has only to-dos adds notes, but neither sets nor clears the events.
    if !events.isEmpty || toDos.isEmpty { content[.events] = entries(events) }
    return content
  }

  /// Reads an entry; an invalid entry is skipped with a warning.
  private mutating func trying<Value>(
    _ component: CalendarText.Component, _ body: () throws(CalendarFailure) -> Value
  ) -> Value? {
    do throws(CalendarFailure) {
      return try body()
    } catch {
      let origin = Origin.file(file, line: component.line)
      firstSkipped =
        firstSkipped ?? .noEntryReadable(component.number, error, origin: origin)
      warn(.entrySkipped(component.number, error, origin: origin))
      return nil
    }
  }

  private mutating func warn(_ warning: RenderWarning) {
    guard warnings.count < Self.mostWarnings else { return moreWarnings += 1 }
    warnings.append(warning)
  }

  private mutating func warn(_ repairs: [CalendarRepair], _ component: CalendarText.Component) {
    var told: Set<CalendarRepair> = []
    for repair in repairs where told.insert(repair).inserted {
      warn(
        .entryRepaired(component.number, repair, origin: .file(file, line: component.line)))
    }
  }

  /// Returns the warnings in file order.
  private func allWarnings(cutOffLine: Int?) -> [RenderWarning] {
    var all = warnings.enumerated().sorted {
      ($0.element.origin?.line ?? 0, $0.offset) < ($1.element.origin?.line ?? 0, $1.offset)
    }.map(\.element)
    if moreWarnings > 0 { all.append(.moreEntriesSkipped(moreWarnings, origin: .file(file))) }
    if let cutOffLine { all.append(.calendarCutOff(origin: .file(file, line: cutOffLine))) }
    return all
  }

  private mutating func entries(_ components: [CalendarText.Component]) -> [ContentEntry] {
    let zones = zones
    var all: [CalendarEvent] = []
    for component in components {
      let event = trying(component) { () throws(CalendarFailure) in
        try CalendarEvent(component, zones)
      }
      if let event { all.append(event) }
    }
    readCount += all.count
    let first = now.zone.start(of: now.day.adding(-Self.window.before) ?? now.day)
    let last = now.zone.start(of: now.day.adding(Self.window.after) ?? now.day)
    var series = CalendarSeries(zones, window: first...last)
    let versions = CalendarVersions(all, series)
    let events = versions.current
    for event in events { warn(event.repairs, event.component) }
    let changes = Dictionary(grouping: events.filter { $0.replaces != nil }) { $0.uid ?? "" }
    var gone = CalendarDeletions(versions.masters)
    var found: [CalendarInstance] = []
    // Process overrides after their series, because a series may exclude the overridden instances.
    for event in events.filter({ $0.replaces == nil }) + events.filter({ $0.replaces != nil })
    where !event.isCancelled && !gone.contains(event, series) {
      let instances = trying(event.component) { () throws(CalendarFailure) in
        try series.instances(of: event)
      }
      guard !series.isExhausted else {
        problem = .calendarTooLong(origin: .file(file, line: event.component.line))
        return []
      }
      guard let instances else {
        readCount -= 1
        continue
      }
      if event.replaces == nil, let uid = event.uid, let own = changes[uid] {
        gone.note(instances, of: uid)
        let change = CalendarChanges(own, of: event.start, series, zones)
        found += instances.compactMap { change.changed($0, zones) }
      } else {
        found += instances
      }
      // Reduce the list from time to time to limit memory use.
      if found.count > 20 * ContentField.mostEntries { found = chosen(found) }
    }
    return chosen(found).map(\.entry)
  }

  /// Selects as many instances as the limits allow, sorted by start; instances that have not ended
  /// take precedence.
  private func chosen(_ instances: [CalendarInstance]) -> [CalendarInstance] {
    let today = now.zone.start(of: now.day)
    func isEarlier(_ one: CalendarInstance, _ other: CalendarInstance) -> Bool {
      (one.first, one.event.component.line) < (other.first, other.event.component.line)
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

  /// Reads the to-dos, each in its latest version.
  private mutating func notes(_ components: [CalendarText.Component]) -> [Note] {
    let zones = zones
    var notes: [Note] = []
    for component in CalendarReader.current(components) {
      let read = trying(component) { () throws(CalendarFailure) in
        try CalendarReader.note(component, zones)
      }
      guard let read else { continue }
      readCount += 1
      warn(read.repairs, component)
      if let note = read.note { notes.append(note) }
    }
    return notes
  }

  private static func current(
    _ components: [CalendarText.Component]
  ) -> [CalendarText.Component] {
    func name(_ component: CalendarText.Component) -> [String]? {
      component.property("UID").flatMap { uid in
        uid.value.isEmpty ? nil : [uid.value, component.property("RECURRENCE-ID")?.value ?? ""]
      }
    }
    var latest: [[String]: CalendarRevision] = [:]
    for component in components {
      guard let name = name(component) else { continue }
      let revision = CalendarRevision(component)
      latest[name] = max(latest[name] ?? revision, revision)
    }
    return components.filter { component in
      name(component).map { latest[$0] == CalendarRevision(component) } ?? true
    }
  }

  private static func note(
    _ component: CalendarText.Component, _ zones: CalendarZones
  ) throws(CalendarFailure) -> (note: Note?, repairs: [CalendarRepair]) {
    guard !component.isTooLarge else { throw .tooLarge }
    let status = component.property("STATUS")?.value.uppercased()
    guard status != "CANCELLED", !component.isCancelled,
      let words = CalendarEvent.short(component.property("SUMMARY")?.words)
    else { return (nil, []) }
    var note = Note(words, done: status == "COMPLETED")
    var repairs: [CalendarRepair] = component.isCutOff ? [.cutOff] : []
    guard let property = component.property("DUE"), !property.value.isEmpty else {
      return (note, repairs)
    }
    if let due = CalendarTime(property), zones.isKnown(due.clock) {
      switch (due.time, due.clock) {
      case (nil, _): note.due = .day(due.day)
      case (let time?, .floating): note.due = .local(due.day, time)
      default: note.due = zones.moment(of: due).map(When.moment)
      }
    } else {
      repairs.append(.unread("DUE"))
    }
    return (note, repairs)
  }
}
