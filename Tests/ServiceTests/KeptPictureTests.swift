import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests pictures with a lasting address by requesting them with curl.
@Suite struct KeptPictureTests {
  private static let request =
    #"{"devices": "iphonese3", "notes": ["Zwetschgen"], "color": "navy"}"#
  private static let wantsAddress = ["-H", "Prefer: return=representation"]

  private static func keys(_ lines: String, in folder: TemporaryFolder) throws -> [String] {
    try folder.write(lines, to: "keys")
    return ["--state", folder.file("state"), "--address-keys", folder.file("keys")]
  }

  private static func files(below folder: String) throws -> [Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return names.compactMap { FileManager.default.contents(atPath: folder + "/" + $0) }
  }

  @Test func anAddressIsThePictureUntilItEnds() throws {
    let folder = try TemporaryFolder()
    let one = "one 0123456789012345678901\n"
    let options = try Self.keys(one, in: folder) + ["--metrics", "unix:\(folder.file("figures"))"]
    var service = try RunningService(options, in: folder)
    let picture = try service.render(Self.request)
    let told = try service.render(Self.request, Self.wantsAddress)
    #expect(told.status == 201, "\(told.text)")
    #expect(told.header("preference-applied") == "return=representation")
    let address = try #require(told.json?["address"]?.string)
    #expect(told.header("location") == address)
    #expect(told.json?["receipt"]?["device"]?["id"]?.string == "iphonese3")

    let fetched = try service.ask(address)
    #expect(fetched.status == 200)
    #expect(fetched.body == picture.body)
    #expect(fetched.header("content-type") == "image/png")
    let age = fetched.header("cache-control").flatMap { Int($0.filter(\.isNumber)) }
    #expect(age.map { (1...2_592_000).contains($0) } == true)
    let tag = try #require(fetched.header("etag"))
    let looked = try service.ask(address, ["-I"])
    #expect(looked.status == 200 && looked.header("etag") == tag)
    let again = try service.ask(address, ["-H", "If-None-Match: \(tag)"])
    #expect(again.status == 304 && again.body == [] && again.header("etag") == tag)

    let ended = try #require(
      try service.render(
        Self.request, ["-H", "Prefer: return=representation; lifetime=1"]
      ).json?["address"]?.string)
    #expect(eventually { (try? service.ask(ended).codes) == ["address-expired"] })
    #expect(try service.ask(ended).status == 410)
    #expect(try service.ask(String(address.dropLast(5)) + ".png").codes == ["not-found"])

    // The address survives a restart, and the keys that sign addresses can be rotated.
    service.tellToEnd()
    #expect(service.status() == 0)
    service = try RunningService(options, in: folder)
    #expect(try service.ask(address, ["-I"]).header("etag") == tag)
    #expect(try service.ask(address).body == picture.body)
    try folder.write("two abcdefghijklmnopqrstuvwxyz\n" + one, to: "keys")
    kill(service.processID, SIGHUP)
    #expect(
      eventually {
        let told = try? service.render(Self.request, Self.wantsAddress)
        return told?.json?["address"]?.string?.hasPrefix("/w/two.") == true
      })
    #expect(try service.ask(address).status == 200)
    try folder.write("two abcdefghijklmnopqrstuvwxyz\n", to: "keys")
    kill(service.processID, SIGHUP)
    #expect(eventually { (try? service.ask(address).status) == 404 })

    let texts = try Self.files(below: folder.file("state")) + [Data(service.log.utf8)]
    for word in [
      "Zwetschgen", "navy", "0123456789012345678901", String(address.suffix(40)),
    ] {
      #expect(!texts.contains { $0.range(of: Data(word.utf8)) != nil }, "\(word)")
    }
  }

  /// A picture that depends on the day can be cached until midnight, but not longer.
  @Test func aPictureThatExpiresSaysSo() throws {
    let service = try RunningService(in: TemporaryFolder())
    let told = try service.render(
      """
      {"devices": "iphonese3", "template": "countdown", "zone": "UTC",
       "content": {"dates": [{"title": "Sea", "date": "2999-01-01"}]}}
      """, Self.wantsAddress)
    #expect(told.status == 201, "\(told.text)")
    let address = try #require(told.json?["address"]?.string)
    let age = try service.ask(address).header("cache-control").flatMap {
      Int($0.filter(\.isNumber))
    }
    #expect(age.map { (0...86_400).contains($0) } == true)
  }

  /// If no keys are configured, the service creates a key and stores it next to the data that the
  /// key protects.
  @Test func whatIsKeptHasAKeyThatIsKept() throws {
    let folder = try TemporaryFolder()
    let state = folder.file("state")
    let checked = try Program.run(["serve", "--check", "--state", state], in: folder)
    #expect(checked.status == 0 && folder.names == [], "\(checked.error)")
    var address = ""
    for round in 0..<2 {
      let service = try RunningService(["--state", state], in: folder)
      if round == 0 {
        let told = try service.render(
          #"{"devices": "iphonese3", "notes": ["a"]}"#, Self.wantsAddress)
        address = try #require(told.json?["address"]?.string)
      }
      #expect(try service.ask(address).status == 200, "round \(round)")
      service.tellToEnd()
      #expect(service.status() == 0)
    }
    var file = stat()
    #expect(stat(state + "/address-keys", &file) == 0 && file.st_mode & 0o777 == 0o600)
    // An invalid key file is not replaced, because all addresses that its keys signed would become
    // invalid.
    try folder.write("own short", to: "state/address-keys")
    let refused = try Program.run(
      ["serve", "--listen", "unix:\(folder.file("socket"))", "--state", state], in: folder)
    #expect(refused.problem.code == "key-unusable" && refused.hasFailedAsDocumented)
    #expect(try folder.text("state/address-keys") == "own short")
  }

  @Test func severalDevicesAreAnArchiveOrLines() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    let request = #"{"devices": ["iphonese3", "iphone8"], "notes": ["a"], "format": "jpeg"}"#
    let archive = try service.render(request)
    #expect(archive.status == 200 && archive.header("content-type") == "application/zip")
    try folder.write(archive.body, to: "a.zip")
    let script = """
      import json, zipfile
      archive = zipfile.ZipFile("a.zip")
      assert archive.testzip() is None
      archive.extract("iphone8.jpg")
      print(sorted(archive.namelist()), sorted(json.loads(archive.read("receipts.json"))))
      """
    let listed = try Program.bash("python3 -c '\(script)'", in: folder)
    #expect(
      listed.output
        == "['iphone8.jpg', 'iphonese3.jpg', 'receipts.json'] ['iphone8', 'iphonese3']\n")
    let single = try service.render(#"{"devices": "iphone8", "notes": ["a"], "format": "jpeg"}"#)
    #expect(try folder.bytes("iphone8.jpg") == single.body)

    let lines = try service.render(request, Self.wantsAddress)
    #expect(lines.header("content-type") == "application/jsonl")
    let found = try lines.text.split(separator: "\n").map { try JSONNode(parsing: String($0)) }
    #expect(Set(found.compactMap { $0["device"]?.string }) == ["iphonese3", "iphone8"])
    for line in found where line["device"]?.string == "iphone8" {
      #expect(try service.ask(line["address"]?.string ?? "").body == single.body)
    }

    let wrong = try service.render(#"{"devices": ["iphonese3", "iphone51"], "notes": ["a"]}"#)
    #expect(wrong.codes == ["unknown-device"])
  }

  /// No picture is rendered for a client that disconnected.
  @Test func whoLeavesIsNotWaitedFor() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(["--metrics", "unix:\(folder.file("figures"))"], in: folder)
    service.holdWorkers(true)
    let asking = Process()
    asking.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    asking.arguments = [
      "curl", "-sS", "--unix-socket", folder.file("socket"), "-d",
      #"{"devices": ["iphonese3", "iphone8", "iphone15"], "notes": ["a"]}"#,
      "http://localhost/v1/render",
    ]
    asking.standardError = FileHandle.nullDevice
    try asking.run()
    #expect(eventually { service.figure("pictures_in_progress") == 3 })
    kill(asking.processIdentifier, SIGKILL)
    #expect(eventually { service.figure("pictures_in_progress") == 0 })
    service.holdWorkers(false)
    #expect(try service.render(Self.request).status == 200)
    #expect(eventually { service.log.contains(#""status":499"#) })
  }

  @Test func aFormBringsItsPhoto() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    let photo = "/usr/share/backgrounds/mate/nature/Aqua.jpg"
    let words = #"request={"devices": "iphonese3", "notes": ["a"]}"#
    let answer = try service.ask("/v1/render", ["-F", words, "-F", "photo=@\(photo)"])
    #expect(answer.status == 200, "\(answer.text)")
    let name = try service.ask("/v1/photos", ["-T", photo]).json?["photo"]?.string ?? ""
    let other = try service.render(
      #"{"devices": "iphonese3", "notes": ["a"], "photo": "\#(name)"}"#)
    #expect(answer.body == other.body)
    let wrong = [
      ["-F", words, "-F", "more=1"], ["-F", words, "-F", words], ["-F", "photo=@\(photo)"],
      ["-H", "Content-Type: multipart/form-data", "--data-binary", "x"],
      ["-H", "Content-Type: multipart/form-data; boundary=x", "--data-binary", "--x\r\n\r\na"],
    ]
    for options in wrong {
      let answer = try service.ask("/v1/render", options)
      #expect(answer.status == 400 && answer.codes == ["invalid-request"], "\(options)")
    }
    // The form is valid but specifies a photo twice: in the request and as a file.
    let twice = try service.ask(
      "/v1/render",
      ["-F", #"request={"devices": "iphonese3", "photo": "x"}"#, "-F", "photo=@\(photo)"])
    #expect(twice.status == 422 && twice.codes == ["conflicting-options"], "\(twice.text)")
  }

  /// The page renders in a browser at the widths of a phone and a desktop, and axe reports no
  /// violations.
  @Test(.tags(.web)) func thePageRendersInABrowser() throws {
    let folder = try TemporaryFolder()
    let port = try #require(RunningService.freePort)
    let service = try RunningService(in: folder, port: port)
    let axe = try #require(RunningService.axe)
    try FileManager.default.createDirectory(
      atPath: folder.file("shots"), withIntermediateDirectories: true)
    let judge = Tool.run(
      "/usr/bin/python3",
      [
        Workspace.root + "/Tests/ServiceTests/browse.py", "http://127.0.0.1:\(port)",
        folder.file("shots"), axe,
      ], withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(3000)) \(service.log.suffix(500))")
  }
}
