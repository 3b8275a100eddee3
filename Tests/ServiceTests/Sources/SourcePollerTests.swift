import ContentSources
import Service
import SourceJSON
import Storage
import Synchronization
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests that sources are fetched when they are due, and not more often.
@Suite struct SourcePollerTests {
  /// 10,000 subscriptions to 500 URLs cause one fetch per URL and interval, although every tenth URL
  /// hangs until its timeout.
  @Test func eachURLIsFetchedOncePerInterval() throws {
    let world = try SourceWorld()
    let urls = (0..<500).map { "https://h\($0 % 50).example/\($0).txt" }
    for (index, url) in urls.enumerated() {
      world.publish("note \(index)", at: url)
      if index % 10 == 9 { world.state.withLock { _ = $0.hanging.insert(url) } }
    }
    for number in 0..<10_000 {
      _ = try world.add(
        [["url": .string(urls[number % 500]), "minutes": 15]], for: "client \(number % 3)")
    }
    let poller = world.poller()
    // The first fetches happen at once; afterwards, they are spread over the interval.
    let ticks = 900 * 4
    for second in 0..<ticks {
      if second == 900 {
        world.state.withLock { state in
          state.fetches = [:]
          state.lateness = []
        }
      }
      #expect(world.poll(poller))
      world.advance(1)
    }
    #expect(eventually { poller.count == 0 })
    let (fetches, lateness) = world.state.withLock { ($0.fetches, $0.lateness.sorted()) }
    for (index, url) in urls.enumerated() {
      // A source that fails is fetched less often.
      let most = index % 10 == 9 ? 2 : 3
      #expect((most - 1...most).contains(fetches[url]?.count ?? 0), "\(url)")
    }
    #expect(fetches.filter { !$0.key.contains("9.txt") }.allSatisfy { $0.value.count == 3 })
    #expect(lateness[lateness.count * 99 / 100] < 60, "\(lateness.suffix(20))")
  }

  /// A client with many overdue URLs at a host that hangs does not delay the others.
  @Test func aSlowHostDelaysOnlyItself() throws {
    let world = try SourceWorld()
    for number in 0..<700 {
      let url = "https://slow.example/\(number).txt"
      world.state.withLock { _ = $0.hanging.insert(url) }
      _ = try world.add([["url": .string(url), "minutes": 15]], for: "greedy")
    }
    let poller = world.poller()
    #expect(world.poll(poller))
    world.advance(1)
    let urls = (0..<10).map { "https://fast.example/\($0).txt" }
    for url in urls {
      world.publish("note", at: url)
      _ = try world.add([["url": .string(url), "minutes": 15]], for: "modest")
    }
    // A URL that both have in common has the better turn.
    _ = try world.add([["url": .string(urls[9]), "minutes": 15]], for: "greedy")
    for _ in 0..<60 {
      #expect(world.poll(poller))
      world.advance(1)
    }
    #expect(urls.map { world.count($0) } == [Int](repeating: 1, count: 10))
    // Let the fetches that hang end.
    world.advance(SourceWorld.patience)
    world.state.withLock { $0.hanging = [] }
  }

  @Test func aChangedDocumentReplacesTheLastOne() throws {
    let world = try SourceWorld()
    let url = "https://a.example/notes.txt"
    world.publish("Tea", at: url)
    let made = try world.add([.string(url)])
    let (records, poller) = (world.records, world.poller())
    func present() throws -> SourceRecords.Present {
      try #require(try records.presents(of: made.id).first)
    }
    #expect(try present().fetched == nil)
    #expect(world.poll(poller))
    let first = try present()
    #expect(first.fetched == world.clock.read() && first.record.error == nil)
    #expect(try records.document(of: first)?.bytes == Array("Tea".utf8))
    #expect(first.due > world.clock.read())
    // The same document keeps its version.
    world.advance(3600)
    #expect(world.poll(poller))
    #expect(world.count(url) == 2)
    #expect(try present().version == first.version)
    #expect(try present().fetched == world.clock.read())
    world.publish("Coffee", at: url)
    world.advance(3600)
    #expect(world.poll(poller))
    #expect(try present().version != first.version)
    #expect(try records.document(of: present())?.bytes == Array("Coffee".utf8))
    #expect(world.state.withLock(\.effects) == [.changed: 2, .unchanged: 1])
  }

  /// After an error, the last valid document is kept with its time, and the owner sees the error.
  @Test(arguments: [
    (nil, "fetch-failed"), ("{", "invalid-json"), (#"{"notes": 7}"#, "invalid-notes"),
  ])
  func theLastGoodContentIsKept(_ document: String?, _ code: String) throws {
    let world = try SourceWorld()
    let url = "https://a.example/notes.json"
    world.publish(#"["Tea"]"#, at: url)
    let made = try world.add([["url": .string(url), "format": "json"]])
    let (records, poller) = (world.records, world.poller())
    #expect(world.poll(poller))
    let good = try #require(try records.presents(of: made.id).first)
    world.publish(document, at: url)
    for _ in 0..<3 {
      world.advance(86_400)
      #expect(world.poll(poller))
    }
    let bad = try #require(try records.presents(of: made.id).first)
    #expect(bad.record.error?.code.rawValue == code)
    #expect(bad.fetched == good.fetched && bad.version == good.version)
    #expect(try records.document(of: bad)?.bytes == Array(#"["Tea"]"#.utf8))
    #expect(records.counts?.failing == 1)
    // After three failures, four intervals pass until the next fetch.
    #expect(bad.due.seconds - world.clock.read().seconds > 3 * 3600)
    world.publish(#"["Coffee"]"#, at: url)
    world.advance(86_400)
    #expect(world.poll(poller))
    let again = try #require(try records.presents(of: made.id).first)
    #expect(again.record.error == nil && again.version != good.version)
    #expect(records.counts?.failing == 0)
  }

  /// A document that is invalid with one mapping does not keep the others from changing.
  @Test func eachMappingKeepsItsOwnDocument() throws {
    let world = try SourceWorld()
    let url = "https://a.example/x.json"
    world.publish(#"{"a": [{"t": "1"}], "b": [{"t": "1"}]}"#, at: url)
    func source(_ list: String) -> JSONValue {
      [
        "url": .string(url),
        "map": ["kind": "notes", "list": .string("/" + list), "fields": ["text": "/t"]],
      ]
    }
    let (one, other) = (try world.add([source("a")]), try world.add([source("b")], for: "two"))
    let (records, poller) = (world.records, world.poller())
    #expect(world.poll(poller))
    #expect(world.count(url) == 1)
    world.publish(#"{"a": [{"t": "2"}], "b": 7}"#, at: url)
    world.advance(3600)
    #expect(world.poll(poller))
    #expect(world.count(url) == 2)
    let changed = try #require(try records.presents(of: one.id).first)
    let kept = try #require(try records.presents(of: other.id).first)
    #expect(changed.record.error == nil && kept.record.error != nil)
    #expect(try records.document(of: changed)?.bytes.contains(UInt8(ascii: "7")) == true)
    #expect(try records.document(of: kept)?.bytes.contains(UInt8(ascii: "7")) == false)
  }

  /// Sources with other credentials are other sources; the credentials go with each fetch.
  @Test func credentialsBelongToTheSource() throws {
    let world = try SourceWorld()
    let url = "https://a.example/notes.txt"
    world.publish("Tea", at: url)
    for authorization in ["Bearer one", "Bearer two", "Bearer one"] {
      _ = try world.add([["url": .string(url), "authorization": .string(authorization)]])
    }
    #expect(world.poll(world.poller()))
    let fetches = world.state.withLock(\.fetches).mapValues(\.count)
    #expect(fetches == [url + " Bearer one": 1, url + " Bearer two": 1])
  }

  /// A source ends with the last person who uses it, and a shorter interval takes effect at once.
  @Test func subscriptionsFollowThePeople() throws {
    let world = try SourceWorld()
    let url = "https://a.example/notes.txt"
    world.publish("Tea", at: url)
    let (people, records, poller) = (world.people, world.records, world.poller())
    let slow = try world.add([["url": .string(url), "minutes": 1440]])
    #expect(world.poll(poller))
    let fast = try world.add([["url": .string(url), "minutes": 5]])
    let due = try #require(try records.presents(of: slow.id).first).due
    #expect(due.seconds - world.clock.read().seconds <= 300)
    #expect(world.store.bytes ?? 0 > 0)
    let kept = try #require(try people.open(fast.write))
    let plain = try Person(JSONNode(["device": "iphone15", "notes": ["a"]]))
    _ = try people.replace(kept, with: plain, needed: [], now: world.clock.read())
    #expect(try records.presents(of: fast.id).isEmpty)
    #expect(try records.presents(of: slow.id).count == 1)
    _ = try people.erase(slow.id, of: "one")
    #expect(records.counts?.all == 0)
    world.advance(2 * 86_400)
    #expect(world.poll(poller))
    #expect(world.count(url) == 1)
    _ = try people.erase(fast.id, of: "one")
    #expect(world.store.bytes == 0)
  }

  /// When the keys of addresses are replaced, the sources use the new key after the next fetch.
  @Test func sourcesOutliveTheirKey() throws {
    let world = try SourceWorld()
    let url = "https://a.example/notes.txt"
    world.publish("Tea", at: url)
    let made = try world.add([.string(url)])
    let (records, poller) = (world.records, world.poller())
    #expect(world.poll(poller))
    world.ring.replace(addresses: SourceWorld.keys(["b", "a"]))
    world.advance(3600)
    #expect(world.poll(poller))
    world.ring.replace(addresses: SourceWorld.keys(["b"]))
    let present = try #require(try records.presents(of: made.id).first)
    #expect(try records.document(of: present)?.bytes == Array("Tea".utf8))
    world.publish("Coffee", at: url)
    world.advance(3600)
    #expect(world.poll(poller))
    #expect(world.count(url) == 3)
    let last = try #require(try records.presents(of: made.id).first)
    #expect(try records.document(of: last)?.bytes == Array("Coffee".utf8))
  }

  /// A document that does not fit in the client's share is an error, and the last one is kept.
  @Test func documentsCountForTheirClient() throws {
    let world = try SourceWorld(mostBytes: 200_000)
    let url = "https://a.example/notes.txt"
    world.publish("Tea", at: url)
    let made = try world.add([.string(url)])
    let (records, poller) = (world.records, world.poller())
    #expect(world.poll(poller))
    world.publish(
      (0..<400).map { "- \($0) " + String(repeating: "x", count: 300) }.joined(separator: "\n"),
      at: url)
    world.advance(3600)
    #expect(world.poll(poller))
    let present = try #require(try records.presents(of: made.id).first)
    #expect(present.record.error?.code == .storeFull)
    #expect(try records.document(of: present)?.bytes == Array("Tea".utf8))
  }

  /// Sources whose key was removed do not keep the others from being fetched.
  @Test func unreadableSourcesLetOthersPass() throws {
    let world = try SourceWorld()
    for number in 0..<600 {
      _ = try world.add([.string("https://a.example/lost-\(number).txt")])
    }
    world.ring.replace(addresses: SourceWorld.keys(["b"]))
    let url = "https://a.example/notes.txt"
    world.publish("Tea", at: url)
    _ = try world.add([.string(url)])
    let poller = world.poller()
    for _ in 0..<3 { #expect(world.poll(poller)) }
    #expect(world.count(url) == 1)
  }

  /// A result that cannot be stored does not cause a fetch every second.
  @Test func fetchesPauseWhileTheStoreFails() throws {
    let world = try SourceWorld()
    let url = "https://a.example/notes.txt"
    world.publish("Tea", at: url)
    _ = try world.add([.string(url)])
    try world.store.use { (database) throws(RenderError) in
      try database.run(
        "CREATE TRIGGER full BEFORE UPDATE ON sources BEGIN SELECT raise(ABORT, 'full'); END")
    }
    let poller = world.poller()
    for _ in 0..<120 {
      #expect(world.poll(poller))
      world.advance(1)
    }
    #expect(world.count(url) == 2)
  }
}
