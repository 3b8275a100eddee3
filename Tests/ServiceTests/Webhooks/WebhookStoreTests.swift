import Fetching
import Foundation
import Service
import Synchronization
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests that events survive restarts and crashes, and that the store reveals no secrets.
@Suite struct WebhookStoreTests {
  /// A world that opens the store in a folder.
  private static func world(
    in folder: TemporaryFolder, _ names: [String] = ["a"]
  ) throws -> WebhookWorld {
    let store = try ServiceStore(
      folder: folder.file("state"), mostBytes: 1 << 24, origin: .option("state"))
    return WebhookWorld(SourceWorld(store, names))
  }

  @Test func eventsSurviveARestart() throws {
    let folder = try TemporaryFolder()
    do {
      let world = try Self.world(in: folder)
      try world.hook()
      world.answer("https://app.example/hook", .status(500))
      try world.post(person: "first")
      #expect(world.deliver(world.sender()))
      try world.post(person: "second")
      #expect(world.messages.count == 1)
    }
    let world = try Self.world(in: folder)
    world.advance(10)
    #expect(world.deliver(world.sender()))
    #expect(world.messages.map(\.person) == ["second", "first"])
    #expect(try world.present().pending == 0)
  }

  /// A receiver, and the events that were posted.
  private final class Ledger {
    var posted: [String] = []
    /// The identifiers with which each event was received.
    var received: [String: [String]] = [:]
    var random: SeededGenerator

    init(_ seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Takes the next event that is due, and returns it after the receiver got it.
    func receive(from world: WebhookWorld) throws -> WebhookRecords.Delivery? {
      let records = world.records
      guard let webhook = try records.ready(at: world.now).first,
        let delivery = try records.next(of: webhook.id, at: world.now)
      else { return nil }
      let message = try #require(delivery.message(at: world.now))
      let id = try #require(message.headers.first { $0.name == "webhook-id" }?.value)
      let person = try #require(posted.first { message.body.contains("\"\($0)\"") })
      received[person, default: []].append(id)
      return delivery
    }

    /// Performs a random step, and returns whether the process is killed afterwards.
    func step(_ world: WebhookWorld, _ number: Int) throws -> Bool {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3:
        posted.append("p\(number)")
        try world.post(person: "p\(number)")
      case 3..<8:
        guard let delivery = try receive(from: world) else { break }
        // The process is killed between the delivery and its record.
        if Int.random(in: 0..<3, using: &random) == 0 { return true }
        let works = Bool.random(using: &random)
        let effect = try world.records.finish(
          delivery, .answered(.init(status: works ? 200 : 503)), jitter: 0)
        #expect(effect == (works ? .delivered : .retried))
      case 8: return true
      default: world.advance(Int.random(in: 1..<600, using: &random))
      }
      return false
    }
  }

  /// Whenever the process is killed, each event is delivered at least once, and always with the
  /// same identifier.
  @Test(arguments: 0..<4) func eventsAreDeliveredAtLeastOnce(_ run: Int) throws {
    let seed = UInt64.random(in: .min ... .max)
    let (ledger, folder) = (Ledger(seed), try TemporaryFolder())
    var world: WebhookWorld? = try Self.world(in: folder)
    try world?.hook()
    var kills = 0
    for number in 0..<200 where try ledger.step(#require(world), number) {
      let now = world?.now
      world = nil
      world = try Self.world(in: folder)
      if let now { world?.sources.state.withLock { $0.now = now } }
      kills += 1
    }
    #expect(kills > 0, "seed \(seed)")
    let last = try #require(world)
    for _ in 0..<500 {
      if let delivery = try ledger.receive(from: last) {
        _ = try last.records.finish(delivery, .answered(.init(status: 200)), jitter: 0)
      } else {
        last.advance(3600)
      }
    }
    #expect(try last.present().pending == 0, "seed \(seed)")
    let ids = ledger.received
    #expect(Set(ids.keys) == Set(ledger.posted), "seed \(seed)")
    #expect(ids.values.allSatisfy { Set($0).count == 1 }, "seed \(seed)")
    #expect(Set(ids.values.flatMap(\.self)).count == ledger.posted.count, "seed \(seed)")
  }

  /// URLs, secrets and events are encrypted on disk.
  @Test func theStoreRevealsNothing() throws {
    let folder = try TemporaryFolder()
    var secret = ""
    do {
      let world = try Self.world(in: folder)
      secret = try #require(try world.hook(to: "https://app.example/hidden-path")?.text)
      try world.post(.milestone, person: "somebody")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("state"))
    #expect(files.contains("wallfarm-serve.sqlite"))
    for file in files {
      let bytes = try folder.bytes("state/" + file)
      let text = String(decoding: bytes, as: UTF8.self)
      for word in ["app.example", "hidden-path", secret, "milestone"] {
        #expect(!text.contains(word), "\(file): \(word)")
      }
    }
  }

  /// After the key was replaced, webhooks work without the old key; events that the old key
  /// encrypted are dropped and counted.
  @Test func webhooksMoveToTheNewKey() throws {
    let folder = try TemporaryFolder()
    do {
      let world = try Self.world(in: folder, ["a"])
      try world.hook()
      try world.post(person: "old")
    }
    do { try Self.world(in: folder, ["b", "a"]).records.tidy() }
    let world = try Self.world(in: folder, ["b"])
    try world.post(person: "new")
    #expect(world.deliver(world.sender()))
    #expect(world.messages.map(\.person) == ["new"])
    let present = try world.present()
    #expect(present.url == "https://app.example/hook")
    #expect(present.dropped == 1 && present.pending == 0)
  }

  /// With a lost key, a webhook is invisible until its client replaces it.
  @Test func aWebhookWithALostKeyCanBeReplaced() throws {
    let folder = try TemporaryFolder()
    do { try Self.world(in: folder, ["a"]).hook() }
    let world = try Self.world(in: folder, ["c"])
    #expect(try world.records.list(of: "one").isEmpty)
    #expect(try world.hook() != nil)
    #expect(try world.records.list(of: "one").count == 1)
  }
}
