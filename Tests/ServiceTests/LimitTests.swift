import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// The limits of `--limits` in a running service.
@Suite struct LimitTests {
  private static let keys = [
    "app": "app-key-000000000000000000", "other": "other-key-0000000000000000",
  ]
  private static let person =
    #"{"device": "iphonese3", "lock": {}, "home": "keep", "notes": ["Buy milk"]}"#

  private static func service(
    _ limits: String, in folder: TemporaryFolder, _ options: [String] = [], port: String? = nil
  ) throws -> RunningService {
    try folder.write(keys.map { "\($0) \($1)\n" }.joined(), to: "keys")
    try folder.write(limits, to: "limits.json")
    return try RunningService(
      ["--keys", folder.file("keys"), "--limits", folder.file("limits.json")] + options,
      in: folder, port: port)
  }

  private static func key(_ client: String) -> [String] {
    ["-H", "Authorization: Bearer \(keys[client] ?? "")"]
  }

  private static func usage(_ service: RunningService, _ client: String = "app") throws -> JSONNode
  {
    let answer = try service.ask("/v1/usage", key(client))
    try #require(answer.status == 200, "\(answer.text)")
    return try #require(answer.json)
  }

  /// A client beyond its limit gets 429 with the time to wait, and other clients are not affected;
  /// a reload raises the limit.
  @Test func aGreedyClientIsRefused() throws {
    let folder = try TemporaryFolder()
    let service = try Self.service(
      #"{"format": 1, "clients": {"app": {"requests": 3}}}"#, in: folder)
    let request = #"{"devices": "iphonese3", "notes": ["Buy milk"]}"#
    let answer = try service.render(request, Self.key("app"))
    #expect(answer.status == 200)
    #expect(answer.header("RateLimit-Policy") == #""client";q=3;w=60"#)
    #expect(answer.header("RateLimit") == #""client";r=2;t=20"#)
    let refused = try Self.refusal { try service.ask("/v1/usage", Self.key("app")) }
    #expect(refused.codes == ["rate-limited"], "\(refused.text)")
    let type = refused.json?["type"]?.string
    #expect(type == "urn:wallfarm:problem:rate-limited")
    #expect(refused.header("RateLimit")?.hasPrefix(#""client";r=0;t="#) == true)
    let wait = try #require(refused.header("Retry-After").flatMap { Int($0) })
    #expect((1...20).contains(wait))
    let other = try service.render(request, Self.key("other"))
    #expect(other.status == 200 && other.header("RateLimit") == nil)
    #expect(try service.ask("/readyz").status == 200)

    // A file with an error is reported, and the limits stay.
    try folder.write(#"{"format": 1, "clients": {"app": {"requests": -1}}}"#, to: "limits.json")
    kill(service.processID, SIGHUP)
    #expect(eventually { service.log.contains("the current configuration is kept") })
    _ = try Self.refusal { try service.ask("/v1/usage", Self.key("app")) }
    try folder.write("{\"format\": 1}", to: "limits.json")
    kill(service.processID, SIGHUP)
    #expect(eventually { service.log.contains("keys, limits and hosts reloaded") })
    for _ in 0..<5 { #expect(try Self.usage(service)["requests"]?["limit"]?.plain == .null) }

    // A key that is revoked is invalid, even if there are limits on its client.
    try folder.write(#"{"format": 1, "clients": {"app": {"requests": 9}}}"#, to: "limits.json")
    try folder.write("other \(Self.keys["other"] ?? "")\n", to: "keys")
    kill(service.processID, SIGHUP)
    #expect(eventually { (try? service.ask("/v1/usage", Self.key("app")).status) == 401 })
    #expect(try service.ask("/v1/usage", Self.key("other")).status == 200)
  }

  /// Repeats a request, whose limit returns slowly, until it is refused.
  private static func refusal(_ ask: () throws -> Answer) throws -> Answer {
    var refused: Answer?
    try eventually {
      let answer = try ask()
      if answer.status == 429 { refused = answer }
      return refused != nil
    }
    return try #require(refused)
  }

  /// Quotas limit people, uploads and bytes; erasing frees them, and `GET /v1/usage` has the numbers.
  @Test func quotasLimitStoredData() throws {
    let folder = try TemporaryFolder()
    let service = try Self.service(
      #"{"format": 1, "client": {"people": 2, "uploads": 1, "bytes": 600000}}"#, in: folder)
    func add(_ client: String = "app") throws -> Answer {
      try service.ask("/v1/people", ["-d", Self.person] + Self.key(client))
    }
    let first = try add()
    let id = try #require(first.json?["id"]?.string)
    #expect(try add().status == 201)
    let third = try add()
    #expect(third.status == 403 && third.codes == ["quota-exceeded"], "\(third.text)")
    #expect(try add("other").status == 201)
    #expect(try service.ask("/v1/people/\(id)", ["-X", "DELETE"] + Self.key("app")).status == 204)
    #expect(try add().status == 201)

    func upload(_ size: String) throws -> Answer {
      _ = Tool.run("convert", ["-size", size, "xc:navy", folder.file("p.png")])
      return try service.ask("/v1/images", ["-T", folder.file("p.png")] + Self.key("app"))
    }
    let image = try upload("20x20")
    let name = try #require(image.json?["image"]?.string, "\(image.text)")
    // The same upload again is not another one.
    #expect(try upload("20x20").status == 201)
    let second = try upload("21x20")
    #expect(second.status == 403 && second.codes == ["quota-exceeded"])
    let usage = try Self.usage(service)
    #expect(usage["people"]?.plain == ["used": 2, "limit": 2])
    #expect(usage["uploads"]?.plain == ["used": 1, "limit": 1])
    #expect(usage["client"]?.string == "app")
    #expect(usage["concurrent"]?.plain == ["used": 1, "limit": .null])
    let none: JSONValue = ["limit": .null, "seconds": 60, "remaining": .null, "reset": .null]
    #expect(usage["requests"]?.plain == none)
    let bytes = try #require(usage["bytes"]?["used"]?.whole)
    #expect(bytes > 0 && bytes <= 600_000)
    let other = try Self.usage(service, "other")
    #expect(other["people"]?["used"]?.whole == 1 && other["uploads"]?["used"]?.whole == 0)

    // The bytes of people and uploads count together.
    #expect(
      try service.ask("/v1/images/\(name)", ["-X", "DELETE"] + Self.key("app")).status == 204)
    let used = try #require(Self.usage(service)["bytes"]?["used"]?.whole)
    try folder.write(
      #"{"format": 1, "client": {"bytes": \#(used + 10)}}"#, to: "limits.json")
    kill(service.processID, SIGHUP)
    #expect(eventually { service.log.contains("limits and hosts reloaded") })
    #expect(try upload("22x20").codes == ["quota-exceeded"])
    #expect(try add().codes == ["quota-exceeded"])
  }

  /// Requests in progress are limited for a client whose pictures wait.
  @Test func requestsInProgressAreLimited() throws {
    let folder = try TemporaryFolder()
    let service = try Self.service(
      #"{"format": 1, "client": {"concurrent": 2}}"#, in: folder,
      ["--metrics", "unix:\(folder.file("figures"))"])
    service.holdWorkers(true)
    let waiting = try (0..<2).map { number in
      let curl = Process()
      curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
      curl.arguments =
        [
          "-sS", "-o", folder.file("\(number).png"), "-d",
          #"{"devices": "iphonese3", "notes": ["Buy milk \#(number)"]}"#,
          service.way.base + "/v1/render",
        ] + service.way.options + Self.key("app")
      try curl.run()
      return curl
    }
    #expect(eventually { service.figure("pictures_in_progress") == 2 })
    let refused = try service.ask("/v1/usage", Self.key("app"))
    #expect(refused.status == 429 && refused.codes == ["rate-limited"], "\(refused.text)")
    #expect(refused.header("Retry-After") == "1")
    #expect(try service.ask("/v1/usage", Self.key("other")).status == 200)
    service.holdWorkers(false)
    for (number, curl) in waiting.enumerated() {
      curl.waitUntilExit()
      #expect(try folder.bytes("\(number).png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
    #expect(
      try eventually { try Self.usage(service)["concurrent"]?["used"]?.whole == 1 })
  }

  /// Requests without a valid key count for their address, whatever their path or key is; clients
  /// with keys and the health checks are not affected.
  @Test func anAddressIsLimited() throws {
    let folder = try TemporaryFolder()
    let port = try #require(RunningService.freePort)
    let service = try Self.service(
      #"{"format": 1, "address": {"requests": 4}}"#, in: folder,
      ["--metrics", "unix:\(folder.file("figures"))"], port: port)
    let wrong = ["-H", "Authorization: Bearer wrong-key-000000000000000000"]
    #expect(try service.ask("/p/r" + String(repeating: "A", count: 43) + "/lock.png").status == 404)
    #expect(try service.render("{}", wrong).status == 401)
    let unknown = try service.ask("/v1/usage")
    #expect(unknown.status == 401 || unknown.status == 429)
    #expect(unknown.header("RateLimit-Policy") == #""address";q=4;w=60"#)
    for (path, options) in [("/v1/devices", [String]()), ("/", []), ("/v1/usage", wrong)] {
      let answer = try Self.refusal { try service.ask(path, options) }
      #expect(answer.codes == ["rate-limited"], "\(path)")
      #expect(answer.header("RateLimit-Policy") == #""address";q=4;w=60"#)
    }
    #expect(try service.ask("/v1/usage", Self.key("app")).status == 200)
    for path in ["/healthz", "/readyz"] {
      #expect(try service.ask(path).status == 200)
      let (text, status) = Tool.run(
        "curl", ["-sSf", "--unix-socket", folder.file("figures"), "http://localhost\(path)"])
      #expect(status == 0, "\(text)")
    }
  }

  /// Thousands of connections from one address do not keep the separate address from answering
  /// health checks, nor another client on the same address from rendering.
  @Test(.tags(.torture)) func connectionsDoNotHideTheHealth() throws {
    let folder = try TemporaryFolder()
    let port = try #require(RunningService.freePort)
    let service = try Self.service(
      #"{"format": 1}"#, in: folder, ["--metrics", "unix:\(folder.file("figures"))"], port: port)
    let count = Torture.isOn ? "10000" : "2000"
    let (text, status) = Tool.run(
      "/usr/bin/python3",
      [
        "-B", Workspace.root + "/Tests/ServiceTests/crowd.py", port, folder.file("figures"), count,
        Self.keys["app"] ?? "",
      ], withErrors: true)
    #expect(status == 0, "\(text)")
    #expect(text.hasSuffix(" connections\nhealth 200\nready 200\npicture 200\n"), "\(text)")
    #expect(text.split(separator: " ").first.flatMap { Int($0) } ?? 0 >= 256)
    #expect(service.isRunning)
  }
}
