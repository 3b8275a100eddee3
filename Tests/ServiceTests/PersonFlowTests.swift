import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests the flows that a service offers at people's addresses.
@Suite struct PersonFlowTests {
  private static let person = #"{"device": "iphonese3", "notes": ["Was here before"]}"#

  /// Adds a person, and returns the write path and the read path.
  private static func add(_ service: RunningService) throws -> (write: String, read: String) {
    let answer = try service.ask("/v1/people", ["-d", person])
    return (
      try #require(answer.json?["write"]?.string), try #require(answer.json?["read"]?.string)
    )
  }

  /// Plays a flow in a browser from the first step to the picture, and resumes it in another
  /// browser.
  ///
  /// Other people are used to test a failing service, more notes than the form shows, and two
  /// browsers at once.
  @Test(.tags(.web)) func aFlowIsPlayedWithThePersonAsItsStore() throws {
    let folder = try TemporaryFolder()
    let port = try #require(RunningService.freePort)
    let service = try RunningService(["--flow", "notewall"], in: folder, port: port)
    let person = try Self.add(service)
    let judge = Tool.run(
      "/usr/bin/python3",
      [
        Workspace.root + "/Tests/ServiceTests/play-person.py", "http://127.0.0.1:\(port)",
        person.write, try #require(RunningService.axe),
      ], withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(3000)) \(service.log.suffix(500))")
    #expect(judge.text.split(separator: "\n").filter { $0.hasPrefix("ok:") }.count > 120)
    // The log contains no token.
    #expect(!service.log.contains(person.write) && !service.log.contains(person.read))
    #expect(service.log.firstMatch(of: /\/p\/[rw][A-Za-z0-9_-]{43}/) == nil)
  }

  /// A flow cannot be played with the read token, and a state is stored only for a flow that is
  /// offered.
  @Test func whatIsNoFlowOfAPersonIsRefused() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(["--flow", "notewall"], in: folder)
    let (write, read) = try Self.add(service)
    let page = try service.ask(write + "/flow-notewall-daily")
    #expect(page.status == 200 && page.header("Content-Type")?.hasPrefix("text/html") == true)
    #expect(page.header("Referrer-Policy") == "no-referrer")
    #expect(page.text.contains("img-src data: 'self'; connect-src 'self'; "))
    #expect(!page.text.contains(write) && !page.text.contains("Was here before"))
    for path in [
      read + "/flow-notewall", write + "/flow-unwalk", write + "/flow-",
      write.dropLast() + "x/flow-notewall",
      read + "/state-notewall", write + "/state-unwalk",
    ] {
      #expect(try service.ask(path).status == 404, "\(path)")
    }
    let place = write + "/state-notewall"
    func put(_ body: String, to path: String = place) throws -> Answer {
      try service.ask(path, ["-X", "PUT", "-d", body])
    }
    #expect(try service.ask(place).status == 204)
    #expect(try put(#"{"at": 1, "state": {}}"#).status == 204)
    #expect(try service.ask(place).json?["at"]?.number == 1)
    #expect(try put(#"{"at": 2}"#, to: read + "/state-notewall").status == 404)
    #expect(try put("[]").codes == ["invalid-request"])
    #expect(try put("{").codes == ["invalid-json"])
    #expect(try put("{\"x\": \"" + String(repeating: "x", count: 70_000) + "\"}").status == 413)
    #expect(try service.ask(place).json?["at"]?.number == 1)
    // A change to the person's content leaves the state of the flow unchanged.
    #expect(
      try service.ask(write + "/content", ["-X", "PUT", "-d", #"{"notes": ["Tea"]}"#]).status == 204
    )
    let kept = try service.ask(write).json
    #expect(kept?["states"]?["notewall"]?["at"]?.number == 1)
    #expect(kept?["person"]?["notes"]?.elements?.compactMap(\.string) == ["Tea"])
    // The write token also allows reading.
    #expect(try service.ask(write + "/lock.png").body == (try service.ask(read + "/lock.png").body))
  }

  /// Without `--flow`, the service offers no flows.
  @Test func nobodyPlaysWhatIsNotOffered() throws {
    let service = try RunningService(in: try TemporaryFolder())
    let (write, _) = try Self.add(service)
    #expect(try service.ask(write + "/flow-notewall").status == 404)
  }
}
