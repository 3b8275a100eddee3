import Foundation
import Service
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// People whose ID a client chooses (`PUT /v1/people/{id}`), and people with several devices.
@Suite struct NamedPersonTests {
  private static func person(_ note: String, _ more: String = "") -> String {
    #"{"device": "iphonese3", "lock": {"color": "navy"}, "notes": ["\#(note)"]\#(more)}"#
  }

  private static func put(
    _ service: RunningService, _ id: String, _ person: String, _ options: [String] = []
  ) throws -> Answer {
    try service.ask("/v1/people/\(id)", ["-X", "PUT", "-d", person] + options)
  }

  private static func key(_ client: String) -> [String] {
    ["-H", "Authorization: Bearer \(client)-key-00000000000000000000"]
  }

  /// The client stores and replaces a person by ID; the addresses stay valid, and neither the store
  /// nor the logs contain what the client has sent.
  @Test func aClientReplacesAPersonWithoutAToken() throws {
    let folder = try TemporaryFolder()
    try folder.write("one 0123456789012345678901\n", to: "keys")
    let options = ["--state", folder.file("state"), "--address-keys", folder.file("keys")]
    var service = try RunningService(options, in: folder)
    let made = try Self.put(service, "user-1001", Self.person("Meruňky"))
    #expect(made.status == 201, "\(made.text)")
    #expect(made.json?["id"]?.string == "user-1001")
    let read = try #require(made.json?["read"]?.string)
    let write = try #require(made.json?["write"]?.string)
    let first = try service.ask(read + "/lock.png")
    #expect(first.status == 200)
    let known = try service.ask("/v1/people/user-1001")
    #expect(known.status == 200 && known.json?["id"]?.string == "user-1001")
    #expect(known.header("etag") == (try service.ask(write).header("etag")))
    #expect(!known.text.contains("Meruňky"))

    let changed = try Self.put(service, "user-1001", Self.person("Švestky"))
    #expect(changed.status == 204, "\(changed.text)")
    let second = try service.ask(read + "/lock.png")
    #expect(second.status == 200 && second.body != first.body)
    let kept = try service.ask(write)
    #expect(kept.json?["person"]?["notes"]?.elements?.first?.string == "Švestky")
    #expect(kept.json?["id"]?.string == "user-1001")

    service.tellToEnd()
    #expect(service.status() == 0)
    service = try RunningService(options, in: folder)
    #expect(try service.ask(read + "/lock.png").body == second.body)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.file("state"))
    let texts =
      names.compactMap { FileManager.default.contents(atPath: folder.file("state/" + $0)) }
      + [Data(service.log.utf8)]
    for word in ["Meruňky", "Švestky"] {
      #expect(!texts.contains { $0.range(of: Data(word.utf8)) != nil }, "\(word)")
    }
    // A change with a token applies to what the client has stored by ID.
    let content = try service.ask(
      write + "/content", ["-X", "PUT", "-d", #"{"notes": ["Hrušky"]}"#])
    #expect(content.status == 204)
    #expect(
      try service.ask(write).json?["person"]?["lock"]?["color"]?.string == "navy")
    #expect(try Self.put(service, "user-1001", Self.person("Třešně")).status == 204)
    #expect(
      try service.ask(write).json?["person"]?["notes"]?.elements?.first?.string == "Třešně")
    #expect(try service.ask("/v1/people/user-1001", ["-X", "DELETE"]).status == 204)
    for path in [read + "/lock.png", write, "/v1/people/user-1001"] {
      #expect(try service.ask(path).status == 404)
    }
    // The ID is free again; the new person has other addresses.
    let again = try Self.put(service, "user-1001", Self.person("Jablka"))
    #expect(again.status == 201 && again.json?["read"]?.string != read)
  }

  /// States of flows do not take the space of a description, so a description that is stored by ID
  /// cannot make later changes with a token impossible.
  @Test func largeStatesLeaveRoomForContent() throws {
    let store = try ServiceStore.inMemory(mostBytes: 8 << 20)
    let people = KeptPeople(inStore: store)
    let now = Moment(seconds: 1_800_000_000)
    func put(_ letters: Int) throws -> KeptPeople.Put {
      let note = String(repeating: "b", count: letters)
      let person = try Person(JSONNode(parsing: Self.person(note)))
      return try store.use { (database) throws(RenderError) in
        try people.put(person, named: "ana", for: "a", now: now, in: database) {
          (_) throws(RenderError) in
        }
      }
    }
    guard case .created(let made) = try put(1) else {
      Issue.record("the person was not created")
      return
    }
    func change(_ state: JSONValue, of flow: String) throws {
      let kept = try #require(try people.open(made.write))
      #expect(try people.change(kept, now: now) { $0.states[flow] = state })
    }
    for number in 0..<5 {
      try change(.string(String(repeating: "s", count: 60_000)), of: "flow\(number)")
    }
    guard case .replaced = try put(200_000) else {
      Issue.record("the person was not replaced")
      return
    }
    try change("t", of: "flow0")
    #expect(try people.open(made.read)?.person.states["flow0"] == "t")
    #expect(throws: RenderError.self) { _ = try put(300_000) }
  }

  /// Preconditions, idempotency keys and IDs of other clients.
  @Test func anIDIsThatOfOneClientAndOneVersion() throws {
    let folder = try TemporaryFolder()
    try folder.write("a a-key-00000000000000000000\nb b-key-00000000000000000000\n", to: "keys")
    let service = try RunningService(["--keys", folder.file("keys")], in: folder)
    func put(_ note: String, _ options: [String] = [], of client: String = "a") throws -> Answer {
      try Self.put(service, "ana", Self.person(note), Self.key(client) + options)
    }
    let idempotent = ["-H", "Idempotency-Key: first"]
    let made = try put("a", idempotent + ["-H", "If-None-Match: *"])
    #expect(made.status == 201, "\(made.text)")
    // A repeated request gets the addresses, even if it has the precondition that fails now.
    let repeated = try put("a", idempotent + ["-H", "If-None-Match: *"])
    #expect(repeated.status == 201 && repeated.body == made.body)
    #expect(repeated.header("idempotency-replayed") == "true")
    #expect(try put("b", ["-H", "If-None-Match: *"]).codes == ["person-changed"])
    let tag = try #require(try service.ask("/v1/people/ana", Self.key("a")).header("etag"))
    #expect(try put("b", ["-H", "If-Match: \(tag)"]).status == 204)
    #expect(try put("c", ["-H", "If-Match: \(tag)"]).codes == ["person-changed"])
    let read = try #require(made.json?["read"]?.string)
    // The same ID of another client is another person.
    #expect(try service.ask("/v1/people/ana", Self.key("b")).status == 404)
    #expect(try service.ask("/v1/people/ana", Self.key("b") + ["-X", "DELETE"]).status == 404)
    let other = try put("d", of: "b")
    #expect(other.status == 201 && other.json?["read"]?.string != read)
    let wrong = try put("e", ["-H", "If-Match: \"x\""], of: "b")
    #expect(wrong.codes == ["person-changed"])
    // A picture that cannot be drawn changes nothing.
    #expect(try put("\\u0378").status == 422)
    let write = try #require(made.json?["write"]?.string)
    #expect(try service.ask(write).json?["person"]?["notes"]?.elements?.first?.string == "b")
    #expect(try Self.put(service, "ana", Self.person("x")).status == 401)
    for id in [String(repeating: "a", count: 65), "..."] {
      let answer = try Self.put(service, id, Self.person("x"), Self.key("a"))
      #expect(answer.status == 400 && answer.codes == ["invalid-request"], "\(id)")
    }
    let longest = String(repeating: "~.", count: 32)
    #expect(try Self.put(service, longest, Self.person("x"), Self.key("a")).status == 201)
    // IDs of the client and random IDs are in one list.
    let random = try service.ask("/v1/people", ["-d", Self.person("y")] + Self.key("a"))
    let id = try #require(random.json?["id"]?.string)
    let list = try service.ask("/v1/people", Self.key("a"))
    #expect(
      list.json?["people"]?.elements?.compactMap { $0["id"]?.string }
        == [id, "ana", longest].sorted { Array($0.utf8).lexicographicallyPrecedes($1.utf8) })
    // A person with a random ID can be replaced by this ID.
    #expect(try Self.put(service, id, Self.person("z"), Self.key("a")).status == 204)
  }

  /// Each device has its own pictures; a screen of a device replaces that of the person.
  @Test func aPersonHasSeveralDevices() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    let devices = """
      , "home": {"color": "black"}, "devices": {
        "tablet": {"device": "iphone15", "lock": {"color": "#204060"}},
        "old": {"device": "iphonese3", "home": "keep"}}
      """
    let made = try Self.put(service, "ana", Self.person("Tea", devices))
    #expect(made.status == 201, "\(made.text)")
    let read = try #require(made.json?["read"]?.string)
    let write = try #require(made.json?["write"]?.string)
    func size(_ path: String) throws -> String? {
      try folder.write(try service.ask(read + path).body, to: "one.png")
      return Tool.output(of: "identify", ["-format", "%wx%h", folder.file("one.png")])
    }
    #expect(try size("/lock.png") == "750x1334")
    #expect(try size("/tablet/lock.png") == "1179x2556")
    #expect(try size("/tablet/home.png") == "1179x2556")
    #expect(try size("/old/lock.png") == "750x1334")
    #expect(try service.ask(read + "/old/home.png").status == 204)
    #expect(try service.ask(read + "/old/lock.png").body == service.ask(read + "/lock.png").body)
    for path in ["/desktop/lock.png", "/tablet/lock.gif", "/tablet/x", "/Tablet/lock.png"] {
      #expect(try service.ask(read + path).status == 404, "\(path)")
    }
    // The owner sees when each picture was fetched.
    let fetched = try #require(try service.ask(write).json?["fetched"])
    #expect(
      Set((fetched.members ?? []).map(\.key)) == [
        "lock", "home", "tablet/lock", "tablet/home", "old/lock", "old/home",
      ])
    #expect(fetched["tablet/lock"]?.string != nil && fetched["old/home"]?.string == nil)
    // A change reaches the pictures of all devices, also those that are in memory.
    let tag = try #require(try service.ask(read + "/tablet/lock.png").header("etag"))
    func isCurrent() throws -> Bool {
      try service.ask(read + "/tablet/lock.png", ["-H", "If-None-Match: \(tag)"]).status == 304
    }
    #expect(try isCurrent())
    let change = try service.ask(
      write + "/content", ["-X", "PUT", "-d", #"{"notes": ["Coffee"]}"#])
    #expect(change.status == 204)
    #expect(try !isCurrent())
    // A device that is removed has no pictures.
    #expect(try Self.put(service, "ana", Self.person("Tea")).status == 204)
    #expect(try service.ask(read + "/tablet/lock.png").status == 404)
  }

  @Test(arguments: [
    #"{"x": "iphone15"}"#, #"["iphone15"]"#, #"{"x": {}}"#, #"{"x": {"device": 1}}"#,
    #"{"X": {"device": "iphone15"}}"#, #"{"": {"device": "iphone15"}}"#,
    #"{"x": {"device": "iphone15", "notes": ["a"]}}"#,
    #"{"x": {"device": "iphone15", "lock": {"notes": ["a"]}}}"#,
    #"{"x": {"device": "iphone15", "lock": "keep"}}"#,
    "{" + (1...9).map { #""\#($0)": {"device": "iphone15"}"# }.joined(separator: ", ") + "}",
  ])
  func devicesAreChecked(_ devices: String) throws {
    let root = try JSONNode(parsing: Self.person("Tea", #", "devices": \#(devices)"#))
    let error = #expect(throws: RenderError.self) { _ = try Person(root) }
    #expect(["invalid-request", "unknown-key"].contains(error?.code.rawValue))
    #expect(error?.origin != nil)
  }

  /// The quotas count what a client has stored by ID.
  @Test func quotasCountInboxes() throws {
    let store = try ServiceStore.inMemory(mostBytes: 1 << 20)
    let people = KeptPeople(inStore: store)
    func put(_ note: String) throws {
      let person = try Person(try JSONNode(parsing: Self.person(note)))
      _ = try store.use { (database) throws(RenderError) in
        try people.put(
          person, named: "ana", for: "a", now: Moment(seconds: 1_800_000_000), in: database
        ) { (_) throws(RenderError) in }
      }
    }
    try put("a")
    let before = try #require(store.bytes)
    try put(String(repeating: "b", count: 5000))
    let full = try #require(store.bytes)
    #expect(full > before + 5000 && full < before + 6000)
    try put("a")
    #expect(try #require(store.bytes) < before + 500)
    #expect(try people.erase("ana", of: "a") != nil)
    #expect(store.bytes == 0)
  }

  /// A person of version 6 has no public key until a token opens it; afterwards, the client can
  /// replace it by its random ID.
  @Test func aPersonOfAnEarlierVersionIsOpenedFirst() throws {
    let folder = try TemporaryFolder()
    let state = folder.file("state")
    func store() throws -> ServiceStore {
      try ServiceStore(folder: state, mostBytes: 1 << 20, origin: .option("state"))
    }
    let now = Moment(seconds: 1_800_000_000)
    let made = try KeptPeople(inStore: store()).add(
      Person(JSONNode(parsing: Self.person("a"))), for: "one", now: now)
    let script = """
      import sqlite3, sys
      file = sqlite3.connect(sys.argv[1] + "/wallfarm-serve.sqlite")
      file.executescript('''
        DROP TRIGGER people_unlinked; DROP TABLE links;
        DROP TRIGGER people_unnamed; DROP TABLE inboxes;
        DROP TRIGGER people_untold; DROP TABLE webhooks; DROP TABLE deliveries; DROP TABLE fetches;
        PRAGMA user_version = 6;
      ''')
      file.close()
      """
    try #require(Tool.output(of: "/usr/bin/python3", ["-c", script, state]) != nil)
    let kept = try store()
    let people = KeptPeople(inStore: kept)
    let person = try Person(JSONNode(parsing: Self.person("b")))
    func put() -> String? {
      do throws(RenderError) {
        _ = try kept.use { (database) throws(RenderError) in
          try people.put(person, named: made.id, for: "one", now: now, in: database) {
            (_) throws(RenderError) in
          }
        }
        return nil
      } catch {
        return error.code.rawValue
      }
    }
    #expect(put() == "person-unopened")
    #expect(try people.open(made.read)?.person.plain.text(pretty: false).contains("\"a\"") == true)
    #expect(put() == nil)
    #expect(try people.open(made.read)?.person.plain.text(pretty: false).contains("\"b\"") == true)
  }
}
