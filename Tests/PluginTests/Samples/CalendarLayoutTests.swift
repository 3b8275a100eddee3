import BuiltInPlugins
import Designs
import Graphics
import Languages
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Layouts that depend on the date.
@Suite struct CalendarLayoutTests {
  private func shown(
    _ layout: any LayoutPlugin.Type, _ kind: ContentKind, _ entries: [[String: ContentValue]],
    settings: [String: JSONValue] = [:], now: String = TemplateSample.now, language: String = "en"
  ) throws -> Arrangement {
    try TemplateSample.arrangement(
      of: layout, kind, entries, settings: settings, now: now, language: language)
  }

  private func when(_ text: String) throws -> ContentValue { .when(try #require(When(text))) }

  private func texts(_ arrangement: Arrangement, _ part: String = "") -> [String] {
    arrangement.texts.filter { $0.name.contains(part) }.map { $0.content.block.text }
  }

  /// Weeks start on the first weekday of the language, and the first day of a month is in the
  /// column of its weekday.
  @Test(arguments: [
    ("en", "May 2026", ["S", "M", "T", "W", "T", "F", "S"], 5),
    ("de", "Mai 2026", ["M", "D", "M", "D", "F", "S", "S"], 4),
    ("ja", "2026年5月", ["日", "月", "火", "水", "木", "金", "土"], 5),
  ])
  func aMonth(_ language: String, _ title: String, _ letters: [String], _ column: Int) throws {
    let month = try shown(MonthCalendar.self, .dates, [], language: language)
    #expect(texts(month, "month") == [title])
    #expect(texts(month, "weekday") == letters)
    #expect(month.layers.filter { $0.name.hasPrefix("day.") }.count == 31)
    func middle(_ name: String) throws -> Double {
      try #require(month.layers.first { $0.name == name }?.allTexts.first).content.frame.midX
    }
    #expect(abs(try middle("day.1") - middle("weekday.\(column + 1)")) < 0.01)
    // Past days are fainter; today and future days are not.
    let faint = month.layers.filter { $0.name.hasPrefix("day.") && $0.opacity < 1 }.map(\.name)
    #expect(faint == (1...20).map { "day.\($0)" })
  }

  /// Days with an event have a dot; an event that ends at midnight does not extend into the next
  /// day.
  @Test func daysOfEventsHaveADot() throws {
    let month = try shown(
      MonthCalendar.self, .events,
      [
        ["title": .text("x"), "start": when("2026-04-29"), "end": when("2026-05-02")],
        ["title": .text("y"), "start": when("2026-05-10T22:00"), "end": when("2026-05-12T00:00")],
      ])
    #expect(month.pieces("marks.1") == 4, "1, 2, 10 and 11 May")
  }

  /// An event that lasts for years appears on every day of this month.
  @Test func anEventWithoutAnEndInSightIsOnEveryDay() throws {
    for end in ["2031-01-01", "9999-12-31"] {
      let month = try shown(
        MonthCalendar.self, .events,
        [["title": .text("x"), "start": when("2020-01-01"), "end": when(end)]])
      // Today has a disc instead of a mark, and the marks of earlier days are fainter, so they form
      // a separate layer.
      #expect(month.pieces("marks.1") == 20 && month.pieces("marks.2") == 10)
    }
  }

  @Test func aLeapYearHasADotMore() throws {
    for (now, count, past) in [
      ("2026-05-21", 365, 140), ("2028-12-31", 366, 365), ("2028-01-01", 366, 0),
    ] {
      let year = try shown(YearDots.self, .dates, [], now: now)
      #expect(year.pieces("past") == past && year.pieces("now") == 1)
      #expect(year.pieces("ahead") == count - past - 1)
    }
  }

  /// Each full year of a life fills one row of 52 weeks, even if the birthday is February 29.
  @Test(arguments: [
    ("1988-03-02", "2026-03-02", 38 * 52), ("1988-03-02", "2026-03-01", 38 * 52 - 1),
    ("1988-02-29", "2026-03-01", 38 * 52), ("1988-02-29", "2026-02-28", 38 * 52 - 1),
    ("2026-05-21", "2026-05-21", 0), ("2030-01-01", "2026-05-21", 0),
    ("1900-01-01", "2026-05-21", 80 * 52),
  ])
  func weeksOfALife(_ born: String, _ now: String, _ past: Int) throws {
    let life = try shown(
      YearDots.self, .dates, [], settings: ["of": "life", "born": .string(born)], now: now)
    #expect(life.pieces("past") == past)
    #expect(life.pieces("past") + life.pieces("now") + life.pieces("ahead") == 80 * 52)
  }

  @Test(arguments: ["", "1988", "1988-02-30"])
  func aLifeNeedsItsFirstDay(_ born: String) throws {
    var values = ParameterValues(["of": "life"])
    values.set("born", to: .string(born), from: .option("set"))
    let error = #expect(throws: RenderError.self) { try YearDots(values) }
    #expect(error?.code == .invalidParameter && error?.origin == .option("set"))
  }

  /// An agenda lists today's all-day events first and its other events by time; past events are
  /// fainter and may be omitted.
  @Test func anAgenda() throws {
    let events: [[String: ContentValue]] = [
      [
        "title": .text("late"), "start": try when("2026-05-21T19:00"),
        "end": try when("2026-05-21T20:00"),
      ],
      ["title": .text("tomorrow"), "start": try when("2026-05-22")],
      [
        "title": .text("over"), "start": try when("2026-05-21T08:00"),
        "end": try when("2026-05-21T09:00"),
      ],
      [
        "title": .text("now"), "start": try when("2026-05-21T09:00"),
        "end": try when("2026-05-21T10:00"), "place": .text("here"),
      ],
      ["title": .text("all day"), "start": try when("2026-05-20"), "end": try when("2026-05-21")],
      [
        "title": .text("since yesterday"), "start": try when("2026-05-20T23:00"),
        "end": try when("2026-05-21T11:00"),
      ],
      [
        "title": .text("until midnight"), "start": try when("2026-05-20T20:00"),
        "end": try when("2026-05-21T00:00"),
      ],
    ]
    let agenda = try shown(Agenda.self, .events, events, settings: ["most": 4])
    #expect(texts(agenda, ".title") == ["all day", "since yesterday", "now", "late"])
    #expect(texts(agenda, ".time") == ["9:00\u{202F}AM", "7:00\u{202F}PM"])
    #expect(texts(agenda, ".place") == ["here"] && texts(agenda, "more") == [])
    // The title of an event without a time starts at the same x coordinate as the heading of its
    // day.
    let edges = agenda.texts.filter { ["day.2026-05-21", "event.5.title"].contains($0.name) }
    let starts = edges.map(\.content.frame.x)
    #expect(starts.count == 2 && starts[0] == starts[1], "\(starts)")
    let all = try shown(Agenda.self, .events, events, settings: ["most": 5])
    #expect(texts(all, ".title") == ["all day", "since yesterday", "over", "now", "late"])
    let faint = all.layers.filter { $0.opacity < 1 }.map(\.name)
    #expect(faint == ["event.3.time", "event.3.title"])
    // The picture is valid until the current event ends.
    #expect(agenda.expires?.written(offset: 0) == "2026-05-21T10:00:00Z")

    let days = try shown(
      Agenda.self, .events, events, settings: ["days": 2, "most": 20], language: "de")
    #expect(texts(days, "day.") == ["Donnerstag, 21. Mai", "Freitag, 22. Mai"])
    #expect(texts(days, ".title").last == "tomorrow")
  }

  /// Upcoming appointments take precedence over past ones, and only upcoming appointments are
  /// included in the count of hidden ones.
  @Test(arguments: [
    (1, ["a16"], ["+1"]), (2, ["a16", "a18"], []), (3, ["a12", "a16", "a18"], []),
    (5, ["a10", "a11", "a12", "a16", "a18"], []),
    (8, ["a07", "a08", "a09", "a10", "a11", "a12", "a16", "a18"], []),
  ])
  func comingComesFirst(_ most: Int, _ titles: [String], _ more: [String]) throws {
    let hours = ["07", "08", "09", "10", "11", "12", "16", "18"]
    let events: [[String: ContentValue]] = try hours.map { hour in
      [
        "title": .text("a\(hour)"), "start": try when("2026-05-21T\(hour):00"),
        "end": try when("2026-05-21T\(hour):30"),
      ]
    }
    let agenda = try shown(
      Agenda.self, .events, events, settings: ["most": .number(Double(most))],
      now: "2026-05-21T15:00")
    #expect(texts(agenda, ".title") == titles)
    #expect(texts(agenda, "more") == more && agenda.warnings.isEmpty)
  }

  /// Appointments on later days are preferred to past appointments of today.
  @Test func daysAheadComeBeforeHoursThatAreOver() throws {
    let events: [[String: ContentValue]] = [
      ["title": .text("over"), "start": try when("2026-05-21T08:00")],
      ["title": .text("whole"), "start": try when("2026-05-21T00:00"), "all-day": .flag(true)],
      [
        "title": .text("running"), "start": try when("2026-05-21T09:00"),
        "end": try when("2026-05-21T16:00"),
      ],
      ["title": .text("tomorrow"), "start": try when("2026-05-22T08:00")],
      ["title": .text("then"), "start": try when("2026-05-23")],
    ]
    let agenda = try shown(
      Agenda.self, .events, events, settings: ["most": 4, "days": 3], now: "2026-05-21T15:00")
    #expect(texts(agenda, ".title") == ["whole", "running", "tomorrow", "then"])
    let faint = agenda.layers.filter { $0.opacity < 1 }
    #expect(faint.isEmpty, "what lasts all day is not over in the afternoon")
    let few = try shown(
      Agenda.self, .events, events, settings: ["most": 3, "days": 3], now: "2026-05-21T15:00")
    #expect(texts(few, ".title") == ["whole", "running", "tomorrow"])
    #expect(texts(few, "more") == ["+1"])
  }

  /// If there is not enough space, past entries are left out silently, and upcoming entries are
  /// left out with a warning.
  @Test func whatIsOverNeedsNoRoom() throws {
    func events(_ over: Int, _ coming: Int) throws -> [[String: ContentValue]] {
      try (0..<over + coming).map { index in
        let start = index < over ? "2026-05-21T0\(index % 9):00" : "2026-05-21T2\(index % 4):00"
        let words = String(repeating: "A title that goes on and on. ", count: 6)
        return ["title": .text(words), "start": try when(start)]
      }
    }
    let past = try shown(
      Agenda.self, .events, events(18, 1), settings: ["most": 20], now: "2026-05-21T15:00")
    #expect(past.warnings.isEmpty && past.layers.contains { $0.name == "event.19.title" })
    let coming = try shown(
      Agenda.self, .events, events(1, 18), settings: ["most": 20], now: "2026-05-21T15:00")
    #expect(coming.warnings.map(\.code) == [.contentHidden])
    #expect(!coming.layers.contains { $0.name == "event.1.title" })
  }

  /// Appointments around clock changes are sorted by absolute time.
  @Test(arguments: [
    (
      "Europe/Berlin", "2025-03-30T00:30", ["2025-03-30T02:30", "2025-03-30T03:15"],
      ["2", "1"], ["3:15\u{202F}AM", "3:30\u{202F}AM"]
    ),
    (
      "Europe/Berlin", "2025-10-26T00:30", ["2025-10-26T02:30+01:00", "2025-10-26T02:30"],
      ["2", "1"], ["2:30\u{202F}AM", "2:30\u{202F}AM"]
    ),
    (
      "Australia/Lord_Howe", "2025-10-05T00:30", ["2025-10-05T02:10", "2025-10-05T02:35"],
      ["2", "1"], ["2:35\u{202F}AM", "2:40\u{202F}AM"]
    ),
    (
      "America/Sao_Paulo", "2018-11-04T01:00", ["2018-11-04T00:30", "2018-11-04T01:15"],
      ["2", "1"], ["1:15\u{202F}AM", "1:30\u{202F}AM"]
    ),
  ])
  func anAgendaGoesByMoments(
    _ zone: String, _ now: String, _ starts: [String], _ order: [String], _ times: [String]
  ) throws {
    let events: [[String: ContentValue]] = try starts.enumerated().map {
      ["title": .text("\($0 + 1)"), "start": try when($1)]
    }
    let agenda = try TemplateSample.arrangement(
      of: Agenda.self, .events, events, now: now, zone: zone)
    #expect(texts(agenda, ".title") == order && texts(agenda, ".time") == times)
  }

  /// Tests months in other calendars.
  ///
  /// The expected lengths and first days come from jdatetime, hijridate, pyluach, convertdate,
  /// lunardate and korean_lunar_calendar.
  @Test(arguments: [
    ("fa-u-ca-persian", "2025-03-11", 0, "2025-02-19", 30, 21),
    ("fa-u-ca-persian", "2025-03-11", 1, "2025-03-21", 31, 0),
    ("ar-SA-u-ca-islamic-umalqura", "2025-03-11", 0, "2025-03-01", 29, 11),
    ("ar-u-ca-islamic-civil", "2025-03-11", 0, "2025-03-01", 30, 11),
    ("he-u-ca-hebrew", "2025-03-11", 0, "2025-03-01", 29, 11),
    ("he-u-ca-hebrew", "2024-02-20", 1, "2024-03-11", 29, 0),
    ("ar-EG-u-ca-coptic", "2025-09-07", 0, "2025-09-06", 5, 2),
    ("am-u-ca-ethiopic", "2025-03-11", 0, "2025-03-10", 30, 2),
    ("hi-u-ca-indian", "2025-03-11", 0, "2025-02-20", 30, 20),
    ("zh-u-ca-chinese", "2025-07-25", 0, "2025-07-25", 29, 1),
    ("zh-u-ca-chinese", "2025-07-24", 1, "2025-07-25", 29, 0),
    ("ko-u-ca-dangi", "2025-03-11", 0, "2025-02-28", 29, 12),
    ("th-u-ca-buddhist", "2025-03-11", 0, "2025-03-01", 31, 11),
    ("ja-u-ca-japanese", "2025-03-11", -1, "2025-02-01", 28, 0),
    ("zh-TW-u-ca-roc", "2024-02-11", 0, "2024-02-01", 29, 11),
  ])
  func aMonthOfAnotherCalendar(
    _ language: String, _ now: String, _ ahead: Int, _ first: String, _ count: Int, _ today: Int
  ) throws {
    let firstDay = try #require(Day(first))
    let third = try #require(firstDay.adding(2))
    let month = try shown(
      MonthCalendar.self, .dates, [["title": .text("x"), "date": .when(.day(third))]],
      settings: ["ahead": .number(Double(ahead))], now: now, language: language)
    let days = month.layers.filter { $0.name.hasPrefix("day.") }
    #expect(days.map(\.name) == (1...count).map { "day.\($0)" })
    let faint = days.filter { $0.opacity < 1 }.count
    let isPast = try #require(Day(now)) > third
    #expect(faint == (today > 0 ? today - 1 : isPast ? count : 0))
    #expect(month.layers.contains { $0.name == "today" } == (today > 0))
    #expect(month.pieces("marks.1") == 1)
    // The first day is in the column of its weekday.
    func middle(_ name: String) throws -> Double {
      try #require(month.layers.first { $0.name == name }?.allTexts.first).content.frame.midX
    }
    let column = (firstDay.weekday - (try ICUWords(language).firstWeekday()) + 7) % 7
    #expect(abs(try middle("day.1") - middle("weekday.\(column + 1)")) < 0.01)
    #expect(texts(month, "month") == [try ICUWords(language).day(firstDay, .monthYear)])
  }

  @Test func aYearOfAnotherCalendar() throws {
    let year = try shown(
      YearDots.self, .dates, [["title": .text("x"), "date": when("2024-03-21")]],
      now: "2025-03-11", language: "fa-u-ca-persian")
    // The Persian year 1403 has 366 days and started on March 20, 2024. The marked day is not in
    // the other groups.
    #expect(year.pieces("past") == 356 - 1 && year.pieces("marked") == 1)
    #expect(year.pieces("past") + year.pieces("now") + year.pieces("ahead") == 365)
    #expect(texts(year, "span").first?.contains("۱۴۰۳") == true)
  }

  /// In a right-to-left language, numbers and labels are right-aligned, regardless of their script.
  @Test func numbersStartAtTheSideOfTheLanguage() throws {
    let goals = try TemplateSample.arrangement(
      of: GoalProgress.self, .progress,
      [["label": .text("Cycling!"), "value": .number(3), "goal": .number(12)]], language: "he")
    func block(_ arrangement: Arrangement, _ name: String) throws -> TextBlock {
      try #require(arrangement.texts.first { $0.name == name }).content.block
    }
    let value = try block(goals, "progress.1.value")
    #expect(value.direction == .rightToLeft && value.alignment == .start)
    #expect(try block(goals, "progress.1.label").alignment == .end)
    let figures = try TemplateSample.arrangement(
      of: Figures.self, .figures,
      [["label": .text("Pace!"), "value": .text("5:42"), "unit": .text("/km")]], language: "he")
    #expect(try block(figures, "figure.1.label").direction == .leftToRight)
    #expect(try block(figures, "figure.1.label").alignment == .end)
    #expect(try block(figures, "figure.1.unit").direction == .leftToRight)
    #expect(try block(figures, "figure.1.value").direction == .rightToLeft)
  }

  /// In a right-to-left agenda, all times are on the right, and all titles are to the left of their
  /// times, regardless of script.
  @Test(arguments: [("he", ["פסח", "Flight to NYC"]), ("", ["פסח", "Flight", "יום הולדת"])])
  func rowsBeginAtOneSide(_ language: String, _ titles: [String]) throws {
    let events: [[String: ContentValue]] = try titles.map {
      ["title": .text($0), "start": try when("2026-05-21T19:00"), "place": .text("here")]
    }
    let agenda = try TemplateSample.arrangement(
      of: Agenda.self, .events, events, language: language.isEmpty ? nil : language)
    let rows = agenda.texts.filter { $0.name.hasSuffix(".title") || $0.name.hasSuffix(".place") }
    #expect(rows.count == titles.count * 2)
    for row in rows {
      let block = row.content.block
      let isHebrew = block.text.unicodeScalars.contains { $0.value > 0x500 }
      #expect(block.alignment == (isHebrew ? .start : .end), "\(row.name)")
      let time = try #require(agenda.texts.first { $0.name == row.name.prefix(7) + ".time" })
      #expect(row.content.frame.maxX < time.content.frame.x)
    }
  }

  /// An event that spans several days is shown on each day, with distinct layer names.
  @Test func anEventOfSeveralDaysIsOnEachOfThem() throws {
    let agenda = try shown(
      Agenda.self, .events,
      [["title": .text("x"), "start": when("2026-05-20T22:00"), "end": when("2026-05-23T10:00")]],
      settings: ["days": 5])
    #expect(texts(agenda, ".title") == ["x", "x", "x"])
    #expect(Set(agenda.layers.map(\.name)).count == agenda.layers.count)
  }

  @Test func aDayWithoutAppointmentsSaysSoUntilItEnds() throws {
    let agenda = try shown(
      Agenda.self, .events, [["title": .text("tomorrow"), "start": when("2026-05-22")]])
    #expect(texts(agenda) == ["Nothing today"])
    #expect(agenda.expires?.written(offset: 0) == "2026-05-22T00:00:00Z")
  }

  /// A streak does not end before the end of today, even if the habit has not been done yet today.
  @Test(arguments: [
    (["2026-05-18", "2026-05-19", "2026-05-20"], "3\u{A0}days"),
    (["2026-05-20", "2026-05-21"], "2\u{A0}days"), (["2026-05-21"], "1\u{A0}day"),
    (["2026-05-18", "2026-05-19"], "0\u{A0}days"), (["2026-05-22"], "0\u{A0}days"),
  ])
  func aStreak(_ days: [String], _ words: String) throws {
    let habit = try shown(
      HabitGrid.self, .habits,
      [["name": .text("x"), "days": .days(days.compactMap { Day($0) })]])
    #expect(texts(habit, "streak") == [words])
  }

  /// Every day up to today has exactly one square, and later days have none.
  @Test func squaresEndToday() throws {
    let habit = try shown(
      HabitGrid.self, .habits,
      [["name": .text("x"), "days": .days(["2026-05-20", "2026-05-22"].compactMap { Day($0) })]],
      settings: ["weeks": 4])
    // Today is a Thursday and weeks start on Sunday, so a grid of four weeks has three full weeks
    // and five days.
    #expect(habit.pieces("habit.1.done") == 1 && habit.pieces("habit.1.today") == 1)
    #expect(habit.pieces("habit.1.missed") == 26 - 2)
  }

  /// A different text is shown every day, in rotation; a picture for which there is only one text
  /// never expires.
  @Test func aTextForEachDay() throws {
    let texts: [[String: ContentValue]] = ["a", "b", "c"].map { ["message": .text($0)] }
    let days = try (21...26).map { day in
      try self.texts(shown(Quote.self, .text, texts, now: "2026-05-\(day)")).first ?? ""
    }
    #expect(Set(days[0..<3]) == ["a", "b", "c"] && days[0..<3] == days[3..<6])
    #expect(try shown(Quote.self, .text, Array(texts.prefix(1))).expires == .never)
    #expect(try shown(Quote.self, .text, texts).expires == nil)
    #expect(try shown(Quote.self, .text, texts, settings: ["pick": "first"]).expires == .never)
  }

  /// A long quotation is set in small type, but its source remains readable.
  @Test(arguments: [3, 30, 60]) func theSourceOfAQuoteIsReadable(_ words: Int) throws {
    let message = ContentValue.text(String(repeating: "words ", count: words))
    let quote = try shown(Quote.self, .text, [["message": message, "source": .text("Me")]])
    let sizes = quote.texts.map(\.content.block.style.size)
    #expect(sizes.count == 2 && sizes[1] >= 15 && sizes[1] >= sizes[0] / 2 && sizes[1] <= sizes[0])
  }
}
