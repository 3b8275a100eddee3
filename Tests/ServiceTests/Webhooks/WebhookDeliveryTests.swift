import Fetching
import Service
import SourceJSON
import Synchronization
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests retries, and that endpoints that fail are disabled and do not affect others.
@Suite struct WebhookDeliveryTests {
  @Test func anEventIsDeliveredOnce() throws {
    let world = try WebhookWorld()
    try world.hook()
    try world.post(.expired, person: "abc")
    let sender = world.sender()
    #expect(world.deliver(sender))
    world.advance(86_400)
    #expect(world.deliver(sender))
    let message = try #require(world.messages.first)
    #expect(world.messages.count == 1 && message.url == "https://app.example/hook")
    #expect(message.headers["content-type"] == "application/json")
    #expect(
      message.json?.plain == [
        "type": "picture.expired", "timestamp": "2023-11-14T22:13:20Z", "data": ["person": "abc"],
      ])
    let present = try world.present()
    #expect(present.pending == 0 && present.failures == 0 && present.status == 204)
    #expect(present.attempted == Moment(seconds: 1_700_000_000) && present.disabled == nil)
    #expect(world.state.withLock(\.effects) == [.delivered: 1])
  }

  @Test func onlySubscribedTypesAreDelivered() throws {
    let world = try WebhookWorld()
    try world.hook("a", to: "https://a.example/", [.sourceFailed])
    try world.hook("b", to: "https://b.example/", [.changed, .sourceFailed])
    try world.hook("c", to: "https://c.example/", of: "two")
    try world.post(.changed)
    try world.post(.sourceFailed)
    try world.post(.milestone)
    #expect(world.deliver(world.sender()))
    #expect(
      world.messages.map { "\($0.url) \($0.type ?? "")" }.sorted() == [
        "https://a.example/ source.failed", "https://b.example/ picture.changed",
        "https://b.example/ source.failed",
      ])
  }

  /// A failed delivery is repeated after 5 seconds, 5 and 30 minutes, and so on, with the same
  /// identifier.
  @Test(arguments: [0, 0.5, 1]) func retriesFollowTheSchedule(_ jitter: Double) throws {
    let world = try WebhookWorld()
    try world.hook()
    world.answer("https://app.example/hook", .status(500))
    try world.post()
    let sender = world.sender(jitter: jitter)
    for (index, wait) in WebhookSchedule.waits.enumerated() {
      #expect(world.deliver(sender))
      #expect(world.messages.count == index + 1)
      #expect(try world.present().failures == index + 1)
      let seconds = Int((Double(wait) * (1 + 0.2 * jitter)).rounded())
      world.advance(seconds - 1)
      #expect(world.deliver(sender))
      #expect(world.messages.count == index + 1, "\(wait)")
      world.advance(1)
    }
    #expect(try world.present().pending == 1)
    #expect(world.deliver(sender))
    #expect(world.messages.count == 10 && Set(world.messages.map(\.id)).count == 1)
    #expect(
      world.messages.allSatisfy {
        $0.headers["webhook-timestamp"] == String($0.at.seconds)
      })
    // All attempts took less than five days, so the webhook stays enabled.
    let present = try world.present()
    #expect(present.pending == 0 && present.disabled == nil && present.status == 500)
    #expect(world.state.withLock(\.effects) == [.retried: 9, .failed: 1])
  }

  @Test func theReceiverCanAskForMoreTime() throws {
    let world = try WebhookWorld()
    try world.hook()
    world.answer("https://app.example/hook", .status(503, retryAfter: "600"))
    try world.post()
    let sender = world.sender()
    #expect(world.deliver(sender))
    // Other events wait too.
    try world.post(.expired)
    world.advance(599)
    #expect(world.deliver(sender))
    #expect(world.messages.count == 1)
    world.answer("https://app.example/hook", .status(200))
    world.advance(1)
    #expect(world.deliver(sender))
    #expect(world.messages.count == 3)
    #expect(try world.present().failures == 0)
    // The wait is limited to a day.
    world.answer("https://app.example/hook", .status(429, retryAfter: "99999999"))
    try world.post()
    #expect(world.deliver(sender))
    world.advance(86_400)
    #expect(world.deliver(sender))
    #expect(world.messages.count == 5)
  }

  /// After a client has replaced a webhook, failed deliveries are repeated at once.
  @Test func aReplacedWebhookIsTriedAtOnce() throws {
    let world = try WebhookWorld()
    try world.hook()
    world.answer("https://app.example/hook", .status(503, retryAfter: "600"))
    try world.post()
    let sender = world.sender()
    #expect(world.deliver(sender))
    try world.hook(to: "https://new.example/")
    #expect(world.deliver(sender))
    #expect(
      world.messages.map(\.url) == ["https://app.example/hook", "https://new.example/"])
    #expect(Set(world.messages.map(\.id)).count == 1)
    #expect(try world.present().pending == 0)
  }

  @Test func anEndpointThatIsGoneIsDisabledAtOnce() throws {
    let world = try WebhookWorld()
    try world.hook()
    world.answer("https://app.example/hook", .status(410))
    for _ in 0..<3 { try world.post() }
    let sender = world.sender()
    #expect(world.deliver(sender))
    let present = try world.present()
    #expect(present.disabled == world.now && present.status == 410)
    // A late response of the previous URL says nothing about a new one.
    let late = try WebhookWorld()
    try late.hook()
    try late.post()
    try late.post()
    let webhook = try #require(try late.records.ready(at: late.now).first)
    let delivery = try #require(try late.records.next(of: webhook.id, at: late.now))
    try late.hook("app", to: "https://app.example/new")
    let gone = WebhookRecords.Attempt.answered(SentReply(status: 410, retryAfter: nil))
    #expect(try late.records.finish(delivery, gone, jitter: 0) == .retried)
    let kept = try late.present()
    #expect(kept.disabled == nil && kept.pending == 2 && kept.failures == 0)
    #expect(late.deliver(late.sender()))
    #expect(late.messages.map(\.url) == [String](repeating: "https://app.example/new", count: 2))
    #expect(present.pending == 0 && present.dropped == 3 && world.messages.count == 1)
    // It receives nothing until it is enabled.
    try world.post()
    world.advance(3600)
    #expect(world.deliver(sender))
    #expect(try world.present().pending == 0 && world.messages.count == 1)
    world.answer("https://app.example/hook", .status(200))
    try world.hook()
    try world.post()
    #expect(world.deliver(sender))
    #expect(try world.present().disabled == nil && world.messages.count == 2)
    #expect(try world.present().dropped == 3)
  }

  @Test func anEndpointWithoutASuccessForFiveDaysIsDisabled() throws {
    let world = try WebhookWorld()
    try world.hook()
    world.answer("https://app.example/hook", .unreachable)
    let (sender, began) = (world.sender(), world.now)
    var end: Moment?
    for hour in 0..<(24 * 10) where end == nil {
      if hour % 12 == 0 { try world.post() }
      for _ in 0..<20 {
        #expect(world.deliver(sender))
        world.advance(180)
      }
      end = try world.present().disabled
      #expect(try world.present().error == "fetch-failed" && world.present().status == nil)
    }
    let days = Double(try #require(end).seconds - began.seconds) / 86_400
    #expect((5...5.6).contains(days), "\(days)")
    let present = try world.present()
    #expect(present.pending == 0 && present.dropped > 5 && present.failures > 50)
  }

  /// A success within five days keeps the webhook enabled.
  @Test func anEndpointThatWorksSometimesStaysEnabled() throws {
    let world = try WebhookWorld()
    try world.hook()
    let sender = world.sender()
    for hour in 0..<(24 * 12) {
      if hour % 12 == 0 { try world.post() }
      let works = hour % 96 == 95
      world.answer("https://app.example/hook", .status(works ? 200 : 500))
      if works { try world.post() }
      for _ in 0..<20 {
        #expect(world.deliver(sender))
        world.advance(180)
      }
    }
    #expect(try world.present().disabled == nil)
  }

  /// An endpoint that hangs occupies a thread, and a host at most two.
  @Test func aSlowEndpointDoesNotDelayOthers() throws {
    let world = try WebhookWorld()
    defer { world.state.withLock { $0.isReleased = true } }
    for number in 0..<6 {
      let url = "https://slow.example/\(number)"
      try world.hook("slow\(number)", to: url)
      world.answer(url, .hanging)
    }
    try world.hook("fast", to: "https://fast.example/")
    try world.hook("other", to: "https://other.example/", of: "two")
    for _ in 0..<50 {
      try world.post()
      try world.post(of: "two")
    }
    let sender = world.sender()
    // On a slow machine, the turn of a webhook ends before all of its events are delivered.
    for _ in 0..<50 { #expect(world.deliver(sender)) }
    #expect(world.state.withLock(\.stuck) == WebhookSender.most.host)
    for url in ["https://fast.example/", "https://other.example/"] {
      #expect(world.messages.count { $0.url == url } == 50, "\(url)")
    }
  }

  /// A client with many slow hosts leaves threads for other clients.
  @Test func aClientWithSlowEndpointsDoesNotDelayOthers() throws {
    let world = try WebhookWorld()
    defer { world.state.withLock { $0.isReleased = true } }
    for number in 0..<WebhookRecords.most {
      let url = "https://slow\(number).example/"
      try world.hook("slow\(number)", to: url)
      world.answer(url, .hanging)
    }
    try world.post()
    let sender = world.sender()
    #expect(world.deliver(sender))
    try world.hook(to: "https://other.example/", of: "two")
    try world.post(of: "two")
    #expect(world.deliver(sender))
    #expect(world.state.withLock(\.stuck) == WebhookSender.most.client)
    #expect(world.messages.contains { $0.url == "https://other.example/" })
  }

  /// The oldest events are dropped and counted.
  @Test func waitingEventsAreBounded() throws {
    let world = try WebhookWorld()
    try world.hook("a")
    try world.hook("b", [.changed])
    try world.hook(of: "two")
    try world.post(of: "two")
    let most = WebhookRecords.mostPending
    let records = world.records
    try world.sources.store.use { (database) throws(RenderError) in
      for number in 0..<most / 2 + 25 {
        try records.post(
          [WebhookEvent(.changed, person: "\(number)")], of: "one", in: database)
      }
    }
    let states = try records.list(of: "one")
    #expect(states.reduce(0) { $0 + $1.pending } == most)
    #expect(states.map(\.dropped) == [25, 25])
    #expect(try world.present(of: "two").pending == 1)
    #expect(world.deliver(world.sender()))
    #expect(world.messages.first { $0.person != "p" }?.person == "25")
    // The store counts the events.
    for name in ["a", "b"] { #expect(try records.erase(name, of: "one")) }
    #expect(try records.erase("app", of: "two"))
    #expect(world.sources.store.bytes == 0)
  }

  @Test func aClientHasAtMostSixteenWebhooks() throws {
    let world = try WebhookWorld()
    for number in 0..<WebhookRecords.most { try world.hook("\(number)") }
    let error = #expect(throws: RenderError.self) { try world.hook("more") }
    #expect(error?.code == .quotaExceeded)
    // Existing ones can be changed, and other clients have their own.
    try world.hook("0")
    try world.hook("more", of: "two")
    #expect(try !world.records.erase("more", of: "one"))
    #expect(try world.records.erase("0", of: "one"))
    try world.hook("more")
  }
}
