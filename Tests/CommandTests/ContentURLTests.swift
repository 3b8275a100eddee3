import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests content from URLs in `render`, `batch` and `content convert`.
@Suite struct ContentURLTests {
  private static let files = [
    "team.ics":
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20250311T100000\nSUMMARY:Tea\nEND:VEVENT\nEND:VCALENDAR\n",
    "feed.xml": "<rss><channel><item><title>Tea</title></item></channel></rss>",
    "table.csv": "label,value\nTea,3\n", "list.md": "- [x] Tea\n",
    "content.json": #"{"notes": ["Tea"]}"#,
    "items.json": #"{"items": [{"name": "Tea"}, {"name": "Milk"}, {}]}"#,
  ]
  private static let time = ["--now", "2025-03-11T08:00", "--zone", "Europe/Berlin"]
  private static let map = #"{"kind": "notes", "list": "/items", "fields": {"text": "/name"}}"#

  private static func started() throws -> (TemporaryFolder, PhotoServer) {
    let documents = try TemporaryFolder()
    for (name, text) in files { try documents.write(text, to: name) }
    return (try TemporaryFolder(), try PhotoServer(documents: documents))
  }

  @Test(arguments: [
    ("team.ics", "events"), ("feed.xml", "notes"), ("table.csv", "figures"), ("list.md", "notes"),
    ("content.json", "notes"),
  ])
  func convertReadsEveryFormat(_ name: String, _ kind: String) throws {
    let (folder, server) = try Self.started()
    let run = try Program.run(
      ["content", "convert", server.address("/documents/\(name)?key=secret")]
        + server.contentOptions + Self.time, in: folder)
    #expect(run.status == 0, "\(run.error)")
    let content = try JSONNode(parsing: run.output)
    #expect(content.members?.map(\.key) == [kind] && run.output.contains("Tea"))
  }

  /// The option `--from` selects the format if the server does not state it.
  @Test func aFeedCanBeNamed() throws {
    let folder = try TemporaryFolder()
    try folder.write(try #require(Self.files["feed.xml"]), to: "latest")
    let documents = try PhotoServer(documents: folder)
    let url = documents.address("/documents/latest")
    let unknown = try Program.run(
      ["content", "convert", url] + documents.contentOptions, in: folder)
    #expect(unknown.problem.code == "invalid-content", "\(unknown.error)")
    let named = try Program.run(
      ["content", "convert", url, "--from", "xml"] + documents.contentOptions, in: folder)
    let piped = try Program.bash(
      #""$wallfarm" content convert - --from xml < latest"#, in: folder)
    #expect(named.status == 0 && named.output.contains("Tea"), "\(named.error)")
    #expect(piped.output == named.output, "\(piped.error)")
  }

  @Test func convertReadsAFileWithSources() throws {
    let (folder, server) = try Self.started()
    let calendar = server.address("/documents/team.ics").replacing("https", with: "webcal")
    let url = server.address("/documents/items.json")
    try folder.write(
      #"""
      {"notes": ["Own"], "sources": ["\#(calendar)", {"url": "\#(url)", "map": \#(Self.map)}]}
      """#, to: "mine.json")
    let run = try Program.run(
      ["content", "convert", "mine.json", "--errors", "json"] + server.contentOptions + Self.time,
      in: folder)
    let content = try JSONNode(parsing: run.output)
    let notes = content["notes"]?.elements?.compactMap { $0["text"]?.string }
    #expect(notes == ["Own", "Tea", "Milk"] && content["events"]?.elements?.count == 1)
    #expect(try JSONNode(parsing: run.error)["code"]?.string == "entry-skipped")
  }

  /// Without the option, nothing is fetched, and the error names the option.
  @Test(arguments: [
    ["content", "convert", "URL"], ["render", "--device", "iphone15", "--content", "URL"],
    ["render", "--request", "request.json"], ["batch", "jobs.json", "--output", "out"],
  ])
  func aHostMustBeAllowed(_ words: [String]) throws {
    let (folder, server) = try Self.started()
    let url = server.address("/documents/content.json")
    let job = #"{"id": "a", "devices": "iphone15", "content": "\#(url)"}"#
    try folder.write(#"{"jobs": [\#(job)]}"#, to: "jobs.json")
    try folder.write(#"{"devices": "iphone15", "content": "\#(url)"}"#, to: "request.json")
    let run = try Program.run(
      words.map { $0 == "URL" ? url : $0 } + ["--errors", "json"], in: folder)
    #expect(run.status == 65)
    let error = try #require(
      run.error.split(separator: "\n").compactMap { try? JSONNode(parsing: String($0)) }.first)
    #expect(error["code"]?.string == "host-refused", "\(run.error)")
    #expect(error["hint"]?.string?.contains("--content-from localhost:\(server.port)") == true)
    #expect(try server.requests().isEmpty)
  }

  /// The fingerprint covers the content, so a file with the same content gives the same picture.
  @Test func thePictureIsThatOfTheContent() throws {
    let (folder, server) = try Self.started()
    try folder.write(#"{"notes": ["Tea", "Milk"]}"#, to: "content.json")
    let url = server.address("/documents/items.json")
    try folder.write(
      #"""
      {"devices": "iphonese3", "output": "b.png",
       "content": {"sources": {"url": "\#(url)", "map": \#(Self.map)}}}
      """#, to: "request.json")
    let first = try Program.run(
      ["render", "-d", "iphonese3", "--content", "content.json", "-o", "a.png"], in: folder)
    #expect(first.status == 0, "\(first.error)")
    let second = try Program.run(
      ["render", "--request", "request.json"] + server.contentOptions, in: folder)
    #expect(second.status == 0 && second.error.contains("entry-skipped"), "\(second.error)")
    #expect(try folder.bytes("a.png") == folder.bytes("b.png"))
    let third = try Program.run(
      [
        "render", "-d", "iphonese3", "-o", "c.png", "--content",
        server.address("/documents/list.md"),
      ]
        + server.contentOptions, in: folder)
    #expect(third.status == 0, "\(third.error)")
    #expect(try folder.bytes("c.png") != folder.bytes("a.png"))
  }

  /// A batch fetches each URL once per run, also for content files, and workers fetch nothing.
  @Test func aBatchFetchesEachURLOnce() throws {
    let (folder, server) = try Self.started()
    let (url, other) = (
      server.address("/documents/content.json"), server.address("/documents/items.json")
    )
    try folder.write(
      #"{"sources": [{"url": "\#(other)", "map": \#(Self.map)}]}"#, to: "mine.json")
    let contents = [
      #""\#(url)""#, #"{"sources": "\#(url)"}"#, #"{"notes": ["b"], "sources": ["\#(url)"]}"#,
      #""mine.json""#, #""mine.json""#,
    ]
    let jobs = contents.enumerated().map { index, content in
      #"{"id": "\#(index)", "devices": "iphonese3", "content": \#(content)}"#
    }
    try folder.write("[" + jobs.joined(separator: ",\n") + "]", to: "jobs.json")
    let words =
      ["batch", "jobs.json", "--output", "out", "--report", "report.json", "-q"]
      + server.contentOptions
    let run = try Program.run(words, in: folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(
      try server.requests().map { $0["name"] }.sorted { $0 ?? "" < $1 ?? "" } == [
        "content.json", "items.json",
      ])
    let report = try JSONNode(parsing: folder.text("report.json"))
    #expect(try !folder.text("report.json").contains("localhost:\(server.port)/"))
    #expect(report["units"]?.elements?.count == 5)
    // The next run asks again, and renders nothing if the content is the same.
    let again = try Program.run(words.filter { $0 != "-q" }, in: folder)
    #expect(again.status == 0 && again.output.contains("5 of 5"), "\(again.output)")
    #expect(!again.output.contains("in this run"), "\(again.output)")
    #expect(try server.requests().count == 4)
  }

  /// Equal errors of several jobs are reported once, with the position of each URL.
  @Test func anErrorHasThePlaceOfItsURL() throws {
    let (folder, server) = try Self.started()
    let url = server.address("/number")
    let jobs = ["a", "b"].map { #"{"id": "\#($0)", "devices": "iphonese3", "content": "\#(url)"}"# }
    try folder.write(jobs.joined(separator: "\n"), to: "jobs.jsonl")
    let run = try Program.run(
      ["batch", "jobs.jsonl", "--output", "out", "--errors", "json"] + server.contentOptions,
      in: folder)
    #expect(run.status == 65)
    let error = try JSONNode(parsing: run.error.split(separator: "\n").first.map(String.init) ?? "")
    #expect(error["code"]?.string == "host-refused", "\(run.error)")
    #expect(error["origin"]?["line"]?.number == 1)
    #expect(error["also"]?.string?.contains("jobs.jsonl:2:") == true)
    // The path of a URL may be secret.
    #expect(!run.error.contains("/photo") && !run.error.contains("/number"))
  }

  @Test(arguments: [
    (["--content-from=10.0.0.1"], "invalid-parameter"),
    (["--content-from=data.example.com", "--content-network=10.0.0.1/8"], "invalid-parameter"),
    (["--content-network=10.0.0.0/8"], "conflicting-options"),
    (["--content-from=a.example", "--content-authority=nowhere.pem"], "file-unreadable"),
    (["--content=http://a.example"], "invalid-source"),
    (["--content=ftp://a.example"], "file-unreadable"),
  ])
  func invalidOptionsAreErrors(_ options: [String], _ code: String) throws {
    let run = try Program.run(["render", "-d", "iphonese3"] + options, in: try TemporaryFolder())
    #expect(run.problem.code == code, "\(run.error)")
  }

  /// Messages contain neither the path, the query nor the password of a URL.
  @Test(arguments: [
    "https://user:secret@a.example/x", "https://a_b.example?key=secret",
    "https://a.example?key=secret", "https://a.example/secret", "https://secret@a.example#secret",
    "https://a.example:99999/secret", "http://a.example/secret",
  ])
  func messagesKeepSecrets(_ url: String) throws {
    let words = ["render", "-d", "iphonese3", "--content", url, "--content-from", "b.example"]
    let run = try Program.run(words, in: try TemporaryFolder())
    #expect(run.status != 0 && !run.error.contains("secret"), "\(run.error)")
  }

  /// Spellings of a URL that mean one document cause one request, also if it fails.
  @Test func spellingsOfAURLAreOneDocument() throws {
    let (folder, server) = try Self.started()
    let good = server.address("/documents/content.json")
    let urls = [
      good, good + "#1", good.replacing("localhost", with: "LOCALHOST"),
      server.address("/documents/none.json"), server.address("/documents/none.json") + "#x",
    ]
    let jobs = urls.map { #"{"devices": "iphonese3", "content": "\#($0)", "id": "\#($0.count)"}"# }
    try folder.write(
      jobs.enumerated().map { $1.replacing(#""id": ""#, with: #""id": "\#($0)-"#) }
        .joined(separator: "\n"), to: "jobs.jsonl")
    let run = try Program.run(
      ["batch", "jobs.jsonl", "--output", "out", "-q"] + server.contentOptions, in: folder)
    #expect(run.status != 0)
    #expect(try server.requests().count == 2, "\(run.error)")
  }

  /// `check` finds the errors in sources without fetching anything.
  @Test func sourcesAreChecked() throws {
    let (folder, server) = try Self.started()
    let url = server.address("/documents/items.json")
    try folder.write(#"{"sources": {"url": "\#(url)", "map": \#(Self.map)}}"#, to: "good.json")
    try folder.write(
      #"{"sources": [{"url": "ftp://a"}, {"url": "\#(url)", "mop": 1}]}"#, to: "bad.json")
    #expect(try Program.run(["check", "good.json"], in: folder).status == 0)
    let run = try Program.run(["check", "bad.json", "--json"], in: folder)
    #expect(run.status == 1 && run.output.contains("invalid-source"), "\(run.output)")
    #expect(run.output.contains("did you mean 'map'?"))
    #expect(try server.requests().isEmpty)
  }

  /// Commands that do not fetch say so.
  @Test func otherCommandsRefuseURLs() throws {
    let (folder, server) = try Self.started()
    try folder.write("", to: "a.png")
    let run = try Program.run(
      ["verify", "a.png", "-d", "iphonese3", "--content", server.address("/documents/list.md")],
      in: folder)
    #expect(run.problem.code == "sources-refused", "\(run.error)")
    #expect(try server.requests().isEmpty)
  }
}
