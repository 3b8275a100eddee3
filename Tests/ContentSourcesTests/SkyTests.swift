import ContentSources
import Files
import Languages
import SourceJSON
import Testing
import WallfarmPluginKit

/// Tests how a sky is read and which entries it becomes.
@Suite struct SkyTests {
  private static func read(_ json: String) throws -> (content: Content, problems: [RenderError]) {
    try ContentReader.parse(Array(json.utf8), file: "c.json")
  }

  private static func entries(
    _ json: String, of kinds: Set<ContentKind> = [.figures], on day: String = "2026-12-24",
    in language: String? = nil
  ) throws -> (content: Content, left: [SkyItem]) {
    let (content, problems) = try read(#"{"sky": \#(json)}"#)
    #expect(problems.isEmpty)
    let zone = try ZoneFile.zone("Europe/Berlin", origin: .option("zone"))
    let now = Now(zone.start(of: try #require(Day(day))), in: zone)
    let words = SkyContent(
      try #require(content.sky), shownBy: kinds, words: ICUWords(language),
      names: SkyWords(language))
    return try words.content(of: now)
  }

  private static func texts(_ content: Content) -> [String] {
    (content[.figures] ?? []).map { entry in
      ["label", "value", "unit"].compactMap(entry.text).joined(separator: " ")
        .replacing("\u{202F}", with: " ")
    }
  }

  @Test func aSkyComesBackAsItWasWritten() throws {
    let json = #"{"latitude": -33.5, "longitude": 151.2, "show": ["moonset", "season"]}"#
    let (content, problems) = try Self.read(#"{"sky": \#(json), "notes": ["a"]}"#)
    #expect(problems.isEmpty)
    #expect(
      content.sky == Sky(latitude: -33.5, longitude: 151.2, show: [.moonset, .season]))
    #expect(try Self.read(content.json.text(pretty: false)).content == content)
  }

  @Test(arguments: [
    (#"{"latitude": 91, "longitude": 0}"#, "91"),
    (#"{"latitude": 1e308, "longitude": 0}"#, "1e308"),
    (#"{"latitude": 0, "longitude": -180.01}"#, "-180.01"),
    (#"{"latitude": "NaN", "longitude": 0}"#, #""NaN""#),
    (#"{"latitude": null, "longitude": 0}"#, "null"),
    (#"{"latitude": 1}"#, #"{"latitude": 1}"#),
    (#"[52.5, 13.4]"#, "[52.5"),
    (#"{"latitude": 0, "longitude": 0, "show": []}"#, "[]"),
    (#"{"latitude": 0, "longitude": 0, "show": ["sunrice"]}"#, #""sunrice""#),
    (#"{"latitude": 0, "longitude": 0, "show": ["moon", "moon"]}"#, #""moon"]"#),
    (#"{"latitude": 0, "longitude": 0, "altitude": 3}"#, #""altitude""#),
  ])
  func errorsHaveACodeAndAPosition(_ json: String, _ part: String) throws {
    let text = "{\"sky\": \(json)}"
    let (content, problems) = try Self.read(text)
    let first = try #require(problems.first)
    #expect(problems.count == 1 && content.sky == nil)
    #expect(first.code == .invalidContent || first.code == .unknownKey)
    #expect(first.hint != nil)
    let place = try #require(text.firstRange(of: part))
    let column = text.distance(from: text.startIndex, to: place.lowerBound) + 1
    #expect(first.origin == .file("c.json", line: 1, column: column), "\(first)")
  }

  @Test func figuresShowTheDayInTheLanguage() throws {
    let place = #"{"latitude": 52.52, "longitude": 13.405}"#
    #expect(
      Self.texts(try Self.entries(place, in: "de").content)
        == [
          "Sonnenaufgang 08:16", "Sonnenuntergang 15:56", "Tageslicht 7:39 Std.", "Vollmond 100 %",
        ].map { $0.replacing(" %", with: "\u{A0}%") })
    #expect(
      Self.texts(try Self.entries(place, in: "en-US").content).first == "Sunrise 8:16 AM")
  }

  @Test func polarDayAndNightAreStated() throws {
    let place =
      #"{"latitude": 78.22, "longitude": 15.65, "show": ["sunset", "sunrise", "daylight"]}"#
    #expect(Self.texts(try Self.entries(place).content) == ["Sun Polar night", "Daylight 0:00 h"])
    let summer = try Self.entries(place, on: "2026-06-21").content
    #expect(Self.texts(summer) == ["Sun Polar day", "Daylight 24:00 h"])
    let events = try Self.entries(place, of: [.events], on: "2026-06-21").content
    #expect(events[.events]?.first?.text("title") == "Polar day")
  }

  @Test func theTemplateDeterminesTheKinds() throws {
    let place = #"{"latitude": -33.87, "longitude": 151.21}"#
    let dates = try Self.entries(place, of: [.dates, .events]).content
    #expect(dates.kinds == [.dates])
    #expect(
      dates[.dates]?.map { $0.text("title") ?? "" } == ["Full moon", "New moon", "Autumn"])
    #expect(dates[.dates]?.last?.when("date") == When("2027-03-20"))
    #expect(try Self.entries(place, of: [.events]).content[.events]?.count == 2)
    let listed = #"{"latitude": 0, "longitude": 0, "show": ["daylight", "season"]}"#
    let left = try Self.entries(listed, of: [.dates])
    #expect(left.left == [.daylight] && left.content[.dates]?.count == 1)
    #expect(try Self.entries(listed, of: [.notes]).left == [.daylight, .season])
  }

  @Test(arguments: SkyWords.languages)
  func everyLanguageHasEveryName(_ language: String) {
    let words = SkyWords(language)
    let names = SkyWords.Word.allCases.map { words[$0] }
    #expect(!names.contains(""))
    #expect(Set(names).count >= names.count - 1, "\(names)")
  }
}
