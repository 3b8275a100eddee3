import HTTP
import Service
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The limits on the requests of clients and addresses, with an injected clock.
@Suite struct LimiterTests {
  private static let start = SuspendingClock().now
  private static let app = Limiter.Party.client("app")

  private static func limiter(
    requests: Int? = nil, concurrent: Int? = nil
  ) -> Limiter {
    var limits = ServiceLimits()
    limits.client = ClientLimits(requests: requests, concurrent: concurrent)
    limits.address = ClientLimits(requests: requests, concurrent: concurrent)
    return Limiter(limits)
  }

  private static func isAdmitted(_ outcome: Limiter.Outcome) -> Bool {
    if case .admitted = outcome { true } else { false }
  }

  /// All requests of a minute can arrive at once; then they are admitted evenly.
  @Test func aFullBucketAdmitsAMinuteOfRequests() {
    let limiter = Self.limiter(requests: 120)
    for left in (0..<120).reversed() {
      let outcome = limiter.count(Self.app, now: Self.start)
      guard case .admitted(let headers) = outcome else {
        Issue.record("\(left): \(outcome)")
        return
      }
      #expect(headers.first == HTTPHeader("RateLimit-Policy", #""client";q=120;w=60"#))
      let reset = (120 - left + 1) / 2
      #expect(headers.last == HTTPHeader("RateLimit", #""client";r=\#(left);t=\#(reset)"#))
    }
    let refused = limiter.count(Self.app, now: Self.start)
    guard case .refused(let headers, 120, 1) = refused else {
      Issue.record("\(refused)")
      return
    }
    #expect(headers.last == HTTPHeader("RateLimit", #""client";r=0;t=60"#))
    // Two requests per second are admitted from now on.
    #expect(!Self.isAdmitted(limiter.count(Self.app, now: Self.start + .milliseconds(499))))
    #expect(Self.isAdmitted(limiter.count(Self.app, now: Self.start + .milliseconds(500))))
    #expect(!Self.isAdmitted(limiter.count(Self.app, now: Self.start + .milliseconds(998))))
    #expect(Self.isAdmitted(limiter.count(Self.app, now: Self.start + .milliseconds(1001))))
  }

  /// `Retry-After` is the time after which a request is admitted, and no earlier second is enough.
  @Test(arguments: [1, 7, 59, 60, 61, 600])
  func aRetryAfterTheStatedTimeSucceeds(_ requests: Int) {
    let limiter = Self.limiter(requests: requests)
    for _ in 0..<requests { _ = limiter.count(Self.app, now: Self.start) }
    guard case .refused(_, _, let wait) = limiter.count(Self.app, now: Self.start) else {
      Issue.record("the request is not refused")
      return
    }
    #expect(wait == max(1, (60 + requests - 1) / requests))
    #expect(Self.isAdmitted(limiter.count(Self.app, now: Self.start + .seconds(wait))))
  }

  /// In any window, no more requests are admitted than a full bucket and its inflow contain, and a
  /// patient client is never refused.
  @Test(.tags(.seeded), arguments: 0..<(Torture.isOn ? 500 : 20))
  func noWindowExceedsTheLimit(_ run: Int) {
    var random = SeededGenerator(seed: SeededGenerator.standardSeed &+ UInt64(run))
    let seed = random.seed
    let requests = Int.random(in: 1...300, using: &random)
    let limiter = Self.limiter(requests: requests)
    var now = Self.start
    var admitted: [SuspendingClock.Instant] = []
    for _ in 0..<400 {
      let pause = Bool.random(using: &random) ? 50 : 2000
      now += .milliseconds(Int.random(in: 0...pause, using: &random))
      if Self.isAdmitted(limiter.count(Self.app, now: now)) { admitted.append(now) }
    }
    let times = admitted.map { ($0 - Self.start) / .seconds(60) }
    let exceeds = times.indices.contains { first in
      times.indices[first...].contains { last in
        let most = Double(requests) * (1 + times[last] - times[first])
        return Double(last - first + 1) > most + 1e-6
      }
    }
    #expect(!exceeds, "seed \(seed)")
    now += .seconds(120)
    for _ in 0..<50 {
      now += .milliseconds(60_000 / requests + 1)
      #expect(Self.isAdmitted(limiter.count(Self.app, now: now)), "seed \(seed)")
    }
  }

  /// Clients and addresses have buckets of their own; a Unix domain socket has no address.
  @Test func partiesAreIndependent() {
    let limiter = Self.limiter(requests: 1)
    let (one, other) = (Peer(family: 4, prefix: 1), Peer(family: 4, prefix: 2))
    let parties: [Limiter.Party] = [
      Self.app, .client("other"), .address(one), .address(other), .client(""),
    ]
    for party in parties {
      #expect(Self.isAdmitted(limiter.count(party, now: Self.start)))
      #expect(!Self.isAdmitted(limiter.count(party, now: Self.start)))
    }
    for _ in 0..<10 {
      #expect(limiter.count(.address(.local), now: Self.start) == .admitted([]))
    }
  }

  /// Requests from very many addresses use bounded memory and do not unlock a refused client.
  @Test func addressesAreBounded() {
    let limiter = Self.limiter(requests: 1)
    #expect(Self.isAdmitted(limiter.count(Self.app, now: Self.start)))
    var admitted = 0
    for number in 0..<150_000 {
      let peer = Peer(family: 6, prefix: UInt64(number))
      if Self.isAdmitted(limiter.count(.address(peer), now: Self.start)) { admitted += 1 }
    }
    // The addresses beyond the maximum share one bucket.
    #expect(admitted == 100_000)
    #expect(!Self.isAdmitted(limiter.count(Self.app, now: Self.start)))
    // After a minute, the buckets are full and are forgotten.
    let later = Self.start + .seconds(61)
    let peer = Peer(family: 6, prefix: 149_999)
    #expect(Self.isAdmitted(limiter.count(.address(peer), now: later)))
    #expect(!Self.isAdmitted(limiter.count(.address(peer), now: later)))
    #expect(Self.isAdmitted(limiter.count(.address(Peer(family: 6, prefix: 1)), now: later)))
  }

  /// The number of requests in progress is limited, and ends free it.
  @Test func requestsInProgressAreLimited() {
    let limiter = Self.limiter(concurrent: 2)
    #expect(limiter.begin(Self.app) == nil && limiter.begin(Self.app) == nil)
    #expect(limiter.begin(Self.app) == 2)
    #expect(limiter.begin(.client("other")) == nil)
    #expect(limiter.use(by: "app", now: Self.start).open == 2)
    limiter.end(Self.app)
    #expect(limiter.begin(Self.app) == nil)
  }

  /// New limits apply at once to requests and to counts that continue.
  @Test func limitsAreReplaced() {
    let limiter = Self.limiter(requests: 10)
    for _ in 0..<10 { _ = limiter.count(Self.app, now: Self.start) }
    var limits = ServiceLimits()
    limits.client.requests = 100
    limits.clients["app"] = ClientLimits(concurrent: 1)
    limiter.replace(limits)
    #expect(limiter.limits(of: "app") == ClientLimits(requests: 100, concurrent: 1))
    #expect(limiter.limits(of: "other") == ClientLimits(requests: 100))
    #expect(!Self.isAdmitted(limiter.count(Self.app, now: Self.start)))
    #expect(limiter.use(by: "app", now: Self.start + .seconds(60)).remaining == 100)
    limiter.replace(ServiceLimits())
    #expect(limiter.count(Self.app, now: Self.start) == .admitted([]))
  }

  /// Each mistake in a file is found, with its position.
  @Test(arguments: [
    (#"{"format": 1, "clients": {"app": {"requests": 0}}}"#, 47, "invalid-value"),
    (#"{"format": 1, "client": {"request": 5}}"#, 26, "unknown-key"),
    (#"{"format": 1, "address": {"people": 5}}"#, 27, "unknown-key"),
    (#"{"format": 1, "client": {"bytes": 1.5}}"#, 35, "invalid-value"),
    (#"{"format": 1, "client": 5}"#, 25, "invalid-value"), (#"{"client": {}}"#, 1, "invalid-value"),
    (#"{"format": 1, "clients": {"ap": {}}}"#, 27, "invalid-value"),
    (#"{"format": 2}"#, 12, "invalid-value"), ("[]", 1, "invalid-value"),
    (#"{"format": 1,"#, 14, "invalid-json"),
  ])
  func mistakesAreFound(_ text: String, _ column: Int, _ code: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "limits.json")
    do {
      _ = try ServiceLimits(file: file, clients: ["app"], origin: .option("limits"))
      Issue.record("no error")
    } catch {
      #expect(error.code.rawValue == code && error.origin?.column == column, "\(error)")
    }
  }
}
