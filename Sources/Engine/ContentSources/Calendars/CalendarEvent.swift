import WallfarmPluginKit

/// An event of a calendar file, before it is repeated.
struct CalendarEvent {
  /// Its lines in the file.
  let component: CalendarText.Component
  /// The series that it belongs to; nil: it says none.
  let uid: String?
  /// How often it was changed, to tell which of several versions counts.
  let revision: CalendarRevision
  let title: String
  let place: String?
  let isCancelled: Bool
  let start: CalendarTime
  let length: Length
  /// How it repeats.
  let rules: [CalendarRule]
  /// Rules whose times are left out (RFC 2445, 4.8.5.2).
  let exclusions: [CalendarRule]
  /// More times, some with lengths of their own.
  let additions: [(time: CalendarTime, length: Length?)]
  /// Times that are left out.
  let exceptions: [CalendarTime]
  /// Which time of a series it takes the place of, and whether of what follows; nil: of none.
  let replaces: (time: CalendarTime, andFollowing: Bool)?
  /// Parts of it that cannot be read.
  let repairs: [CalendarRepair]

  /// How long an event is: days of a calendar, and seconds after those.
  struct Length: Hashable {
    var days = 0
    var seconds = 0
  }

  /// Reads an event.
  ///
  /// - Throws: why it cannot be shown.
  init(_ component: CalendarText.Component, _ zones: CalendarZones) throws(CalendarFailure) {
    guard !component.isTooLarge else { throw .tooLarge }
    self.component = component
    var repairs: [CalendarRepair] = component.isCutOff ? [.cutOff] : []
    uid = component.property("UID").map(\.value).flatMap { $0.isEmpty ? nil : $0 }
    revision = CalendarRevision(component)
    title = CalendarEvent.short(component.property("SUMMARY")?.words) ?? "…"
    place = CalendarEvent.short(component.property("LOCATION")?.words)
    isCancelled =
      component.isCancelled
      || component.property("STATUS")?.value.uppercased() == "CANCELLED"
    replaces = try CalendarEvent.replaced(component)
    let (start, end) = try CalendarEvent.times(component, replaces?.time, zones, &repairs)
    if zones.isGuessed(start.clock) { repairs.append(.zoneByOffset) }
    self.start = start
    length = CalendarEvent.length(start, end, component, zones, &repairs)
    // An entry that stands for one time of a series is one time, whatever rule it has copied from that.
    rules = replaces == nil ? try CalendarEvent.rules("RRULE", component, start, &repairs) : []
    exclusions =
      rules.isEmpty ? [] : try CalendarEvent.rules("EXRULE", component, start, &repairs)
    additions = replaces == nil ? CalendarEvent.additions(component, start, zones, &repairs) : []
    exceptions = CalendarEvent.exceptions(component, &repairs)
    self.repairs = repairs
  }

  private static func replaced(
    _ component: CalendarText.Component
  ) throws(CalendarFailure) -> (time: CalendarTime, andFollowing: Bool)? {
    guard let property = component.property("RECURRENCE-ID"), !property.value.isEmpty else {
      return nil
    }
    guard let time = CalendarTime(property) else { throw .wrong("RECURRENCE-ID") }
    return (time, property.parameters["RANGE"]?.uppercased() == "THISANDFUTURE")
  }

  /// Start and end; both are days where a program says that their midnights mean days.
  private static func times(
    _ component: CalendarText.Component, _ replaced: CalendarTime?, _ zones: CalendarZones,
    _ repairs: inout [CalendarRepair]
  ) throws(CalendarFailure) -> (start: CalendarTime, end: CalendarTime?) {
    let written = component.property("DTSTART")
    // A time that is called off needs no more than its name.
    guard var start = written.map(CalendarTime.init) ?? replaced else {
      throw written == nil ? .missing("DTSTART") : .wrong("DTSTART")
    }
    let property = component.property("DTEND")
    var end = property.flatMap { CalendarTime($0) }
    if let property, end == nil, !property.value.isEmpty { repairs.append(.unread("DTEND")) }
    // A midnight that is marked as a date is a time if the end is a time.
    if start.time == nil, let end, !end.isMidnight,
      let time = written.flatMap(CalendarTime.time(of:))
    {
      start = time
    }
    // Google writes the zone of a calendar once.
    let zone = CalendarTime.Clock.zone(component.zoneNames[component.zone] ?? component.zone)
    if start.time != nil, start.clock == .floating, !component.zone.isEmpty, zones.isKnown(zone) {
      start = start.on(zone)
    }
    // Every other program shows a time of an unknown zone on the clocks of its reader.
    if !zones.isKnown(start.clock) {
      repairs.append(.zoneUnknown)
      start = start.on(.floating)
    }
    if let time = end, !zones.isKnown(time.clock) { end = time.on(start.clock) }
    let marks = [
      "X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT", "X-FUNAMBOL-ALLDAY",
    ]
    let isMarked = marks.contains {
      ["TRUE", "1"].contains(component.property($0)?.value.uppercased() ?? "")
    }
    guard isMarked, start.time != nil, let day = zones.dayStarting(with: start) else {
      return (start, end)
    }
    return (day, end.map { zones.dayStarting(with: $0) ?? $0.wholeDay })
  }

  private static func rules(
    _ name: String, _ component: CalendarText.Component, _ start: CalendarTime,
    _ repairs: inout [CalendarRepair]
  ) throws(CalendarFailure) -> [CalendarRule] {
    var rules: [CalendarRule] = []
    for property in component.properties(name) {
      if let rule = try CalendarRule(property.value, start: start) {
        if rule.hasUnknownParts { repairs.append(.unknownPart) }
        rules.append(rule)
      } else if property.value.contains(where: { $0 != ";" && !$0.isWhitespace }) {
        repairs.append(.unread(name))
      }
    }
    return rules
  }

  private static func exceptions(
    _ component: CalendarText.Component, _ repairs: inout [CalendarRepair]
  ) -> [CalendarTime] {
    var times: [CalendarTime] = []
    for property in component.properties("EXDATE") {
      let found = property.values.compactMap { CalendarTime($0, property.parameters) }
      if found.count < property.values.count { repairs.append(.unread("EXDATE")) }
      times += found
    }
    return times
  }

  /// RDATE, with times or periods; days of a series that has times are at the time of its start, and the other way round.
  private static func additions(
    _ component: CalendarText.Component, _ start: CalendarTime, _ zones: CalendarZones,
    _ repairs: inout [CalendarRepair]
  ) -> [(time: CalendarTime, length: Length?)] {
    var times: [(time: CalendarTime, length: Length?)] = []
    for property in component.properties("RDATE") {
      for value in property.values {
        guard let (time, length) = period(value, property.parameters, zones) else {
          repairs.append(.unread("RDATE"))
          continue
        }
        let known = zones.isKnown(time.clock) ? time : time.on(start.clock)
        let hasDay = start.time == nil || time.time == nil
        times.append((zones.like(start, known), hasDay ? nil : length))
      }
    }
    return times
  }

  /// `20261124T100000Z/PT1H`, `20261124T100000Z/20261124T110000Z`, or a time.
  private static func period(
    _ text: String, _ parameters: [String: String], _ zones: CalendarZones
  ) -> (time: CalendarTime, length: Length?)? {
    let sides = text.split(separator: "/", maxSplits: 1)
    guard let first = sides.first, let start = CalendarTime(String(first), parameters) else {
      return nil
    }
    guard sides.count == 2 else { return (start, nil) }
    if let length = CalendarTime.duration(String(sides[1])) {
      return (start, Length(days: max(0, length.days), seconds: max(0, length.seconds)))
    }
    guard let end = CalendarTime(String(sides[1]), parameters) else { return nil }
    let seconds = zones.seconds(from: start, to: end) ?? end.seconds - start.seconds
    return (start, Length(seconds: max(0, seconds)))
  }
}

extension CalendarEvent {
  fileprivate static func length(
    _ start: CalendarTime, _ end: CalendarTime?, _ component: CalendarText.Component,
    _ zones: CalendarZones, _ repairs: inout [CalendarRepair]
  ) -> Length {
    // RFC 5545, 3.6.1: a day where nothing is said of one.
    let least = Length(days: start.time == nil ? 1 : 0)
    guard let end else { return duration(start, component, &repairs) ?? least }
    let length: Length
    if start.time == nil {
      // DTEND is the day behind the last one; some programs write the day itself.
      let days = end.day.number - start.day.number + (end.isMidnight ? 0 : 1)
      length = Length(days: days == 0 ? 1 : days)
    } else {
      let end = end.clock == .floating ? end.on(start.clock) : end
      guard let seconds = zones.seconds(from: start, to: end) else {
        repairs.append(.unread("DTEND"))
        return least
      }
      length = Length(seconds: seconds)
    }
    guard length.days >= 0, length.seconds >= 0 else {
      repairs.append(.endBeforeStart)
      return least
    }
    return length
  }

  private static func duration(
    _ start: CalendarTime, _ component: CalendarText.Component, _ repairs: inout [CalendarRepair]
  ) -> Length? {
    guard let property = component.property("DURATION"), !property.value.isEmpty else { return nil }
    guard let (days, seconds) = CalendarTime.duration(property.value) else {
      repairs.append(.unread("DURATION"))
      return nil
    }
    guard days >= 0, seconds >= 0 else {
      repairs.append(.endBeforeStart)
      return nil
    }
    return start.time == nil
      ? Length(days: max(1, days + seconds / 86_400)) : Length(days: days, seconds: seconds)
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
