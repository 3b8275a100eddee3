import WallfarmPluginKit

/// The reason that a calendar entry is skipped.
enum CalendarFailure: Error, Hashable {
  /// A property has an invalid value.
  case wrong(String)
  /// A required property is missing.
  case missing(String)
  /// The recurrence rule uses a calendar other than the Gregorian calendar.
  case foreign
  /// The recurrence rule takes too long to expand.
  case tooMuch
  /// The entry exceeds the size limit.
  case tooLarge

  /// The reason, as a clause for use in a message.
  var reason: String {
    switch self {
    case .wrong(let property): "its \(property) cannot be read"
    case .missing(let property): "it has no \(property)"
    case .foreign: "its recurrence rule does not use the Gregorian calendar"
    case .tooMuch: "its recurrence rule takes too long to evaluate"
    case .tooLarge: "it is larger than 1 MiB, not counting ignored properties"
    }
  }

  /// A hint for the author of the calendar.
  var hint: String {
    switch self {
    case .wrong, .missing: "export the calendar again, or correct the entry"
    case .foreign: "list its dates in RDATE properties"
    case .tooMuch: "use a rule with fewer occurrences, or without COUNT"
    case .tooLarge: "replace its list of dates with an RRULE"
    }
  }
}

/// A defect in an entry that is shown anyway.
enum CalendarRepair: Hashable {
  /// The end precedes the start, so the end is ignored.
  case endBeforeStart
  /// The recurrence rule has an unknown part, which is ignored.
  case unknownPart
  /// The value of a property is invalid, so the property is ignored.
  case unread(String)
  /// The entry has no END line.
  case cutOff
  /// Only the UTC offset of the time zone is known.
  case zoneByOffset
  /// The time zone is unknown.
  case zoneUnknown

  var reason: String {
    switch self {
    case .endBeforeStart: "it ends before it begins, so its end is ignored"
    case .unread(let property): "its \(property) cannot be read and is left out"
    case .unknownPart: "its recurrence rule has an unknown part, which is ignored"
    case .cutOff: "it has no END line"
    case .zoneUnknown:
      "its time zone is unknown, so its times are shown as written"
    case .zoneByOffset:
      "only the UTC offset of its time zone is known, so daylight saving time is ignored"
    }
  }
}

extension RenderWarning {
  /// The warning about a skipped entry.
  static func entrySkipped(
    _ number: Int, _ failure: CalendarFailure, origin: Origin
  ) -> RenderWarning {
    RenderWarning(
      .entrySkipped, "calendar entry \(number) is left out: \(failure.reason)",
      hint: failure.hint, origin: origin)
  }

  /// The warning about a damaged entry.
  static func entryRepaired(
    _ number: Int, _ repair: CalendarRepair, origin: Origin
  ) -> RenderWarning {
    RenderWarning(
      .entryRepaired, "calendar entry \(number): \(repair.reason)",
      hint: "correct it in the original calendar", origin: origin)
  }

  /// The warning about a truncated file.
  static func calendarCutOff(origin: Origin) -> RenderWarning {
    RenderWarning(
      .entryRepaired, "the file ends before END:VCALENDAR, so entries may be missing",
      hint: "export the calendar again, or download it again", origin: origin)
  }

  /// The warning that states how many more warnings are not shown.
  static func moreEntriesSkipped(_ count: Int, origin: Origin) -> RenderWarning {
    RenderWarning(
      .entrySkipped, "\(count) more warnings about calendar entries are not shown",
      hint: "correct the entries shown; the others may have the same cause", origin: origin)
  }
}

extension RenderError {
  /// The error for a calendar that has no valid entries.
  ///
  /// This is an error, because an empty picture would suggest that there are no events.
  static func noEntryReadable(
    _ number: Int, _ failure: CalendarFailure, origin: Origin
  ) -> RenderError {
    .invalidContent(
      "no calendar entry can be read: entry \(number) is left out because "
        + failure.reason, origin: origin, hint: failure.hint)
  }

  /// The error for a calendar whose recurrence rules take too long in total.
  static func calendarTooLong(origin: Origin) -> RenderError {
    .invalidContent(
      "in total, the recurrence rules of the events take too long to evaluate", origin: origin,
      hint: "export fewer events, for example only recent events")
  }
}
