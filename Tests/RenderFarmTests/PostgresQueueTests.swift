import Dispatch
import Foundation
import RenderFarm
import RenderPool
import Synchronization
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests a shared queue: concurrent clients, lost connections and special characters.
@Suite(.tags(.farm)) struct PostgresQueueTests {
  private let schema = "q\(UInt64.random(in: .min ... .max))"

  private func open() throws -> PostgresJobQueue {
    try PostgresJobQueue(
      address: try #require(PostgresServer.address), schema: schema, makesTables: true)
  }

  /// Runs SQL through psql, independently of the queue's code.
  @discardableResult
  private func psql(_ sql: String, user: String = "wallfarm") throws -> (
    text: String, status: Int32
  ) {
    let address = try #require(PostgresServer.address)
      .replacing("user=wallfarm", with: "user=\(user)")
    return Tool.run(
      "psql",
      [address, "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", "SET search_path TO \(schema)", "-c", sql],
      withErrors: true)
  }

  private func at(_ milliseconds: Int) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  private func units(_ count: Int) -> [UnitSpec] {
    (0..<count).map { UnitSpec(id: "u\($0)", digest: "1", output: "\($0).png") }
  }

  /// Runs the body on several threads, each with its own connection.
  private func together(
    _ count: Int, _ body: @escaping @Sendable (PostgresJobQueue, Int) throws -> Void
  ) throws {
    let (address, schema) = (try #require(PostgresServer.address), schema)
    DispatchQueue.concurrentPerform(iterations: count) { number in
      do {
        try body(
          try PostgresJobQueue(address: address, schema: schema, makesTables: true), number)
      } catch {
        Issue.record(error)
      }
    }
  }

  /// When eight supervisors lease 400 units, each unit is leased only once, and the counts are
  /// correct.
  @Test func nothingIsHandedOutTwiceByMany() throws {
    let queue = try open()
    _ = try queue.add(units(400), generation: 1)
    let taken = Taken()
    try together(8) { own, number in
      while true {
        let leased = try own.lease(
          7, by: "supervisor \(number)", until: Timestamp(milliseconds: 1000),
          now: Timestamp(milliseconds: 0))
        if leased.isEmpty { return }
        taken.ids.withLock { $0 += leased.map(\.spec.id) }
        // Record the results in random order, to provoke deadlocks.
        let lost = try own.record(
          leased.shuffled().map { .done($0.lease, receipt: "{}", milliseconds: 1) })
        #expect(lost.isEmpty)
      }
    }
    let all = taken.ids.withLock { $0 }
    #expect(all.count == 400 && Set(all).count == 400)
    var counts = UnitCounts()
    counts.done = 400
    #expect(try queue.counts() == counts)
    // Expiry merges the accumulated count deltas without changing the totals.
    #expect(try queue.expire(now: at(0), RetryPolicy()).isEmpty)
    #expect(try queue.counts() == counts)
  }

  private final class Taken: Sendable { let ids = Mutex<[String]>([]) }

  /// If several clients add the same units at the same time, each unit is stored once, and all
  /// stored units are from one client.
  @Test func manyAddTheSame() throws {
    let queue = try open()
    try together(4) { own, number in
      _ = try own.add(
        (0..<50).map { UnitSpec(id: "u\($0)", digest: "\(number)", output: "x") }, generation: 1)
    }
    #expect(try queue.counts().queued == 50)
    let digests = Set(try queue.units(in: nil, most: 100, after: nil).map(\.spec.digest))
    #expect(digests.count == 1)
  }

  /// Text with special meaning in SQL, COPY or array literals is stored and read back unchanged.
  @Test func wordsStayAsTheyAre() throws {
    let queue = try open()
    let words = [
      "'; DROP TABLE units; --", "a\\nb", "\\N", "\\.", "tab\tnew\nline\rback\\slash", "{a,\"b\"}",
      "NULL", "$1", "%s", "ö☂👨‍👩‍👧", "\u{1}\u{7F}", " ", "\"", "\\\"",
      String(repeating: "x", count: 5000),
    ]
    let specs = words.map {
      UnitSpec(
        id: $0, digest: $0, priority: Int(Int32.max), affinity: $0, output: $0, payload: $0,
        seal: $0)
    }
    #expect(try queue.add(specs, generation: 1).new == words.count)
    #expect(try queue.add(specs, generation: 2).known == words.count)
    let leased = try queue.lease(100, by: "'; --", until: at(100), now: at(0))
    #expect(leased.map(\.spec) == specs)
    #expect(
      try queue.record(leased.map { .done($0.lease, receipt: $0.spec.id, milliseconds: 1) }) == [])
    for word in words { #expect(try queue.unit(word)?.receipt == word) }
    #expect(try queue.retry(words) == words.count)
    #expect(try queue.cancel(words) == words.count)
    #expect(
      try queue.units(in: .dead, most: 100, after: words[2]).map(\.spec.id) == Array(words[3...]))
  }

  /// PostgreSQL text cannot contain NUL, so a unit with a NUL character is rejected as a whole.
  @Test func aZeroInATextIsAnError() throws {
    let queue = try open()
    let error = #expect(throws: RenderError.self) {
      try queue.add([UnitSpec(id: "a\0b", digest: "1", output: "x")], generation: 1)
    }
    #expect(error?.code == .queueFailed)
    #expect(throws: RenderError.self) { try queue.cancel(["a\0b"]) }
    #expect(throws: RenderError.self) { try queue.unit("a\0b") }
    #expect(try queue.counts() == UnitCounts())
    #expect(try queue.add(units(1), generation: 1).new == 1)
  }

  /// Adding is atomic, even if the last of many units is invalid.
  @Test func addingIsWholeOrNothing() throws {
    let queue = try open()
    let twice = units(3000) + [UnitSpec(id: "u7", digest: "2", output: "x")]
    #expect(throws: RenderError.self) { try queue.add(twice, generation: 5) }
    #expect(try queue.counts() == UnitCounts())
    #expect(try queue.generation == 0)
  }

  /// After the server closes the connection, the queue reconnects.
  ///
  /// The first call may fail.
  @Test func aLostConnectionIsMadeAnew() throws {
    let queue = try open()
    _ = try queue.add(units(4), generation: 1)
    let leased = try queue.lease(2, by: "me", until: at(100), now: at(0))
    for round in 0..<3 {
      try cut(queue)
      // The first call may fail on the closed connection.
      let counts = (try? queue.counts()) ?? UnitCounts()
      #expect(try counts.all == 4 || queue.counts().all == 4, "round \(round)")
    }
    try cut(queue)
    let changes = leased.map { UnitChange.done($0.lease, receipt: "{}", milliseconds: 1) }
    let lost = try again { () throws(RenderError) in try queue.record(changes) }
    #expect(lost == [])
    #expect(try queue.counts().done == 2)
  }

  /// Calls `body`, and calls it once more if the first call fails on a closed connection.
  private func again<Value>(_ body: () throws(RenderError) -> Value) throws -> Value {
    do throws(RenderError) {
      return try body()
    } catch {
      #expect(error.code == .queueFailed)
      return try body()
    }
  }

  /// Terminates all connections to the server that use this test's schema.
  private func cut(_ queue: PostgresJobQueue) throws {
    let ended = try psql(
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
        + "WHERE pid <> pg_backend_pid() AND application_name = '\(schema)'")
    #expect(ended.status == 0, "\(ended.text)")
  }

  /// If the response to a change was lost, the change can be recorded again; it is accepted and
  /// takes effect only once.
  @Test func whatWasRecordedInVainIsNotLate() throws {
    let queue = try open()
    _ = try queue.add(units(4), generation: 1)
    let leased = try queue.lease(4, by: "me", until: at(100), now: at(0))
    let error = RenderError(.workerCrashed, "it fell")
    let changes: [UnitChange] = [
      .done(leased[0].lease, receipt: "{\"a\":1}", milliseconds: 1),
      .failed(leased[1].lease, error, retryAt: at(50)),
      .failed(leased[2].lease, error, retryAt: nil), .givenBack(leased[3].lease),
    ]
    // Simulate a lost response: another connection records the changes with the same leases.
    let other = try open()
    #expect(try other.record(changes) == [])
    try cut(queue)
    #expect(throws: RenderError.self) { try queue.record(changes) }
    #expect(try queue.record(changes) == [])
    #expect(try queue.unit("u1")?.failures == 1)
    // A result with a different receipt comes from another worker, so it is rejected as late.
    let second = UnitChange.done(leased[0].lease, receipt: "{\"a\":2}", milliseconds: 1)
    #expect(try queue.record([second]) == [leased[0].lease])
  }

  /// A running program detects an incompatible schema upgrade when it reconnects, before it leases
  /// anything.
  @Test func aRunningProgramNoticesThatItIsOutdated() throws {
    let (queue, idle) = (try open(), try open())
    _ = try queue.add(units(4), generation: 1)
    #expect(try queue.lease(1, by: "me", until: at(100), now: at(0)).count == 1)
    try psql("UPDATE settings SET value = 99 WHERE key IN ('oldest', 'version')")
    #expect(try queue.lease(1, by: "me", until: at(100), now: at(0)).isEmpty)
    #expect(!queue.isOutdated)
    try cut(queue)
    for _ in 0..<3 {
      let error = #expect(throws: RenderError.self) {
        _ = try? queue.counts()
        _ = try queue.lease(1, by: "me", until: at(100), now: at(0))
      }
      #expect(error?.code == .queueFailed && queue.isOutdated)
    }
    // The first call fails because the connection is closed, and the second call because the
    // program is outdated.
    for _ in 0..<2 { #expect(throws: RenderError.self) { try idle.now() } }
    #expect(idle.isOutdated)
    // A compatible upgrade does not stop the program.
    try psql("UPDATE settings SET value = 2 WHERE key = 'oldest'")
    #expect(try queue.counts().queued == 3 && !queue.isOutdated)
  }

  /// Each schema has its own advisory lock: queues in one database do not block each other, but two
  /// writers to one queue do.
  @Test func theLockIsThatOfASchema() throws {
    func number(_ schema: String, _ database: String) throws -> String {
      try psql(
        "SELECT hashtextextended('wallfarm queue ' || '\(database)' || '/\(schema)', 0)"
      ).text
    }
    _ = try open()
    let all = Set(
      try ["a", "b"].flatMap { schema in
        try ["x", "y"].map { database in try number(schema, database) }
      })
    #expect(all.count == 4)
    // A lock on another schema does not block this queue.
    let other = Process()
    other.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    other.arguments = [
      "psql", try #require(PostgresServer.address), "-XAtqc",
      "BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('wallfarm queue ' "
        + "|| current_database() || '/another', 0)); SELECT pg_sleep(60)",
    ]
    try other.run()
    defer { other.terminate() }
    eventually {
      (try? psql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"))?
        .text.contains("1") == true
    }
    #expect(try open().add(units(2), generation: 1).new == 2)
  }

  /// A newer schema names the oldest compatible program version, so that two versions can share a
  /// queue during an upgrade.
  @Test func tablesOfANewerVersionAreUsedWhereTheySaySo() throws {
    _ = try open()
    try psql("UPDATE settings SET value = 99 WHERE key = 'version'")
    _ = try open()
    try psql("UPDATE settings SET value = 99 WHERE key = 'oldest'")
    let error = #expect(throws: RenderError.self) { try open() }
    #expect(error?.code == .queueFailed)
  }

  /// Each role has only the privileges that it needs; for example, a worker can read payloads, but
  /// a reader cannot.
  @Test func eachRoleMayDoWhatItIsFor() throws {
    let queue = try open()
    try queue.makeRoles(prefix: "r\(schema)")
    #expect(throws: RenderError.self) { try queue.makeRoles(prefix: "a\"; DROP TABLE units; --") }
    _ = try queue.add(
      [UnitSpec(id: "a", digest: "1", output: "a", payload: "secret")], generation: 1)
    func role(_ name: String) throws -> PostgresJobQueue {
      try psql("CREATE ROLE u\(name)_\(schema) LOGIN IN ROLE r\(schema)_\(name)")
      let address = try #require(PostgresServer.address)
      return try PostgresJobQueue(
        address: address.replacing("user=wallfarm", with: "user=u\(name)_\(schema)"), schema: schema
      )
    }
    let (reader, submitter) = (try role("reader"), try role("submitter"))
    let (worker, admin) = (try role("worker"), try role("admin"))
    #expect(try reader.unit("a")?.spec.payload == "")
    #expect(try worker.unit("a")?.spec.payload == "secret")
    #expect(throws: RenderError.self) { try reader.retry(nil) }
    #expect(try submitter.add(units(3), generation: 2).new == 3)
    let leased = try worker.lease(9, by: "w", until: at(100), now: at(0))
    #expect(leased.count == 4)
    #expect(
      try worker.record(leased.map { .done($0.lease, receipt: "{}", milliseconds: 1) }) == [])
    #expect(try worker.expire(now: at(100), RetryPolicy()).isEmpty)
    let denied = #expect(throws: RenderError.self) { try worker.add(units(9), generation: 3) }
    #expect(denied?.hint?.contains("_submitter") == true)
    let again = try worker.lease(9, by: "w", until: at(100), now: at(0))
    #expect(again.isEmpty)
    #expect(throws: RenderError.self) { try worker.setPaused(true) }
    try admin.setPaused(true)
    #expect(try admin.purge(.done) == 4)
    #expect(try reader.counts() == UnitCounts())
  }

  /// Notifications announce added units and contain no other data.
  @Test func whatIsAddedIsNews() throws {
    let (queue, other) = (try open(), try open())
    let elsewhere = try PostgresJobQueue(
      address: try #require(PostgresServer.address), schema: schema + "_other", makesTables: true)
    defer { _ = try? psql("DROP SCHEMA \(schema)_other CASCADE") }
    #expect(!queue.hasNews())
    _ = try elsewhere.add(units(1), generation: 1)
    #expect(!queue.hasNews())
    _ = try other.add(units(1), generation: 1)
    eventually { queue.hasNews() }
    #expect(!queue.hasNews())
    #expect(try queue.lease(1, by: "me", until: at(100), now: at(0)).count == 1)
    #expect(!other.hasNews() || !other.hasNews())
  }

  /// The queue uses the server's clock, and its time advances.
  @Test func theClockIsTheServers() throws {
    let queue = try open()
    let first = try queue.now()
    let server = try #require(
      Int(
        try psql("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint").text.filter(
          \.isNumber)))
    // A wrong clock would be off by an hour. The tolerance of ten minutes covers the round trip.
    #expect(abs(first.milliseconds - server) < 600_000)
    #expect(try queue.now() >= first)
  }

  /// Migrates a version 1 schema and keeps its units.
  @Test func tablesOfAnEarlierVersionAreBroughtUp() throws {
    let queue = try open()
    _ = try queue.add(units(2), generation: 1)
    try psql(
      """
      ALTER TABLE units DROP COLUMN toolchain, DROP COLUMN added, DROP COLUMN begun;
      DROP TABLE machines;
      DELETE FROM settings WHERE key IN ('oldest', 'identity');
      CREATE INDEX units_queued ON units(priority DESC, seq) WHERE state = 0;
      UPDATE settings SET value = 1 WHERE key = 'version'
      """)
    let again = try open()
    #expect(try again.counts().queued == 2)
    #expect(try again.lease(5, by: "me", until: at(100), now: at(0)).count == 2)
    #expect(try !again.identity().isEmpty)
  }

  /// After an upgrade from version 3, leased units count as started, and workers with existing
  /// roles can still record starts.
  @Test func rolesOfAnEarlierVersionMaySayWhatIsBegun() throws {
    let queue = try open()
    try queue.makeRoles(prefix: "r\(schema)")
    _ = try queue.add(units(2), generation: 1)
    let held = try queue.lease(1, by: "old", until: at(50), now: at(0))
    try psql(
      """
      ALTER TABLE units DROP COLUMN begun; UPDATE settings SET value = 3 WHERE key = 'version';
      CREATE ROLE w\(schema) LOGIN IN ROLE r\(schema)_worker
      """)
    _ = try open()
    let address = try #require(PostgresServer.address)
      .replacing("user=wallfarm", with: "user=w\(schema)")
    let worker = try PostgresJobQueue(address: address, schema: schema)
    let leased = try worker.lease(1, by: "w", until: at(50), now: at(0))
    #expect(try worker.record(leased.map { .begun($0.lease) }) == [])
    let expired = try worker.expire(now: at(50), RetryPolicy())
    #expect(Set(expired.map(\.lease)) == Set((held + leased).map(\.lease)))
    #expect(expired.allSatisfy { $0.wasBegun })
  }

  /// A worker role removes done units by their age, and no other units; it cannot delete units in
  /// any other way.
  @Test func aWorkerRemovesOldDoneUnits() throws {
    let queue = try open()
    try queue.makeRoles(prefix: "r\(schema)")
    _ = try queue.add(units(6), generation: 1)
    let leased = try queue.lease(5, by: "me", until: at(50), now: at(0))
    _ = try queue.record(leased[..<3].map { .done($0.lease, receipt: "{}", milliseconds: 1) })
    let error = RenderError(.photoUnreadable, "gone")
    _ = try queue.record([.failed(leased[3].lease, error, retryAt: nil)])
    try psql(
      """
      UPDATE units SET finished = finished - 7200000 WHERE id <> 'u2';
      CREATE ROLE w\(schema) LOGIN IN ROLE r\(schema)_worker
      """)
    let address = try #require(PostgresServer.address)
      .replacing("user=wallfarm", with: "user=w\(schema)")
    let worker = try PostgresJobQueue(address: address, schema: schema)
    #expect(try worker.purgeDone(olderThan: .seconds(10_000), most: 9) == 0)
    #expect(try worker.purgeDone(olderThan: .seconds(3600), most: 1) == 1)
    #expect(try worker.purgeDone(olderThan: .seconds(3600), most: 9) == 1)
    #expect(throws: RenderError.self) { try worker.purge(.done) }
    #expect(throws: RenderError.self) { try worker.purge(.done, finishedBy: worker.now()) }
    let left = try queue.units(in: nil, most: 9, after: nil).map { "\($0.spec.id) \($0.state)" }
    #expect(left == ["u2 done", "u3 dead", "u4 leased", "u5 queued"])
    // The rows that depend on a removed unit are removed with it.
    #expect(try psql("SELECT count(*) FROM work").text.contains("4"))
    #expect(try psql("SELECT count(*) FROM outcomes").text.contains("2"))
  }

  /// Two machines remove old units at the same time, while a third one leases and finishes units.
  @Test func removalDoesNotHoldUpWork() throws {
    let queue = try open()
    _ = try queue.add(units(3000), generation: 1)
    let first = try queue.lease(2000, by: "me", until: at(50), now: at(0))
    _ = try queue.record(first.map { .done($0.lease, receipt: "{}", milliseconds: 1) })
    try psql("UPDATE units SET finished = finished - 7200000 WHERE state = 2")
    try together(3) { own, number in
      if number < 2 {
        while try own.purgeDone(olderThan: .seconds(3600), most: 100) > 0 {}
        return
      }
      for _ in 0..<10 {
        let some = try own.lease(
          100, by: "other", until: Timestamp(milliseconds: 50), now: Timestamp(milliseconds: 0))
        let lost = try own.record(
          some.map { .done($0.lease, receipt: "{}", milliseconds: 1) })
        #expect(some.count == 100 && lost.isEmpty)
      }
    }
    while try queue.purgeDone(olderThan: .seconds(3600), most: 100) > 0 {}
    #expect(try queue.counts().done == 1000 && queue.counts().all == 1000)
    #expect(try psql("SELECT count(*) FROM work").text.contains("1000"))
  }

  /// After an upgrade from version 4, finished units count as finished at the upgrade, and existing
  /// roles can remove old units.
  @Test func unitsOfAnEarlierVersionFinishedAtTheUpgrade() throws {
    let queue = try open()
    try queue.makeRoles(prefix: "r\(schema)")
    _ = try queue.add(units(3), generation: 1)
    let leased = try queue.lease(2, by: "me", until: at(50), now: at(0))
    _ = try queue.record([.done(leased[0].lease, receipt: "{}", milliseconds: 1)])
    try psql(
      """
      DROP FUNCTION purge_done; DROP TRIGGER units_ended ON units; DROP FUNCTION note_end;
      ALTER TABLE units DROP COLUMN finished;
      UPDATE settings SET value = 4 WHERE key = 'version';
      CREATE ROLE w\(schema) LOGIN IN ROLE r\(schema)_worker
      """)
    let again = try open()
    let address = try #require(PostgresServer.address)
      .replacing("user=wallfarm", with: "user=w\(schema)")
    let worker = try PostgresJobQueue(address: address, schema: schema)
    #expect(try worker.record([.done(leased[1].lease, receipt: "{}", milliseconds: 1)]) == [])
    #expect(try worker.purgeDone(olderThan: .seconds(3600), most: 9) == 0)
    let noted = try psql("SELECT count(*) FROM units WHERE state = 2 AND finished > 0")
    #expect(noted.text.contains("2"))
    #expect(try again.purge(.done, finishedBy: try again.now().adding(.seconds(60))) == 2)
    #expect(try again.counts().queued == 1 && again.counts().all == 1)
  }

  /// A reader role can see everything but cannot change anything.
  @Test func aReaderCannotWrite() throws {
    let queue = try open()
    _ = try queue.add(units(2), generation: 1)
    let role = "reader_\(schema)"
    try psql(
      "CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(schema) TO \(role); "
        + "GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO \(role)")
    let address = try #require(PostgresServer.address)
      .replacing("user=wallfarm", with: "user=\(role)")
    let reader = try PostgresJobQueue(address: address, schema: schema)
    #expect(try reader.counts().queued == 2)
    #expect(try reader.units(in: nil, most: 5, after: nil).count == 2)
    let error = #expect(throws: RenderError.self) { try reader.cancel(nil) }
    #expect(error?.code == .queueFailed)
    #expect(throws: RenderError.self) { try reader.setPaused(true) }
    #expect(throws: RenderError.self) {
      try reader.lease(1, by: "me", until: at(1), now: at(0))
    }
    #expect(try queue.counts().queued == 2)
  }

  @Test(arguments: [
    ("host=/nowhere user=a", "q"), ("postgres://a:secret@127.0.0.1:1/x", "q"), ("nonsense", "q"),
    ("host=/nowhere", "Upper"), ("host=/nowhere", "a\"b"), ("host=/nowhere", ""),
    // If special characters in the password are not escaped, a part of the password is read as a
    // different part of the address. This is also true for libpq.
    ("postgres://a:pass/secret@127.0.0.1:1/x", "q"),
    ("postgres://a:pass?secret@127.0.0.1:1/x", "q"),
    ("postgres://a:pass#secret@127.0.0.1:1/x", "q"),
    ("postgres://a:pass@secret@127.0.0.1:1/x", "q"),
    ("postgres://a:secret", "q"), ("postgres://a:secret/x", "q"),
    ("postgres://a:%zzsecret@h/x", "q"),
    ("postgres://127.0.0.1:1/x?password=secret", "q"), ("postgres://h/x?secret", "q"),
    ("postgres://h/x?passwrd=secret", "q"), ("postgresql://a:[secret@h/x", "q"),
    ("host=/nowhere password=secret", "q"), ("host=/nowhere password='secret", "q"),
    ("host=/nowhere password=pass secret", "q"), ("host=/nowhere pasword=secret", "q"),
    ("host=/nowhere password = 'a b' secret", "q"), ("password=secret sslmode=secret", "q"),
    ("host=/nowhere sslmode=verify-full sslpassword=secret", "q"),
    ("postgres://a:secret@127.0.0.1:1/x?sslmode=secret", "q"),
    ("postgres://a:secret@[::1]:1/x", "q"), ("postgres://a:secret@h1:1,h2:secret/x", "q"),
  ])
  func whatCannotBeReachedIsSaid(_ address: String, _ schema: String) {
    do throws(RenderError) {
      _ = try PostgresJobQueue(address: address, schema: schema)
      Issue.record("it was reached")
    } catch {
      #expect(error.code == .queueFailed && error.hint != nil)
      #expect(!"\(error)".contains("secret"), "\(error)")
    }
    #expect(!PostgresJobQueue.shown(address).contains("secret"))
  }

  @Test func aShownAddressKeepsItsUser() {
    #expect(PostgresJobQueue.shown("postgres://a:secret@h1:1,h2/x?y=z") == "postgres://a@h1:1,h2/x")
    #expect(PostgresJobQueue.shown("postgresql://:secret@h/x") == "postgres://h/x")
    #expect(PostgresJobQueue.shown("postgres://h/x") == "postgres://h/x")
  }
}
