import ContentSources
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests calendars with defects that other programs tolerate.
@Suite struct LenientCalendarTests {
  /// A file and its expected events.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: String
    /// The expected events, each as its start time, a space and its title.
    let events: [String]
    var warnings: [WarningCode] = []

    init(
      _ description: String, _ file: String, _ events: [String], _ warnings: [WarningCode] = []
    ) {
      (testDescription, self.file) = (description, file)
      (self.events, self.warnings) = (events, warnings)
    }

    /// Creates a case from the events of a calendar, each given as the lines between BEGIN and END.
    init(
      _ description: String, events lines: [[String]], _ events: [String],
      _ warnings: [WarningCode] = []
    ) {
      let entries = lines.map { (["BEGIN:VEVENT"] + $0 + ["END:VEVENT"]).joined(separator: "\n") }
      self.init(
        description,
        "BEGIN:VCALENDAR\n" + entries.joined(separator: "\n") + "\nEND:VCALENDAR\n", events,
        warnings)
    }
  }

  private static func read(_ bytes: [UInt8]) throws -> (content: Content, problems: [RenderError]) {
    try ContentReader.parse(
      bytes, file: "t.ics", at: CalendarNow(now: When("2025-03-11T08:00"), zone: "Europe/Berlin"))
  }

  private static func shown(_ content: Content) -> [String] {
    (content[.events] ?? []).map { event in
      "\(event.when("start").map(\.description) ?? "?") \(event.text("title") ?? "?")"
    }
  }

  private static let overrides: [Case] = [
    Case(
      "an override with a copy of the rule is one time",
      events: [
        ["UID:a", "DTSTART:20250304T090000Z", "RRULE:FREQ=WEEKLY;COUNT=4", "SUMMARY:Duty"],
        [
          "UID:a", "RECURRENCE-ID:20250311T090000Z", "DTSTART:20250311T110000Z",
          "RRULE:FREQ=WEEKLY;COUNT=4", "RDATE:20250312T110000Z", "SUMMARY:Late",
        ],
      ],
      [
        "2025-03-04T09:00:00Z Duty", "2025-03-11T11:00:00Z Late", "2025-03-18T09:00:00Z Duty",
        "2025-03-25T09:00:00Z Duty",
      ]),
    Case(
      "midnights of a zone mean days of an all-day series",
      events: [
        [
          "UID:a", "DTSTART;VALUE=DATE:20250306", "RRULE:FREQ=WEEKLY;COUNT=5", "SUMMARY:Bin",
          "EXDATE;TZID=W. Europe Standard Time:20250320T000000",
          "EXDATE:20250326T230000Z", "RDATE;TZID=Europe/Berlin:20250401T000000",
        ],
        [
          "UID:a", "RECURRENCE-ID;TZID=W. Europe Standard Time:20250313T000000",
          "DTSTART;VALUE=DATE:20250314", "SUMMARY:Moved",
        ],
      ],
      ["2025-03-06 Bin", "2025-03-14 Moved", "2025-04-01 Bin", "2025-04-03 Bin"]),
    Case(
      "a last midnight of the zone is a last day",
      events: [
        [
          "DTSTART;VALUE=DATE:20250311", "RRULE:FREQ=DAILY;UNTIL=20250312T230000Z", "SUMMARY:Day",
        ]
      ], ["2025-03-11 Day", "2025-03-12 Day", "2025-03-13 Day"]),
    Case(
      "a day names the time of a series on it",
      events: [
        [
          "UID:a", "DTSTART:20250311T090000Z", "RRULE:FREQ=DAILY;COUNT=3", "SUMMARY:Talk",
          "EXDATE;VALUE=DATE:20250312",
        ],
        ["UID:a", "RECURRENCE-ID;VALUE=DATE:20250313", "STATUS:CANCELLED", "SUMMARY:Off"],
      ], ["2025-03-11T09:00:00Z Talk"]),
    Case(
      "exceptions without a zone are on the clocks of the start",
      events: [
        [
          "UID:a", "DTSTART;TZID=America/New_York:20250310T100000", "RRULE:FREQ=DAILY;COUNT=4",
          "EXDATE:20250311T100000", "SUMMARY:Gym",
        ],
        [
          "UID:a", "RECURRENCE-ID:20250312T100000", "DTSTART:20250312T200000Z", "SUMMARY:Later",
        ],
      ],
      [
        "2025-03-10T14:00:00Z Gym", "2025-03-12T20:00:00Z Later", "2025-03-13T14:00:00Z Gym",
      ]),
    Case(
      "an override that its series leaves out was deleted",
      events: [
        [
          "UID:a", "DTSTART:20250311T090000Z", "RRULE:FREQ=DAILY;COUNT=2",
          "EXDATE:20250312T090000Z", "SUMMARY:Talk",
        ],
        ["UID:a", "RECURRENCE-ID:20250312T090000Z", "DTSTART:20250312T110000Z", "SUMMARY:Gone"],
      ], ["2025-03-11T09:00:00Z Talk"]),
    Case(
      "a series whose rule ends before it has no time",
      events: [["DTSTART:20250311T090000Z", "RRULE:FREQ=DAILY;UNTIL=20250301T000000Z"]], []),
  ]

  private static let revisions: [Case] = [
    Case(
      "the highest SEQUENCE counts",
      events: [
        ["UID:a", "SEQUENCE:2", "DTSTART:20250311T140000Z", "SUMMARY:New"],
        ["UID:a", "SEQUENCE:0", "DTSTART:20250311T100000Z", "SUMMARY:Old"],
      ], ["2025-03-11T14:00:00Z New"]),
    Case(
      "then the last stamp",
      events: [
        ["UID:a", "DTSTAMP:20250102T000000Z", "DTSTART:20250311T140000Z", "SUMMARY:New"],
        ["UID:a", "DTSTAMP:20250101T000000Z", "DTSTART:20250311T100000Z", "SUMMARY:Old"],
      ], ["2025-03-11T14:00:00Z New"]),
    Case(
      "then the last change",
      events: [
        ["UID:a", "LAST-MODIFIED:20250101T000000Z", "DTSTART:20250311T100000Z", "SUMMARY:Old"],
        ["UID:a", "LAST-MODIFIED:20250102T000000Z", "DTSTART:20250311T140000Z", "SUMMARY:New"],
      ], ["2025-03-11T14:00:00Z New"]),
    Case(
      "of overrides of one time too, whatever clock names it",
      events: [
        ["UID:a", "DTSTART:20250311T090000Z", "RRULE:FREQ=DAILY;COUNT=1", "SUMMARY:Talk"],
        [
          "UID:a", "SEQUENCE:2", "RECURRENCE-ID;TZID=Europe/Berlin:20250311T100000",
          "DTSTART:20250311T120000Z", "SUMMARY:New",
        ],
        [
          "UID:a", "SEQUENCE:1", "RECURRENCE-ID:20250311T090000Z", "DTSTART:20250311T110000Z",
          "SUMMARY:Old",
        ],
      ], ["2025-03-11T12:00:00Z New"]),
    Case(
      "a later version that is called off calls all off",
      events: [
        ["UID:a", "SEQUENCE:1", "DTSTART:20250311T140000Z", "STATUS:CANCELLED", "SUMMARY:Off"],
        ["UID:a", "SEQUENCE:0", "DTSTART:20250311T140000Z", "RRULE:FREQ=DAILY", "SUMMARY:Talk"],
        ["UID:a", "RECURRENCE-ID:20250312T140000Z", "DTSTART:20250312T150000Z", "SUMMARY:Moved"],
      ], []),
    Case(
      "events of one revision with one UID are different events",
      events: [
        ["UID:a", "DTSTART:20250311T100000Z", "SUMMARY:One"],
        ["UID:a", "DTSTART:20250311T140000Z", "SUMMARY:Two"],
        ["UID:a", "DTSTART:20250311T140000Z", "SUMMARY:Two"],
      ], ["2025-03-11T10:00:00Z One", "2025-03-11T14:00:00Z Two"]),
    Case(
      "METHOD:CANCEL calls off all of a calendar",
      "BEGIN:VCALENDAR\nMETHOD:CANCEL\nBEGIN:VEVENT\nDTSTART:20250311T100000Z\nEND:VEVENT\n"
        + "END:VCALENDAR\n", []),
  ]

  private static let rules: [Case] = [
    Case(
      "an empty rule repeats nothing",
      events: [["DTSTART:20250317", "DTEND:20250317", "RRULE:", "SUMMARY:Patrick"]],
      ["2025-03-17 Patrick"]),
    Case(
      "a COUNT below 1 is none",
      events: [
        ["DTSTART:20250311", "RRULE:FREQ=DAILY;UNTIL=20250312;COUNT=-1", "SUMMARY:Fair"]
      ], ["2025-03-11 Fair", "2025-03-12 Fair"]),
    Case(
      "blanks, small letters, unknown parts and a last semicolon",
      events: [
        [
          "DTSTART:20250311T100000Z",
          "rrule: freq = weekly ; byday = tu , th ; count = 3 ; X-FUN=1 ; INTERVAL=0;",
          "SUMMARY:Run",
        ]
      ], ["2025-03-11T10:00:00Z Run", "2025-03-13T10:00:00Z Run", "2025-03-18T10:00:00Z Run"]),
    Case(
      "an ordinal of weeks and a number that no month has",
      events: [
        ["DTSTART:20250311T100000Z", "RRULE:FREQ=WEEKLY;BYDAY=2TU;COUNT=2;BYMONTH=3,44"]
      ], ["2025-03-11T10:00:00Z …", "2025-03-18T10:00:00Z …"]),
    Case(
      "a rule of times that are left out",
      events: [
        [
          "DTSTART:20250311T100000Z", "RRULE:FREQ=DAILY;COUNT=4",
          "EXRULE:FREQ=WEEKLY;BYDAY=TH,FR", "SUMMARY:Run",
        ]
      ], ["2025-03-11T10:00:00Z Run", "2025-03-12T10:00:00Z Run"]),
    Case(
      "more than once an hour",
      events: [
        [
          "DTSTART:20250311T090000Z", "RRULE:FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30;COUNT=3",
          "SUMMARY:Pill",
        ],
        ["DTSTART:20250312T090000Z", "RRULE:FREQ=MINUTELY;INTERVAL=45;COUNT=2", "SUMMARY:Tea"],
      ],
      [
        "2025-03-11T09:00:00Z Pill", "2025-03-11T09:30:00Z Pill", "2025-03-11T17:00:00Z Pill",
        "2025-03-12T09:00:00Z Tea", "2025-03-12T09:45:00Z Tea",
      ]),
  ]

  private static let forms: [Case] = [
    Case(
      "one bad entry hides no other",
      events: [
        ["DTSTART:20250311T100000Z", "SUMMARY:Tea"], ["DTSTART:20250230T100000Z"],
        ["SUMMARY:No start"], ["DTSTART:yesterday"],
      ], ["2025-03-11T10:00:00Z Tea"], [.entrySkipped, .entrySkipped, .entrySkipped]),
    Case(
      "all-day events as times",
      events: [
        [
          "DTSTART;TZID=Europe/Berlin:20250311T000000", "DTEND;TZID=Europe/Berlin:20250312T000000",
          "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE", "SUMMARY:Zoned",
        ],
        [
          "DTSTART:20250311T230000Z", "DTEND:20250312T230000Z", "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
          "RRULE:FREQ=DAILY;COUNT=2", "SUMMARY:In UTC",
        ],
        ["DTSTART:20250311T100000Z", "X-MICROSOFT-CDO-ALLDAYEVENT:FALSE", "SUMMARY:Tea"],
      ],
      [
        "2025-03-11 Zoned", "2025-03-11T10:00:00Z Tea", "2025-03-12 In UTC", "2025-03-13 In UTC",
      ]),
    Case(
      "a misspelled part of a rule, and a rule that is none",
      events: [
        ["DTSTART:20250311T100000Z", "RRULE:FREQ=YEARLY;UNTL=20250401T000000Z", "SUMMARY:Typo"],
        [
          "DTSTART:20250312T100000Z", "RRULE:FREQ=DAILY;COUNT=1;X-NAME=1;SKIP=OMIT;",
          "SUMMARY:Own",
        ],
        ["DTSTART:20250313T100000Z", "RRULE:daily", "SUMMARY:None"],
        ["DTSTART:20250314T100000Z", "RRULE: ;", "SUMMARY:Empty"],
      ],
      [
        "2025-03-11T10:00:00Z Typo", "2025-03-12T10:00:00Z Own", "2025-03-13T10:00:00Z None",
        "2025-03-14T10:00:00Z Empty", "2026-03-11T10:00:00Z Typo",
      ], [.entryRepaired, .entryRepaired]),
    Case(
      "a midnight that is called a date is a time where the end is one",
      events: [
        [
          "DTSTART;VALUE=DATE:20250312T000000", "DTEND;VALUE=DATE:20250312T013000", "SUMMARY:Show",
        ],
        [
          "DTSTART;VALUE=DATE:20250313T000000", "DTEND;VALUE=DATE:20250314T000000", "SUMMARY:Day",
        ],
        ["DTSTART;VALUE=DATE:20250314", "DTEND:20250315T040000", "SUMMARY:Days"],
      ], ["2025-03-12T00:00:00 Show", "2025-03-13 Day", "2025-03-14 Days"]),
    Case(
      "blanks round lines and indented components",
      "BEGIN:VCALENDAR \n  BEGIN:VEVENT\t\n    DTSTART:20250311T100000Z \n    SUMMARY:Tea\n"
        + "  END:VEVENT \nEND:VCALENDAR", ["2025-03-11T10:00:00Z Tea"]),
    Case(
      "an event without its END, and alarms without theirs",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20250311T100000Z\nSUMMARY:One\nBEGIN:VALARM\n"
        + "SUMMARY:Alarm\nBEGIN:VEVENT\nDTSTART:20250312T100000Z\nSUMMARY:Two\nBEGIN:VALARM\n"
        + "END:VEVENT\nEND:VCALENDAR\n",
      ["2025-03-11T10:00:00Z One", "2025-03-12T10:00:00Z Two"], [.entryRepaired]),
    Case(
      "a file that is cut off",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20250311T100000Z\nSUMMARY:One\nEND:VEVENT\n",
      ["2025-03-11T10:00:00Z One"], [.entryRepaired]),
    Case(
      "an END that nothing began, and no VCALENDAR",
      "END:VEVENT\nBEGIN:VEVENT\nDTSTART:20250311T100000Z\nEND:VEVENT\nEND:VTODO\n",
      ["2025-03-11T10:00:00Z …"]),
    Case(
      "several calendars",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20250311T100000Z\nEND:VEVENT\nEND:VCALENDAR\n"
        + "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:b\nDTSTART:20250312T100000Z\nEND:VEVENT\n"
        + "END:VCALENDAR\n", ["2025-03-11T10:00:00Z …", "2025-03-12T10:00:00Z …"]),
    Case(
      "two offsets of a zone without a name",
      events: [["DTSTART;TZID=\"GMT-05.00/-04.00\":20250311T130000"]], ["2025-03-11T18:00:00Z …"],
      [.entryRepaired]),
    Case(
      "CR alone, CR CR LF and blank lines between folds",
      "BEGIN:VCALENDAR\rBEGIN:VEVENT\r\r\nDTSTART:20250311T100000Z\rSUMMARY:Long\r\n\r\n er\r"
        + "END:VEVENT\rEND:VCALENDAR\r", ["2025-03-11T10:00:00Z Longer"]),
    Case(
      "escapes that there are not, and quoted-printable",
      events: [
        ["DTSTART:20250311T100000Z", #"SUMMARY:a\tb\, c\\d\;"#],
        ["DTSTART:20250312T100000Z", "SUMMARY;ENCODING=QUOTED-PRINTABLE:Caf=C3=A9"],
      ], [#"2025-03-11T10:00:00Z a\tb, c\d;"#, "2025-03-12T10:00:00Z Café"]),
    Case(
      "times as ISO 8601 writes them",
      events: [
        ["DTSTART:2025-03-11T10:00:00Z", "DTEND:2025-03-11T11:00", "SUMMARY:One"],
        ["DTSTART:20250312T1000", "DTEND;VALUE=DATE:20250313", "SUMMARY:Two"],
        ["DTSTART:20250313T100000.000+0100", "SUMMARY:Three"],
      ],
      [
        "2025-03-11T10:00:00Z One", "2025-03-12T10:00:00 Two", "2025-03-13T09:00:00Z Three",
      ]),
    Case(
      "the zone of the calendar is that of times without one",
      "BEGIN:VCALENDAR\nX-WR-TIMEZONE:America/New_York\nBEGIN:VEVENT\nDTSTART:20250311T100000\n"
        + "END:VEVENT\nEND:VCALENDAR\n", ["2025-03-11T14:00:00Z …"]),
  ]

  @Test(arguments: overrides + revisions + rules + forms)
  func whatOtherProgramsShowIsShown(_ one: Case) throws {
    let read = try Self.read(Array(one.file.utf8))
    #expect(read.problems.isEmpty)
    #expect(Self.shown(read.content) == one.events)
    #expect(read.content.warnings.map(\.code) == one.warnings)
  }

  /// Files in UTF-16 or Latin-1, with a byte order mark, or with NUL bytes can be read.
  @Test func otherEncodingsAreRead() throws {
    let text =
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20250311T100000Z\r\nSUMMARY:Café\r\nEND:VEVENT\r\n"
      + "END:VCALENDAR\r\n"
    let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    let files: [[UInt8]] = [
      [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little,
      text.unicodeScalars.map { UInt8($0.value) }, Array(text.utf8) + [0, 0],
    ]
    for file in files {
      #expect(Self.shown(try Self.read(file).content) == ["2025-03-11T10:00:00Z Café"])
    }
  }

  /// Returns a calendar with a daily event at 10:00 in the time zone `name`.
  ///
  /// If the offset is `nil`, the calendar does not define the zone.
  private static func calendar(_ name: String, offset: String?, own: String = "") -> String {
    let zone = offset.map {
      "BEGIN:VTIMEZONE\nTZID:\(name)\nBEGIN:STANDARD\nDTSTART:16010101T000000\n"
        + "TZOFFSETFROM:\($0)\nTZOFFSETTO:\($0)\nEND:STANDARD\nEND:VTIMEZONE\n"
    }
    return "BEGIN:VCALENDAR\n\(own)\(zone ?? "")BEGIN:VEVENT\n"
      + "DTSTART;TZID=\(name):20250311T100000\n"
      + "EXDATE;TZID=\(name):20250312T100000\nRRULE:FREQ=DAILY;COUNT=2\n"
      + "SUMMARY:\(offset ?? "none")\nEND:VEVENT\nEND:VCALENDAR\n"
  }

  @Test func aNameOfAZoneIsThatOfOneCalendar() throws {
    let name = "Customized Time Zone"
    let file = ["+0100", "-0500", "+0100", nil, "+0900"].map { Self.calendar(name, offset: $0) }
    let read = try Self.read(Array(file.joined().utf8))
    #expect(
      Self.shown(read.content) == [
        "2025-03-11T01:00:00Z +0900", "2025-03-11T09:00:00Z +0100", "2025-03-11T09:00:00Z +0100",
        "2025-03-11T09:00:00Z none", "2025-03-11T15:00:00Z -0500",
      ])
    #expect(read.content.warnings.isEmpty)
  }

  /// The time zone database takes precedence over a file's definitions; a calendar's default zone
  /// applies only to that calendar.
  @Test func namesOfTheDatabaseAndOfWholeCalendarsStay() throws {
    let known = ["+0300", "+0400"].map { Self.calendar("America/New_York", offset: $0) }
    let own = ["+0300", "+0400"].map { offset in
      Self.calendar("Ours", offset: offset, own: "X-WR-TIMEZONE:Ours\n")
        .replacing(";TZID=Ours", with: "")
    }
    #expect(
      Self.shown(try Self.read(Array((known + own).joined().utf8)).content) == [
        "2025-03-11T06:00:00Z +0400", "2025-03-11T07:00:00Z +0300", "2025-03-11T14:00:00Z +0300",
        "2025-03-11T14:00:00Z +0400",
      ])
  }

  /// Warnings identify entries by number and quote no user text.
  @Test func aWarningNamesTheEntryAndItsLine() throws {
    let file =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20250311T100000Z\nEND:VEVENT\n"
      + "BEGIN:VEVENT\nUID:secret\nSUMMARY:secret\nDTSTART:secret\nEND:VEVENT\nEND:VCALENDAR\n"
    let warning = try #require(try Self.read(Array(file.utf8)).content.warnings.first)
    #expect(warning.origin == .file("t.ics", line: 5))
    #expect(warning.message.contains("entry 2") && !warning.message.contains("secret"))
  }

  @Test func manyWarningsAreCounted() throws {
    let bad = String(repeating: "BEGIN:VEVENT\nDTSTART:x\nEND:VEVENT\n", count: 500)
    let good = "BEGIN:VEVENT\nDTSTART:20250311T100000Z\nEND:VEVENT\n"
    let read = try Self.read(Array(("BEGIN:VCALENDAR\n" + bad + good + "END:VCALENDAR\n").utf8))
    #expect(read.content.warnings.count == 21 && read.content[.events]?.count == 1)
    #expect(read.content.warnings.last?.message.contains("480") == true)
  }

  @Test func warningsComeAlongToAnotherProcess() throws {
    var content = Content()
    content[.events] = []
    content.warnings = [RenderWarning(.entrySkipped, "entry 1", origin: .file("t.ics", line: 2))]
    let json = Array(content.carried.text(pretty: false).utf8)
    let read = try ContentReader.parse(json, file: "t.json")
    #expect(read.content == content && read.problems.isEmpty)
    #expect(content.json == ["events": []])
  }
}
