import WallfarmPluginKit

/// Why an entry of a calendar is left out, or shown without a part of it.
enum CalendarFailure: Error, Hashable {
  /// A property cannot be read.
  case wrong(String)
  /// A property that it needs is missing.
  case missing(String)
  /// It repeats by a calendar that is not the Gregorian.
  case foreign
  /// To find its times would take too long.
  case tooMuch
  /// It has more lines than are read.
  case tooLarge

  /// The reason, as the end of a sentence.
  var reason: String {
    switch self {
    case .wrong(let property): "its \(property) cannot be read"
    case .missing(let property): "it has no \(property)"
    case .foreign: "it repeats by a calendar other than the Gregorian"
    case .tooMuch: "its rule takes too long to work out"
    case .tooLarge: "it has more than a mebibyte of dates"
    }
  }

  /// The change that the author of the calendar can make.
  var hint: String {
    switch self {
    case .wrong, .missing: "export the calendar again, or correct the entry"
    case .foreign: "write its dates as RDATE"
    case .tooMuch: "write a rule with fewer times, or without COUNT"
    case .tooLarge: "write its dates as an RRULE"
    }
  }
}

/// A part of an entry that is shown without it.
enum CalendarRepair: Hashable {
  /// An end before the start: the entry is shown without an end.
  case endBeforeStart
  /// A rule with a part of an unknown name; the rest of the rule counts.
  case unknownPart
  /// A property that cannot be read; the entry is shown without it.
  case unread(String)
  /// The END of the entry is missing.
  case cutOff
  /// A zone of which only the offset is known.
  case zoneByOffset
  /// A zone of which nothing is known.
  case zoneUnknown

  var reason: String {
    switch self {
    case .endBeforeStart: "it ends before it begins, and is shown without its end"
    case .unread(let property): "its \(property) cannot be read, and is left out"
    case .unknownPart: "its rule has a part with an unknown name, and that part is ignored"
    case .cutOff: "it has no END"
    case .zoneUnknown:
      "its time zone is unknown, and its times are shown as they are written"
    case .zoneByOffset:
      "only the offset of its time zone is known, and daylight saving time is ignored"
    }
  }
}

extension RenderWarning {
  /// That an entry was left out.
  static func entrySkipped(
    _ number: Int, _ failure: CalendarFailure, origin: Origin
  ) -> RenderWarning {
    RenderWarning(
      .entrySkipped, "entry \(number) of the calendar is left out: \(failure.reason)",
      hint: failure.hint, origin: origin)
  }

  /// That an entry is shown without a part of it.
  static func entryRepaired(
    _ number: Int, _ repair: CalendarRepair, origin: Origin
  ) -> RenderWarning {
    RenderWarning(
      .entryRepaired, "entry \(number) of the calendar: \(repair.reason)",
      hint: "correct it where the calendar comes from", origin: origin)
  }

  /// That the file ends too early.
  static func calendarCutOff(origin: Origin) -> RenderWarning {
    RenderWarning(
      .entryRepaired, "the file ends before its END:VCALENDAR, and entries may be missing",
      hint: "export the calendar again, or download it again", origin: origin)
  }

  /// That there are more warnings.
  static func moreEntriesSkipped(_ count: Int, origin: Origin) -> RenderWarning {
    RenderWarning(
      .entrySkipped, "\(count) more warnings about entries of the calendar are not shown",
      hint: "correct the first ones, which may have the same cause", origin: origin)
  }
}

extension RenderError {
  /// That no entry of a calendar can be shown; an empty picture would say that nothing is on.
  static func noEntryReadable(
    _ number: Int, _ failure: CalendarFailure, origin: Origin
  ) -> RenderError {
    .invalidContent(
      "no entry of the calendar can be read: entry \(number) is left out because "
        + failure.reason, origin: origin, hint: failure.hint)
  }

  /// That the rules of all entries together are too much.
  static func calendarTooLong(origin: Origin) -> RenderError {
    .invalidContent(
      "the rules of its events together take too long to work out", origin: origin,
      hint: "export events of the last years alone, or those that matter")
  }
}
