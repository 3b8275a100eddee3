import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests the traces of a service at a collector; opentelemetry-proto parses the documents.
@Suite struct TraceExportTests {
  private static let python = Workspace.root + "/.build/python/bin/python"
  private static let script = Workspace.root + "/Tests/ServiceTests/collector.py"
  private static let trace = "0af7651916cd43dd8448eb211c80319c"

  /// A collector in a child process.
  private final class Collector {
    let folder: TemporaryFolder
    private let process = Process()
    let port: Int

    init(_ statuses: [String] = []) throws {
      folder = try TemporaryFolder()
      process.executableURL = URL(fileURLWithPath: TraceExportTests.python)
      process.arguments = ["-B", TraceExportTests.script, folder.path] + statuses
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      let folder = folder
      #expect(eventually { folder.names.contains("port") })
      port = try #require(Int(folder.text("port")))
    }

    deinit {
      // Test threads block SIGTERM, and the child inherits this.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }

    /// The files with the received documents, in the order of arrival.
    var files: [String] {
      folder.names.filter { $0.hasSuffix(".json") }.map { Int($0.dropLast(5)) ?? 0 }.sorted()
        .map { folder.file("\($0).json") }
    }

    /// The text of all requests.
    var text: String {
      files.map { (try? String(contentsOfFile: $0, encoding: .utf8)) ?? "" }.joined()
    }

    /// The spans of some documents.
    func spans(_ files: [String]) throws -> [JSONNode] {
      let (said, status) = Tool.run(
        TraceExportTests.python, ["-B", TraceExportTests.script, "--spans"] + files,
        withErrors: true)
      try #require(status == 0, "\(said)")
      return try said.split(separator: "\n").map { try JSONNode(parsing: String($0)) }
    }
  }

  private static func service(
    _ collector: Collector, in folder: TemporaryFolder, _ options: [String] = []
  ) throws -> RunningService {
    try RunningService(
      [
        "--traces", "http://127.0.0.1:\(collector.port)", "--metrics",
        "unix:\(folder.file("figures"))",
      ] + options, in: folder)
  }

  private static func parent(_ flags: String) -> [String] {
    ["-H", "traceparent: 00-\(trace)-b7ad6b7169203331-\(flags)"]
  }

  @Test func theSpansDescribeARequest() throws {
    let (collector, folder) = (try Collector(), try TemporaryFolder())
    let service = try Self.service(collector, in: folder)
    let picture = try service.render(
      #"{"devices": "iphonese3", "notes": ["Buy milk"]}"#,
      Self.parent("01") + ["-H", "X-Request-ID: r-1"])
    #expect(picture.status == 200)
    // These requests are not traced.
    #expect(try service.render(#"{"devices": "nope"}"#, Self.parent("00")).status == 422)
    #expect(try service.ask("/healthz").status == 200)
    let unknown = try service.ask("/p/secret-token")
    let id = try #require(unknown.header("x-request-id"))
    #expect(try service.ask("/nowhere").status == 404)

    let names = ["POST /v1/render", "GET /p/{token}", "GET"]
    var (spans, roots): ([JSONNode], [JSONNode]) = ([], [])
    try eventually {
      spans = try collector.spans(collector.files)
      roots = spans.filter { $0["kind"]?.whole == 2 }
      return roots.count >= names.count
    }
    try #require(roots.compactMap { $0["name"]?.string } == names)
    let count = Double(spans.count)
    #expect(eventually { service.figure("trace_spans_total{result=\"sent\"}") == count })
    let root = try #require(roots.first)
    #expect(root["trace"]?.string == Self.trace && root["parent"]?.string == "b7ad6b7169203331")
    #expect(root["flags"]?.whole == 0x301 && root["status"]?.whole == 0)
    #expect(root["service"]?.string == "wallfarm")
    let facts: JSONValue = [
      "http.request.method": "POST", "http.route": "/v1/render",
      "http.response.status_code": 200,
      "http.response.body.size": .number(Double(picture.body.count)),
      "network.protocol.version": "1.1", "wallfarm.request.id": "r-1",
      "wallfarm.device": "iphonese3",
    ]
    #expect(root["facts"]?.plain == facts)

    let parts = spans.filter { $0["parent"]?.string == root["id"]?.string }
    #expect(parts.compactMap { $0["name"]?.string } == ["planning", "queue", "render"])
    let (began, ended) = (
      try #require(root["began"]?.number), try #require(root["ended"]?.number)
    )
    #expect(abs(ended - Date().timeIntervalSince1970) < 600)
    for part in parts {
      #expect(part["trace"]?.string == Self.trace && part["kind"]?.whole == 1)
      #expect(part["flags"]?.whole == 0x101)
      // A double has no room for all nanoseconds since 1970.
      let times = [part["began"], part["ended"]].compactMap { $0?.number }
      #expect(times == times.sorted())
      #expect(times.allSatisfy { $0 >= began - 1e-5 && $0 <= ended + 1e-5 })
    }
    #expect(parts[2]["facts"]?["wallfarm.worker"]?.whole == 0)
    let stage = try #require(parts[2]["facts"]?["wallfarm.stage.rasterize.seconds"]?.number)
    #expect(stage > 0 && stage < ended - began)

    let failed = roots[1]
    #expect(roots[2]["facts"]?["http.route"] == nil)
    #expect(failed["parent"]?.string == "" && failed["flags"]?.whole == 0x101)
    #expect(failed["facts"]?["error.type"]?.string == "not-found")
    #expect(failed["facts"]?["wallfarm.request.id"]?.string == id)
    // The log names the trace, also if the service has begun it.
    let line = service.log.split(separator: "\n").first { $0.contains(id) }
    let trace = try JSONNode(parsing: String(#require(line)))["trace"]?.string
    #expect(trace == failed["trace"]?.string && trace?.count == 32)
    for secret in ["Buy milk", "secret-token", "/p/secret"] {
      #expect(!collector.text.contains(secret))
    }
    #expect(collector.text.contains(#""path": "/v1/traces", "type": "application/json""#))
    #expect(collector.text.contains("\"agent\": \"wallfarm/"))
  }

  /// A document is sent again if the collector is busy; the remaining spans are sent at the end.
  @Test func nothingIsLost() throws {
    let (collector, folder) = (try Collector(["503", "429"]), try TemporaryFolder())
    let service = try Self.service(collector, in: folder)
    #expect(try service.ask("/v1/devices").status == 200)
    #expect(eventually { collector.files.count >= 3 })
    #expect(eventually { service.figure("trace_spans_total{result=\"sent\"}") == 1 })
    let first = try collector.files.prefix(3).map {
      try String(contentsOfFile: $0, encoding: .utf8)
    }
    #expect(Set(first).count == 1)
    #expect(service.figure("trace_spans_total{result=\"failed\"}") == 0)
    #expect(try service.ask("/v1/themes").status == 200)
    service.tellToEnd()
    #expect(service.status() == 0)
    #expect(try collector.spans(collector.files).last?["name"]?.string == "GET /v1/themes")
  }

  /// The operator learns why the collector does not accept traces, and clients notice nothing.
  @Test func aRejectionIsReported() throws {
    let (collector, folder) = (try Collector(["404"]), try TemporaryFolder())
    let service = try Self.service(collector, in: folder, ["--trace-sample", "1"])
    #expect(try service.ask("/v1/devices").status == 200)
    #expect(eventually { service.log.contains("error[fetch-failed]") })
    #expect(service.log.contains("'127.0.0.1' does not accept traces: it responded with 404"))
    #expect(service.figure("trace_spans_total{result=\"failed\"}") == 1)
    #expect(try service.ask("/readyz").status == 200)
  }

  @Test(
    arguments: [
      (["--traces=localhost:4318"], "invalid-parameter"),
      (["--traces=http://user:word@localhost"], "invalid-parameter"),
      (["--traces=http://localhost:4318", "--trace-sample=1.5"], "invalid-parameter"),
      (["--traces=http://localhost:4318", "--trace-sample=nan"], "invalid-parameter"),
      (["--trace-sample=0.5"], "conflicting-options"),
      (["--traces=http://localhost:4318", "--trace-sample=0"], nil),
    ] as [([String], String?)])
  func theOptionsAreChecked(_ options: [String], _ code: String?) throws {
    let folder = try TemporaryFolder()
    let run = try Program.run(
      ["serve", "--check", "--listen=unix:\(folder.file("s"))"] + options, in: folder)
    #expect((run.status == 0) == (code == nil), "\(run.error)")
    if let code { #expect(run.problem.code == code, "\(run.error)") }
  }
}
