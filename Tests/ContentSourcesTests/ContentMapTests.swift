import ContentSources
import Files
import SourceJSON
import Testing
import WallfarmPluginKit

/// Tests the mapping of JSON documents to content.
@Suite struct ContentMapTests {
  private static func content(
    _ document: String, _ map: String
  ) throws -> Content {
    let json = try JSONNode(parsing: #"{"url": "https://a.example", "map": \#(map)}"#)
    let (source, problems) = ContentSource.read(json, file: "s.json")
    try #require(problems.isEmpty, "\(problems)")
    return try SourceReader.content(
      in: SourceDocument(Array(document.utf8), mediaType: nil), of: #require(source), at: .init())
  }

  @Test func aListBecomesEntries() throws {
    let content = try Self.content(
      #"""
      {"a/b": {"m~n": [
        {"t": "Milk", "when": {"d": "2026-12-01"}, "ok": 1, "in": ["Home", "Shop"]},
        {"t": 42, "when": null}, {"t": true, "ok": "no"}]}}
      """#,
      #"""
      {"kind": "notes", "list": "/a~1b/m~0n",
       "fields": {"text": "/t", "due": "/when/d", "done": "/ok", "heading": "/in"}}
      """#)
    let milk = Note("Milk", done: true, due: When("2026-12-01"), heading: "Home, Shop")
    #expect(content.notes == [milk, Note("42"), Note("true")])
    #expect(content.warnings.isEmpty)
  }

  @Test func anObjectIsAListOfOneAndConstantsAreAdded() throws {
    let content = try Self.content(
      #"{"now": {"t": 21.5, "u": "°C"}, "rain": ["3,5"]}"#,
      #"""
      [{"kind": "figures", "fields": {"label": {"value": "Temperature"}, "value": "/now/t", "unit": "/now/u"}},
       {"kind": "figures", "list": "/rain", "fields": {"label": {"value": "Rain"}, "value": "", "change": ""}}]
      """#)
    #expect(
      content[.figures] == [
        ContentEntry([
          "label": .text("Temperature"), "value": .number(21.5), "unit": .text("°C"),
        ]), ContentEntry(["label": .text("Rain"), "value": .text("3,5"), "change": .number(3.5)]),
      ])
  }

  /// Each form of a date, with the date that it means.
  @Test(arguments: [
    ("1735689600", "2025-01-01T00:00:00Z"), ("1735689600000", "2025-01-01T00:00:00Z"),
    (#""1735689600""#, "2025-01-01T00:00:00Z"), ("1000000000", "2001-09-09T01:46:40Z"),
    (#""2025-01-01T10:00:00.123Z""#, "2025-01-01T10:00:00Z"),
    (#""2025-01-01T10:00:00.5+02:00""#, "2025-01-01T08:00:00Z"),
    (#""2025-01-01T10:00""#, "2025-01-01T10:00:00"), (#"" 2025-01-01 ""#, "2025-01-01"),
  ])
  func datesAreConverted(_ json: String, _ expected: String) throws {
    let content = try Self.content(
      #"[{"d": \#(json)}]"#,
      #"{"kind": "dates", "fields": {"title": {"value": "a"}, "date": "/d"}}"#)
    let when = try #require(content[.dates]?.first?.when("date"))
    #expect(when == When(expected), "\(when)")
  }

  @Test(arguments: [
    "20260101", "-1", "0", "\"20260101\"", "\"soon\"", "\"2025-13-01\"", "1e300", "[]", "{}",
    "\"1e9\"",
  ])
  func whatIsNoDateIsNotGuessed(_ json: String) throws {
    let map = #"{"kind": "notes", "fields": {"text": "/t", "due": "/d"}}"#
    let content = try Self.content(#"[{"t": "a", "d": \#(json)}]"#, map)
    #expect(content.notes == [Note("a")])
    #expect(content.warnings.map(\.code) == [.entryRepaired])
  }

  @Test func anEntryWithoutARequiredValueIsSkippedWithAWarning() throws {
    let content = try Self.content(
      "[{\"t\": \"a\"},\n{},\n{\"t\": \" \"},\n{\"t\": {}}]",
      #"{"kind": "notes", "fields": {"text": "/t"}}"#)
    #expect(content.notes == [Note("a")])
    #expect(content.warnings.map(\.code) == [.entrySkipped, .entrySkipped, .entrySkipped])
    #expect(content.warnings.map(\.origin?.line) == [2, 3, 4])
  }

  @Test(arguments: [
    ("{}", "/items"), (#"{"items": 3}"#, "/items"), (#"{"items": null}"#, "/items"),
    (#"{"items": [{"x": 1}]}"#, "/items"), ("[[1]]", ""), (#"{"items": [1]}"#, "/items/00"),
  ])
  func aListThatIsMissingOrUselessIsAnError(_ document: String, _ list: String) throws {
    let error = #expect(throws: RenderError.self) {
      try Self.content(
        document, #"{"kind": "notes", "list": "\#(list)", "fields": {"text": "/t"}}"#)
    }
    #expect(error?.code == .invalidContent)
  }

  @Test func anEmptyListIsNothingLeftToDo() throws {
    let content = try Self.content("[]", #"{"kind": "notes", "fields": {"text": "/t"}}"#)
    #expect(content.notes == [] && content.warnings.isEmpty)
  }

  @Test func anEventWithMixedTimesIsSkipped() throws {
    let content = try Self.content(
      #"[{"s": "2026-01-01", "e": 1767225600}, {"s": "2026-01-01", "e": "2026-01-02"}]"#,
      #"{"kind": "events", "fields": {"title": {"value": "a"}, "start": "/s", "end": "/e"}}"#)
    #expect(content[.events]?.count == 1 && content.warnings.count == 1)
  }

  /// Long texts are shortened, and long lists are cut, with one warning.
  @Test func limitsHold() throws {
    let long = String(repeating: "é ", count: 15_000)
    let list = Array(repeating: #"{"t": "\#(long.prefix(150))"}"#, count: 1200)
    let figures = try Self.content(
      "[" + list.joined(separator: ",") + "]",
      #"{"kind": "figures", "fields": {"label": "/t", "value": {"value": 1}}}"#)
    #expect(figures[.figures]?.count == 1000)
    #expect(figures.warnings.map(\.code) == [.entrySkipped])
    let note = try Self.content(
      #"{"t": "\#(long)"}"#, #"{"kind": "notes", "fields": {"text": "/t"}}"#)
    #expect(note.notes?.first?.text.count == 20_000)
    let one = try Self.content(
      #"{"t": "\#(long)"}"#,
      #"{"kind": "figures", "fields": {"label": "/t", "value": {"value": 1}}}"#)
    #expect(one[.figures]?.first?.text("label")?.hasSuffix("…") == true)
    #expect(one[.figures]?.first?.text("label")?.count == 400)
  }

  /// All entries of a document together are limited, like the entries of a file.
  @Test func theTotalIsLimited() throws {
    let map = #"{"kind": "notes", "list": "/l", "fields": {"text": "/t"}}"#
    for (text, count, maps) in [("a", 300, 2), (String(repeating: "word ", count: 200), 250, 1)] {
      let list = Array(repeating: #"{"t": "\#(text)"}"#, count: count).joined(separator: ",")
      let error = #expect(throws: RenderError.self) {
        try Self.content(
          #"{"l": [\#(list)]}"#,
          "[" + Array(repeating: map, count: maps).joined(separator: ",") + "]")
      }
      #expect(error?.code == .invalidContent)
    }
  }

  /// Deep nesting and huge lists end with an error or quickly, and not in a crash.
  @Test(arguments: [
    String(repeating: "[", count: 1_000_000), String(repeating: #"{"a":"#, count: 100_000),
    "[" + String(repeating: "1,", count: 2_000_000) + "1]",
    "{\"a\": [" + String(repeating: "1,", count: 2_000_000) + "1]}", "\u{FEFF}",
    "\u{0}", "<html></html>",
  ])
  func hostileDocumentsAreErrors(_ document: String) throws {
    let error = #expect(throws: RenderError.self) {
      try Self.content(document, #"{"kind": "notes", "list": "/a", "fields": {"text": "/t"}}"#)
    }
    #expect(error.map { [.invalidContent, .invalidJSON].contains($0.code) } == true)
  }
}
