import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests a service with curl, as its clients use it.
@Suite struct ServiceTests {
  private static let request = #"{"devices": "iphonese3", "notes": ["Buy milk"], "color": "navy"}"#
  private static let photo = "/usr/share/backgrounds/mate/nature/Aqua.jpg"

  @Test func aPictureIsThatOfRender() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    for format in ["png", "jpeg", "webp"] {
      let answer = try service.render(
        #"{"devices": "iphonese3", "notes": ["Buy milk", "Call Ana"], "format": "\#(format)"}"#)
      let rendered = try Program.run(
        [
          "render", "-d", "iphonese3", "-n", "Buy milk", "-n", "Call Ana", "--format", format, "-o",
          "-",
        ], in: folder)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.header("content-type") == "image/\(format)")
      #expect(answer.header("cache-control") == "no-store")
      #expect(answer.body == rendered.bytes)
    }
  }

  /// All errors are reported together with their positions in the body, and no worker runs.
  @Test func mistakesAreProblems() throws {
    let service = try RunningService(in: TemporaryFolder())
    let cases: [(body: String, status: Int, codes: [String])] = [
      ("{", 400, ["invalid-json"]), ("", 400, ["invalid-json"]), ("[1]", 422, ["invalid-job"]),
      (#"{"notes": ["a"]}"#, 422, ["unknown-device"]),
      (#"{"devices": "iphone51", "notes": ["a"]}"#, 422, ["unknown-device"]),
      (#"{"devices": "iphone15"}"#, 422, ["no-notes"]),
      (
        #"{"devices": "iphone51", "thme": "fog", "output": "/etc/a.png", "notes": "/etc/passwd"}"#,
        422, ["not-over-http", "not-over-http", "unknown-key", "unknown-device"]
      ),
      (#"{"devices": "iphone15", "notes": ["a"], "theme": "../a.json"}"#, 422, ["not-over-http"]),
      (#"{"devices": "iphone15", "notes": ["a"], "template": "./x"}"#, 422, ["not-over-http"]),
      (#"{"devices": "iphone15", "notes": ["a"], "theme": "x.json"}"#, 422, ["not-over-http"]),
      (
        #"{"devices": "iphone15", "notes": ["a"], "theme": "\#(String(repeating: "a", count: 2000))"}"#,
        422, ["not-over-http"]
      ),
      (
        "{" + (1...200).map { "\"a\($0)\": 1" }.joined(separator: ", ") + "}", 400,
        ["invalid-request", "unknown-device"]
      ),
      (
        #"{"devices": "iphone15", "notes": ["a"], "photo": "/etc/a.jpg"}"#, 422,
        ["photo-unreadable"]
      ),
      (#"{"devices": "iphone15", "content": "/etc/passwd"}"#, 422, ["not-over-http"]),
      (
        #"{"devices": "iphone15", "notes": ["a"], "background": "photo", "set": {"file": "/etc/passwd"}}"#,
        422, ["path-outside"]
      ),
      (
        #"{"devices": "iphone15", "notes": ["a"], "zone": "../../etc/passwd"}"#, 422,
        ["unknown-zone"]
      ),
      (#"{"devices": "iphone15", "notes": ["a"], "max-photo-bytes": 9}"#, 422, ["not-over-http"]),
      // No error hides another error.
      (
        #"{"devices": "nope", "notes": ["a"], "theme": "nope", "template": "nope"}"#, 422,
        ["unknown-device", "unknown-template", "unknown-theme"]
      ),
      (
        #"{"devices": ["nope", "nada"], "notes": ["a"], "theme": "nope", "color": "nope"}"#, 422,
        ["unknown-device", "unknown-device", "unknown-theme", "invalid-parameter"]
      ),
      (
        #"{"devices": "iphone15", "notes": ["a"], "theme": "nope", "template": "nope"}"#, 422,
        ["unknown-template", "unknown-theme"]
      ),
    ]
    for (body, status, codes) in cases {
      let answer = try service.render(body)
      #expect(answer.status == status, "\(body): \(answer.text)")
      #expect(answer.codes == codes, "\(body): \(answer.text)")
      #expect(answer.header("content-type") == "application/problem+json")
      #expect(answer.json?["status"]?.whole == status)
      #expect(answer.json?["code"]?.string == codes.first)
    }
    let place = try service.render(Self.request.replacingOccurrences(of: "navy", with: "nvy"))
    #expect(place.json?["errors"]?.elements?.first?["origin"]?["text"]?.string == "request:1:58")
    #expect(!service.log.contains("Buy milk"))
    let unused = try service.render(
      #"{"devices": "iphonese3", "notes": ["a"], "content": {"text": [{"message": "b"}]}}"#)
    #expect(unused.header("wallfarm-warnings") == "content-unused")
  }

  @Test func whatIsNotThereIsSaid() throws {
    let service = try RunningService(["--max-request-bytes", "100"], in: TemporaryFolder())
    let cases: [(path: String, options: [String], status: Int)] = [
      ("/w/a/b", [], 404), ("/p/a", [], 404), ("/p/a/lock.png", [], 404), ("/v1/render/", [], 404),
      ("/v1%2frender", [], 404), ("/metrics", [], 404),
      ("/v1/render", [], 405), ("/v1/photos", [], 405), ("/healthz", ["-X", "POST"], 405),
      ("/v1/render", ["-d", "{}", "-H", "Content-Type: text/html"], 415),
      ("/v1/render", ["-d", String(repeating: "a", count: 101)], 413),
      (
        "/v1/render",
        ["-d", String(repeating: "a", count: 101), "-H", "Transfer-Encoding: chunked"], 413
      ),
      ("/healthz", ["-d", "a", "-X", "GET"], 413), ("/healthz?a=b", [], 200),
      ("/healthz", ["-I"], 200),
    ]
    for (path, options, status) in cases {
      let answer = try service.ask(path, options)
      #expect(answer.status == status, "\(path) \(options)")
      #expect(status == 200 || answer.codes.count == 1, "\(answer.text)")
    }
    #expect(try service.ask("/v1/render").header("allow") == "POST")
  }

  @Test func aTabletMayLieOnItsSide() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    let answer = try service.render(
      #"{"devices": "ipadmini6", "orientation": "landscape", "notes": ["a"]}"#)
    #expect(answer.status == 200, "\(answer.text)")
    let file = folder.file("turned.png")
    try Data(answer.body).write(to: URL(fileURLWithPath: file))
    #expect(Tool.run("identify", ["-format", "%wx%h", file]).text == "2266x1488")
    let phone = try service.render(
      #"{"devices": "iphone15", "orientation": "landscape", "notes": ["a"]}"#)
    #expect(phone.status == 422)
    #expect(phone.codes == ["orientation-unknown"])
  }

  @Test func aPhotoIsBroughtFirst() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    let kept = try service.ask("/v1/photos", ["-T", Self.photo])
    #expect(kept.status == 201)
    let name = try #require(kept.json?["photo"]?.string)
    let answer = try service.render(
      #"{"devices": "iphonese3", "notes": ["a"], "photo": "\#(name)"}"#)
    let rendered = try Program.run(
      ["render", "-d", "iphonese3", "-n", "a", "--photo", Self.photo, "-o", "-"], in: folder)
    #expect(answer.status == 200, "\(answer.text)")
    // The fingerprints differ because the service removes the photo's metadata.
    try folder.write(answer.body, to: "served.png")
    try folder.write(rendered.bytes, to: "rendered.png")
    let pixels = ["served.png", "rendered.png"].map {
      Tool.output(of: "identify", ["-format", "%#", folder.file($0)])
    }
    #expect(pixels[0] != nil && pixels[0] == pixels[1])

    let dimmed = try service.render(
      #"{"devices": "iphonese3", "notes": ["a"], "photo": "\#(name)", "set": {"dim": 0.7}}"#)
    #expect(dimmed.status == 200, "\(dimmed.text)")
    #expect(dimmed.body != answer.body)
    #expect(dimmed.header("etag") != answer.header("etag"))

    let unknown = try service.render(
      #"{"devices": "iphonese3", "notes": ["a"], "photo": "sha256-\#(String(repeating: "0", count: 64))"}"#
    )
    #expect(unknown.codes == ["photo-unreadable"])
    try folder.write("no photo", to: "text.jpg")
    #expect(
      try service.ask("/v1/photos", ["-T", folder.file("text.jpg")]).codes == ["photo-format"])
  }

  /// A worker detects a photo that is damaged after its header; the next picture succeeds.
  @Test func aDamagedPhotoCostsNothing() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Self.photo)).prefix(3000)
    try folder.write(Array(bytes), to: "cut.jpg")
    let name = try #require(
      try service.ask("/v1/photos", ["-T", folder.file("cut.jpg")]).json?["photo"]?.string)
    let answer = try service.render(
      #"{"devices": "iphonese3", "notes": ["a"], "photo": "\#(name)"}"#)
    #expect(answer.status == 422)
    #expect(answer.codes == ["photo-unreadable"])
    #expect(try service.render(Self.request).status == 200)
  }

  /// Only the client that uploaded a photo can erase it.
  ///
  /// The photo is then removed from memory and disk, and can be uploaded again.
  @Test func aPhotoIsErased() throws {
    let folder = try TemporaryFolder()
    let keys = ["one": "1234567890123456789012", "two": "abcdefghijklmnopqrstuvwxyz"]
    try folder.write(keys.map { "\($0.key) \($0.value)\n" }.joined(), to: "keys")
    try folder.write("a 1234567890123456789012\n", to: "address-keys")
    let service = try RunningService(
      [
        "--keys", folder.file("keys"), "--state", folder.file("state"), "--address-keys",
        folder.file("address-keys"),
      ], in: folder)
    func erase(_ name: String, _ client: String) throws -> Int {
      try service.ask(
        "/v1/photos/\(name)",
        ["-X", "DELETE", "-H", "Authorization: Bearer \(keys[client] ?? "")"]
      ).status
    }
    func bring() throws -> String {
      let bearing = ["-H", "Authorization: Bearer \(keys["one"] ?? "")"]
      let kept = try service.ask("/v1/photos", ["-T", Self.photo] + bearing)
      return try #require(kept.json?["photo"]?.string)
    }
    func kept() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: folder.file("state/photos")).count
    }
    for _ in 0..<2 {
      let name = try bring()
      let before = try kept()
      #expect(try erase(name, "two") == 404)
      #expect(try erase(String(name.dropLast()), "one") == 404)
      #expect(try erase("sha256-", "one") == 404)
      #expect(try kept() == before)
      #expect(try erase(name, "one") == 204)
      #expect(try kept() == before - 1)
      #expect(try erase(name, "one") == 404)
      let answer = try service.render(
        #"{"devices": "iphonese3", "notes": ["a"], "photo": "\#(name)"}"#,
        ["-H", "Authorization: Bearer \(keys["one"] ?? "")"])
      #expect(answer.codes == ["photo-unreadable"])
    }
  }

  /// The service reports its start, its stop and that it is alive to systemd.
  @Test func systemdIsNotified() throws {
    let folder = try TemporaryFolder()
    let socket = folder.file("notify")
    let listener = try #require(DatagramListener(socket))
    let service = try RunningService(in: folder, environment: ["NOTIFY_SOCKET": socket])
    for word in ["READY=1", "WATCHDOG=1"] {
      #expect(eventually { listener.text.contains(word) }, "\(word)")
    }
    #expect(!listener.text.contains("STOPPING=1"))
    service.tellToEnd()
    #expect(service.status() == 0)
    #expect(eventually { listener.text.contains("STOPPING=1") })
  }

  /// Log rotation renames the file and then sends SIGHUP; every line is in exactly one of the
  /// files.
  @Test func theLogIsOpenedAgain() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(["--log", folder.file("requests")], in: folder)
    _ = try service.ask("/v1/devices")
    #expect(eventually { (try? folder.text("requests"))?.contains("/v1/devices") == true })
    rename(folder.file("requests"), folder.file("requests.1"))
    _ = try service.ask("/v1/themes")
    #expect(eventually { (try? folder.text("requests.1"))?.contains("/v1/themes") == true })
    kill(service.processID, SIGHUP)
    #expect(eventually { folder.names.contains("requests") })
    _ = try service.ask("/v1/templates")
    #expect(eventually { (try? folder.text("requests"))?.contains("/v1/templates") == true })
    #expect(try !folder.text("requests.1").contains("/v1/templates"))
  }

  @Test func onlyThoseWithAKeyAreServed() throws {
    let folder = try TemporaryFolder()
    let keys = ["one": "1234567890123456789012", "two": "abcdefghijklmnopqrstuvwxyz"]
    try folder.write(
      "# clients\n" + keys.map { "\($0.key) \($0.value)\n" }.joined(), to: "keys")
    let service = try RunningService(["--keys", folder.file("keys")], in: folder)
    func bearing(_ key: String) -> [String] { ["-H", "Authorization: Bearer \(key)"] }

    #expect(try service.render(Self.request).status == 401)
    #expect(try service.render(Self.request).header("www-authenticate") == "Bearer")
    for wrong in ["", "x", "123456789012345678901", "12345678901234567890123", "one"] {
      #expect(try service.render(Self.request, bearing(wrong)).codes == ["key-missing"])
    }
    // The messages for a wrong key and for a missing key differ.
    #expect(try service.render(Self.request).text.contains("the request has no key"))
    let wrong = try service.render(Self.request, bearing("x"))
    #expect(wrong.text.contains("the service does not recognize the key"))
    #expect(try service.ask("/v1/devices").status == 200)
    for key in keys.values {
      #expect(try service.render(Self.request, bearing(key)).status == 200)
    }
    let kept = try service.ask("/v1/photos", ["-T", Self.photo] + bearing(keys["one"] ?? ""))
    let name = try #require(kept.json?["photo"]?.string)
    let request = #"{"devices": "iphonese3", "notes": ["a"], "photo": "\#(name)"}"#
    #expect(try service.render(request, bearing(keys["one"] ?? "")).status == 200)
    #expect(try service.render(request, bearing(keys["two"] ?? "")).codes == ["photo-unreadable"])
    #expect(service.log.contains(#""key":"one""#))
    for key in keys.values { #expect(!service.log.contains(key)) }
    #expect(!service.log.contains(name))
  }

  @Test func listsAreThoseOfTheProgram() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    for (path, command) in [
      ("devices", ["device", "list", "--json"]), ("themes", ["theme", "list", "--json"]),
      ("templates", ["template", "list", "--json"]), ("schema", ["schema", "request"]),
    ] {
      let answer = try service.ask("/v1/" + path)
      let printed = try Program.run(command, in: folder).output
      if path == "schema" {
        // Over HTTP, a theme can be an object, fonts are names of uploads, and content has no URLs.
        let keys = try JSONNode(parsing: printed)["properties"]
        let served = answer.json?["properties"]
        let different = (keys?.members ?? []).map(\.key).filter {
          served?[$0]?.plain != keys?[$0]?.plain
        }
        #expect(different.sorted() == ["content", "fonts", "theme"])
        #expect(served?["theme"]?["anyOf"]?.elements?.last?["type"]?.string == "object")
      } else {
        #expect(answer.text == printed)
      }
      let tag = try #require(answer.header("etag"))
      let again = try service.ask("/v1/" + path, ["-H", "If-None-Match: \"x\", W/\(tag)"])
      #expect(again.status == 304)
      #expect(again.body == [])
    }
  }

  /// When the service is told to end, it finishes the requests in progress and removes its socket
  /// files.
  @Test func toldToEndItFinishesWhatItIsAt() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(
      ["--metrics", "unix:\(folder.file("figures"))"], in: folder)
    let asking = Process()
    asking.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    asking.arguments = [
      "curl", "-sS", "--unix-socket", folder.file("socket"), "-o", folder.file("picture"), "-d",
      #"{"devices": "ipadpro13", "notes": ["a"]}"#, "http://localhost/v1/render",
    ]
    service.holdWorkers(true)
    try asking.run()
    #expect(eventually { service.figure("pictures_in_progress") == 1 })
    service.tellToEnd()
    service.holdWorkers(false)
    #expect(service.status() == 0)
    asking.waitUntilExit()
    #expect(asking.terminationStatus == 0)
    #expect(Tool.run("pngcheck", ["-q", folder.file("picture")]).status == 0)
    #expect(folder.names == ["log", "picture"])
  }

  /// Different requests produce different pictures, with and without a key for fingerprints.
  @Test(arguments: [
    [:], ["WALLFARM_KEY_FILE": "", "HOME": "/dev/null", "XDG_DATA_HOME": "/dev/null"],
  ])
  func nobodyGetsAnothersPicture(_ environment: [String: String]) throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder, environment: environment)
    // All requests wait for one worker.
    let line = (1...6).map { number in
      #"curl -sS --unix-socket socket -o p\#(number) -d '{"devices": "iphonese3", "notes": ["\#(number)"]}' "#
        + "http://localhost/v1/render & "
    }
    #expect(try Program.bash(line.joined() + "wait", in: folder).status == 0)
    let pictures = try (1...6).map { try folder.bytes("p\($0)") }
    #expect(Set(pictures).count == 6)
    #expect(service.log.components(separatedBy: #""route":"/v1/render","status":200"#).count == 7)
  }

  @Test func withoutKeysOnlyThisMachineIsServed() throws {
    let folder = try TemporaryFolder()
    for address in [":8080", "0.0.0.0:0", "[::]:0", "192.0.2.1:80"] {
      let finished = try Program.run(["serve", "--listen", address, "--check"], in: folder)
      #expect(finished.problem.code == "key-missing")
      #expect(finished.hasFailedAsDocumented)
    }
    #expect(try Program.run(["serve", "--check"], in: folder).status == 0)
    let taken = try RunningService(in: folder)
    let second = try Program.run(
      ["serve", "--listen", "unix:\(folder.file("socket"))"], in: folder)
    #expect(second.problem.code == "cannot-listen")
    #expect(second.hasFailedAsDocumented)
    #expect(try taken.ask("/healthz").status == 200)
  }
}
