import Foundation
import Service
import SourceJSON
import Testing
import WallfarmTesting

/// Tests the app that a service offers to each person, except the pages themselves.
@Suite struct PersonAppTests {
  private static func person(
    _ service: RunningService
  ) throws -> (write: String, read: String) {
    let answer = try service.ask(
      "/v1/people", ["-d", #"{"device": "iphonese3", "notes": ["Buy milk"]}"#])
    return (
      try #require(answer.json?["write"]?.string), try #require(answer.json?["read"]?.string)
    )
  }

  /// A person edits notes, chooses a design and a photo, and brings the picture onto the phone, in
  /// every language; nothing typed is lost.
  @Test(.tags(.web)) func aPersonUsesTheApp() throws {
    let folder = try TemporaryFolder()
    let port = try #require(RunningService.freePort)
    let service = try RunningService(["--people"], in: folder, port: port)
    let (write, read) = try Self.person(service)
    let judge = Tool.run(
      "/usr/bin/python3",
      [
        Workspace.root + "/Tests/ServiceTests/app/use-app.py",
        "http://127.0.0.1:\(port)\(write)/",
      ], withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(3000)) \(service.log.suffix(500))")
    #expect(judge.text.split(separator: "\n").filter { $0.hasPrefix("ok:") }.count > 200)
    // The log contains no token.
    #expect(!service.log.contains(write) && !service.log.contains(read))
    #expect(service.log.firstMatch(of: /\/p\/[rw][A-Za-z0-9_-]{43}/) == nil)
  }

  /// Every file of the app is compiled into the program, and has its type and a strict policy.
  @Test func theFilesOfTheAppAreServed() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(["--people"], in: folder)
    let (write, read) = try Self.person(service)
    let source = Workspace.root + "/Sources/Service/Service/Resources/app"
    let names = try FileManager.default.contentsOfDirectory(atPath: source)
    #expect(names.count > 10)
    let types = [
      "html": "text/html", "css": "text/css", "js": "text/javascript", "json": "application/json",
      "webmanifest": "application/manifest+json", "svg": "image/svg+xml", "png": "image/png",
    ]
    var sent = 0
    for name in names {
      let path =
        switch name {
        case "index.html": write + "/"
        case "worker.js", "app.webmanifest": write + "/" + name
        default: "/app/" + name
        }
      let answer = try service.ask(path)
      let file = try Data(contentsOf: URL(fileURLWithPath: source + "/" + name))
      #expect(answer.status == 200 && Data(answer.body) == file, "\(name)")
      let type = try #require(types[String(name.split(separator: ".").last ?? "")])
      #expect(answer.header("Content-Type")?.hasPrefix(type) == true, "\(name)")
      let policy = answer.header("Content-Security-Policy") ?? ""
      #expect(policy.hasPrefix("default-src 'none';") && !policy.contains("unsafe"))
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(answer.header("X-Content-Type-Options") == "nosniff")
      #expect(answer.header("Referrer-Policy") == "no-referrer")
      let tag = try #require(answer.header("ETag"))
      #expect(try service.ask(path, ["-H", "If-None-Match: \(tag)"]).status == 304)
      let small = try service.ask(path, ["--compressed"])
      #expect(small.status == 200 && Data(small.body) == file, "\(name)")
      #expect(small.header("Vary") == "Accept-Encoding")
      if small.header("Content-Encoding") == "gzip" {
        let tag = try #require(small.header("ETag"))
        let options = ["-H", "If-None-Match: \(tag)"]
        #expect(try service.ask(path, options + ["--compressed"]).status == 304, "\(name)")
        #expect(try service.ask(path, options).status == 200, "\(name)")
        sent += Int(small.header("Content-Length") ?? "") ?? 0
      } else {
        #expect(!name.hasSuffix(".js") && !name.hasSuffix(".css"))
        sent += small.body.count
      }
      let refusing = ["-H", "Accept-Encoding: br, gzip;q=0"]
      #expect(try service.ask(path, refusing).header("Content-Encoding") == nil)
    }
    // All files together, including all languages and icons, are smaller than the first view may be.
    #expect(sent < 150_000)
    let list = try service.ask("/v1/devices", ["--compressed"])
    #expect(list.header("Content-Encoding") == "gzip" && list.json?.elements?.isEmpty == false)
    #expect(list.body == (try service.ask("/v1/devices").body))
    #expect(try service.ask("/app/index.html").status == 404)
    #expect(try service.ask("/app/nothing.js").status == 404)
    // The page of an invalid link explains that it is not valid.
    for path in [
      read + "/", "/p/nothing/", "/p/w" + String(repeating: "0", count: 43) + "/",
    ] {
      let answer = try service.ask(path)
      #expect(answer.status == 404, "\(path)")
      #expect(answer.header("Content-Type")?.hasPrefix("text/html") == true, "\(path)")
    }
  }

  @Test func withoutTheOptionThereIsNoApp() throws {
    let service = try RunningService(in: try TemporaryFolder())
    let (write, _) = try Self.person(service)
    for path in [write + "/", write + "/worker.js", write + "/links", write + "/export"] {
      #expect(try service.ask(path).status == 404, "\(path)")
    }
    #expect(try service.ask("/app/app.js").status == 404)
    let body = #"{"person": {"device": "iphonese3", "notes": ["A"]}}"#
    #expect(try service.ask(write + "/preview", ["-d", body]).status == 404)
    #expect(
      try service.ask(write + "/photos", ["-T", "/usr/share/pixmaps/debian-logo.png"]).status == 404
    )
  }

  /// A preview is the picture that would be stored, but smaller, and nothing is stored.
  @Test func aPreviewIsTheSmallPictureOfADescription() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(["--people"], in: folder)
    let (write, read) = try Self.person(service)
    let before = try service.ask(write)
    func preview(_ rest: String) throws -> Answer {
      try service.ask(
        write + "/preview",
        ["-d", #"{"person": {"device": "iphonese3", "notes": ["Tea"]}\#(rest)}"#])
    }
    let png = #", "format": "png""#
    let whole = try preview(png)
    #expect(whole.status == 200 && whole.header("Content-Type") == "image/png")
    #expect(whole.header("Cache-Control") == "no-store")
    let half = try preview(png + #", "preview": 0.5"#)
    try folder.write(whole.body, to: "whole.png")
    try folder.write(half.body, to: "half.png")
    // The small picture differs from the reduced one only by the rendering of edges.
    let (said, status) = folder.python(
      """
      from PIL import Image, ImageChops, ImageStat
      whole, half = (Image.open(f"{name}.png").convert("RGB") for name in ("whole", "half"))
      assert whole.size == (750, 1334) and half.size == (375, 667), (whole.size, half.size)
      small = whole.resize(half.size, Image.BOX)
      assert max(ImageStat.Stat(ImageChops.difference(small, half)).mean) < 2
      """)
    #expect(status == 0, "\(said)")
    #expect(try preview(#", "screen": "home""#).status == 204)
    #expect(try preview(#", "device": "tablet""#).status == 404)
    #expect(try service.ask(write).header("ETag") == before.header("ETag"))

    #expect(
      try service.ask(write + "/content", ["-X", "PUT", "-d", #"{"notes": ["Tea"]}"#]).status == 204
    )
    #expect(try service.ask(read + "/lock.png").body == whole.body)
    for (rest, code) in [
      (#", "screen": "door""#, "invalid-request"), (#", "device": 3"#, "invalid-request"),
      (#", "preview": 2"#, "invalid-parameter"), (#", "format": "gif""#, "invalid-request"),
      (#", "extra": 1"#, "unknown-key"),
    ] {
      let answer = try preview(rest)
      #expect(answer.codes == [code], "\(rest): \(answer.text)")
    }
    #expect(try service.ask(write + "/preview", ["-d", "{}"]).codes == ["invalid-request"])
    let read404 = try service.ask(
      read + "/preview", ["-d", #"{"person": {"device": "iphonese3", "notes": ["A"]}}"#])
    #expect(read404.status == 404)
  }

  /// A person's photo is stored without metadata, is returned only to its owner and never as a
  /// script, and is part of the export.
  @Test func aPhotoIsUploadedShownAndExported() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(["--people"], in: folder)
    let (write, read) = try Self.person(service)
    let (other, _) = try Self.person(service)
    let photo = Workspace.root + "/Flows/unwalk/lake.jpg"
    let answer = try service.ask(write + "/photos", ["-T", photo])
    let name = try #require(answer.json?["photo"]?.string)
    // A photo is returned once a picture of the person uses it.
    #expect(try service.ask(write + "/photos/" + name).status == 404)
    let words = #"{"device": "iphonese3", "notes": ["Tea"], "lock": {"photo": "\#(name)"}}"#
    let stored = try service.ask(write, ["-X", "PUT", "-d", words])
    #expect([200, 204].contains(stored.status), "\(stored.text)")
    let shown = try service.ask(write + "/photos/" + name)
    #expect(shown.status == 200 && shown.header("Content-Type") == "application/octet-stream")
    #expect(shown.header("X-Content-Type-Options") == "nosniff")
    for path in [other + "/photos/" + name, read + "/photos/" + name] {
      #expect(try service.ask(path).status == 404, "\(path)")
    }
    let export = try service.ask(write + "/export")
    #expect(export.header("Content-Disposition")?.hasPrefix("attachment;") == true)
    let text = try #require(export.json?["photos"]?[name]?.string)
    #expect(Data(base64Encoded: text) == Data(shown.body))
    #expect(export.json?["person"]?["notes"]?.elements?.first?.string == "Tea")
    #expect(export.json?["links"]?.elements?.count == 2)
    let own = try service.ask(write).json
    for key in ["id", "person", "states", "fetched", "sources", "ledger"] {
      #expect(export.json?[key]?.plain == own?[key]?.plain, "\(key)")
    }
    #expect(!export.text.contains(write) && !export.text.contains(read))
    let refused = try service.ask(
      write + "/photos", ["-T", Workspace.root + "/Sources/Service/Service/Resources/app/app.js"])
    #expect(refused.status == 422 && refused.codes == ["photo-format"])
  }

  /// The fonts and themes that pictures use belong to the client, so they are not photos of the
  /// person.
  @Test func aFontIsNoPhoto() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(["--people"], in: folder)
    let (write, _) = try Self.person(service)
    try folder.write(Harbour.font(), to: "harbour.ttf")
    let font = folder.file("harbour.ttf")
    let name = try #require(try service.ask("/v1/fonts", ["-T", font]).json?["font"]?.string)
    let words = #"{"device": "iphonese3", "notes": ["Tea"], "lock": {"fonts": ["\#(name)"]}}"#
    #expect([200, 204].contains(try service.ask(write, ["-X", "PUT", "-d", words]).status))
    #expect(try service.ask(write + "/photos/" + name).status == 404)
    #expect(try service.ask(write + "/export").json?["photos"]?.members?.count == 0)
    let small = #"{"device": "iphonese3", "notes": ["Tea"], "lock": {"preview": 0.2}}"#
    #expect(try service.ask(write, ["-X", "PUT", "-d", small]).codes == ["invalid-request"])
  }

  /// One person cannot displace the photos of others.
  @Test func theNumberOfPhotosIsLimited() {
    let (allowance, start) = (PhotoAllowance(), SuspendingClock().now)
    for _ in 1...PhotoAllowance.mostPhotos {
      #expect(allowance.take(1000, of: "a", at: start) == nil)
    }
    #expect(allowance.take(1000, of: "a", at: start + .seconds(600)) == 3000)
    #expect(allowance.take(1000, of: "b", at: start) == nil)
    #expect(allowance.take(PhotoAllowance.mostBytes, of: "b", at: start) == 3600)
    #expect(allowance.take(1000, of: "a", at: start + .seconds(3600)) == nil)
  }

  /// A page of another site cannot change a person, even if it knows the address.
  @Test func pagesOfOtherSitesAreRefused() throws {
    let folder = try TemporaryFolder()
    try folder.write("app 0123456789abcdefghijkl\n", to: "keys")
    let service = try RunningService(
      ["--people", "--keys", folder.file("keys"), "--public-address", "https://w.example"],
      in: folder)
    let key = ["-H", "Authorization: Bearer 0123456789abcdefghijkl"]
    let made = try service.ask(
      "/v1/people", key + ["-d", #"{"device": "iphonese3", "notes": ["Buy milk"]}"#])
    let address = try #require(made.json?["write"]?.string)
    let write = String(address.dropFirst("https://w.example".count))
    func change(_ origin: String) throws -> Int {
      try service.ask(
        write + "/content",
        ["-H", "Origin: \(origin)", "-X", "PUT", "-d", #"{"notes": ["\#(origin)"]}"#]
      ).status
    }
    for origin in [
      "https://evil.example", "null", "https://w.example.evil.example", "http://localhost:1",
      "https://evil.example/w.example", "capacitor://w.example", "https://w.example:8443",
    ] {
      #expect(try change(origin) == 403, "\(origin)")
      #expect(try service.ask(write, ["-H", "Origin: \(origin)", "-X", "DELETE"]).status == 403)
    }
    for origin in ["https://w.example", "https://W.example:443", "http://localhost"] {
      #expect(try change(origin) == 204, "\(origin)")
    }
    #expect(try service.ask(write, ["-H", "Origin: https://evil.example"]).status == 200)
  }
}
