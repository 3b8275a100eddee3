import ContentSources
import SourceJSON
import Testing
import WallfarmPluginKit

/// Tests the parsing of content files and the error messages for invalid files.
@Suite struct ContentReaderTests {
  private static func read(_ json: String) throws -> (content: Content, problems: [RenderError]) {
    try ContentReader.parse(Array(json.utf8), file: "c.json")
  }

  @Test(arguments: ContentKind.allCases.filter { $0 != .notes })
  func everyFieldOfEveryKindComesBackAsItWasWritten(_ kind: ContentKind) throws {
    let values = Dictionary(
      uniqueKeysWithValues: try kind.fields.map { field in
        (field.key, try #require(field.type.value(of: Self.example(field.type)), "\(field.key)"))
      })
    let entries = ContentExamples.entries(of: kind) + [ContentEntry(values)]
    var content = Content()
    content[kind] = entries
    let (read, problems) = try Self.read(content.json.text(pretty: true))
    #expect(problems.isEmpty)
    #expect(read == content)
  }

  @Test func notesMayBeDueAndBelongToAGroup() throws {
    let (content, problems) = try Self.read(
      #"{"notes": ["a", {"text": "b", "due": "2026-12-01T09:40", "heading": "Home", "done": true}]}"#
    )
    #expect(problems.isEmpty)
    let note = Note("b", done: true, due: When("2026-12-01T09:40"), heading: "Home")
    #expect(content == Content(notes: [Note("a"), note]))
    #expect(try Self.read(content.json.text(pretty: false)).content == content)
  }

  @Test func aKindWithoutEntriesIsNotAKindThatIsNotThere() throws {
    let content = try Self.read(#"{"dates": []}"#).content
    #expect(content.kinds == [.dates])
    #expect(content.isEmpty(.dates) && !content.isEmpty(.events))
  }

  @Test func daysOfAHabitAreSortedAndEachOnce() throws {
    let days = #"["2026-11-03", "2026-11-01", "2026-11-03"]"#
    let content = try Self.read(#"{"habits": {"name": "Swim", "days": \#(days)}}"#).content
    let expected = [Day("2026-11-01"), Day("2026-11-03")].compactMap(\.self)
    #expect(content[.habits]?.first?["days"] == .days(expected))
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    let json: String
    let code: String
    let words: String
    let place: String
    var testDescription: String { json }

    init(_ json: String, _ code: String, _ words: String, at place: String) {
      (self.json, self.code, self.words, self.place) = (json, code, words, place)
    }
  }

  static let mistakes = [
    Mistake("[]", "invalid-content", "an object, not a list", at: "c.json"),
    Mistake("7", "invalid-content", "content must be an object, not a number", at: "c.json:1:1"),
    Mistake(#"{"figurs": []}"#, "unknown-key", "no key 'figurs'", at: "c.json:1:2"),
    Mistake(#"{"dates": 5}"#, "invalid-content", "'dates' is a number", at: "c.json:1:11"),
    Mistake(#"{"dates": ["x"]}"#, "invalid-content", "date 1 is a string", at: "c.json:1:12"),
    Mistake(
      #"{"dates": [{"title": "x"}]}"#, "invalid-content", #"date 1 has no "date""#,
      at: "c.json:1:12"),
    Mistake(
      #"{"dates": [{"title": " ", "date": "2026-01-01"}]}"#, "invalid-content",
      "'title' of date 1 has no visible characters", at: "c.json:1:22"),
    Mistake(
      #"{"dates": [{"title": "x", "date": "2026-02-30"}]}"#, "invalid-content",
      "'date' of date 1 cannot be '2026-02-30'", at: "c.json:1:35"),
    // A message does not quote misplaced user text, because it may be private.
    Mistake(
      #"{"dates": {"Ana’s birthday": "2027-02-28"}}"#, "unknown-key",
      "date 1 has an unknown key of 14 characters", at: "c.json:1:12"),
    Mistake(
      #"{"dates": [{"title": "\u0007", "date": "2026-01-01"}]}"#, "invalid-content",
      "'title' of date 1 has no visible characters", at: "c.json:1:22"),
    Mistake(
      #"{"dates": [{"title": "x", "date": "Call Ana"}]}"#, "invalid-content",
      "'date' of date 1 cannot be a string of 8 characters", at: "c.json:1:35"),
    Mistake(
      #"{"progress": {"value": 1, "goal": 0}}"#, "invalid-content",
      "'goal' of progress 1 cannot be 0", at: "c.json:1:35"),
    Mistake(
      #"{"progress": {"value": 1, "goal": -3}}"#, "invalid-content",
      "'goal' of progress 1 cannot be -3", at: "c.json:1:35"),
    Mistake(
      #"{"progress": {"value": 1e308, "goal": 5}}"#, "invalid-content",
      "'value' of progress 1 cannot be", at: "c.json:1:24"),
    Mistake(#"{"progress": {"value": 1e999, "goal": 5}}"#, "invalid-json", "", at: "c.json:1:24"),
    Mistake(
      #"{"events": [{"title": "x", "start": "2026-12-02", "end": "2026-12-01"}]}"#,
      "invalid-content", "event 1 ends before it begins", at: "c.json:1:13"),
    Mistake(
      #"{"events": [{"title": "x", "start": "2026-12-01", "end": "2026-12-01T09:00"}]}"#,
      "invalid-content", "event 1 mixes a day and a time", at: "c.json:1:13"),
    Mistake(
      #"{"tips": [{"title": "x", "target": {"x": 0.9, "y": 0, "width": 0.2, "height": 1}}]}"#,
      "invalid-content", "'target' of tip 1 cannot be an object", at: "c.json:1:36"),
    Mistake(
      #"{"notes": [{"text": "x", "due": "soon"}]}"#, "invalid-notes",
      "'due' of note 1 cannot be a string of 4 characters", at: "c.json:1:33"),
  ]

  @Test(arguments: mistakes) func aMistakeIsToldWithItsPlace(_ mistake: Mistake) throws {
    let error: RenderError
    do {
      error = try #require(try Self.read(mistake.json).problems.first)
    } catch let thrown as RenderError {
      error = thrown
    }
    #expect(error.code.rawValue == mistake.code)
    #expect(error.message.contains(mistake.words), "\(error.message)")
    #expect(error.origin?.description == mistake.place)
    #expect(error.hint != nil)
  }

  @Test func everyMistakeIsFound() throws {
    let (_, problems) = try Self.read(
      #"{"dates": [{"date": 5, "colour": "red"}], "figures": [{"label": "x", "value": []}]}"#)
    #expect(problems.count == 4)
  }

  @Test(arguments: [
    ("too many events", #"{"title":"x","start":"2026-01-01"}"#, "events", 10_000),
    ("too many habits", #"{"name":"x","days":[]}"#, "habits", 20_000),
  ])
  func whatNoScreenCouldShowIsRefused(
    _ title: String, _ entry: String, _ kind: String, _ count: Int
  ) throws {
    let entries = Array(repeating: entry, count: count).joined(separator: ",")
    let error = try Self.read(#"{"\#(kind)": [\#(entries)]}"#).problems.first
    #expect(error?.message == "there are more than 1000 \(kind)")
  }

  @Test func aMillionValuesAreRefusedBeforeThereIsATree() throws {
    let days = Array(repeating: #""2026-01-01""#, count: 1_000_000).joined(separator: ",")
    let error = try #require(throws: RenderError.self) {
      try Self.read(#"{"habits": [{"name": "x", "days": [\#(days)]}]}"#)
    }
    #expect(error.code.rawValue == "invalid-json")
  }

  @Test func aTextOfAMegabyteIsRefusedWithoutItsWords() throws {
    let text = String(repeating: "secret ", count: 150_000)
    let error = try Self.read(#"{"text": {"message": "\#(text)"}}"#).problems.first
    #expect(error?.code.rawValue == "invalid-content")
    #expect(error?.message.contains("secret") == false)
  }

  @Test func allTextsTogetherHaveALimit() throws {
    let text = String(repeating: "word ", count: 790)
    let entries = Array(repeating: #"{"title":"x","body":"\#(text)"}"#, count: 60)
    let error = try Self.read(#"{"steps": [\#(entries.joined(separator: ","))]}"#).problems.first
    let half = entries.prefix(30).joined(separator: ",")
    let notes = Array(repeating: "\"\(text)\"", count: 30).joined(separator: ",")
    #expect(try Self.read(#"{"steps": [\#(half)], "notes": [\#(notes)]}"#).problems.count == 1)
    #expect(error?.message.contains("more than 200000 code points") == true)
  }

  /// Returns a valid value of a form; the values of different forms differ.
  private static func example(_ form: ContentField.Form) -> JSONValue {
    switch form {
    case .text: "Two\nlines of “text”"
    case .number: 0.125
    case .figure: "5:42"
    case .numbers: [-1, 0, 1e15]
    case .flag: true
    case .when: "2028-02-29T23:59:59+05:45"
    case .days: ["2028-02-29", "2028-03-01"]
    case .color: "#10203040"
    case .rect: ["x": 0.25, "y": 0.5, "width": 0.75, "height": 0.5]
    case .photo: "../a photo.jpg"
    }
  }
}
