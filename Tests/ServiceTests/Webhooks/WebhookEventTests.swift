import Requests
import Service
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests which changes cause events, and that events contain no content.
@Suite struct WebhookEventTests {
  private static let url = "https://a.example/secret-path.txt"

  /// Delivers what is waiting, and returns the types with their people.
  private func told(_ world: WebhookWorld) throws -> [String] {
    let before = world.messages.count
    let sender = world.sender()
    while try !world.records.ready(at: world.now).isEmpty { #expect(world.deliver(sender)) }
    return world.messages.dropFirst(before).map { "\($0.type ?? "") \($0.person ?? "")" }
  }

  private func person(_ notes: [String], _ device: String = "iphone15") throws -> Person {
    try Person(
      JSONNode(["device": .string(device), "notes": .array(notes.map(JSONValue.string))]))
  }

  @Test func aChangeOfThePictureIsAnEvent() throws {
    let world = try WebhookWorld()
    try world.hook()
    let people = world.sources.people
    let made = try people.add(try person(["Hidden tea"]), for: "one", now: world.now)
    #expect(try told(world).isEmpty)
    func change(_ new: Person) throws {
      let kept = try #require(try people.open(made.write))
      _ = try people.change(kept, now: world.now) { $0.replaceWords(with: new) }
    }
    try change(try person(["Hidden milk"]))
    #expect(try told(world) == ["picture.changed \(made.id)"])
    // The same content again is no change.
    try change(try person(["Hidden milk"]))
    #expect(try told(world).isEmpty)
    try change(try person(["Hidden milk"], "iphonese3"))
    #expect(try told(world) == ["picture.changed \(made.id)"])
    // So is the state of a flow, which a page shows.
    let kept = try #require(try people.open(made.write))
    _ = try people.change(kept, now: world.now) { $0.states["notewall"] = ["step": 1] }
    #expect(try told(world) == ["picture.changed \(made.id)"])
    for message in world.messages {
      for word in ["Hidden", made.read.text, made.write.text, "/p/"] {
        #expect(!message.body.contains(word))
      }
    }
  }

  /// Events name a person by the ID of the client, and a picture by its device; a device that is
  /// removed is not missed.
  @Test func eventsHaveTheIDsOfTheClient() throws {
    let world = try WebhookWorld()
    try world.hook()
    let people = world.sources.people
    func put(_ words: JSONValue) throws -> KeptPeople.Put {
      let person = try Person(JSONNode(words))
      return try world.sources.store.use { (database) throws(RenderError) in
        try people.put(person, named: "user-1001", for: "one", now: world.now, in: database) {
          (_) throws(RenderError) in
        }
      }
    }
    let devices: JSONValue = [
      "device": "iphone15", "notes": ["a"], "devices": ["tablet": ["device": "ipad10"]],
    ]
    guard case .created(let made) = try put(devices) else {
      Issue.record("the person was not created")
      return
    }
    #expect(try told(world).isEmpty)
    _ = try put(devices)
    #expect(try told(world) == ["picture.changed user-1001"])
    let fetches = PictureFetches(world.records, intervals: 3)
    let tablet = PictureFetches.Key(made.read, .lock, on: "tablet")
    fetches.render(tablet, until: nil)
    fetches.fetch(tablet, at: world.now)
    fetches.flush()
    world.advance(3 * 86_400)
    fetches.lookAfter()
    #expect(try told(world) == ["picture.unfetched user-1001"])
    let data = world.messages.last?.json?["data"]
    #expect(data?["screen"]?.string == "lock" && data?["device"]?.string == "tablet")
    fetches.fetch(tablet, at: world.now)
    fetches.flush()
    _ = try put(["device": "iphone15", "notes": ["a"]])
    #expect(try told(world) == ["picture.changed user-1001"])
    world.advance(30 * 86_400)
    fetches.lookAfter()
    #expect(try told(world).isEmpty)
  }

  /// Changes of people of other clients cause no events.
  @Test func eventsStayWithTheirClient() throws {
    let world = try WebhookWorld()
    try world.hook(of: "two")
    let people = world.sources.people
    let made = try people.add(try person(["a"]), for: "one", now: world.now)
    let kept = try #require(try people.open(made.write))
    let other = try person(["b"])
    _ = try people.change(kept, now: world.now) { $0.replaceWords(with: other) }
    #expect(try told(world).isEmpty)
  }

  @Test func anErasedPersonHasNoEvents() throws {
    let world = try WebhookWorld()
    try world.hook()
    let people = world.sources.people
    let made = try people.add(try person(["a"]), for: "one", now: world.now)
    let other = try people.add(try person(["a"]), for: "one", now: world.now)
    for id in [made.id, other.id] { try world.post(person: id) }
    #expect(try people.erase(made.id, of: "one") != nil)
    #expect(try world.present().pending == 1)
    #expect(try told(world) == ["picture.changed \(other.id)"])
  }

  /// Each person who subscribes to a source has events for its failure, recovery and changes.
  @Test func sourcesCauseEvents() throws {
    let world = try WebhookWorld()
    let (sources, poller) = (world.sources, world.sources.poller())
    try world.hook()
    try world.hook("two", to: "https://two.example/", of: "two")
    sources.publish("Hidden tea", at: Self.url)
    let ids = try (0..<3).map { _ in try sources.add([.string(Self.url)], for: "one").id }.sorted()
    let other = try sources.add([.string(Self.url)], for: "two").id
    _ = try sources.add(["https://b.example/other.txt"], for: "one")
    sources.publish("b", at: "https://b.example/other.txt")
    #expect(sources.poll(poller))
    _ = try told(world)
    func all(_ type: String) -> [String] { (ids + [other]).map { "\(type) \($0)" }.sorted() }
    sources.publish(nil, at: Self.url)
    world.advance(3600)
    #expect(sources.poll(poller))
    #expect(try told(world).sorted() == all("source.failed"))
    #expect(
      world.messages.suffix(4).allSatisfy {
        $0.json?["data"]?["code"]?.string == "fetch-failed"
      })
    // A failure that lasts is told once.
    world.advance(7200)
    #expect(sources.poll(poller))
    #expect(try told(world).isEmpty)
    sources.publish("Hidden tea", at: Self.url)
    world.advance(86_400)
    #expect(sources.poll(poller))
    #expect(try told(world).sorted() == all("source.recovered"))
    sources.publish("Hidden milk", at: Self.url)
    world.advance(3600)
    #expect(sources.poll(poller))
    #expect(try told(world).sorted() == all("picture.changed"))
    world.advance(3600)
    #expect(sources.poll(poller))
    #expect(try told(world).isEmpty)
    for message in world.messages {
      #expect(!message.body.contains("a.example") && !message.body.contains("Hidden"))
    }
    #expect(
      world.messages.filter { $0.url == "https://two.example/" }.allSatisfy { $0.person == other })
  }

  /// A source of many people causes an event for each of them.
  @Test func aSourceOfManyPeopleCausesAnEventForEach() throws {
    let world = try WebhookWorld()
    let (sources, poller) = (world.sources, world.sources.poller())
    sources.publish("Tea", at: Self.url)
    var ids: Set<String> = []
    for _ in 0..<1203 { ids.insert(try sources.add([.string(Self.url)], for: "one").id) }
    try world.hook()
    #expect(sources.poll(poller))
    #expect(try world.present().pending == ids.count)
    #expect(try Set(told(world)) == Set(ids.map { "picture.changed \($0)" }))
  }

  /// Fetches and expiries cause events once.
  @Test func forgottenPicturesCauseEvents() throws {
    let world = try WebhookWorld()
    try world.hook("app", [.expired, .unfetched])
    let made = try world.sources.people.add(try person(["a"]), for: "one", now: world.now)
    let (fetches, key) = (
      PictureFetches(world.records, intervals: 3), PictureFetches.Key(made.read, .lock)
    )
    let began = world.now
    fetches.lookAfter()
    fetches.render(key, until: began.adding(3600))
    fetches.fetch(key, at: began)
    world.advance(PictureFetches.period)
    fetches.lookAfter()
    #expect(try told(world).isEmpty)
    world.advance(3600)
    fetches.lookAfter()
    fetches.lookAfter()
    #expect(try told(world) == ["picture.expired \(made.id)"])
    #expect(world.messages.last?.json?["data"]?["screen"]?.string == "lock")
    // Without a rhythm, an interval is a day.
    world.advance(3 * 86_400)
    fetches.lookAfter()
    #expect(try told(world) == ["picture.unfetched \(made.id)"])
    world.advance(30 * 86_400)
    fetches.lookAfter()
    #expect(try told(world).isEmpty)
    // After the next fetch, both are told again.
    fetches.render(key, until: world.now.adding(3600))
    fetches.fetch(key, at: world.now)
    fetches.flush()
    fetches.lookAfter()
    world.advance(31 * 3 * 86_400)
    fetches.lookAfter()
    #expect(
      try told(world).sorted() == ["picture.expired \(made.id)", "picture.unfetched \(made.id)"])
    // An erased person has no events.
    fetches.render(key, until: world.now.adding(60))
    fetches.flush()
    #expect(try world.sources.people.erase(made.id, of: "one") != nil)
    fetches.fetch(key, at: world.now)
    fetches.flush()
    world.advance(400 * 86_400)
    fetches.lookAfter()
    #expect(try told(world).isEmpty)
  }

  /// A screen without a picture is not awaited.
  @Test func aScreenWithoutAPictureIsNotMissed() throws {
    let world = try WebhookWorld()
    try world.hook()
    let made = try world.sources.people.add(try person(["a"]), for: "one", now: world.now)
    let fetches = PictureFetches(world.records, intervals: 3)
    for screen in Person.Screen.allCases {
      fetches.render(PictureFetches.Key(made.read, screen), until: nil)
    }
    fetches.flush()
    fetches.remove(PictureFetches.Key(made.read, .home))
    fetches.flush()
    world.advance(3 * 86_400)
    fetches.lookAfter()
    #expect(try told(world) == ["picture.unfetched \(made.id)"])
    #expect(world.messages.last?.json?["data"]?["screen"]?.string == "lock")
  }
}
