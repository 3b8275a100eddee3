import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests agents that communicate over standard input or HTTP.
@Suite struct AgentTests {
  private static let python = Workspace.root + "/.build/python/bin/python"
  private static let key = "1234567890123456789012"

  /// Starts a service with a key, and returns the service with the URL of its `/mcp` route.
  private static func service(
    in folder: TemporaryFolder
  ) throws -> (service: RunningService, url: String) {
    try folder.write("tester \(key)\n", to: "keys")
    let port = try #require(RunningService.freePort)
    let service = try RunningService(["--keys", folder.file("keys")], in: folder, port: port)
    return (service, "http://127.0.0.1:\(port)/mcp")
  }

  private static func message(_ method: String, _ params: String = "{}", id: Int = 1) -> String {
    #"{"jsonrpc": "2.0", "id": \#(id), "method": "\#(method)", "params": \#(params)}"#
  }

  private static func call(_ tool: String, _ arguments: String, id: Int = 1) -> String {
    message("tools/call", #"{"name": "\#(tool)", "arguments": \#(arguments)}"#, id: id)
  }

  /// Runs `wallfarm mcp`, and returns the replies by identifier.
  private static func run(
    _ messages: [String], in folder: TemporaryFolder, _ options: [String] = []
  ) throws -> [Int: JSONNode] {
    let finished = try Program.run(
      ["mcp", "-j1", "--fence=best"] + options, in: folder,
      input: messages.joined(separator: "\n") + "\n")
    #expect(finished.status == 0 && finished.error == "", "\(finished.error)")
    var replies: [Int: JSONNode] = [:]
    for line in finished.lines where !line.isEmpty {
      let reply = try JSONNode(parsing: line, dialect: .strict)
      replies[reply["id"]?.whole ?? -1] = reply
    }
    return replies
  }

  @Test func theProcessEndsWithItsInput() throws {
    let replies = try Self.run([], in: TemporaryFolder())
    #expect(replies.isEmpty)
  }

  /// Hostile input does not end the process: the ping that follows it still receives a reply.
  @Test func hostileInputIsAnswered() throws {
    let hostile = [
      "", "   ", "nonsense", "[]", "[[[[", String(repeating: "[", count: 100_000), "\u{0}",
      String(repeating: "a", count: 9 << 20), #"{"id": 1e400}"#, #"{"jsonrpc": "2.0"}"#,
      #"{"jsonrpc": "2.0", "id": {"a": []}, "method": "ping"}"#,
    ]
    let replies = try Self.run(
      hostile + [Self.message("ping", id: 7)], in: TemporaryFolder())
    #expect(replies[7]?["result"] != nil)
    #expect(replies[-1]?["error"] != nil)
  }

  @Test func aPictureIsRenderedAndWritten() throws {
    let folder = try TemporaryFolder()
    let request = #"{"devices": "iphone15", "notes": ["Buy milk"]}"#
    let replies = try Self.run(
      [
        Self.call("render", #"{"request": \#(request)}"#, id: 1),
        Self.call("render", #"{"request": \#(request), "output": "a/{device}.jpg"}"#, id: 2),
        Self.call("render", #"{"request": \#(request), "output": "../a.png"}"#, id: 3),
        Self.call(
          "batch", #"{"jobs": [{"id": "ana", "devices": "iphone15", "notes": ["A"]}, {}]}"#, id: 4),
      ], in: folder)
    let pictures = try #require(replies[1]?["result"]?["content"]?.elements)
    #expect(pictures.count == 2 && pictures[1]["mimeType"]?.string == "image/jpeg")
    let data = try #require(Data(base64Encoded: pictures[1]["data"]?.string ?? ""))
    #expect(data.starts(with: [0xFF, 0xD8]) && data.count < 100_000)
    #expect(try folder.bytes("a/iphone15.jpg").starts(with: [0xFF, 0xD8]))
    let facts = replies[2]?["result"]?["structuredContent"]?["pictures"]?.elements?.first
    #expect(facts?["bytes"]?.whole == (try folder.bytes("a/iphone15.jpg")).count)
    #expect(facts?["pixels"]?["height"]?.whole == 2556)
    let refused = replies[3]?["result"]
    #expect(refused?["isError"]?.bool == true)
    #expect(
      refused?["structuredContent"]?["errors"]?.elements?.first?["code"]?.string == "path-outside")
    let rows = try #require(replies[4]?["result"]?["structuredContent"]?["rows"]?.elements)
    #expect(rows.count == 2 && rows[1]["errors"] != nil)
    #expect(try folder.bytes("ana/lock-iphone15.png").count > 1000)
  }

  @Test func aRouteAnswersOneMessagePerRequest() throws {
    let folder = try TemporaryFolder()
    let (service, _) = try Self.service(in: folder)
    let auth = ["-H", "Authorization: Bearer \(Self.key)", "-H", "Content-Type: application/json"]
    func post(_ message: String, _ more: [String] = auth) throws -> Answer {
      try service.ask("/mcp", ["--data-binary", message] + more)
    }
    #expect(try post(Self.message("ping"), []).status == 401)
    let answer = try post(Self.message("ping"))
    #expect(answer.status == 200 && answer.header("Content-Type") == "application/json")
    #expect(answer.json?["result"]?.members?.isEmpty == true)
    let notice = try post(#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#)
    #expect(notice.status == 202 && notice.body.isEmpty)
    #expect(try post("nonsense").status == 400)
    #expect(try post("[]").json?["error"]?["code"]?.whole == -32600)
    #expect(try post(Self.message("unknown")).status == 200)
    for method in ["GET", "DELETE"] {
      #expect(try service.ask("/mcp", ["-X", method] + auth).status == 405)
    }
    func header(_ text: String) throws -> Answer {
      try post(Self.message("ping"), auth + ["-H", text])
    }
    #expect(try header("MCP-Protocol-Version: 2025-06-18").status == 200)
    #expect(try header("MCP-Protocol-Version: 2026-07-28").codes == ["invalid-request"])
    #expect(try header("Origin: https://other.example").codes == ["other-site"])
  }

  /// Neither the access log nor the receipt of a call contains the notes of a client.
  @Test func theLogHasNoContent() throws {
    let folder = try TemporaryFolder()
    let (service, _) = try Self.service(in: folder)
    let request = #"{"request": {"devices": "iphone15", "notes": ["Very secret words"]}}"#
    let answer = try service.ask(
      "/mcp",
      [
        "--data-binary", Self.call("render", request), "-H", "Authorization: Bearer \(Self.key)",
        "-H", "Content-Type: application/json",
      ])
    #expect(answer.status == 200 && !answer.text.contains("secret"))
    #expect(service.log.contains(#""route":"/mcp""#) && !service.log.contains("secret"))
  }

  /// PyPI's `mcp`, the reference client, uses every tool over both transports.
  @Test(.tags(.web), arguments: ["stdio", "http"])
  func theReferenceClientIsServed(_ transport: String) throws {
    let folder = try TemporaryFolder()
    var service: RunningService?
    var place = [Program.path, folder.path]
    if transport == "http" {
      let (running, url) = try Self.service(in: folder)
      (service, place) = (running, [url, Self.key])
    }
    let judge = Tool.run(
      Self.python, [Workspace.root + "/Tests/ServiceTests/agent.py", transport] + place,
      withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(3000)) \(service?.log.suffix(500) ?? "")")
    #expect(judge.text.split(separator: "\n").filter { $0.hasPrefix("ok:") }.count > 20)
  }

  /// A program that only applies `fix` repairs at least 90 of 100 broken requests in at most three
  /// calls.
  @Test(.tags(.web)) func fixesRepairBrokenRequests() throws {
    let folder = try TemporaryFolder()
    let judge = Tool.run(
      Self.python,
      [Workspace.root + "/Tests/ServiceTests/repair.py", Program.path, folder.path],
      withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(5000))")
  }
}
