import ContentSources
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests sources, their JSON form and the choice of a document's format.
@Suite struct ContentSourceTests {
  private static func read(_ json: String) throws -> (ContentSource?, [RenderError]) {
    let (source, problems) = ContentSource.read(try JSONNode(parsing: json), file: "s.json")
    return (source, problems)
  }

  @Test(arguments: [
    #""https://a.example/x.ics""#, #"{"url": "webcal://a.example/x"}"#,
    #"{"url": "https://a.example/x", "format": "feed"}"#,
    ##"{"url": "https://a.example", "map": {"kind": "notes", "fields": {"text": ""}}}"##,
    ##"""
    {"url": "https://a.example", "format": "json", "map": [
      {"kind": "figures", "list": "/a~1b/0", "fields": {"label": {"value": "T"}, "value": "/t"}},
      {"kind": "habits", "fields": {"name": "/n", "days": "/d"}}]}
    """##,
  ])
  func aSourceComesBackAsItWasWritten(_ json: String) throws {
    let (read, problems) = try Self.read(json)
    #expect(problems.isEmpty)
    let source = try #require(read)
    #expect(try Self.read(source.json.text(pretty: false)).0 == source)
  }

  /// Each error names its value and its position.
  @Test(arguments: [
    ("3", "invalid-source", "a source is a number"),
    (#""ftp://a.example""#, "invalid-source", "not a web address"),
    (#""http://a.example""#, "invalid-source", "not encrypted"),
    (#""https:/a.example""#, "invalid-source", "not a web address"),
    (#""https:a.example""#, "invalid-source", "not a web address"),
    (#""https""#, "invalid-source", "not a web address"),
    (
      #"{"url": "webcal://a.example", "map": {"kind": "notes", "fields": {"text": "/a"}}}"#,
      "invalid-source", "'calendar'"
    ),
    ("{}", "invalid-source", "no \"url\""),
    (#"{"url": "https://a.example", "fromat": "csv"}"#, "unknown-key", "fromat"),
    (#"{"url": "https://a.example", "format": "xml"}"#, "invalid-source", "'xml'"),
    (#"{"url": "https://a.example", "map": []}"#, "invalid-source", "0 mappings"),
    (
      #"{"url": "https://a.example", "format": "csv", "map": {"kind": "notes", "fields": {"text": "/a"}}}"#,
      "invalid-source", "'csv'"
    ),
    (
      #"{"url": "https://a.example", "map": {"kind": "note", "fields": {"text": "/a"}}}"#,
      "invalid-source", "'note'"
    ),
    (
      #"{"url": "https://a.example", "map": {"kind": "photos", "fields": {"file": "/a"}}}"#,
      "invalid-source", "'photos'"
    ),
    (
      #"{"url": "https://a.example", "map": {"kind": "steps", "fields": {"title": "/a", "picture": "/b"}}}"#,
      "unknown-key", "picture"
    ),
    (
      #"{"url": "https://a.example", "map": {"kind": "notes", "fields": {}}}"#,
      "invalid-source", "fields"
    ),
    (
      #"{"url": "https://a.example", "map": {"kind": "notes", "fields": {"done": "/a"}}}"#,
      "invalid-source", "\"text\""
    ),
    (
      #"{"url": "https://a.example", "map": {"kind": "notes", "fields": {"text": "a"}}}"#,
      "invalid-source", "JSON Pointer"
    ),
    (
      #"{"url": "https://a.example", "map": {"kind": "notes", "list": "/~2", "fields": {"text": ""}}}"#,
      "invalid-source", "JSON Pointer"
    ),
    (
      #"{"url": "https://a.example", "map": {"kind": "notes", "fields": {"text": "", "due": {"value": "soon"}}}}"#,
      "invalid-source", "'due'"
    ),
  ])
  func anInvalidSourceIsAnErrorAtItsPlace(
    _ json: String, _ code: String, _ words: String
  ) throws {
    let (source, problems) = try Self.read(json)
    #expect(source == nil && problems.map(\.code.rawValue) == [code], "\(problems)")
    let error = try #require(problems.first)
    #expect(error.message.contains(words), "\(error.message)")
    #expect(error.origin?.file == "s.json" && error.origin?.line != nil && error.hint != nil)
  }

  @Test func allErrorsAreReportedTogether() throws {
    let (_, problems) = try Self.read(
      #"""
      {"url": 1, "formt": "csv"}
      """#)
    #expect(problems.count == 2)
    let map = #"{"kind": "dates", "list": "x", "fields": {"title": 3, "colour": "/c"}}"#
    let more = try Self.read(#"{"url": "https://a.example", "map": \#(map)}"#).1
    #expect(more.count == 4, "\(more.map(\.message))")
  }

  @Test(arguments: [
    (
      "https://a.example/x", "text/calendar; charset=utf-8" as String?,
      ContentSource.Format.calendar
    ),
    ("https://a.example/x.csv", "application/json", .json),
    ("https://a.example/x", "application/geo+json", .json),
    ("https://a.example/x", "application/vnd.api+json;v=1", .json),
    ("https://a.example/x.csv?y=z.ics", "text/plain", .csv),
    ("https://a.example/x.md#y", "application/octet-stream", .markdown),
    ("https://a.example/x", "text/plain", .text), ("https://a.example/x.ics", nil, .calendar),
    ("https://a.example/x", "Application/RSS+XML", .feed),
    ("https://a.example/x", "text/xml", .feed),
    ("webcal://a.example/x", "text/html", .calendar),
  ])
  func theFormatIsThatOfTheResponseOrOfTheName(
    _ url: String, _ type: String?, _ format: ContentSource.Format
  ) throws {
    let samples: [ContentSource.Format: String] = [
      .calendar: "BEGIN:VCALENDAR\nEND:VCALENDAR\n", .json: #"{"notes": ["a"]}"#,
      .csv: "label,value\na,1\n", .markdown: "* *a*\n", .text: "* *a*\n",
      .feed: "<rss><channel><item><title>a</title></item></channel></rss>",
    ]
    let bytes = Array(try #require(samples[format]).utf8)
    let content = try SourceReader.content(
      in: SourceDocument(bytes, mediaType: type), of: ContentSource(url), at: .init(zone: "UTC"))
    switch format {
    case .calendar: #expect(content.kinds == [.events])
    case .csv: #expect(content.kinds == [.figures])
    case .json, .feed, .markdown: #expect(content.notes == [Note("a")])
    case .text: #expect(content.notes == [Note("* *a*")])
    }
  }

  @Test func anUnknownFormatIsAnError() throws {
    for type in ["text/html", "application/octet-stream", nil] as [String?] {
      let code = ErrorCode.thrown { () throws(RenderError) in
        _ = try SourceReader.content(
          in: SourceDocument(Array("a".utf8), mediaType: type),
          of: ContentSource("https://a.example/x"), at: .init())
      }
      #expect(code == .invalidContent, "\(type ?? "none")")
    }
  }

  /// Documents must not name files of this machine, other URLs, or warnings.
  @Test func aDocumentNamesNoFiles() throws {
    for (json, code) in [
      (#"{"photos": [{"file": "/etc/passwd"}]}"#, ErrorCode.invalidContent),
      (#"{"steps": [{"title": "a", "picture": "b.png"}]}"#, .invalidContent),
      (#"{"sources": ["https://b.example"]}"#, .sourcesRefused),
    ] {
      let thrown = ErrorCode.thrown { () throws(RenderError) in
        _ = try SourceReader.content(
          in: SourceDocument(Array(json.utf8), mediaType: "application/json"),
          of: ContentSource("https://a.example"), at: .init())
      }
      #expect(thrown == code, "\(json)")
    }
  }

  /// A URL can contain a secret, so messages contain only the host.
  @Test func messagesNameOnlyTheHost() throws {
    let error = #expect(throws: RenderError.self) {
      try SourceReader.content(
        in: SourceDocument(Array("{".utf8), mediaType: "application/json"),
        of: ContentSource("https://user@a.example/secret?secret"), at: .init())
    }
    #expect(error?.origin?.file == "https://a.example")
    #expect(error.map { "\($0)".contains("secret") } == false)
  }

  /// Given content comes first, and the sources follow in their order.
  @Test func sourcesAreAddedToTheContent() throws {
    let access = SourceAccess.read(
      SourceReader { source in
        SourceDocument(Array("[\"\(source.name.suffix(1))\"]".utf8), mediaType: "text/json")
      })
    let (content, problems) = ContentReader.read(
      try JSONNode(
        parsing: #"{"sources": ["https://x.b", "https://x.c"], "notes": ["a"], "dates": []}"#),
      file: "c.json", sources: access)
    #expect(problems.isEmpty)
    #expect(
      content.notes == ["a", "b", "c"].map { Note($0) } && content.kinds == [.notes, .dates])
    #expect(content.isFetched)
  }

  @Test func anErrorOfASourceHasThePlaceOfTheSource() throws {
    let failing = SourceAccess.read(
      SourceReader { _ throws(RenderError) in
        throw RenderError(.invalidContent, "gone", origin: .option("content"))
      })
    let json = try JSONNode(parsing: "{\"sources\": [\n\"https://a.b\", \"https://a.c\"]}")
    let problems = ContentReader.read(json, file: "c.json", sources: failing).problems
    #expect(problems.map(\.origin?.column) == [1, 16] && problems.first?.origin?.line == 2)
    let refused = ContentReader.read(json, file: "c.json").problems
    #expect(refused.map(\.code) == [.sourcesRefused] && refused.first?.origin?.column == 2)
    #expect(ContentReader.read(json, file: "c.json", sources: .checked).problems.isEmpty)
  }

  /// Nothing is fetched for content that is invalid in any case.
  @Test func invalidContentIsNotFetched() throws {
    let access = SourceAccess.read(
      SourceReader { _ in
        Issue.record("a source was fetched")
        return SourceDocument([], mediaType: nil)
      })
    for json in [
      #"{"sources": ["https://a.b"], "notes": [3]}"#, #"{"sources": ["https://a.b", "ftp://a.b"]}"#,
    ] {
      let node = try JSONNode(parsing: json)
      #expect(ContentReader.read(node, file: "c.json", sources: access).problems.count == 1)
    }
  }

  @Test func tooManyEntriesInTotalAreAnError() throws {
    let list = "[" + Array(repeating: "\"a\"", count: 400).joined(separator: ",") + "]"
    let access = SourceAccess.read(
      SourceReader { _ in SourceDocument(Array(list.utf8), mediaType: "text/json") })
    let node = try JSONNode(parsing: #"{"sources": ["https://a.b", "https://a.c"]}"#)
    let problems = ContentReader.read(node, file: "c.json", sources: access).problems
    #expect(problems.map(\.code) == [.invalidContent])
  }
}
