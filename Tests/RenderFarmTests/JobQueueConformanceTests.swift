import Files
import Graphics
import RenderFarm
import RenderPool
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests the contract of every queue.
///
/// Add each new implementation to ``Kind``.
@Suite(.tags(.farm, .seeded)) struct JobQueueConformanceTests {
  enum Kind: CaseIterable {
    case memory, sqlite, postgres
  }

  /// Returns a new queue, and a temporary folder that contains the queue's file if it has one.
  private func queue(_ kind: Kind) throws -> (
    queue: any JobQueue & QueueAdmin, folder: TemporaryFolder
  ) {
    let folder = try TemporaryFolder()
    switch kind {
    case .memory: return (MemoryJobQueue(), folder)
    case .sqlite: return (try SQLiteJobQueue(path: folder.file("queue.sqlite")), folder)
    case .postgres:
      let address = try #require(PostgresServer.address)
      let schema = "q\(UInt64.random(in: .min ... .max))"
      return (try PostgresJobQueue(address: address, schema: schema, makesTables: true), folder)
    }
  }

  private func units(_ ids: String..., digest: String = "1") -> [UnitSpec] {
    ids.map { UnitSpec(id: $0, digest: digest, output: "\($0).png") }
  }

  private let me = "this supervisor"

  private func at(_ milliseconds: Int) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  private func ids(_ leased: [LeasedUnit]) -> [String] { leased.map(\.spec.id) }

  // MARK: - Adding

  @Test(arguments: Kind.allCases)
  func aNewQueueIsEmpty(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    #expect(try queue.counts() == UnitCounts())
    #expect(try queue.generation == 0)
    #expect(try queue.lease(10, by: me, until: at(100), now: at(0)) == [])
    #expect(try queue.isPaused() == false)
  }

  @Test(arguments: Kind.allCases)
  func aUnitIsThereOnceHoweverOftenItIsAdded(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    #expect(try queue.add(units("a", "b"), generation: 1).new == 2)
    let again = try queue.add(units("a", "b", "c"), generation: 2)
    #expect((again.new, again.known, again.changed) == (1, 2, 0))
    #expect(try queue.counts().queued == 3)
    #expect(try queue.generation == 2)
  }

  @Test(arguments: Kind.allCases)
  func aDoneUnitIsMadeAgainOnlyWhenItsDigestChanges(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a"), generation: 1)
    try finish(queue, "a")
    _ = try queue.add(units("a"), generation: 2)
    #expect(try queue.counts().done == 1)
    #expect(try queue.add(units("a", digest: "2"), generation: 3).changed == 1)
    #expect(try queue.counts().queued == 1)
    #expect(try queue.unit("a")?.receipt == nil)
  }

  @Test(arguments: Kind.allCases)
  func aChangedUnitIsLostToWhoeverHoldsIt(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a"), generation: 1)
    let held = try queue.lease(1, by: me, until: at(100), now: at(0))[0].lease
    _ = try queue.add(units("a", digest: "2"), generation: 2)
    #expect(try queue.record([.done(held, receipt: "{}", milliseconds: 1)]) == [held])
    #expect(try queue.unit("a")?.state == .queued)
    let next = try queue.lease(1, by: me, until: at(100), now: at(0))[0].lease
    #expect(next.token > held.token)
  }

  @Test(arguments: Kind.allCases)
  func unitsOfAnEarlierJobFileAreForgotten(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a", "b", "c"), generation: 1)
    try finish(queue, "a")
    _ = try queue.add(units("c"), generation: 2)
    let removed = try queue.removeUnits(before: 2)
    #expect(removed.all == 2 && removed.undone == 1)
    #expect(try queue.units(in: nil, most: 10, after: nil).map(\.spec.id) == ["c"])
    #expect(try queue.unit("a") == nil)
  }

  /// If the token of a unit started again, a store would reject the unit's next picture as that of
  /// an earlier attempt.
  @Test(arguments: Kind.allCases)
  func theTokensOfAUnitIncreaseAfterItWasDeleted(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    var last = 0
    for round in 1...4 {
      _ = try queue.add(units("a"), generation: round)
      for attempt in 0..<3 {
        let held = try lease(queue, "a")
        #expect(held.token > last, "round \(round)")
        last = held.token
        let change: UnitChange =
          attempt < 2
          ? .failed(held, RenderError(.photoUnreadable, "gone"), retryAt: at(0))
          : .done(held, receipt: "{}", milliseconds: 1)
        #expect(try queue.record([change]) == [])
      }
      if round % 2 == 0 {
        #expect(try queue.purge(.done) == 1)
      } else {
        #expect(try queue.removeUnits(before: round + 1).all == 1)
      }
      #expect(try queue.unit("a") == nil)
    }
  }

  /// A transaction of several adds is atomic: if it fails after the last add, no unit is stored.
  @Test(arguments: Kind.allCases)
  func whatIsDoneTogetherIsWholeOrNothing(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    let error = RenderError(.noNotes, "x")
    #expect(throws: error) {
      try queue.together { () throws(RenderError) in
        _ = try queue.add(units("a"), generation: 1)
        _ = try queue.add(units("b"), generation: 1)
        throw error
      }
    }
    #expect(try queue.counts() == UnitCounts())
    #expect(try queue.generation == 0)
    try queue.together { () throws(RenderError) in
      _ = try queue.add(units("a"), generation: 1)
      _ = try queue.add(units("b"), generation: 1)
    }
    #expect(try queue.counts().queued == 2)
  }

  // MARK: - Leasing

  /// A program leases only units with its own toolchain; if another program plans a unit again, the
  /// unit changes to that program's toolchain.
  @Test(arguments: Kind.allCases)
  func unitsOfAnotherToolchainAreLeft(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    var all = units("a", "b", "c")
    (all[0].toolchain, all[1].toolchain, all[2].toolchain) = ("old", "new", "new")
    _ = try queue.add(all, generation: 1)
    queue.toolchain = "new"
    let leased = try queue.lease(9, by: me, until: at(100), now: at(0))
    #expect(ids(leased) == ["b", "c"])
    #expect(leased.map(\.spec.toolchain) == ["new", "new"])
    #expect(try queue.unit("a")?.spec.toolchain == "old")
    all[0].toolchain = "new"
    #expect(try queue.add([all[0]], generation: 2).known == 1)
    #expect(ids(try queue.lease(9, by: me, until: at(100), now: at(0))) == ["a"])
    all[0] = UnitSpec(id: "d", digest: "1", output: "d", toolchain: "old")
    _ = try queue.add([all[0]], generation: 3)
    #expect(try queue.lease(9, by: me, until: at(100), now: at(0)).isEmpty)
    queue.toolchain = nil
    #expect(ids(try queue.lease(9, by: me, until: at(100), now: at(0))) == ["d"])
  }

  @Test(arguments: Kind.allCases)
  func higherPrioritiesGoFirstThenTheOrderAdded(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    var all = units("a", "b", "c", "d")
    (all[2].priority, all[3].priority) = (5, -1)
    _ = try queue.add(all, generation: 1)
    #expect(ids(try queue.lease(2, by: me, until: at(100), now: at(0))) == ["c", "a"])
    #expect(ids(try queue.lease(9, by: me, until: at(100), now: at(0))) == ["b", "d"])
    #expect(try queue.counts().leased == 4)
  }

  /// A call leases at most the requested number of films, and leaves the other films to other
  /// machines.
  ///
  /// Units keep their order.
  @Test(arguments: Kind.allCases)
  func asManyFilmsAreHandedOutAsAreAskedFor(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    let films = Set(["a", "c", "d", "f"])
    let all = units("a", "b", "c", "d", "e", "f", "g").map { unit in
      var unit = unit
      unit.affinity = films.contains(unit.id) ? "9f\tfilm\tiphone15" : "film.jpg\tiphone15"
      if unit.id == "f" { unit.priority = 3 }
      return unit
    }
    _ = try queue.add(all, generation: 1)
    func lease(_ most: Int, films: Int) throws -> [String] {
      ids(try queue.lease(most, films: films, by: me, until: at(100), now: at(0)))
    }
    #expect(try lease(5, films: 2) == ["f", "a", "b"])
    #expect(try lease(2, films: 0) == [])
    #expect(try lease(3, films: 0) == ["e"])
    #expect(try lease(9, films: 1) == ["c", "g"])
    #expect(try lease(9, films: 9) == ["d"])
    #expect(try queue.counts().leased == 7)
  }

  @Test(arguments: Kind.allCases)
  func aLeaseCarriesEverythingAWorkerNeeds(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    let unit = UnitSpec(
      id: "a/iphone15", digest: "d", priority: 3, affinity: "p\tiphone15", output: "ö/a.png",
      payload: #"{"notes":["Käse \"☂\""]}"#)
    _ = try queue.add([unit], generation: 1)
    let leased = try queue.lease(1, by: me, until: at(100), now: at(0))
    #expect(leased.map(\.spec) == [unit])
    #expect(leased.map(\.lease) == [Lease(unit: "a/iphone15", token: 1)])
    #expect(leased.map(\.failures) == [0])
  }

  @Test(arguments: Kind.allCases)
  func nothingIsHandedOutTwice(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a"), generation: 1)
    #expect(try queue.lease(5, by: me, until: at(100), now: at(0)).count == 1)
    #expect(try queue.lease(5, by: me, until: at(100), now: at(0)).isEmpty)
  }

  @Test(arguments: Kind.allCases)
  func aPausedQueueHandsOutNothing(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a"), generation: 1)
    try queue.setPaused(true)
    #expect(try queue.isPaused())
    #expect(try queue.lease(5, by: me, until: at(100), now: at(0)).isEmpty)
    try queue.setPaused(false)
    #expect(try queue.lease(5, by: me, until: at(100), now: at(0)).count == 1)
  }

  @Test(arguments: Kind.allCases)
  func aLateResultIsRefused(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a"), generation: 1)
    let late = try queue.lease(1, by: me, until: at(100), now: at(0))[0].lease
    #expect(try queue.expire(now: at(100), RetryPolicy()).map(\.lease) == [late])
    let next = try queue.lease(1, by: me, until: at(9000), now: at(5000))[0].lease
    #expect(next.token == late.token + 1)

    #expect(try queue.record([.done(late, receipt: "{}", milliseconds: 1)]) == [late])
    #expect(try queue.record([.failed(late, .init(.rasterFailed, "x"), retryAt: nil)]) == [late])
    #expect(try queue.record([.givenBack(late)]) == [late])
    #expect(try queue.record([.extended(late, until: at(99_999))]) == [late])
    #expect(try queue.unit("a")?.state == .leased)
    #expect(try queue.record([.done(next, receipt: "{}", milliseconds: 1)]) == [])
    #expect(try queue.unit("a")?.state == .done)
  }

  @Test(arguments: Kind.allCases)
  func aResultCountsOnce(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a"), generation: 1)
    let lease = try queue.lease(1, by: me, until: at(100), now: at(0))[0].lease
    #expect(try queue.record([.done(lease, receipt: "1", milliseconds: 1)]) == [])
    #expect(try queue.record([.done(lease, receipt: "2", milliseconds: 2)]) == [lease])
    #expect(try queue.unit("a")?.receipt == "1")
  }

  @Test(arguments: Kind.allCases)
  func anExtendedLeaseDoesNotExpire(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a", "b"), generation: 1)
    let leases = try queue.lease(2, by: me, until: at(100), now: at(0)).map(\.lease)
    #expect(try queue.record([.extended(leases[0], until: at(300))]) == [])
    #expect(try queue.expire(now: at(200), RetryPolicy()).map(\.lease) == [leases[1]])
  }

  @Test(arguments: Kind.allCases)
  func anExpiredLeaseOfABegunUnitCostsAnAttempt(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a"), generation: 1)
    var now = 0
    for attempt in 1...3 {
      let leased = try queue.lease(1, by: me, until: at(now + 10), now: at(now))
      #expect(leased.map(\.failures) == [attempt - 1])
      #expect(try queue.record(leased.map { .begun($0.lease) }) == [])
      let expired = try queue.expire(now: at(now + 10), RetryPolicy(attempts: 3))
      #expect(expired.map(\.wasBegun) == [true] && expired[0].isRetried == (attempt < 3))
      now += 100_000
    }
    #expect(try queue.unit("a")?.state == .dead)
    #expect(try queue.unit("a")?.error?.code == .leaseExpired)
  }

  /// If the lease of a unit expires before the unit is started, this does not count as an attempt,
  /// however often it happens.
  @Test(arguments: Kind.allCases)
  func anExpiredLeaseOfAUnitThatWasNotBegunCostsNothing(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a", "b"), generation: 1)
    for now in [0, 1000, 2000, 3000, 4000] {
      let leased = try queue.lease(2, by: me, until: at(now + 10), now: at(now))
      #expect(leased.map(\.failures) == [0, 0])
      let expired = try queue.expire(now: at(now + 10), RetryPolicy(attempts: 3))
      #expect(expired.allSatisfy { !$0.wasBegun && $0.isRetried } && expired.count == 2)
    }
    #expect(try queue.counts().queued == 2 && queue.unit("a")?.error == nil)
    // The start of a unit is recorded only while its lease is current.
    let first = try queue.lease(1, by: me, until: at(9010), now: at(9000))[0].lease
    #expect(try queue.record([.begun(first), .givenBack(first)]) == [])
    #expect(try queue.record([.begun(first)]) == [first])
    _ = try queue.lease(1, by: me, until: at(9020), now: at(9010))
    #expect(try queue.expire(now: at(9020), RetryPolicy()).map(\.wasBegun) == [false])
  }

  // MARK: - Failing

  @Test(arguments: Kind.allCases)
  func aFailedUnitWaitsForItsTime(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a"), generation: 1)
    let lease = try queue.lease(1, by: me, until: at(100), now: at(0))[0].lease
    let error = RenderError(.outputFailed, "no room", origin: .option("output"), hint: "make some")
    #expect(try queue.record([.failed(lease, error, retryAt: at(500))]) == [])
    #expect(try queue.lease(1, by: me, until: at(600), now: at(499)).isEmpty)
    #expect(try queue.unit("a")?.error == error)
    #expect(try queue.lease(1, by: me, until: at(600), now: at(500)).map(\.failures) == [1])
  }

  @Test(arguments: Kind.allCases)
  func aFailureWithoutAnotherTimeIsDeath(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a"), generation: 1)
    let lease = try queue.lease(1, by: me, until: at(100), now: at(0))[0].lease
    #expect(try queue.record([.failed(lease, .init(.noNotes, "none"), retryAt: nil)]) == [])
    #expect(try queue.counts().dead == 1)
    #expect(try queue.counts().open == 0)
    #expect(try queue.units(in: .dead, most: 5, after: nil).map(\.error?.code) == [.noNotes])
  }

  @Test(arguments: Kind.allCases)
  func whatIsGivenBackCostsNothing(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a"), generation: 1)
    for round in 1...10 {
      let leased = try queue.lease(1, by: me, until: at(100), now: at(0))
      #expect(leased.map(\.lease.token) == [round])
      #expect(leased.map(\.failures) == [0])
      #expect(try queue.record([.givenBack(leased[0].lease)]) == [])
    }
  }

  @Test(arguments: Kind.allCases)
  func recoveringCostsNothingAndSaysWhatWasHeld(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a", "b", "c"), generation: 1)
    let held = try queue.lease(2, by: me, until: at(100), now: at(0))
    #expect(try queue.recover(heldBy: me) == held)
    #expect(try queue.counts().queued == 3)
    #expect(try queue.record([.done(held[0].lease, receipt: "{}", milliseconds: 1)]).count == 1)
    #expect(try queue.lease(3, by: me, until: at(100), now: at(0)).map(\.failures) == [0, 0, 0])
  }

  @Test(arguments: Kind.allCases)
  func recoveringTakesNothingFromOthers(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a", "b", "c"), generation: 1)
    let mine = try queue.lease(1, by: me, until: at(100), now: at(0))
    let others = try queue.lease(1, by: "another", until: at(100), now: at(0))
    #expect(try queue.recover(heldBy: "nobody").isEmpty)
    #expect(try queue.recover(heldBy: me) == mine)
    #expect(try queue.record([.done(others[0].lease, receipt: "{}", milliseconds: 1)]) == [])
    #expect(try queue.counts().queued == 2 && queue.counts().done == 1)
  }

  /// Setting the clock back by an hour or thirty years does not delay retries.
  @Test(arguments: Kind.allCases, [3_600_000, 946_080_000_000])
  func aClockThatGoesBackPutsNothingOff(_ kind: Kind, by: Int) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a"), generation: 1)
    let noon = 1_000_000_000_000
    let lease = try queue.lease(1, by: me, until: at(noon + 100), now: at(noon))[0].lease
    let retryAt = RetryPolicy().retry(after: .workerCrashed, failures: 2, now: at(noon))
    let error = RenderError(.workerCrashed, "it fell")
    #expect(try queue.record([.failed(lease, error, retryAt: retryAt)]) == [])
    #expect(try queue.lease(1, by: me, until: at(noon + 100), now: at(noon + 1)).isEmpty)
    let earlier = noon - by
    #expect(try queue.lease(1, by: me, until: at(earlier + 100), now: at(earlier)).count == 1)
  }

  /// A result has no effect if it is a repetition or if the unit has been leased to another worker
  /// in the meantime.
  @Test(arguments: Kind.allCases)
  func whatIsSaidTwiceCountsOnce(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a", "b"), generation: 1)
    let held = try queue.lease(2, by: me, until: at(100), now: at(0)).map(\.lease)
    let done = UnitChange.done(held[0], receipt: "{\"n\":1}", milliseconds: 1)
    #expect(try queue.record([done]) == [])
    #expect(try queue.record([.done(held[0], receipt: "{}", milliseconds: 2)]) == [held[0]])
    #expect(try queue.record([.failed(held[0], .init(.noNotes, "x"), retryAt: nil)]) == [held[0]])
    #expect(try queue.unit("a")?.receipt == "{\"n\":1}")
    // A repeated result in the same call also has no effect.
    let twice = UnitChange.failed(held[1], .init(.noNotes, "x"), retryAt: at(0))
    #expect(try queue.record([twice, twice]) == [held[1]])
    #expect(try queue.unit("b")?.failures == 1)
  }

  /// The stored counts always equal a recount of all units.
  @Test(arguments: Kind.allCases)
  func countsAreThoseOfTheUnits(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    var chance = SeededGenerator()
    var held: [Lease] = []
    for round in 1...150 {
      let id = "u\(Int.random(in: 0..<30, using: &chance))"
      switch Int.random(in: 0..<10, using: &chance) {
      case 0...2:
        let digest = "\(Int.random(in: 0..<2, using: &chance))"
        _ = try queue.add(units(id, digest: digest), generation: round)
      case 3, 4:
        held += try queue.lease(3, by: me, until: at(round + 5), now: at(round)).map(\.lease)
      case 5:
        guard let lease = held.popLast() else { continue }
        _ = try queue.record([.done(lease, receipt: "{}", milliseconds: 1)])
      case 6:
        guard let lease = held.popLast() else { continue }
        let retryAt = Bool.random(using: &chance) ? at(round) : nil
        _ = try queue.record([.failed(lease, .init(.noNotes, "x"), retryAt: retryAt)])
      case 7: _ = try queue.cancel(Bool.random(using: &chance) ? [id] : nil)
      case 8: _ = try queue.purge(UnitState.allCases.randomElement(using: &chance) ?? .done)
      default:
        _ = try queue.retry([id])
        _ = try queue.expire(now: at(round), RetryPolicy())
      }
      var counted = UnitCounts()
      for row in try queue.units(in: nil, most: 100, after: nil) { counted[row.state] += 1 }
      #expect(
        try queue.counts() == counted,
        "round \(round), seed \(SeededGenerator.standardSeed)")
    }
  }

  // MARK: - Controlling

  @Test(arguments: Kind.allCases)
  func retryQueuesTheDeadWithAllTheirAttempts(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a", "b", "c"), generation: 1)
    try kill(queue, "a")
    try kill(queue, "b")
    #expect(try queue.retry(["a", "c"]) == 1)
    #expect(try queue.unit("a")?.failures == 0)
    #expect(try queue.retry(nil) == 1)
    #expect(try queue.counts().queued == 3)
    #expect(try queue.retry(nil) == 0)
  }

  @Test(arguments: Kind.allCases)
  func aDoneUnitIsMadeAgainWhenItIsNamed(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a"), generation: 1)
    try finish(queue, "a")
    #expect(try queue.retry(nil) == 0)
    #expect(try queue.retry(["a"]) == 1)
    #expect(try queue.counts().queued == 1)
  }

  @Test(arguments: Kind.allCases)
  func cancelTakesUnitsAwayFromWhoeverHoldsThem(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a", "b", "c"), generation: 1)
    try finish(queue, "a")
    let held = try queue.lease(1, by: me, until: at(100), now: at(0))[0].lease
    #expect(held.unit == "b")
    #expect(try queue.cancel(["b"]) == 1)
    #expect(try queue.record([.extended(held, until: at(200))]) == [held])
    #expect(try queue.record([.done(held, receipt: "{}", milliseconds: 1)]) == [held])
    #expect(try queue.unit("b")?.error?.code == .cancelled)
    #expect(try queue.cancel(nil) == 1)
    #expect(try queue.unit("a")?.state == .done)
    #expect(try queue.counts().dead == 2)
  }

  @Test(arguments: Kind.allCases)
  func purgeForgetsOneState(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a", "b", "c", "d"), generation: 1)
    try finish(queue, "a")
    try kill(queue, "b")
    let held = try queue.lease(1, by: me, until: at(100), now: at(0))
    #expect(ids(held) == ["c"])
    #expect(try queue.purge(.leased) == 0)
    #expect(try queue.purge(.done) == 1)
    #expect(try queue.purge(.dead) == 1)
    #expect(try queue.units(in: nil, most: 9, after: nil).map(\.spec.id) == ["c", "d"])
  }

  /// Removal by age affects only finished units in the given state, and is bounded.
  @Test(arguments: Kind.allCases)
  func onlyOldFinishedUnitsAreRemovedByAge(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    let before = try queue.now().adding(.seconds(-60))
    _ = try queue.add(units("a", "b", "c", "d", "e", "f"), generation: 1)
    try finish(queue, "a")
    try finish(queue, "b")
    try kill(queue, "c")
    #expect(try queue.cancel(["d"]) == 1)
    #expect(ids(try queue.lease(1, by: me, until: at(100), now: at(0))) == ["e"])
    let after = try queue.now().adding(.seconds(60))
    for state in UnitState.allCases { #expect(try queue.purge(state, finishedBy: before) == 0) }
    for state in [UnitState.queued, .leased] {
      #expect(try queue.purge(state, finishedBy: after) == 0)
    }
    #expect(try queue.purge(.done, finishedBy: after, most: 1) == 1)
    #expect(try queue.unit("a") == nil && queue.unit("b") != nil)
    #expect(try queue.purge(.done, finishedBy: after) == 1)
    #expect(try queue.units(in: nil, most: 9, after: nil).map(\.spec.id) == ["c", "d", "e", "f"])
    #expect(try queue.purge(.dead, finishedBy: after) == 2)
    #expect(try queue.counts().open == 2 && queue.counts().all == 2)
  }

  /// A unit that is queued again has not finished, and a unit that is added again after its removal
  /// gets a higher token than before.
  @Test(arguments: Kind.allCases)
  func aUnitThatIsQueuedAgainIsNotRemovedByAge(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    let after = try queue.now().adding(.seconds(60))
    _ = try queue.add(units("a"), generation: 1)
    try kill(queue, "a")
    #expect(try queue.retry(nil) == 1)
    #expect(try queue.purge(.dead, finishedBy: after) == 0)
    #expect(try queue.purge(.done, finishedBy: after) == 0)
    try finish(queue, "a")
    let token = try #require(try queue.unit("a")?.token)
    #expect(try queue.purge(.done, finishedBy: after) == 1)
    _ = try queue.add(units("a"), generation: 2)
    #expect(try lease(queue, "a").token > token)
  }

  @Test(arguments: Kind.allCases)
  func listingGoesOnBehindAUnit(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a", "b", "c", "d", "e"), generation: 1)
    try finish(queue, "c")
    #expect(try queue.units(in: nil, most: 2, after: "b").map(\.spec.id) == ["c", "d"])
    #expect(try queue.units(in: .queued, most: 9, after: "b").map(\.spec.id) == ["d", "e"])
    #expect(try queue.units(in: .done, most: 9, after: nil).map(\.spec.id) == ["c"])
    #expect(try queue.purge(.done) == 1)
    #expect(try queue.units(in: nil, most: 9, after: "c") == [])
  }

  @Test(arguments: Kind.allCases)
  func aRebuiltUnitIsDoneWithoutBeingLeased(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    _ = try queue.add(units("a", "b"), generation: 1)
    try kill(queue, "b")
    try queue.markDone(
      ["a", "b"].map { DeliveredUnit(id: $0, receipt: "{}", milliseconds: 7) })
    #expect(try queue.unit("a")?.state == .done)
    #expect(try queue.unit("a")?.milliseconds == 7)
    #expect(try queue.unit("b")?.state == .dead)
  }

  /// After any sequence of calls, no unit has two leases, no lease token has been repeated, and a
  /// done unit is still done.
  @Test(arguments: Kind.allCases)
  func randomCallsNeverBreakTheRules(_ kind: Kind) throws {
    let (queue, _) = try queue(kind)
    var random = SeededGenerator()
    let names = (0..<20).map { "u\($0)" }
    _ = try queue.add(names.map { UnitSpec(id: $0, digest: "1", output: $0) }, generation: 1)
    var (held, tokens) = ([String: Lease](), [String: Int]())
    var now = 0
    for _ in 0..<1500 {
      now += Int.random(in: 0...50, using: &random)
      let all = Array(held.values).sorted { $0.unit < $1.unit }
      let one = all.randomElement(using: &random)
      switch Int.random(in: 0...9, using: &random) {
      case 0...3:
        for unit in try queue.lease(
          Int.random(in: 1...4, using: &random), by: me, until: at(now + 100), now: at(now))
        {
          #expect(unit.lease.token > tokens[unit.spec.id] ?? 0, "seed \(random.seed)")
          tokens[unit.spec.id] = unit.lease.token
          held[unit.spec.id] = unit.lease
        }
      case 4:
        guard let one else { continue }
        if try queue.record([.done(one, receipt: "{}", milliseconds: 1)]).isEmpty {
          #expect(try queue.unit(one.unit)?.state == .done, "seed \(random.seed)")
        }
        held[one.unit] = nil
      case 5:
        guard let one else { continue }
        let error = RenderError(.workerCrashed, "x")
        _ = try queue.record([
          .failed(one, error, retryAt: Bool.random(using: &random) ? at(now) : nil)
        ])
        held[one.unit] = nil
      case 6:
        guard let one else { continue }
        _ = try queue.record([.givenBack(one)])
        held[one.unit] = nil
      case 7:
        for expired in try queue.expire(now: at(now), RetryPolicy()) {
          held[expired.lease.unit] = nil
        }
      case 8: _ = try queue.retry([names.randomElement(using: &random) ?? ""])
      default: _ = try queue.cancel([names.randomElement(using: &random) ?? ""])
      }
      let counts = try queue.counts()
      #expect(counts.all == names.count, "seed \(random.seed)")
      #expect(counts.leased <= held.count, "seed \(random.seed)")
    }
  }

  // MARK: - Helpers

  private func lease(_ queue: any JobQueue & QueueAdmin, _ id: String) throws -> Lease {
    let all = try queue.lease(100, by: me, until: at(1000), now: at(0))
    for other in all where other.spec.id != id { _ = try queue.record([.givenBack(other.lease)]) }
    return try #require(all.first { $0.spec.id == id }).lease
  }

  private func finish(_ queue: any JobQueue & QueueAdmin, _ id: String) throws {
    #expect(
      try queue.record([.done(lease(queue, id), receipt: "{}", milliseconds: 1)]) == [])
  }

  private func kill(_ queue: any JobQueue & QueueAdmin, _ id: String) throws {
    let error = RenderError(.photoUnreadable, "gone")
    #expect(try queue.record([.failed(lease(queue, id), error, retryAt: nil)]) == [])
  }
}
