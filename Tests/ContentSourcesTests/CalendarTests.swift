import ContentSources
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests real-world calendars: recurring, moved, canceled and excluded events in any time zone.
@Suite struct CalendarTests {
  private static func read(
    _ components: String, now: String = "2026-11-23T09:00", zone: String = "Europe/Berlin"
  ) throws -> (content: Content, problems: [RenderError]) {
    let text =
      "BEGIN:VCALENDAR\nVERSION:2.0\n" + components
      + "\nEND:VCALENDAR\n"
    return try ContentReader.parse(
      Array(text.utf8), file: "t.ics", at: CalendarNow(now: When(now), zone: zone))
  }

  private static func event(_ lines: String...) -> String {
    (["BEGIN:VEVENT", "UID:1", "SUMMARY:Talk"] + lines + ["END:VEVENT"]).joined(separator: "\n")
  }

  /// Returns `count` copies of an event, each with its own UID.
  private static func copies(of event: String, _ count: Int) -> String {
    (0..<count).map { event.replacingOccurrences(of: "UID:1", with: "UID:\($0)") }
      .joined(separator: "\n")
  }

  /// Returns each event's start time, followed by a slash and the end time if there is one.
  private static func times(
    _ components: String, zone: String = "Europe/Berlin", now: String = "2026-11-23T09:00"
  ) throws -> [String] {
    let read = try read(components, now: now, zone: zone)
    #expect(read.problems.isEmpty)
    return try #require(read.content[.events]).map { event in
      (event.when("start")?.description ?? "?")
        + (event.when("end").map { "/\($0)" } ?? "") + (event.flag("all-day") ? " all day" : "")
    }
  }

  @Test func timesAreThoseOfTheirZone() throws {
    let events = [
      Self.event("DTSTART:20261124T080000Z", "DTEND:20261124T090000Z"),
      Self.event("DTSTART;TZID=America/New_York:20261124T080000", "DURATION:PT1H30M"),
      Self.event("DTSTART:20261124T150000"),
      Self.event("DTSTART;VALUE=DATE:20261125"),
      Self.event("DTSTART;VALUE=DATE:20261126", "DTEND;VALUE=DATE:20261129"),
      Self.event("DTSTART;TZID=\"Tokyo Standard Time\":20261201T120000"),
      Self.event("DTSTART;TZID=/example.org/2025a/Europe/Berlin:20261202T120000"),
    ]
    #expect(
      try Self.times(events.joined(separator: "\n")) == [
        "2026-11-24T08:00:00Z/2026-11-24T09:00:00Z", "2026-11-24T13:00:00Z/2026-11-24T14:30:00Z",
        "2026-11-24T15:00:00", "2026-11-25 all day", "2026-11-26/2026-11-28 all day",
        "2026-12-01T03:00:00Z", "2026-12-02T11:00:00Z",
      ])
  }

  @Test func aZoneMayBeDescribedInTheFile() throws {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Ours
      BEGIN:STANDARD
      DTSTART:20001029T030000
      RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
      TZOFFSETFROM:+0330
      TZOFFSETTO:+0230
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:20000326T020000
      RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
      TZOFFSETFROM:+0230
      TZOFFSETTO:+0330
      END:DAYLIGHT
      END:VTIMEZONE

      """
    let winter = Self.event("DTSTART;TZID=Ours:20261124T120000")
    let summer = Self.event("DTSTART;TZID=Ours:20270624T120000")
    #expect(
      try Self.times(zone + winter + "\n" + summer) == [
        "2026-11-24T09:30:00Z", "2027-06-24T08:30:00Z",
      ])
    // If a time zone is not defined, the time is shown as written. A zone that changes every second
    // is treated as undefined.
    let hostile = zone.replacingOccurrences(of: "FREQ=YEARLY", with: "FREQ=SECONDLY")
    for file in ["\n" + winter, hostile + winter] {
      let unknown = try Self.read(file)
      #expect(unknown.problems.isEmpty)
      #expect(unknown.content[.events]?.first?.when("start") == When("2026-11-24T12:00:00"))
      #expect(unknown.content.warnings.map(\.code) == [.entryRepaired])
    }
  }

  @Test func aSeriesKeepsItsTimeOfDayOverTheChangeOfClocks() throws {
    let series = Self.event(
      "DTSTART;TZID=Europe/Berlin:20260105T093000", "DTEND;TZID=Europe/Berlin:20260105T094500",
      "RRULE:FREQ=MONTHLY;BYDAY=1MO;UNTIL=20270503T073000Z")
    #expect(
      try Self.times(series, now: "2027-03-01") == [
        "2027-02-01T08:30:00Z/2027-02-01T08:45:00Z", "2027-03-01T08:30:00Z/2027-03-01T08:45:00Z",
        "2027-04-05T07:30:00Z/2027-04-05T07:45:00Z", "2027-05-03T07:30:00Z/2027-05-03T07:45:00Z",
      ])
  }

  @Test func whatIsMovedCalledOffLeftOutOrAddedCounts() throws {
    let series = Self.event(
      "DTSTART;TZID=Europe/Berlin:20261123T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=6",
      "EXDATE;TZID=Europe/Berlin:20261124T100000,20261125T100000",
      "RDATE;TZID=Europe/Berlin:20261201T180000")
    let moved = Self.event(
      "RECURRENCE-ID;TZID=Europe/Berlin:20261126T100000",
      "DTSTART;TZID=Europe/Berlin:20261126T160000", "DURATION:PT15M")
    let off = Self.event(
      "RECURRENCE-ID:20261127T090000Z", "DTSTART:20261127T090000Z", "STATUS:CANCELLED")
    #expect(
      try Self.times([moved, series, off].joined(separator: "\n")) == [
        "2026-11-23T09:00:00Z/2026-11-23T10:00:00Z", "2026-11-26T15:00:00Z/2026-11-26T15:15:00Z",
        "2026-11-28T09:00:00Z/2026-11-28T10:00:00Z", "2026-12-01T17:00:00Z/2026-12-01T18:00:00Z",
      ])
    let gone = Self.event("DTSTART:20261124T080000Z", "RRULE:FREQ=DAILY", "STATUS:CANCELLED")
    #expect(try Self.times(gone).isEmpty)
  }

  @Test func oneThatIsMovedMayMoveWhatFollows() throws {
    let series = Self.event("DTSTART:20261123T100000Z", "RRULE:FREQ=DAILY;COUNT=4")
    let later = Self.event(
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20261125T100000Z", "DTSTART:20261125T120000Z")
    #expect(
      try Self.times(series + "\n" + later) == [
        "2026-11-23T10:00:00Z", "2026-11-24T10:00:00Z", "2026-11-25T12:00:00Z",
        "2026-11-26T12:00:00Z",
      ])
  }

  @Test func aBirthdayOfALeapDayComesInLeapYears() throws {
    let birthday = Self.event("DTSTART;VALUE=DATE:19800229", "RRULE:FREQ=YEARLY")
    #expect(try Self.times(birthday, now: "2027-06-01") == ["2028-02-29 all day"])
    #expect(try Self.times(birthday, now: "2025-12-01").isEmpty)
  }

  /// Compares recurrence times with Python's dateutil.
  @Test func rulesGiveTheTimesOfAnotherProgram() throws {
    var random = SeededGenerator()
    func some(_ items: [String], _ most: Int) -> String {
      items.shuffled(using: &random).prefix(Int.random(in: 1...most, using: &random)).joined(
        separator: ",")
    }
    let days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    var rules: [(start: String, rule: String)] = []
    for _ in 0..<500 {
      var rule = ""
      switch Int.random(in: 0...11, using: &random) {
      case 0:
        rule = "FREQ=DAILY"
        if Bool.random(using: &random) { rule += ";BYDAY=" + some(days, 3) }
      case 1: rule = "FREQ=WEEKLY;BYDAY=" + some(days, 4)
      case 2: rule = "FREQ=MONTHLY;BYMONTHDAY=" + some(["1", "15", "28", "31", "-1", "-5"], 3)
      case 5:
        rule = "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=" + some(["1", "2", "-1", "-3"], 2)
      case 6: rule = "FREQ=YEARLY;BYWEEKNO=" + some(["1", "20", "52", "53", "-1"], 2) + ";BYDAY=MO"
      case 7: rule = "FREQ=YEARLY;BYYEARDAY=" + some(["1", "100", "366", "-1", "-100"], 3)
      case 8: rule = "FREQ=YEARLY;BYDAY=" + some(["1MO", "20TU", "-1FR", "53SU"], 2)
      case 9: rule = "FREQ=DAILY;BYHOUR=8,12,20;BYMONTH=" + some(["1", "11", "12"], 2)
      case 10: rule = "FREQ=YEARLY;BYMONTH=11;BYDAY=" + some(["1MO", "4TH", "-1FR"], 2)
      case 3: rule = "FREQ=MONTHLY;BYDAY=" + some(["1MO", "2TU", "-1FR", "3SU", "4WE"], 2)
      default:
        rule =
          "FREQ=YEARLY;BYMONTH=" + some(["1", "2", "5", "11", "12"], 3) + ";BYMONTHDAY="
          + some(["1", "13", "24", "28", "29"], 2)
      }
      rule += ";INTERVAL=\(Int.random(in: 1...3, using: &random))"
      switch Int.random(in: 0...2, using: &random) {
      case 0: rule += ";COUNT=\(Int.random(in: 1...400, using: &random))"
      case 1: rule += ";UNTIL=2027\(Int.random(in: 10...12, using: &random))15T120000"
      default: break
      }
      let month = Int.random(in: 10...12, using: &random)
      let day = Int.random(in: 10...28, using: &random)
      rules.append(("20\(Int.random(in: 18...26, using: &random))\(month)\(day)T094000", rule))
    }
    let script = """
      import sys, datetime, dateutil.rrule
      for line in open(sys.argv[1]):
          start, rule = line.split()
          start = datetime.datetime.strptime(start, "%Y%m%dT%H%M%S")
          # What a start means that is none of the times of its rule is undefined in RFC 5545.
          start = next(iter(dateutil.rrule.rrulestr("RRULE:" + rule, dtstart=start)), None)
          if start is None:
              print("never")
              continue
          first, last = datetime.datetime(2026, 10, 23), datetime.datetime(2027, 11, 24)
          found = dateutil.rrule.rrulestr("RRULE:" + rule, dtstart=start).between(first, last)
          # The start is shown however far away it is.
          if start >= last: found.append(start)
          print(start.strftime("%Y%m%dT%H%M%S"), *[time.isoformat() for time in found])
      """
    let folder = try TemporaryFolder()
    try folder.write(rules.map { "\($0.start) \($0.rule)\n" }.joined().utf8, to: "rules")
    let said = Tool.run("/usr/bin/python3", ["-c", script, folder.file("rules")])
    let lines = said.text.split(separator: "\n")
    try #require(lines.count == rules.count, "\(said.text)")
    #expect(lines.count { $0 != "never" } > 300)
    for (rule, line) in zip(rules, lines) where line != "never" {
      let words = line.split(separator: " ")
      let times = try Self.times(Self.event("DTSTART:\(words[0])", "RRULE:\(rule.rule)"))
      #expect(
        times == words.dropFirst().map(String.init), "\(words[0]) \(rule.rule), \(random)")
    }
  }

  @Test func toDosAreNotes() throws {
    let toDo = { (lines: [String]) in
      (["BEGIN:VTODO", "UID:1"] + lines + ["END:VTODO"]).joined(separator: "\n")
    }
    let read = try Self.read(
      [
        toDo(["SUMMARY:Buy milk\\, bread\\nand eggs", "DUE;VALUE=DATE:20261128"]),
        toDo(["SUMMARY:Call", "STATUS:COMPLETED", "DUE:20261128T100000Z"]),
        toDo(["SUMMARY:Gone", "STATUS:CANCELLED"]),
      ].joined(separator: "\n"))
    #expect(
      read.content.notes == [
        Note("Buy milk, bread and eggs", due: When("2026-11-28")),
        Note("Call", done: true, due: When("2026-11-28T10:00:00Z")),
      ])
    #expect(read.content[.events] == nil && read.problems.isEmpty)
  }

  @Test func wordsAreUnfoldedUnescapedAndShortened() throws {
    let read = try Self.read(
      Self.event(
        "DTSTART:20261124T080000Z", "LOCATION:Hall 1\\, up\n stairs", "DESCRIPTION:not read",
        "ATTACH;ENCODING=BASE64;VALUE=BINARY:AAAA", "BEGIN:VALARM", "TRIGGER:-PT5M",
        "SUMMARY:An alarm", "END:VALARM")
        + "\n"
        + Self.event("DTSTART:20261125T080000Z", "SUMMARY:x").replacingOccurrences(
          of: "SUMMARY:Talk\n", with: "SUMMARY:\(String(repeating: "long ", count: 200))\n"))
    let events = try #require(read.content[.events])
    #expect(events[0].text("place") == "Hall 1, upstairs" && events[0].text("title") == "Talk")
    #expect(events[1].text("title")?.count == 400)
  }

  @Test func theNearestThousandAreShown() throws {
    // Three daily series over more than a year: 3 × 397 times.
    let events = (1...3).map { number in
      Self.event("DTSTART:20200101T0\(number)0000", "RRULE:FREQ=DAILY")
    }
    let times = try Self.times(events.joined(separator: "\n"))
    #expect(times.count == 1000 && times.first == "2026-11-23T01:00:00")
  }

  @Test(arguments: [
    "FREQ=SECONDLY", "RSCALE=CHINESE;FREQ=YEARLY", "FREQ=SOMETIMES", "BYDAY=MO",
    "FREQ=DAILY;UNTIL=20261301", "FREQ=DAILY;UNTIL=20260101T999999Z", "FREQ=WEEKLY;BYDAY=XX",
    "FREQ=MINUTELY;BYSETPOS=1", "FREQ=YEARLY;BYMONTH=13",
    "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD",
  ])
  func aRuleThatCannotBeReadLeavesTheEntryOut(_ rule: String) throws {
    let bad = Self.event("DTSTART:20000101T000000", "RRULE:\(rule)")
    let alone = try Self.read(bad)
    #expect(alone.problems.map(\.code) == [.invalidContent])
    #expect(alone.problems.first?.origin == .file("t.ics", line: 3))
    let beside = try Self.read(bad + "\n" + Self.event("DTSTART:20261124T100000"))
    #expect(beside.problems.isEmpty && beside.content[.events]?.count == 1)
    #expect(beside.content.warnings.map(\.code) == [.entrySkipped])
    #expect(beside.content.warnings.first?.origin == .file("t.ics", line: 3))
  }

  /// These rules never match; other programs search for a match for seconds or even hours.
  @Test(arguments: [
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30;COUNT=1",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;UNTIL=99991231T000000Z",
    "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=40",
    "FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYDAY=MO,TU;BYMONTHDAY=31;BYSETPOS=300",
  ])
  func aRuleThatNeverComesIsItsStartAlone(_ rule: String) throws {
    #expect(try Self.times(Self.event("DTSTART:20261124T100000", "RRULE:\(rule)")).count == 1)
  }

  @Test func rulesThatTakeTooLongTogetherAreOneError() throws {
    let slow = Self.event("DTSTART:19000101T000000", "RRULE:FREQ=DAILY;COUNT=1000000")
    let read = try Self.read(Self.copies(of: slow, 200))
    #expect(read.problems.map(\.code) == [.invalidContent])
    let never = Self.event(
      "DTSTART:00010101T000000", "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=1")
    #expect(try Self.read(Self.copies(of: never, 20)).problems.count == 1)
  }

  @Test func aRuleThatTakesTooLongAloneHidesNoOtherEvent() throws {
    let slow = Self.event("DTSTART:20000101T000000", "RRULE:FREQ=SECONDLY;COUNT=100000000")
    let read = try Self.read(slow + "\n" + Self.event("DTSTART:20261124T100000"))
    #expect(read.problems.isEmpty && read.content[.events]?.count == 1)
    #expect(read.content.warnings.map(\.code) == [.entrySkipped])
  }

  @Test func aHostileZoneIsUnknownAndCostsNothing() throws {
    let part = """
      BEGIN:STANDARD
      DTSTART:00010101T000000
      RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU
      TZOFFSETFROM:+0000
      TZOFFSETTO:+0100
      END:STANDARD

      """
    let zone =
      "BEGIN:VTIMEZONE\nTZID:Ours\n" + String(repeating: part, count: 40) + "END:VTIMEZONE\n"
    let talk = Self.event("DTSTART;TZID=Ours:20261124T100000")
    #expect(try Self.read(zone + talk).content.warnings.map(\.code) == [.entryRepaired])
  }

  @Test func aLineMayHaveThousandsOfExceptions() throws {
    let days = (0..<3000).compactMap { Day(number: 19_000 + $0) }
    let list = days.map { $0.description.replacingOccurrences(of: "-", with: "") + "T100000" }
    let event = Self.event(
      "DTSTART:20220108T100000", "RRULE:FREQ=DAILY", "EXDATE:" + list.joined(separator: ","))
    #expect(try Self.times(event).isEmpty)
  }

  @Test(arguments: [
    (["DTSTART:20261124T100000", "EXDATE:20261125T100000,soon"], "2026-11-24T10:00:00"),
    (["DTSTART:20261124T100000", "RDATE:later"], "2026-11-24T10:00:00"),
    (["DTSTART:20261124T100000", "DTEND:20261124T090000"], "2026-11-24T10:00:00"),
    (["DTSTART;VALUE=DATE:20261124", "DTEND;VALUE=DATE:20261120"], "2026-11-24"),
    (["DTSTART:20261124T100000", "DURATION:-PT1H"], "2026-11-24T10:00:00"),
    (["DTSTART:20261124T100000", "DURATION:P999999W"], "2026-11-24T10:00:00"),
    (["DTSTART:20261124T100000", "DURATION:an hour"], "2026-11-24T10:00:00"),
    (["DTSTART:20261124T100000", "DTEND:soon"], "2026-11-24T10:00:00"),
    (["DTSTART;TZID=Nowhere:20261124T100000"], "2026-11-24T10:00:00"),
    (["DTSTART;TZID=(UTC+03:00) Nowhere:20261124T100000"], "2026-11-24T07:00:00Z"),
  ])
  func aPartThatCannotBeReadIsLeftOutWithAWarning(_ lines: [String], _ start: String) throws {
    let text = (["BEGIN:VEVENT", "UID:1"] + lines + ["END:VEVENT"]).joined(separator: "\n")
    let read = try Self.read(text)
    let events = try #require(read.content[.events])
    #expect(events.map { $0.when("start") } == [When(start)])
    #expect(events.allSatisfy { $0.when("end") == nil })
    #expect(read.content.warnings.map(\.code) == [.entryRepaired])
    #expect(read.content.warnings.map(\.origin) == [.file("t.ics", line: 3)])
  }

  @Test func midnightMayBeTheEndOfADay() throws {
    let event = Self.event("DTSTART:20261124T220000", "DTEND:20261124T240000")
    #expect(try Self.times(event) == ["2026-11-24T22:00:00/2026-11-25T00:00:00"])
  }

  @Test func aNightOverTheChangeOfClocksKeepsItsEnd() throws {
    let night = Self.event("DTSTART:20270327T220000", "DTEND:20270328T060000")
    #expect(try Self.times(night) == ["2027-03-27T22:00:00/2027-03-28T06:00:00"])
    let day = Self.event("DTSTART;TZID=Europe/Berlin:20270327T120000", "DURATION:P1D")
    #expect(try Self.times(day) == ["2027-03-27T11:00:00Z/2027-03-28T10:00:00Z"])
  }

  @Test func aPeriodHasALengthOfItsOwn() throws {
    let event = Self.event(
      "DTSTART:20261124T100000Z", "DURATION:PT1H",
      "RDATE;VALUE=PERIOD:20261126T100000Z/20261126T103000Z,20261127T100000Z/PT2H")
    #expect(
      try Self.times(event) == [
        "2026-11-24T10:00:00Z/2026-11-24T11:00:00Z", "2026-11-26T10:00:00Z/2026-11-26T10:30:00Z",
        "2026-11-27T10:00:00Z/2026-11-27T12:00:00Z",
      ])
  }

  /// Tests a period that includes March 28, 2027, when clocks move forward.
  @Test func aPeriodOverTheChangeOfClocksKeepsItsEnd() throws {
    let event = Self.event(
      "DTSTART;TZID=Europe/Berlin:20270320T200000",
      "RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20270327T200000/20270328T100000",
      "RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20270327T120000/P1D")
    #expect(
      try Self.times(event, now: "2027-03-20") == [
        "2027-03-20T19:00:00Z", "2027-03-27T11:00:00Z/2027-03-28T10:00:00Z",
        "2027-03-27T19:00:00Z/2027-03-28T08:00:00Z",
      ])
  }

  @Test func ofTwoLengthsOfOneTimeThatOfItsPeriodCounts() throws {
    let event = Self.event(
      "DTSTART:20261124T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3",
      "RDATE;VALUE=PERIOD:20261124T100000Z/PT10H,20261125T100000Z/PT3H",
      // A period cannot start with a date.
      "RDATE;VALUE=PERIOD:20261126/20261128")
    #expect(
      try Self.times(event) == [
        "2026-11-24T10:00:00Z/2026-11-24T20:00:00Z", "2026-11-25T10:00:00Z/2026-11-25T13:00:00Z",
        "2026-11-26T10:00:00Z/2026-11-26T11:00:00Z",
      ])
  }

  @Test func theLastDayOfAnAllDaySeriesIsTheDayThatIsWritten() throws {
    let series = Self.event(
      "DTSTART;VALUE=DATE:20261124", "RRULE:FREQ=DAILY;UNTIL=20261126T000000Z")
    for zone in ["America/New_York", "Asia/Tokyo"] {
      #expect(try Self.times(series, zone: zone).count == 3)
    }
  }

  @Test func whatComesOnceIsShownHoweverFarAwayItIs() throws {
    let wedding = Self.event("DTSTART;VALUE=DATE:20281002")
    #expect(try Self.times(wedding) == ["2028-10-02 all day"])
  }

  @Test func aNameThatIsNoneOfTheDatabaseIsLookedUpInTheFile() throws {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:UTC+2
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0200
      END:STANDARD
      END:VTIMEZONE

      """
    let talk = Self.event("DTSTART;TZID=UTC+2:20261124T100000")
    #expect(try Self.times(zone + talk) == ["2026-11-24T08:00:00Z"])
    #expect(try Self.times(talk) == ["2026-11-24T08:00:00Z"])
    #expect(
      try Self.times(Self.event("DTSTART;TZID=UTC-11:20261124T100000")) == ["2026-11-24T21:00:00Z"])
  }

  @Test func aMillionTimesAreTooMany() throws {
    let hourly = Self.event("DTSTART:20200101T000000", "RRULE:FREQ=HOURLY")
    let read = try Self.read(Self.copies(of: hourly, 20))
    #expect(read.problems.map(\.code) == [.invalidContent])
  }

  @Test func aFoldMayBeWithinACharacter() throws {
    let summary = Array("SUMMARY:Caf".utf8) + [0xC3, 13, 10, 32, 0xA9, 10]
    let text =
      Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20261124T100000Z\n".utf8) + summary
    let read = try ContentReader.parse(
      text + Array("END:VEVENT\nEND:VCALENDAR\n".utf8), file: "t.ics",
      at: CalendarNow(now: When("2026-11-23"), zone: "UTC"))
    #expect(read.content[.events]?.first?.text("title") == "Café")
  }

  @Test func manyChangesOfOneSeriesCostNoMoreThanTheirNumber() throws {
    let series = Self.event("DTSTART:20261123T000000Z", "RRULE:FREQ=HOURLY")
    let changes = (0..<4000).map { number in
      let day = Day(number: 20_780 + number / 24)?.description.replacingOccurrences(
        of: "-", with: "")
      let time = (day ?? "") + (number % 24 < 10 ? "T0" : "T") + "\(number % 24)0000Z"
      return Self.event("RECURRENCE-ID;RANGE=THISANDFUTURE:\(time)", "DTSTART:\(time)")
    }
    let all = Array(repeating: series, count: 3) + changes
    #expect(try Self.times(all.joined(separator: "\n")).count == 1000)
  }

  @Test func anHourlyRuleIsFine() throws {
    let times = try Self.times(
      Self.event("DTSTART:20261123T060000Z", "RRULE:FREQ=HOURLY;INTERVAL=8;COUNT=4"))
    #expect(times.count == 4 && times.last == "2026-11-24T06:00:00Z")
  }

  @Test(arguments: [
    ("BEGIN:VEVENT\nUID:1\nEND:VEVENT", 3), ("BEGIN:VEVENT\nDTSTART:yesterday\nEND:VEVENT", 3),
    ("BEGIN:VEVENT\nDTSTART:20260230T000000\nEND:VEVENT", 3),
    ("BEGIN:VEVENT\nUID:1", 3),
    ("BEGIN:VEVENT\nDTSTART:20260101\n" + String(repeating: "RRULE:FREQ=DAILY\n", count: 3000), 3),
  ])
  func whatIsNoCalendarIsAnErrorWithItsLine(_ text: String, _ line: Int) throws {
    let problem = try #require(try Self.read(text).problems.first)
    #expect(problem.code == .invalidContent && problem.origin == .file("t.ics", line: line))
  }

  @Test(arguments: ["", "notes", "BEGIN:VCARD\nEND:VCARD", "BEGIN:VCALENDAR", "\u{0}"])
  func otherFilesAreNone(_ text: String) throws {
    let read = try ContentReader.parse(
      Array(text.utf8), file: "t.ics", at: CalendarNow(zone: "UTC"))
    #expect(read.problems.map(\.code) == [.invalidContent])
  }

  @Test func aCalendarWithNothingAheadIsAnEmptyList() throws {
    let read = try Self.read(Self.event("DTSTART:20200101T000000Z"))
    #expect(read.content.isEmpty(.events) && read.problems.isEmpty)
    #expect(try Self.read("").content.isEmpty(.events))
  }
}
