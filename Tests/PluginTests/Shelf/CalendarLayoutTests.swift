import Agenda
import Designs
import Graphics
import HabitGrid
import Languages
import MonthCalendar
import Quote
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting
import YearDots

/// Layouts that look at the calendar.
@Suite struct CalendarLayoutTests {
  private func shown(
    _ layout: any LayoutPlugin.Type, _ kind: ContentKind, _ entries: [[String: ContentValue]],
    settings: [String: JSONValue] = [:], now: String = ShelfSample.now, language: String = "en"
  ) throws -> Arrangement {
    try ShelfSample.arrangement(
      of: layout, kind, entries, settings: settings, now: now, language: language)
  }

  private func when(_ text: String) throws -> ContentValue { .when(try #require(When(text))) }

  private func texts(_ arrangement: Arrangement, _ part: String = "") -> [String] {
    arrangement.texts.filter { $0.name.contains(part) }.map { $0.content.block.text }
  }

  /// Weeks begin where the language says; the first of a month stands below its weekday.
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
    // What is past is fainter, today and what is ahead is not.
    let faint = month.layers.filter { $0.name.hasPrefix("day.") && $0.opacity < 1 }.map(\.name)
    #expect(faint == (1...20).map { "day.\($0)" })
  }

  /// Days on which something is have a dot; an event that ends at midnight is not on the day that begins then.
  @Test func daysOfEventsHaveADot() throws {
    let month = try shown(
      MonthCalendar.self, .events,
      [
        ["title": .text("x"), "start": when("2026-04-29"), "end": when("2026-05-02")],
        ["title": .text("y"), "start": when("2026-05-10T22:00"), "end": when("2026-05-12T00:00")],
      ])
    #expect(month.pieces("marks") == 4, "1, 2, 10 and 11 May")
  }

  /// What goes on for years is on every day of this month, too.
  @Test func anEventWithoutAnEndInSightIsOnEveryDay() throws {
    for end in ["2031-01-01", "9999-12-31"] {
      let month = try shown(
        MonthCalendar.self, .events,
        [["title": .text("x"), "start": when("2020-01-01"), "end": when(end)]])
      // Today has its disc.
      #expect(month.pieces("marks") == 30)
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

  /// Whole years are whole rows, also for somebody who was born on 29 February.
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

  /// Those of today, all of a day first, then by time; what is over is fainter; the rest is counted.
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
    #expect(texts(agenda, ".title") == ["all day", "since yesterday", "over", "now"])
    #expect(texts(agenda, ".time") == ["8:00\u{202F}AM", "9:00\u{202F}AM"])
    #expect(texts(agenda, ".place") == ["here"] && texts(agenda, "more") == ["+1"])
    let faint = agenda.layers.filter { $0.opacity < 1 }.map(\.name)
    #expect(faint == ["event.3.time", "event.3.title"])
    // Until what is on now is over.
    #expect(agenda.expires?.written(offset: 0) == "2026-05-21T10:00:00Z")

    let days = try shown(
      Agenda.self, .events, events, settings: ["days": 2, "most": 20], language: "de")
    #expect(texts(days, "day.") == ["Donnerstag, 21. Mai", "Freitag, 22. Mai"])
    #expect(texts(days, ".title").last == "tomorrow")
  }

  /// What is on several days is shown on each of them, under names of their own.
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

  /// Today breaks no streak before it is over.
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

  /// No day but those until today has a square, and each of them one.
  @Test func squaresEndToday() throws {
    let habit = try shown(
      HabitGrid.self, .habits,
      [["name": .text("x"), "days": .days(["2026-05-20", "2026-05-22"].compactMap { Day($0) })]],
      settings: ["weeks": 4])
    // Thursday in a week that begins on Sunday: three weeks and five days.
    #expect(habit.pieces("habit.1.done") == 1 && habit.pieces("habit.1.today") == 1)
    #expect(habit.pieces("habit.1.missed") == 26 - 2)
  }

  /// Each day another text, in turn, and for one of them the same picture for ever.
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
}
