import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests people whose content comes from URLs, through the service.
@Suite struct SourceServiceTests {
  private static func person(_ sources: [JSONValue]) -> String {
    let person: JSONValue = [
      "device": "iphonese3", "lock": ["color": "navy"], "zone": "Europe/Prague",
      "content": ["notes": ["Milk"], "sources": .array(sources)],
    ]
    return person.text(pretty: false)
  }

  private static func service(
    _ server: PhotoServer, _ options: [String] = [], in folder: TemporaryFolder
  ) throws -> RunningService {
    try RunningService(
      server.contentOptions + ["--metrics", "unix:\(folder.file("figures"))"] + options, in: folder)
  }

  @Test func aPictureShowsTheContentAtAURL() throws {
    let documents = try TemporaryFolder()
    try documents.write(#"["Tea"]"#, to: "notes.json")
    let server = try PhotoServer(documents: documents)
    let folder = try TemporaryFolder()
    let service = try Self.service(server, ["--state", folder.file("state")], in: folder)
    let source: JSONValue = [
      "url": .string(server.address("/documents/notes.json")), "authorization": "Bearer secret-7",
      "minutes": 15,
    ]
    let made = try service.ask("/v1/people", ["-d", Self.person([source])])
    #expect(made.status == 201, "\(made.text)")
    let read = try #require(made.json?["read"]?.string)
    let write = try #require(made.json?["write"]?.string)
    let first = try service.ask(read + "/lock.png")
    #expect(first.status == 200)
    let expires = try #require(first.header("wallfarm-expires"))
    let asOf = try #require(first.header("wallfarm-as-of"))
    #expect(asOf < expires)
    let age = try #require(
      first.header("cache-control")?.split(separator: "=").last.flatMap { Int($0) })
    #expect((1...900).contains(age))
    // The same picture is answered from memory with the same times.
    let again = try service.ask(read + "/lock.png")
    #expect(again.header("etag") == first.header("etag") && again.body == first.body)
    #expect(again.header("wallfarm-expires") == expires && again.header("wallfarm-as-of") == asOf)
    // It is the picture of both notes.
    let both = try service.ask(
      "/v1/people",
      [
        "-d",
        #"{"device": "iphonese3", "zone": "Europe/Prague", "lock": {"color": "navy"}, "notes": ["Milk", "Tea"]}"#,
      ])
    let other = try service.ask(try #require(both.json?["read"]?.string) + "/lock.png")
    #expect(other.header("etag") == first.header("etag"))
    #expect(other.header("wallfarm-as-of") == nil)
    // The owner sees the state, but not the URL outside the description.
    let own = try service.ask(write)
    let shown = try #require(own.json?["sources"]?.elements?.first)
    #expect(shown["host"]?.string == "https://localhost:\(server.port)")
    #expect(shown["asOf"]?.string == asOf && shown["next"]?.string == expires)
    #expect(shown["error"]?.plain == .null)
    let requests = try server.requests()
    #expect(requests.count == 1 && requests[0]["authorization"] == "Bearer secret-7")
    #expect(!service.log.contains("secret-7") && !service.log.contains("notes.json"))

    // An edit of the notes does not fetch anything again.
    let edited = try service.ask(
      write + "/content",
      [
        "-X", "PUT", "-d",
        (["content": ["notes": ["Bread"], "sources": [source]]] as JSONValue).text(pretty: false),
      ])
    #expect(edited.status == 204, "\(edited.text)")
    let known = try pictureTag(service, read)
    #expect(known != nil && known != first.header("etag"))
    #expect(try server.requests().count == 1)

    // After a restart, an overdue source is fetched, and the picture changes.
    service.tellToEnd()
    #expect(service.status() == 0)
    let file = folder.file("state") + "/wallfarm-serve.sqlite"
    let update =
      "import sqlite3; c = sqlite3.connect('\(file)'); "
      + "print(c.execute('UPDATE sources SET due = 0').rowcount); c.commit()"
    #expect(Tool.output(of: "python3", ["-c", update]) == "1\n")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(bytes.range(of: Data("secret-7".utf8)) == nil)
    #expect(bytes.range(of: Data("notes.json".utf8)) == nil)
    try documents.write(#"["Coffee"]"#, to: "notes.json")
    let next = try Self.service(server, ["--state", folder.file("state")], in: folder)
    #expect(eventually { (try? pictureTag(next, read)).map { $0 != known } ?? false })
    #expect(eventually { (try? server.requests().count) == 2 })
    #expect(try server.requests()[1]["if-none-match"] != nil)
    let tag = try #require(try next.ask(write).header("etag"))
    #expect(try next.ask(write, ["-X", "DELETE", "-H", "If-Match: \(tag)"]).status == 204)
    let metrics = Tool.output(
      of: "curl", ["-sS", "--unix-socket", folder.file("figures"), "http://localhost/metrics"])
    #expect(metrics?.contains(#"wallfarm_source_fetches_total{result="changed"} 1"#) == true)
    #expect(metrics?.contains(#"wallfarm_sources{state="valid"} 0"#) == true)
  }

  private func pictureTag(_ service: RunningService, _ read: String) throws -> String? {
    try service.ask(read + "/lock.png").header("etag")
  }

  /// A source that fails is reported, and nothing is stored.
  @Test func errorsAreReportedAtOnce() throws {
    let documents = try TemporaryFolder()
    try documents.write("{", to: "broken.json")
    let server = try PhotoServer(documents: documents)
    let folder = try TemporaryFolder()
    let service = try Self.service(server, in: folder)
    for (url, code, status) in [
      (server.address("/documents/broken.json"), "invalid-json", 400),
      (server.address("/documents/none.json"), "fetch-failed", 502),
      ("https://other.example/a.json", "host-refused", 422),
      ("http://a.example/a.json", "invalid-source", 422),
    ] {
      let answer = try service.ask("/v1/people", ["-d", Self.person([.string(url)])])
      #expect(answer.codes == [code], "\(url): \(answer.text)")
      #expect(answer.status == status, "\(url): \(answer.status)")
    }
    #expect(service.figure("people") == 0)
    // Renders without a person do not fetch.
    let render = try service.render(
      #"{"devices": "iphone15", "content": {"sources": ["\#(server.address("/documents/a.json"))"]}}"#
    )
    #expect(render.codes == ["sources-refused"])
  }

  @Test func sourcesHaveAQuota() throws {
    let documents = try TemporaryFolder()
    try documents.write(#"["Tea"]"#, to: "a.json")
    try documents.write(#"["Tea"]"#, to: "b.json")
    let server = try PhotoServer(documents: documents)
    let folder = try TemporaryFolder()
    try folder.write(#"{"format": 1, "client": {"sources": 1}}"#, to: "limits.json")
    let service = try Self.service(server, ["--limits", folder.file("limits.json")], in: folder)
    let (a, b) = (server.address("/documents/a.json"), server.address("/documents/b.json"))
    let two = try service.ask("/v1/people", ["-d", Self.person([.string(a), .string(b)])])
    #expect(two.status == 403 && two.codes == ["quota-exceeded"], "\(two.text)")
    #expect(try service.ask("/v1/people", ["-d", Self.person([.string(a)])]).status == 201)
    let usage = try service.ask("/v1/usage").json?["sources"]
    #expect(usage?["used"]?.whole == 1 && usage?["limit"]?.whole == 1)
  }
}
