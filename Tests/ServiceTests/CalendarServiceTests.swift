import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests calendars and tables over HTTP, both as a person's content and in requests.
@Suite struct CalendarServiceTests {
  private static let calendar = """
    BEGIN:VCALENDAR
    BEGIN:VEVENT
    DTSTART;VALUE=DATE:20250303
    RRULE:FREQ=WEEKLY
    SUMMARY:Duty Ben
    END:VEVENT
    BEGIN:VEVENT
    DTSTART:soon
    END:VEVENT
    END:VCALENDAR

    """

  @Test func aPersonsContentMayBeACalendarOrATable() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    let person =
      #"{"device": "iphonese3", "zone": "Europe/Berlin", "lock": {"template": "agenda"}, "#
      + #""content": {"events": []}}"#
    let added = try service.ask("/v1/people", ["-d", person])
    let write = try #require(added.json?["write"]?.string, "\(added.text)")
    func put(_ body: String, _ type: String) throws -> Answer {
      try folder.write(body.utf8, to: "body")
      return try service.ask(
        write + "/content",
        ["-X", "PUT", "-H", "Content-Type: \(type)", "--data-binary", "@" + folder.file("body")])
    }
    let kept = try put(Self.calendar, "text/calendar; charset=utf-8")
    #expect((200...204).contains(kept.status), "\(kept.text)")
    let events = try #require(
      try service.ask(write).json?["person"]?["content"]?["events"]?.elements)
    #expect(events.count > 50 && events.allSatisfy { $0["title"]?.string == "Duty Ben" })
    #expect(try service.ask(write + "/lock.png").header("wallfarm-warnings") == "entry-skipped")
    #expect(try put("title,start\nTea,2030-01-01\n", "text/csv").status == 204)
    #expect(try service.ask(write).text.contains("Tea"))
    for (body, type, status) in [
      ("no calendar", "text/calendar", 422), ("a,b\n1,2\n", "text/csv", 422),
      (Self.calendar, "text/html", 415),
    ] {
      #expect(try put(body, type).status == status)
    }
    #expect(try service.ask(write).text.contains("Tea"))
  }

  @Test func aRequestMayComeWithACalendar() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    try folder.write(Self.calendar.utf8, to: "team.ics")
    func render(_ more: String = "") throws -> Answer {
      try folder.write(
        (#"{"devices": "iphonese3", "template": "agenda", "now": "2025-03-11T08:00", "#
          + #""zone": "Europe/Berlin"\#(more)}"#).utf8, to: "request.json")
      return try service.ask(
        "/v1/render",
        [
          "-F", "request=@\(folder.file("request.json"));type=application/json",
          "-F", "content=@\(folder.file("team.ics"));type=text/calendar",
        ])
    }
    let picture = try render()
    #expect(picture.status == 200, "\(picture.text)")
    #expect(picture.header("wallfarm-warnings")?.contains("entry-skipped") == true)
    #expect(try render(#", "strict": true"#).status == 422)
    #expect(try render(#", "content": {"events": []}"#).status == 422)
  }

  /// Generated calendars have the same occurrences through the service as in recurring-ical-events.
  @Test(.enabled(if: CalendarJudge.isInstalled))
  func anotherProgramShowsTheSameTimes() throws {
    let seed = SeededGenerator.standardSeed % 1_000_000_000
    let (folder, calendars) = (try TemporaryFolder(), try TemporaryFolder())
    let service = try RunningService(in: folder)
    let now = try #require(Tool.output(of: "date", ["-u", "+%Y-%m-%dT%H:%M"]))
    let judge = CalendarJudge(now: String(now.prefix(16)), zone: "UTC")
    let files = try judge.calendars(40, seed: seed, in: calendars)
    let person =
      #"{"device": "iphonese3", "zone": "UTC", "lock": {"template": "agenda"}, "#
      + #""content": {"events": []}}"#
    let write = try #require(
      try service.ask("/v1/people", ["-d", person]).json?["write"]?.string)
    for (file, theirs) in zip(files, try judge.occurrences(in: files, calendars)) {
      let put = try service.ask(
        write + "/content",
        ["-X", "PUT", "-H", "Content-Type: text/calendar", "--data-binary", "@" + file])
      #expect((200...204).contains(put.status), "seed \(seed), \(file): \(put.text)")
      let events = try service.ask(write).json?["person"]?["content"]?["events"]?.elements
      let ours = try #require(events).map { event in
        ["start", "end", "title"].map { event[$0]?.string ?? "" }
      }
      #expect(judge.areSame(ours, theirs), "seed \(seed), \(file)")
    }
  }
}
