import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Requests with an `Idempotency-Key`, which create nothing if they are repeated.
@Suite struct IdempotencyTests {
  private static let person =
    #"{"device": "iphonese3", "lock": {}, "home": "keep", "notes": ["Buy milk"]}"#

  private static func add(
    _ service: RunningService, _ key: String?, _ body: String = person, _ options: [String] = []
  ) throws -> Answer {
    let header = key.map { ["-H", "Idempotency-Key: \($0)"] } ?? []
    return try service.ask("/v1/people", ["-d", body] + header + options)
  }

  private static func people(_ service: RunningService) throws -> Int {
    try #require(try service.ask("/v1/usage").json?["people"]?["used"]?.whole)
  }

  /// A repeated request gets the first response, also after a restart; other requests do not.
  @Test func aRepeatedRequestCreatesNothing() throws {
    let folder = try TemporaryFolder()
    let state = ["--state", folder.file("state")]
    var service: RunningService? = try RunningService(state, in: folder)
    let running = try #require(service)
    let first = try Self.add(running, "\"one\"")
    #expect(first.status == 201 && first.header("Idempotency-Replayed") == nil, "\(first.text)")
    // Quotation marks are optional.
    for key in ["\"one\"", "one"] {
      let second = try Self.add(running, key)
      #expect(second.status == 201 && second.body == first.body)
      #expect(second.header("Idempotency-Replayed") == "true")
      #expect(second.header("Cache-Control") == "no-store")
    }
    #expect(try Self.people(running) == 1)
    let different = try Self.add(running, "one", Self.person.replacing("milk", with: "bread"))
    #expect(different.status == 422 && different.codes == ["idempotency-mismatch"])
    #expect(try Self.add(running, "two").json?["id"]?.string != first.json?["id"]?.string)
    #expect(try Self.add(running, nil).status == 201)
    #expect(try Self.people(running) == 3)
    running.tellToEnd()
    _ = running.status()
    service = nil

    let again = try RunningService(state, in: folder)
    #expect(try Self.add(again, "one").body == first.body)
    #expect(try Self.people(again) == 3)
    let read = try #require(first.json?["read"]?.string)
    #expect(try again.ask(read + "/lock.png").status == 200)
    // The store contains neither the key nor the response.
    let database = try folder.bytes("state/wallfarm-serve.sqlite")
    let log = (try? folder.bytes("state/wallfarm-serve.sqlite-wal")) ?? []
    let token = Array(read.utf8.suffix(20))
    for bytes in [database, log] { #expect(bytes.firstRange(of: token) == nil) }
  }

  /// A request that failed is tried again.
  @Test func aFailureIsNotStored() throws {
    let service = try RunningService(in: TemporaryFolder())
    let broken = Self.person.replacing("iphonese3", with: "iphonese33")
    #expect(try Self.add(service, "k", broken).status == 422)
    #expect(try Self.add(service, "k", broken).header("Idempotency-Replayed") == nil)
    #expect(try Self.add(service, "k").status == 201)
  }

  @Test(arguments: ["", "\"\"", "a b", "é", String(repeating: "k", count: 256), "\"a\"b\""])
  func anInvalidKeyIsRefused(_ key: String) throws {
    let service = try RunningService(in: TemporaryFolder())
    let header = key.isEmpty ? "Idempotency-Key;" : "Idempotency-Key: \(key)"
    let answer = try service.ask("/v1/people", ["-d", Self.person, "-H", header])
    #expect(answer.status == 400 && answer.codes == ["invalid-request"], "\(answer.text)")
    #expect(try Self.people(service) == 0)
  }

  /// Keys of different clients are independent.
  @Test func aKeyBelongsToOneClient() throws {
    let folder = try TemporaryFolder()
    try folder.write("a a-key-00000000000000000000\nb b-key-00000000000000000000\n", to: "keys")
    let service = try RunningService(["--keys", folder.file("keys")], in: folder)
    func id(_ client: String) throws -> String {
      let authorization = ["-H", "Authorization: Bearer \(client)-key-00000000000000000000"]
      let answer = try Self.add(service, "k", Self.person, authorization)
      return try #require(answer.json?["id"]?.string)
    }
    #expect(try id("a") != id("b"))
    #expect(try id("a") == id("a"))
  }

  /// A repeated request for the addresses of one device or of several gets the same addresses.
  @Test func addressesAreRepeated() throws {
    let service = try RunningService(in: TemporaryFolder())
    for devices in [#""iphonese3""#, #"["iphonese3", "iphone8"]"#] {
      func ask(_ prefer: [String]) throws -> Answer {
        try service.render(
          #"{"devices": \#(devices), "notes": ["Buy milk"]}"#,
          ["-H", "Idempotency-Key: \(devices.count)"] + prefer)
      }
      let representation = ["-H", "Prefer: return=representation"]
      let first = try ask(representation)
      #expect(first.text.contains(#"/w/"#), "\(first.text)")
      let second = try ask(representation)
      #expect(second.body == first.body && second.status == first.status)
      #expect(second.header("Idempotency-Replayed") == "true")
      #expect(second.header("Content-Type") == first.header("Content-Type"))
      #expect(try ask([]).header("Idempotency-Replayed") == nil)
    }
  }

  /// Clients repeat their requests at random over connections that are cut, while the service is
  /// killed and restarted; each person is created once.
  @Test(.tags(.torture)) func nothingIsCreatedTwice() throws {
    let folder = try TemporaryFolder()
    let port = try #require(RunningService.freePort)
    let options = ["--state", folder.file("state")]
    var random = SeededGenerator()
    let (rounds, count) = Torture.isOn ? (10, 40) : (2, 4)
    var ids: [String: String] = [:]
    var service = try RunningService(options, in: folder, port: port)
    for round in 0..<rounds {
      let clients = Process()
      let output = Pipe()
      clients.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
      clients.arguments =
        [
          "-B", Workspace.root + "/Tests/ServiceTests/repeat.py", port, "\(round * count)",
          "\(count)", "\(UInt32.random(in: 0...UInt32.max, using: &random))",
        ]
      clients.standardOutput = output
      try clients.run()
      for _ in 0..<2 {
        // Kill the service after a random number of responses, or when all clients have finished.
        let most = Int.random(in: 0...8, using: &random)
        #expect(
          eventually {
            !clients.isRunning || service.log.split(separator: "\n").count > most
          }, "seed \(random.seed)")
        kill(service.processID, SIGKILL)
        _ = service.status()
        service = try RunningService(options, in: folder, port: port)
      }
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      clients.waitUntilExit()
      #expect(clients.terminationStatus == 0, "seed \(random.seed)")
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        try #require(words.count == 2, "\(line)")
        ids[words[0]] = words[1]
      }
    }
    #expect(ids.count == rounds * count && Set(ids.values).count == ids.count)
    #expect(try Self.people(service) == ids.count, "seed \(random.seed)")
    for (key, id) in ids {
      #expect(try Self.add(service, key).json?["id"]?.string == id, "seed \(random.seed)")
    }
  }

  /// The response is erased with the person, so that the key creates another person.
  @Test func anErasedPersonIsNotReturned() throws {
    let service = try RunningService(in: TemporaryFolder())
    let first = try Self.add(service, "k").json?["id"]?.string ?? ""
    #expect(try service.ask("/v1/people/\(first)", ["-X", "DELETE"]).status == 204)
    let second = try Self.add(service, "k")
    #expect(second.header("Idempotency-Replayed") == nil)
    #expect(second.json?["id"]?.string != first)
  }

  /// If the response cannot be stored, no address is.
  @Test func aRefusedResponseLeavesNothing() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"format": 1, "client": {"bytes": 300}}"#, to: "limits.json")
    let service = try RunningService(["--limits", folder.file("limits.json")], in: folder)
    for device in ["iphonese3", "iphone8"] {
      let answer = try service.render(
        #"{"devices": "\#(device)", "notes": ["Buy milk"]}"#,
        ["-H", "Prefer: return=representation", "-H", "Idempotency-Key: \(device)"])
      #expect(answer.status == 403 && answer.codes == ["quota-exceeded"], "\(answer.text)")
      #expect(try service.ask("/v1/usage").json?["bytes"]?["used"]?.whole == 0)
    }
  }
}
