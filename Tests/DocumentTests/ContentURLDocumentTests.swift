import ContentSources
import Foundation
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The examples of content from URLs work, with responses in the documented form of each service.
@Suite struct ContentURLDocumentTests {
  /// Returns the JSON block after a comment such as `<!-- source: open-meteo -->`.
  private static func block(_ mark: String) throws -> String {
    let text = try Document("docs/content.md").text
    let start = try #require(text.firstRange(of: "<!-- \(mark) -->\n```json\n"), "\(mark)")
    let rest = text[start.upperBound...]
    return String(rest[..<(try #require(rest.firstRange(of: "\n```"))).lowerBound])
  }

  /// Reads content whose sources all return the same response.
  private static func content(_ json: String, _ response: [UInt8]) throws -> Content {
    let access = SourceAccess.read(
      SourceReader { _ in SourceDocument(response, mediaType: "application/json") })
    let (content, problems) = ContentReader.read(
      try JSONNode(parsing: json), file: "c.json", sources: access)
    try #require(problems.isEmpty, "\(problems)")
    return content
  }

  @Test func theMappingGivesTheDocumentedContent() throws {
    let response = try Self.block("response: to-dos")
    let content = try Self.content(try Self.block("source: to-dos"), Array(response.utf8))
    #expect(content.json == (try JSONNode(parsing: Self.block("content: to-dos"))).plain)
    #expect(content.warnings.isEmpty)
  }

  @Test(arguments: [
    ("open-meteo", [["Now", "4.1", "°C"], ["Today", "6.8", "°C"], ["Wind", "11.5", "km/h"]]),
    (
      "met-norway",
      [["Now", "-1.4", "°C"], ["Rain in the next hour", "0.2", "mm"], ["Wind", "2.9", "m/s"]]
    ),
  ])
  func theWeatherIsRead(_ service: String, _ expected: [[String]]) throws {
    let path = Document.file("Tests/DocumentTests/Responses/\(service).json")
    let response = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    let content = try Self.content(try Self.block("source: \(service)"), response)
    let figures = (content[.figures] ?? []).map { figure in
      [
        figure.text("label") ?? "", figure["value"]?.json.text(pretty: false) ?? "",
        figure.text("unit") ?? "",
      ]
    }
    #expect(figures == expected && content.warnings.isEmpty && content.kinds == [.figures])
  }

  private static let samples: [(String, Bool)] = [
    (#"{"sources": "https://a.example"}"#, true), (#"{"sources": []}"#, true),
    (#"{"notes": ["a"], "sources": ["WebCal://a.example", {"url": "https://a.example"}]}"#, true),
    (#"{"sources": "http://a.example"}"#, false), (#"{"sources": [{"format": "csv"}]}"#, false),
    (#"{"sources": {"url": "https://a.example", "format": "xml"}}"#, false),
    (#"{"sources": {"url": "https://a.example", "maps": []}}"#, false),
    (#"{"sources": {"url": "https://a.example", "map": []}}"#, false),
    (
      #"{"sources": {"url": "https://a.example", "map": {"kind": "photos", "fields": {"file": "/a"}}}}"#,
      false
    ),
    (
      #"{"sources": {"url": "https://a.example", "map": {"kind": "notes", "fields": {"text": "a"}}}}"#,
      false
    ),
    (
      #"{"sources": {"url": "https://a.example", "map": {"kind": "notes", "list": "/a~2", "fields": {"text": ""}}}}"#,
      false
    ),
  ]

  /// An independent validator, python-jsonschema, agrees with the reader.
  @Test func aValidatorAgrees() throws {
    let examples = try ["calendar and feed", "to-dos", "open-meteo", "met-norway"].map {
      (try Self.block("source: \($0)"), true)
    }
    try Schema.expectAgreement(Self.samples + examples, by: "docs/content.schema.json")
    for (json, isValid) in Self.samples + examples {
      let problems = ContentReader.read(
        try JSONNode(parsing: json), file: "c.json", sources: .checked
      ).problems
      #expect(problems.isEmpty == isValid, "\(json): \(problems)")
    }
  }
}
