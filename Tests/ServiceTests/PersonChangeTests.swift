import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests changes to people over HTTP, and how requests are attributed to clients.
@Suite struct PersonChangeTests {
  private static let person = #"{"device": "iphonese3", "notes": ["one"]}"#

  private static func add(_ service: RunningService, _ options: [String] = []) throws -> (
    read: String, write: String
  ) {
    let answer = try service.ask("/v1/people", ["-d", person] + options)
    #expect(answer.status == 201, "\(answer.text)")
    return (
      try #require(answer.json?["read"]?.string), try #require(answer.json?["write"]?.string)
    )
  }

  private static func put(
    _ service: RunningService, _ path: String, _ body: String, _ options: [String] = []
  ) throws -> Answer {
    try service.ask(path, ["-X", "PUT", "-d", body] + options)
  }

  /// Sends a request with curl in the background; curl writes the response status to a file when it
  /// finishes.
  static func start(
    _ service: RunningService, _ options: [String], in folder: TemporaryFolder, as name: String
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["curl", "-sS", "--max-time", "600", "-o", folder.file(name), "-w", "%{http_code}"]
      + service.way.options + options
    try folder.write("", to: name + ".status")
    process.standardOutput = try FileHandle(
      forWritingTo: URL(fileURLWithPath: folder.file(name + ".status")))
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Concurrent changes to a person's content and phone are both kept.
  @Test func changesAtTheSameTimeAreBothKept() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(["--metrics", "unix:\(folder.file("figures"))"], in: folder)
    let ana = try Self.add(service)
    let answers = try TemporaryFolder()
    service.holdWorkers(true)
    let content = try Self.start(
      service,
      ["-X", "PUT", "-d", #"{"notes": ["two"]}"#, service.way.base + ana.write + "/content"],
      in: answers, as: "content")
    #expect(eventually { service.figure("pictures_in_progress") == 1 })
    let flow = try Self.start(
      service,
      [
        "-X", "PUT", "-d", #"{"device": "iphone8", "notes": ["three"]}"#,
        service.way.base + ana.write,
      ], in: answers, as: "own")
    #expect(eventually { service.figure("pictures_in_progress") == 2 })
    service.holdWorkers(false)
    for process in [content, flow] { process.waitUntilExit() }
    #expect(content.terminationStatus == 0 && flow.terminationStatus == 0)
    let kept = try service.ask(ana.write).json?["person"]
    #expect(kept?["device"]?.string == "iphone8")
    #expect(["two", "three"].contains(kept?["notes"]?.elements?.first?.string))
  }

  @Test func aClientNamesTheVersionThatItHasRead() throws {
    let service = try RunningService(["--flow", "notewall"], in: TemporaryFolder())
    let ana = try Self.add(service)
    let tag = try #require(try service.ask(ana.write).header("etag"))
    let same = try service.ask(ana.write, ["-H", "If-None-Match: \(tag)"])
    #expect(same.status == 304 && same.body == [] && same.header("etag") == tag)
    let meant = ["-H", "If-Match: \(tag)"]
    let content = #"{"notes": ["two"]}"#
    #expect(try Self.put(service, ana.write + "/content", content, meant).status == 204)
    for (path, body) in [(ana.write + "/content", content), (ana.write, Self.person)] {
      let late = try Self.put(service, path, body, meant)
      #expect(late.status == 412 && late.codes == ["person-changed"], "\(path): \(late.text)")
    }
    let erased = try service.ask(ana.write, ["-X", "DELETE"] + meant)
    #expect(erased.status == 412 && erased.codes == ["person-changed"])
    #expect(try service.ask(ana.write).text.contains("two"))
    let present = try #require(try service.ask(ana.write).header("etag"))
    #expect(present != tag)
    #expect(
      try Self.put(service, ana.write, Self.person, ["-H", "If-Match: \(present)"]).status == 204)

    let state = ana.write + "/state-notewall"
    let first = try Self.put(service, state, #"{"at": 1}"#, ["-H", "If-None-Match: *"])
    #expect(first.status == 204)
    let again = try Self.put(service, state, #"{"at": 2}"#, ["-H", "If-None-Match: *"])
    #expect(again.status == 412)
    let read = try #require(try service.ask(state).header("etag"))
    #expect(try service.ask(state, ["-H", "If-None-Match: \(read)"]).status == 304)
    #expect(
      try Self.put(service, state, #"{"at": 3}"#, ["-H", "If-Match: \(read)"]).status == 204)
    #expect(
      try Self.put(service, state, #"{"at": 4}"#, ["-H", "If-Match: \(read)"]).status == 412)
    #expect(try service.ask(state).json?["at"]?.number == 3)
    let last = try #require(try service.ask(ana.write).header("etag"))
    #expect(
      try service.ask(ana.write, ["-X", "DELETE", "-H", "If-Match: \(last)"]).status == 204)
  }

  /// Content that no screen shows is reported in the response to the change, not with the next
  /// picture.
  @Test func contentThatIsNotShownIsTold() throws {
    let service = try RunningService(in: TemporaryFolder())
    let dates = #""content": {"dates": [{"title": "Sea", "date": "2999-01-01"}]}"#
    func told(_ answer: Answer, _ status: Int) {
      #expect(answer.status == status, "\(answer.text)")
      let warnings = answer.json?["warnings"]?.elements
      #expect(warnings?.first?["code"]?.string == "content-unused", "\(answer.text)")
      #expect(warnings?.first?["screen"]?.string == "lock")
      #expect(answer.header("wallfarm-warnings") == "content-unused")
    }
    let person = #"{"device": "iphonese3", "notes": ["one"], \#(dates)}"#
    let added = try service.ask("/v1/people", ["-d", person])
    told(added, 201)
    let write = try #require(added.json?["write"]?.string)
    told(try Self.put(service, write + "/content", #"{"notes": ["two"], \#(dates)}"#), 200)
    told(try Self.put(service, write, person), 200)
    let shown = try Self.put(
      service, write, #"{"device": "iphonese3", "lock": {"template": "countdown"}, \#(dates)}"#)
    #expect(shown.status == 204 && shown.body == [], "\(shown.text)")
    #expect(try Self.put(service, write + "/content", #"{"notes": ["three"]}"#).status == 422)
  }

  @Test func anUnknownKeyHasOneCode() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    let ana = try Self.add(service)
    let long = String(repeating: "k", count: 300_000)
    let cases: [(String, String, String)] = [
      ("/v1/render", "POST", #"{"devices": "iphonese3", "notes": ["a"], "nots": 1}"#),
      ("/v1/render", "POST", #"{"devices": "iphonese3", "notes": ["a"], "\#(long)": 1}"#),
      ("/v1/people", "POST", #"{"device": "iphonese3", "notes": ["a"], "nots": 1}"#),
      ("/v1/people", "POST", #"{"device": "iphonese3", "notes": ["a"], "\#(long)": 1}"#),
      ("/v1/people", "POST", #"{"device": "iphonese3", "notes": ["a"], "lock": {"nots": 1}}"#),
      (ana.write, "PUT", #"{"device": "iphonese3", "notes": ["a"], "nots": 1}"#),
      (ana.write + "/content", "PUT", #"{"notes": ["a"], "nots": 1}"#),
      (ana.write + "/challenge", "PUT", #"{"goal": 2000, "foto": "a"}"#),
    ]
    for (path, method, body) in cases {
      try folder.write(body, to: "body")
      let answer = try service.ask(
        path, ["-X", method, "--data-binary", "@" + folder.file("body")])
      #expect(answer.status == 422, "\(path)")
      #expect(answer.codes.first == "unknown-key", "\(path): \(answer.text.prefix(300))")
      #expect(answer.body.count < 4000, "\(path)")
    }
  }

  /// Only the client that owns an address can revoke it.
  @Test func anAddressIsRevoked() throws {
    let folder = try TemporaryFolder()
    let (one, two) = ("one567890123456789012", "two567890123456789012")
    try folder.write("one x\(one)\ntwo x\(two)\none y\(one)\n", to: "keys")
    var service = try RunningService(
      ["--keys", folder.file("keys"), "--state", folder.file("state")], in: folder)
    func key(_ name: String) -> [String] { ["-H", "Authorization: Bearer \(name)"] }
    func address(_ note: String) throws -> String {
      let told = try service.render(
        #"{"devices": "iphonese3", "notes": ["\#(note)"]}"#,
        key("x" + one) + ["-H", "Prefer: return=representation"])
      return try #require(told.json?["address"]?.string)
    }
    let (first, second) = (try address("one"), try address("two"))
    func revoke(_ path: String, _ options: [String]) throws -> Int {
      try service.ask(path, ["-X", "DELETE"] + options).status
    }
    #expect(try service.ask(first).status == 200)
    #expect(try revoke(first, []) == 401)
    #expect(try revoke(first, key("x" + two)) == 404)
    #expect(try service.ask(first).status == 200)
    // Another key with the same name belongs to the same client.
    #expect(try revoke(first, key("y" + one)) == 204)
    for options in [[], ["-I"]] { #expect(try service.ask(first, options).status == 410) }
    #expect(try service.ask(second).status == 200)
    service.tellToEnd()
    #expect(service.status() == 0)
    service = try RunningService(
      ["--keys", folder.file("keys"), "--state", folder.file("state")], in: folder)
    #expect(try service.ask(first).codes == ["picture-gone"])
    #expect(try service.ask(second).status == 200)
  }

  /// All addresses of a client share one turn in the queue, so other clients are not starved.
  @Test func addressesWaitInTheTurnOfTheirOwner() throws {
    let folder = try TemporaryFolder()
    let (one, two) = ("x1234567890123456789012", "y1234567890123456789012")
    try folder.write("one \(one)\ntwo \(two)\n", to: "keys")
    let service = try RunningService(
      [
        "--keys", folder.file("keys"), "--max-waiting", "4", "--max-pictures-bytes", "1",
        "--metrics", "unix:\(folder.file("figures"))",
      ], in: folder)
    func ask(_ note: Int, _ key: String) -> [String] {
      [
        "-d", #"{"devices": "iphonese3", "notes": ["\#(note)"]}"#, "-H",
        "Authorization: Bearer \(key)", service.way.base + "/v1/render",
      ]
    }
    let addresses = try (1...8).map { number in
      let told = try service.ask(
        "/v1/render", Array(ask(number, one).dropLast()) + ["-H", "Prefer: return=representation"])
      return try #require(told.json?["address"]?.string)
    }
    let answers = try TemporaryFolder()
    service.holdWorkers(true)
    let many = try addresses.enumerated().map { index, address in
      try Self.start(service, [service.way.base + address], in: answers, as: "\(index)")
    }
    // Two requests are with the worker, four are waiting, and two are rejected.
    func ended() -> Int { many.count { !$0.isRunning } }
    #expect(eventually { ended() == 2 && service.figure("waiting_pictures") == 4 })
    let other = try Self.start(service, ask(0, two), in: answers, as: "other")
    #expect(eventually { ended() == 3 || !other.isRunning })
    service.holdWorkers(false)
    for process in many + [other] { process.waitUntilExit() }
    #expect(try answers.text("other.status") == "200")
  }
}
