import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests the addresses of people with curl, as apps and phones use them.
@Suite struct PeopleTests {
  private static let person = """
    {"device": "iphonese3", "zone": "Europe/Prague", "language": "cs", "lock": {"color": "navy"},
     "home": {"color": "black"}, "notes": ["Meruňky"]}
    """

  private static func add(_ service: RunningService, _ person: String = person) throws -> (
    id: String, read: String, write: String
  ) {
    let answer = try service.ask("/v1/people", ["-d", person])
    #expect(answer.status == 201, "\(answer.text)")
    func text(_ key: String) throws -> String { try #require(answer.json?[key]?.string) }
    return (try text("id"), try text("read"), try text("write"))
  }

  private static func put(_ service: RunningService, _ write: String, _ content: String) throws
    -> Answer
  {
    try service.ask(write + "/content", ["-X", "PUT", "-d", content])
  }

  /// A person can change the phone and keep the address; an invalid change is rejected and leaves
  /// the person unchanged.
  @Test func aPersonGetsANewPhone() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    let ana = try Self.add(service)
    func size() throws -> String? {
      try folder.write(try service.ask(ana.read + "/lock.png").body, to: "lock.png")
      return Tool.output(of: "identify", ["-format", "%wx%h", folder.file("lock.png")])
    }
    #expect(try size() == "750x1334")
    func put(_ body: String) throws -> Answer {
      try service.ask(ana.write, ["-X", "PUT", "-d", body])
    }
    let changed = try put(
      #"{"device": "iphone15", "lock": {"theme": "paper"}, "notes": ["Nový telefon"]}"#)
    #expect(changed.status == 204, "\(changed.text)")
    #expect(try size() == "1179x2556")
    #expect(try service.ask(ana.read + "/home.png").status == 204)
    #expect(try service.ask(ana.write).text.contains("Nový telefon"))
    for (body, status) in [
      (#"{"device": "iphone0", "notes": ["a"]}"#, 422), (#"{"notes": ["a"]}"#, 400), ("{", 400),
      (#"{"device": "iphone15", "notes": ["\u0378"]}"#, 422),
    ] {
      #expect(try put(body).status == status, "\(body)")
      #expect(try service.ask(ana.write).text.contains("Nový telefon"))
    }
    // The read token cannot write, and an erased person stays erased.
    #expect(try service.ask(ana.read, ["-X", "PUT", "-d", Self.person]).status == 404)
    #expect(try service.ask(ana.write, ["-X", "DELETE"]).status == 204)
    #expect(try put(Self.person).status == 404)
  }

  @Test func thePictureIsAlwaysThePresentOne() throws {
    let folder = try TemporaryFolder()
    try folder.write("one 0123456789012345678901\n", to: "keys")
    let options = [
      "--state", folder.file("state"), "--address-keys", folder.file("keys"), "--metrics",
      "unix:\(folder.file("figures"))",
    ]
    var service = try RunningService(options, in: folder)
    let ana = try Self.add(service)
    let first = try service.ask(ana.read + "/lock.png")
    #expect(first.status == 200)
    #expect(first.header("cache-control")?.hasPrefix("private, no-cache") == true)
    let tag = try #require(first.header("etag"))
    #expect(try service.ask(ana.read + "/lock.png", ["-H", "If-None-Match: \(tag)"]).status == 304)
    #expect(try service.ask(ana.read + "/lock.jpg").header("content-type") == "image/jpeg")
    #expect(try service.ask(ana.read + "/home.png").status == 200)

    #expect(try Self.put(service, ana.write, #"{"notes": ["Švestky"]}"#).status == 204)
    let second = try service.ask(ana.read + "/lock.png", ["-H", "If-None-Match: \(tag)"])
    #expect(second.status == 200 && second.body != first.body)
    let wrong = try Self.put(service, ana.write, #"{"notes": ["a"], "content": {"dates": 1}}"#)
    #expect(wrong.status == 422)
    // No font has this letter, but only a worker can detect that.
    let missing = try Self.put(service, ana.write, #"{"notes": ["\ud803\udd40"]}"#)
    #expect(missing.status == 422, "\(missing.text)")
    #expect(try service.ask(ana.read + "/lock.png").body == second.body)

    let kept = try service.ask(ana.write)
    #expect(kept.json?["person"]?["notes"]?.elements?.first?.string == "Švestky")
    #expect(kept.json?["person"]?["zone"]?.string == "Europe/Prague")

    service.tellToEnd()
    #expect(service.status() == 0)
    service = try RunningService(options, in: folder)
    #expect(try service.ask(ana.read + "/lock.png").body == second.body)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.file("state"))
    let texts =
      names.compactMap { FileManager.default.contents(atPath: folder.file("state/" + $0)) }
      + [Data(service.log.utf8)]
    for word in ["Meruňky", "Švestky", ana.read, ana.write, "Prague"] {
      let bytes = Data(word.replacingOccurrences(of: "/p/", with: "").utf8)
      #expect(!texts.contains { $0.range(of: bytes) != nil }, "\(word)")
    }
    #expect(service.figure("people") == 1)
    #expect(try service.ask(ana.write, ["-X", "DELETE"]).status == 204)
    #expect(service.figure("people") == 0)
    for path in [ana.read + "/lock.png", ana.read + "/home.png", ana.write] {
      #expect(try service.ask(path).status == 404)
    }
  }

  @Test func aTokenOpensOnePersonAndTheOneThatReadsNoMore() throws {
    let service = try RunningService(in: TemporaryFolder())
    let (ana, ben) = (try Self.add(service), try Self.add(service))
    #expect(Set([ana.read, ana.write, ben.read, ben.write, ana.id, ben.id]).count == 6)
    let refused: [(String, [String])] = [
      (ana.read, []), (ana.read, ["-X", "DELETE"]),
      (ana.read + "/content", ["-X", "PUT", "-d", #"{"notes": ["a"]}"#]),
      (ana.read.dropLast() + "/lock.png", []), (ana.read + "A/lock.png", []),
      (ana.read + "/lock.gif", []), (ana.read + "/.lock.png", []), (ana.read + "/lock..png", []),
      ("/p/w" + ana.read.dropFirst(4), []), ("/v1/people/x", ["-X", "DELETE"]),
    ]
    for (path, options) in refused {
      #expect(try service.ask(path, options).codes == ["not-found"], "\(path)")
    }
    #expect(try service.ask("/v1/people/\(ana.id)", ["-X", "DELETE"]).status == 204)
    #expect(try service.ask(ana.write).status == 404)
    #expect(try service.ask(ben.read + "/lock.png").status == 200)
  }

  @Test func aHomeScreenMayStayAsItIs() throws {
    let service = try RunningService(in: TemporaryFolder())
    for home in [#", "home": "keep""#, ""] {
      let person = #"{"device": "iphonese3", "notes": ["a"]\#(home)}"#
      let answer = try service.ask(try Self.add(service, person).read + "/home.png")
      #expect(answer.status == 204 && answer.body == [])
    }
  }

  @Test func whatIsWrongWithAPersonIsSaid() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(["--metrics", "unix:\(folder.file("figures"))"], in: folder)
    let cases: [(String, Int, String)] = [
      ("[]", 400, "invalid-request"), ("{", 400, "invalid-json"), ("{}", 400, "invalid-request"),
      (#"{"device": "iphonese3", "name": "Ana"}"#, 422, "unknown-key"),
      (#"{"device": "iphonese3", "lock": {"notes": ["a"]}}"#, 400, "invalid-request"),
      (#"{"device": "iphonese3", "lock": "keep"}"#, 400, "invalid-request"),
      (#"{"device": "iphone51", "notes": ["a"]}"#, 422, "unknown-device"),
      (#"{"device": "iphonese3", "zone": "Nowhere/At", "notes": ["a"]}"#, 422, "unknown-zone"),
      (#"{"device": "iphonese3"}"#, 422, "no-notes"),
      (#"{"device": "iphones", "notes": ["a"]}"#, 400, "invalid-request"),
      (#"{"device": "iphonese3", "notes": ["a"], "lock": {"them": "x"}}"#, 422, "unknown-key"),
    ]
    for (person, status, code) in cases {
      let answer = try service.ask("/v1/people", ["-d", person])
      #expect(answer.status == status && answer.codes.first == code, "\(person): \(answer.text)")
    }
    #expect(service.figure("people") == 0)
  }
}
