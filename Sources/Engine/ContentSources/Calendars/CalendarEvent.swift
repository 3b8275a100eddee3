import WallfarmPluginKit

/// An event of a calendar file, before its recurrence is expanded.
struct CalendarEvent {
  /// The component from which the event was read.
  let component: CalendarText.Component
  /// The identifier of the series; nil if it is missing.
  let uid: String?
  /// The revision, which determines which of several versions applies.
  let revision: CalendarRevision
  let title: String
  let place: String?
  let isCancelled: Bool
  let start: CalendarTime
  let length: Length
  /// The recurrence rules.
  let rules: [CalendarRule]
  /// The exclusion rules (RFC 2445, 4.8.5.2).
  let exclusions: [CalendarRule]
  /// Additional times (RDATE), some of which have their own durations.
  let additions: [(time: CalendarTime, length: Length?)]
  /// The exception times (EXDATE).
  let exceptions: [CalendarTime]
  /// The instance that this event overrides, and whether later instances are also overridden; nil
  /// if the event is not an override.
  let replaces: (time: CalendarTime, andFollowing: Bool)?
  /// The problems that were ignored or corrected while reading the event.
  let repairs: [CalendarRepair]

  /// A duration in calendar days plus seconds.
  struct Length: Hashable {
    var days = 0
    var seconds = 0
  }

  /// Parses an event.
  ///
  /// - Throws: the reason that the event cannot be shown.
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
    // An override is a single instance, even if it repeats the recurrence rule of its series.
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

  /// Reads the start and the end; both are days if the event is marked as all-day.
  private static func times(
    _ component: CalendarText.Component, _ replaced: CalendarTime?, _ zones: CalendarZones,
    _ repairs: inout [CalendarRepair]
  ) throws(CalendarFailure) -> (start: CalendarTime, end: CalendarTime?) {
    let written = component.property("DTSTART")
    // A canceled instance may have a RECURRENCE-ID as its only time.
    guard var start = written.map(CalendarTime.init) ?? replaced else {
      throw written == nil ? .missing("DTSTART") : .wrong("DTSTART")
    }
    let property = component.property("DTEND")
    var end = property.flatMap { CalendarTime($0) }
    if let property, end == nil, !property.value.isEmpty { repairs.append(.unread("DTEND")) }
    // Some programs mark a start at midnight as a date. If the end is a time other than midnight,
    // the start is also read as a time.
    if start.time == nil, let end, !end.isMidnight,
      let time = written.flatMap(CalendarTime.time(of:))
    {
      start = time
    }
    // Google Calendar specifies the time zone once per calendar.
    let zone = CalendarTime.Clock.zone(component.zoneNames[component.zone] ?? component.zone)
    if start.time != nil, start.clock == .floating, !component.zone.isEmpty, zones.isKnown(zone) {
      start = start.on(zone)
    }
    // Like other programs, treat times in an unknown zone as floating times.
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

  /// Reads the times and periods of RDATE.
  ///
  /// In a timed series, an added day gets the time of the start; in an all-day series, an added
  /// time becomes a day.
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

  /// Parses a time, or a period such as `20261124T100000Z/PT1H` or
  /// `20261124T100000Z/20261124T110000Z`.
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
    // The default duration of an all-day event is one day (RFC 5545, 3.6.1).
    let least = Length(days: start.time == nil ? 1 : 0)
    guard let end else { return duration(start, component, &repairs) ?? least }
    let length: Length
    if start.time == nil {
      // DTEND is exclusive, but some programs write the last day of the event.
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

  /// Joins the lines of a string and truncates the result to 400 characters; returns nil for an
  /// empty string.
  static func short(_ text: String?) -> String? {
    guard let text else { return nil }
    let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    let short = words.count <= 400 ? words : words.prefix(399) + "…"
    // Drop text that content does not allow, such as a letter with a thousand accents.
    guard short.hasVisibleCharacter, TextLimits.block.excess(in: short) == nil else { return nil }
    return short
  }
}
