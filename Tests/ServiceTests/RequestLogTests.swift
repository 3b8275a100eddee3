import Foundation
import RenderPool
import Service
import SourceJSON
import Testing
import WallfarmTesting

/// Tests the access log, the identifiers of requests, and the counts of errors and limits.
@Suite struct RequestLogTests {
  private static let request = #"{"devices": "iphonese3", "notes": ["Buy milk"]}"#

  /// Returns the line of a request in the log.
  private static func line(_ id: String, in service: RunningService) throws -> JSONNode {
    var found: JSONNode?
    eventually {
      let line = service.log.split(separator: "\n").first { $0.contains("\"request\":\"\(id)\"") }
      found = line.flatMap { try? JSONNode(parsing: String($0)) }
      return found != nil
    }
    return try #require(found, "\(service.log)")
  }

  private static func id(_ text: String) -> [String] { ["-H", "X-Request-ID: \(text)"] }

  @Test func aLineDescribesTheRequest() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(
      ["--metrics", "unix:\(folder.file("figures"))"], in: folder)
    let picture = try service.render(Self.request, Self.id("good-1"))
    #expect(picture.status == 200 && picture.header("x-request-id") == "good-1")
    let good = try Self.line("good-1", in: service)
    #expect(good["error"] == nil && good["class"] == nil && good["status"]?.whole == 200)
    let queued = try #require(good["queued"]?.number)
    let all = try #require(good["milliseconds"]?.number)
    #expect(queued >= 0 && queued < all)
    #expect(good["device"]?.string == "iphonese3" && good["trace"] == nil)

    let wrong = try service.render(#"{"devices": "nope", "notes": ["a"]}"#, Self.id("<bad%1>"))
    #expect(wrong.status == 422 && wrong.header("x-request-id") == "<bad%1>")
    #expect(wrong.json?["instance"]?.string == "urn:wallfarm:request:%3Cbad%251%3E")
    let bad = try Self.line("<bad%1>", in: service)
    #expect(bad["error"]?.string == "unknown-device" && bad["class"]?.string == "invalid")
    #expect(bad["queued"] == nil)
    #expect(bad["method"]?.string == "POST" && bad["route"]?.string == "/v1/render")
    #expect(bad["time"]?.string?.hasSuffix("Z") == true && bad["bytes"]?.whole == wrong.body.count)
    _ = try service.ask("/healthz", Self.id(#"a"b\c"#))
    #expect(eventually { service.log.contains(#""request":"a\"b\\c","route":"/healthz""#) })

    let missing = try service.ask(
      "/p/a", ["-H", "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"])
    let id = try #require(missing.header("x-request-id"))
    #expect(missing.json?["instance"]?.string == "urn:wallfarm:request:\(id)")
    let unknown = try Self.line(id, in: service)
    #expect(unknown["error"]?.string == "not-found" && unknown["class"]?.string == "not-found")
    #expect(unknown["trace"]?.string == "0af7651916cd43dd8448eb211c80319c")
    #expect(service.figure(#"failed_requests_total{class="invalid",code="unknown-device"}"#) == 1)
    #expect(service.figure(#"failed_requests_total{class="not-found",code="not-found"}"#) == 1)
    #expect(service.figure("ready") == 1)
    #expect(!service.log.contains("Buy milk"))
  }

  /// A request that waits for the worker of other requests states its wait, and the time of a
  /// stopped worker counts as busy.
  @Test func theWaitForAWorkerIsLogged() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(
      ["--metrics", "unix:\(folder.file("figures"))"], in: folder)
    #expect(try service.render(Self.request, Self.id("before")).status == 200)
    let busy = try #require(service.figure("worker_busy_seconds_total"))
    service.holdWorkers(true)
    let asking = Process()
    asking.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let ask = { (name: String, id: String) in
      "curl -sS --unix-socket socket -H 'X-Request-ID: \(id)' -o \(name) -d "
        + #"'{"devices": "iphonese3", "notes": ["\#(name)"]}' http://localhost/v1/render & "#
    }
    asking.arguments = ["bash", "-c", ask("one", "wait-1") + ask("two", "wait-2") + "wait"]
    asking.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    try asking.run()
    #expect(eventually { service.figure("pictures_in_progress") == 2 })
    // The wait is a lower bound, which holds however slow the machine is.
    usleep(300_000)
    service.holdWorkers(false)
    asking.waitUntilExit()
    let waits = try ["wait-1", "wait-2"].map {
      try #require(Self.line($0, in: service)["queued"]?.number)
    }
    // The first picture may already have started when the worker was stopped.
    #expect(try #require(waits.max()) >= 300)
    #expect(try #require(service.figure("worker_busy_seconds_total")) > busy)
  }

  /// The busy time includes orders in progress, and never decreases.
  @Test func theBusyTimeIncludesOrdersInProgress() {
    let now = SuspendingClock().now
    func after(_ seconds: Double) -> SuspendingClock.Instant { now + .seconds(seconds) }
    let (one, two) = (OrderID(1), OrderID(2))
    var busy = BusyTime()
    busy.end(one, at: now)
    #expect(busy.seconds(at: now) == 0)
    busy.begin(one, at: now)
    busy.begin(two, at: after(1))
    #expect(busy.seconds(at: after(4)) == 7)
    busy.end(one, at: after(4))
    #expect(busy.seconds(at: after(4)) == 7)
    #expect(busy.seconds(at: after(6)) == 9)
    busy.end(two, at: after(6))
    busy.end(two, at: after(8))
    #expect(busy.seconds(at: after(9)) == 9)
  }

  /// Each refusal because of a limit is counted by the kind of the limit.
  @Test func refusalsAreCounted() throws {
    let folder = try TemporaryFolder()
    try folder.write("app app-key-000000000000000000\n", to: "keys")
    try folder.write(
      #"{"format": 1, "client": {"people": 1}, "address": {"requests": 2}}"#, to: "limits.json")
    let service = try RunningService(
      [
        "--keys", folder.file("keys"), "--limits", folder.file("limits.json"), "--metrics",
        "unix:\(folder.file("figures"))",
      ], in: folder)
    func count(_ kind: String) -> Double? {
      service.figure("limited_requests_total{limit=\"\(kind)\"}")
    }
    let kinds = [
      "requests", "concurrent", "people", "uploads", "sources", "bytes", "waiting", "store",
      "memory", "connections",
    ]
    #expect(kinds.map(count) == kinds.map { _ in 0 })
    let key = ["-H", "Authorization: Bearer app-key-000000000000000000"]
    let person = #"{"device": "iphonese3", "lock": {}, "home": "keep", "notes": ["a"]}"#
    #expect(try service.ask("/v1/people", ["-d", person] + key).status == 201)
    for _ in 0..<2 {
      #expect(try service.ask("/v1/people", ["-d", person] + key).codes == ["quota-exceeded"])
    }
    #expect(count("people") == 2 && count("requests") == 0 && count("bytes") == 0)
  }
}
