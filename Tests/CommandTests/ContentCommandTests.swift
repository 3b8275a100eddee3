import SourceJSON
import Testing
import WallfarmTesting

/// Tests `wallfarm content convert`, and the calendar warnings in receipts.
@Suite struct ContentCommandTests {
  private static let calendar =
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20250311T100000\nSUMMARY:Tea\nEND:VEVENT\n"
    + "BEGIN:VEVENT\nDTSTART:soon\nSUMMARY:Secret\nEND:VEVENT\nEND:VCALENDAR\n"
  private static let time = ["--now", "2025-03-11T08:00", "--zone", "Europe/Berlin"]

  private static func convert(_ words: [String], in folder: TemporaryFolder) throws -> Finished {
    try Program.run(["content", "convert"] + words, in: folder)
  }

  @Test(arguments: [
    ("team.ics", calendar, ["events"], 1),
    ("t.csv", "title,start\nTea,2025-03-11\n", ["events"], 1),
    ("t.tsv", "label\tvalue\nSteps\t8\n", ["figures"], 1),
    ("l.md", "- [x] Milk\n- Tea\n", ["notes"], 2),
    ("l.txt", "Milk\n", ["notes"], 1), ("c.json", #"{"notes": ["a"]}"#, ["notes"], 1),
  ])
  func everyFormBecomesContent(
    _ name: String, _ text: String, _ kinds: [String], _ count: Int
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: name)
    let finished = try Self.convert([name] + Self.time, in: folder)
    #expect(finished.status == 0, "\(finished.error)")
    let content = try JSONNode(parsing: finished.output)
    #expect(content.members?.map(\.key) == kinds)
    #expect(content[kinds[0]]?.elements?.count == count)
    // The converted JSON is valid content.
    try folder.write(finished.output, to: "again.json")
    #expect(try Self.convert(["again.json"], in: folder).output == finished.output)
  }

  @Test func anEntryThatIsLeftOutIsAWarningOrAnError() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.calendar, to: "team.ics")
    let told = try Self.convert(["team.ics", "--errors", "json"] + Self.time, in: folder)
    let warning = try JSONNode(parsing: told.error)
    #expect(told.status == 0 && warning["code"]?.string == "entry-skipped")
    #expect(warning["origin"]?["line"]?.number == 6)
    #expect(!told.error.contains("Secret"))
    let strict = try Self.convert(
      ["team.ics", "--strict", "--errors", "json"] + Self.time, in: folder)
    #expect(strict.status == 65 && strict.output.isEmpty)
    #expect(try JSONNode(parsing: strict.error)["code"]?.string == "strict-warning")
  }

  @Test func standardInputIsACalendarOrWhatItIsSaidToBe() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.calendar, to: "team")
    try folder.write("title,start\nTea,2025-03-11\n", to: "table")
    let finished = try Program.bash(
      #"""
      "$wallfarm" content convert - --now 2025-03-11 --zone UTC < team > a.json 2> warnings &&
      "$wallfarm" content convert - --from csv < table > b.json && grep -c Tea a.json b.json
      """#, in: folder)
    #expect(finished.output == "a.json:1\nb.json:1\n", "\(finished.error)")
  }

  /// Workers do not read calendars, so the batch must add the calendar warnings to the receipt.
  @Test func aReceiptOfABatchHasTheWarningsOfACalendar() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.calendar, to: "team.ics")
    try folder.write(
      #"{"jobs": [{"id": "a", "template": "agenda", "devices": "iphonese3", "content": "team.ics"}]}"#,
      to: "jobs.json")
    let finished = try Program.run(
      ["batch", "jobs.json", "--output", "out", "--report", "report.json", "-q"], in: folder)
    #expect(finished.status == 0, "\(finished.error)")
    #expect(try folder.text("report.json").contains("entry-skipped"))
  }
}
