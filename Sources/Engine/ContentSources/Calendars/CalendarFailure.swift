import WallfarmPluginKit

/// The reason why an entry is skipped.
enum CalendarFailure: Error, Hashable {
  /// A property is invalid.
  case wrong(String)
  /// A required property is missing.
  case missing(String)
  /// The recurrence uses a calendar other than the Gregorian.
  case foreign
  /// The recurrence takes too long to expand.
  case tooMuch
  /// The entry exceeds the size limit.
  case tooLarge

  /// The reason as a clause for a message.
  var reason: String {
    switch self {
    case .wrong(let property): "its \(property) cannot be read"
    case .missing(let property): "it has no \(property)"
    case .foreign: "its recurrence rule does not use the Gregorian calendar"
    case .tooMuch: "its recurrence rule takes too long to evaluate"
    case .tooLarge: "its dates exceed 1 MiB"
    }
  }

  /// A hint for the author of the calendar.
  var hint: String {
    switch self {
    case .wrong, .missing: "export the calendar again, or correct the entry"
    case .foreign: "write its dates as RDATE"
    case .tooMuch: "write a rule with fewer times, or without COUNT"
    case .tooLarge: "write its dates as an RRULE"
    }
  }
}

/// A damaged part of an entry that is still shown.
enum CalendarRepair: Hashable {
  /// The end precedes the start and is ignored.
  case endBeforeStart
  /// An unknown part of a recurrence rule is ignored.
  case unknownPart
  /// An invalid property is ignored.
  case unread(String)
  /// The END of the entry is missing.
  case cutOff
  /// Only the offset of the zone is known.
  case zoneByOffset
  /// The zone is unknown.
  case zoneUnknown

  var reason: String {
    switch self {
    case .endBeforeStart: "it ends before it begins, so it is shown without its end"
    case .unread(let property): "its \(property) cannot be read and is left out"
    case .unknownPart: "its recurrence rule has an unknown part, which is ignored"
    case .cutOff: "it has no END"
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
      .entrySkipped, "entry \(number) of the calendar is left out: \(failure.reason)",
      hint: failure.hint, origin: origin)
  }

  /// The warning about a damaged entry.
  static func entryRepaired(
    _ number: Int, _ repair: CalendarRepair, origin: Origin
  ) -> RenderWarning {
    RenderWarning(
      .entryRepaired, "entry \(number) of the calendar: \(repair.reason)",
      hint: "correct it in the source of the calendar", origin: origin)
  }

  /// The warning about a truncated file.
  static func calendarCutOff(origin: Origin) -> RenderWarning {
    RenderWarning(
      .entryRepaired, "the file ends before END:VCALENDAR, so entries may be missing",
      hint: "export the calendar again, or download it again", origin: origin)
  }

  /// The warning about suppressed warnings.
  static func moreEntriesSkipped(_ count: Int, origin: Origin) -> RenderWarning {
    RenderWarning(
      .entrySkipped, "\(count) more warnings about entries of the calendar are not shown",
      hint: "correct the first ones, which may have the same cause", origin: origin)
  }
}

extension RenderError {
  /// The error for a calendar without valid entries; an empty picture would suggest that there are
  /// no events.
  static func noEntryReadable(
    _ number: Int, _ failure: CalendarFailure, origin: Origin
  ) -> RenderError {
    .invalidContent(
      "no entry of the calendar can be read: entry \(number) is left out because "
        + failure.reason, origin: origin, hint: failure.hint)
  }

  /// The error for recurrences that take too long in total.
  static func calendarTooLong(origin: Origin) -> RenderError {
    .invalidContent(
      "the recurrence rules of all events together take too long to evaluate", origin: origin,
      hint: "export fewer events, such as only recent ones")
  }
}
