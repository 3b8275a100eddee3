import Foundation
import RenderFarm
import RenderPool
import Storage
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests a queue in a file: persistence, sharing and damage.
@Suite struct SQLiteQueueTests {
  private func at(_ milliseconds: Int) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  private func specs(_ count: Int) -> [UnitSpec] {
    (0..<count).map {
      UnitSpec(
        id: "job-\($0)/iphone15", digest: "\($0)", affinity: "beach.jpg\tiphone15",
        output: "job-\($0)/lock-iphone15.png",
        payload: #"{"id":"job-\#($0)","device":"iphone15","notes":"notes/\#($0).json"}"#)
    }
  }

  @Test func everythingIsThereAfterReopening() throws {
    let folder = try TemporaryFolder()
    do {
      let queue = try SQLiteJobQueue(path: folder.file("q"))
      _ = try queue.add(specs(3), generation: 4)
      let leased = try queue.lease(2, by: "me", until: at(10), now: at(0))
      _ = try queue.record([.done(leased[0].lease, receipt: "{\"a\":1}", milliseconds: 5)])
      try queue.setPaused(true)
    }
    let queue = try SQLiteJobQueue(path: folder.file("q"), isChecked: true)
    #expect(try queue.generation == 4)
    #expect(try queue.isPaused())
    let counts = try queue.counts()
    #expect((counts.queued, counts.leased, counts.done) == (1, 1, 1))
    #expect(try queue.unit("job-0/iphone15")?.receipt == "{\"a\":1}")
    #expect(try queue.recover(heldBy: "me").map(\.spec.id) == ["job-1/iphone15"])
  }

  @Test func twoConnectionsSeeOneQueue() throws {
    let folder = try TemporaryFolder()
    let one = try SQLiteJobQueue(path: folder.file("q"))
    let other = try SQLiteJobQueue(path: folder.file("q"))
    _ = try one.add(specs(4), generation: 1)
    let first = try one.lease(2, by: "me", until: at(10), now: at(0))
    let second = try other.lease(9, by: "me", until: at(10), now: at(0))
    #expect(Set((first + second).map(\.spec.id)).count == 4)
    #expect(try other.cancel([first[0].spec.id]) == 1)
    #expect(try one.record([.extended(first[0].lease, until: at(20))]).count == 1)
  }

  @Test(arguments: [
    ("no SQLite at all", 0), ("its first page", 100), ("a page in the middle", 4096 * 3),
  ])
  func damageIsFoundAndToldFromOtherTrouble(title: String, offset: Int) throws {
    let folder = try TemporaryFolder()
    do {
      let queue = try SQLiteJobQueue(path: folder.file("q"))
      _ = try queue.add(specs(300), generation: 1)
    }
    var bytes = try folder.bytes("q")
    #expect(bytes.count > 4096 * 6)
    for index in offset..<offset + 4000 { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
    try folder.write(bytes, to: "q")
    let error = try #require(throws: RenderError.self) {
      _ = try SQLiteJobQueue(path: folder.file("q"), isChecked: true)
    }
    #expect(error.code == .queueDamaged)
  }

  /// The magic number of a file system, from statfs, shows whether its disk is a network disk or a
  /// local disk.
  @Test(arguments: [
    (0x6969, "NFS"), (0xFF53_4D42, "SMB"), (-11_317_950, "SMB"), (0x0102_1997, "9P"),
    (0xEF53, nil), (0x0102_1994, nil), (0x9123_683E, nil), (0x6573_5546, nil),
  ])
  func aDiskThatMachinesShareIsKnown(_ magic: Int, name: String?) {
    #expect(NetworkDisk.name(magic: magic) == name)
  }

  @Test func aQueueOnSuchADiskIsRefused() throws {
    let folder = try TemporaryFolder()
    #expect(NetworkDisk.name(of: folder.path) == nil)
    let queue = QueueFolder(out: folder.path)
    try queue.checkDisk()
    let error = try #require(throws: RenderError.self) { try queue.checkDisk { _ in "NFS" } }
    #expect(error.code == .queueFailed)
    #expect(error.hint?.contains("--queue") == true)
    #expect(error.origin == .file(queue.path))
  }

  @Test func aQueueOfALaterVersionIsNotTouched() throws {
    let folder = try TemporaryFolder()
    do {
      let database = try Database(path: folder.file("q"))
      try database.run("PRAGMA user_version = 7")
    }
    let error = try #require(throws: RenderError.self) {
      _ = try SQLiteJobQueue(path: folder.file("q"))
    }
    #expect(error.message.contains("version 7"))
    #expect(error.code == .queueFailed)
    #expect(error.hint?.hasPrefix("use the newer version of wallfarm") == true)
    let database = try Database(path: folder.file("q"))
    #expect(try database.first("PRAGMA user_version") { $0.integer(0) } == 7)
  }

  /// A queue file of version 0.1 with a unit in each state.
  private static let versionOne = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE settings(key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE units(
      seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, digest TEXT NOT NULL,
      priority INTEGER NOT NULL, generation INTEGER NOT NULL, state INTEGER NOT NULL DEFAULT 0,
      token INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0,
      due INTEGER NOT NULL DEFAULT 0, expires INTEGER NOT NULL DEFAULT 0, milliseconds INTEGER);
    CREATE INDEX units_by_state ON units(state, priority DESC, seq);
    CREATE TABLE work(
      seq INTEGER PRIMARY KEY, affinity TEXT NOT NULL, output TEXT NOT NULL, payload TEXT NOT NULL);
    CREATE TABLE outcomes(seq INTEGER PRIMARY KEY, error TEXT, receipt TEXT);
    CREATE TABLE reserve(room BLOB NOT NULL);
    PRAGMA user_version = 1;
    INSERT INTO settings VALUES('generation', 4), ('paused', 1);
    INSERT INTO units(id, digest, priority, generation, state, token, milliseconds) VALUES
      ('a', '1', 0, 4, 0, 0, NULL), ('b', '2', 3, 4, 1, 2, NULL), ('c', '3', 0, 4, 2, 1, 7),
      ('d', '4', 0, 4, 3, 3, NULL);
    INSERT INTO work VALUES (1, 'x', 'a.png', '{"id":"a"}'), (2, 'x', 'b.png', '{}'),
      (3, 'x', 'c.png', '{}'), (4, 'x', 'd.png', '{}');
    INSERT INTO outcomes VALUES (3, NULL, '{"bytes":1}'),
      (4, '{"code":"worker-crashed","message":"it fell"}', NULL);
    """

  @Test func aQueueOfTheVersionBeforeGoesOn() throws {
    let folder = try TemporaryFolder()
    try Database(path: folder.file("q")).run(Self.versionOne)
    for opening in 1...2 {
      let queue = try SQLiteJobQueue(path: folder.file("q"), isChecked: true)
      #expect(try queue.generation == 4 && queue.isPaused(), "opening \(opening)")
      let rows = try queue.units(in: nil, most: 9, after: nil)
      #expect(rows.map(\.spec.id) == ["a", "b", "c", "d"])
      #expect(rows.map(\.state) == [.queued, .leased, .done, .dead])
      #expect(rows.map(\.spec.output) == ["a.png", "b.png", "c.png", "d.png"])
      #expect(rows[0].spec.payload == #"{"id":"a"}"# && rows[1].spec.priority == 3)
      #expect(rows[2].receipt == #"{"bytes":1}"# && rows[2].milliseconds == 7)
      #expect(rows[3].error?.code == .workerCrashed)
    }
    let queue = try SQLiteJobQueue(path: folder.file("q"))
    #expect(try queue.recover(heldBy: "me").map(\.spec.id) == ["b"])
    try queue.setPaused(false)
    // Existing payloads are sealed once. A payload that loses its seal later is not sealed again.
    try queue.setKey(.known)
    let units = try queue.lease(9, by: "me", until: at(10), now: at(0))
    #expect(units.map(\.spec.id) == ["b", "a"])
    #expect(units.allSatisfy { $0.spec.isSealed(with: .known) })
    try Database(path: folder.file("q")).run("UPDATE work SET seal = NULL WHERE seq = 1")
    try queue.setKey(.known)
    #expect(try queue.unit("a")?.spec.isSealed(with: .known) == false)
    let lost = try queue.record(units.map { .done($0.lease, receipt: "{}", milliseconds: 1) })
    #expect(lost == [])
    #expect(try queue.counts().done == 3)
  }

  /// Leases in version 4 do not record whether their unit was started, so the unit counts as
  /// started.
  @Test func aLeaseOfVersionFourCountsAsBegun() throws {
    let folder = try TemporaryFolder()
    do {
      let queue = try SQLiteJobQueue(path: folder.file("q"))
      _ = try queue.add(specs(2), generation: 1)
      _ = try queue.lease(1, by: "me", until: at(10), now: at(0))
    }
    try Database(path: folder.file("q")).run(
      """
      DROP TRIGGER units_finished; DROP INDEX units_by_end;
      ALTER TABLE units DROP COLUMN finished; ALTER TABLE units DROP COLUMN begun;
      PRAGMA user_version = 4
      """)
    let queue = try SQLiteJobQueue(path: folder.file("q"))
    _ = try queue.lease(1, by: "me", until: at(10), now: at(0))
    #expect(
      try Set(queue.expire(now: at(10), RetryPolicy()).map(\.wasBegun)) == [true, false])
  }

  /// Units that finished before the migration from version 5 count as finished at the migration.
  @Test func unitsOfVersionFiveFinishedAtTheMigration() throws {
    let folder = try TemporaryFolder()
    do {
      let queue = try SQLiteJobQueue(path: folder.file("q"))
      _ = try queue.add(specs(2), generation: 1)
      let leased = try queue.lease(1, by: "me", until: at(10), now: at(0))
      _ = try queue.record(leased.map { .done($0.lease, receipt: "{}", milliseconds: 1) })
    }
    try Database(path: folder.file("q")).run(
      """
      DROP TRIGGER units_finished; DROP INDEX units_by_end;
      ALTER TABLE units DROP COLUMN finished; PRAGMA user_version = 5
      """)
    let queue = try SQLiteJobQueue(path: folder.file("q"))
    let now = try queue.now()
    #expect(try queue.purge(.done, finishedBy: now.adding(.seconds(-3600))) == 0)
    #expect(try queue.purge(.done, finishedBy: now.adding(.seconds(3600))) == 1)
    #expect(try queue.counts().queued == 1)
  }

  @Test func aSealAndTheKeyStayInTheFile() throws {
    let folder = try TemporaryFolder()
    let units = specs(2).map { $0.sealed(with: .known) }
    do {
      let queue = try SQLiteJobQueue(path: folder.file("q"))
      _ = try queue.add(units, generation: 1)
      #expect(try queue.isMade(with: .random()))
      try queue.setKey(.known)
    }
    let queue = try SQLiteJobQueue(path: folder.file("q"))
    #expect(try queue.lease(9, by: "me", until: at(10), now: at(0)).map(\.spec) == units)
    #expect(try queue.isMade(with: .known) && !queue.isMade(with: .random()))
  }

  @Test func aFolderThatIsNotThereIsNoDamage() throws {
    let error = try #require(throws: RenderError.self) {
      _ = try SQLiteJobQueue(path: "/nowhere/at/all/q")
    }
    #expect(error.code == .queueFailed)
    #expect(error.code == .queueFailed)
  }

  /// Opening and checking a queue of 20,000 units, and leasing from it, does not load all payloads
  /// into memory.
  @Test func aLargeQueueIsOpenedWithoutItsPayloads() throws {
    let folder = try TemporaryFolder()
    do {
      let queue = try SQLiteJobQueue(path: folder.file("q"))
      for start in stride(from: 0, to: 20_000, by: 1000) {
        let all = (start..<start + 1000).map {
          UnitSpec(
            id: "\($0)", digest: "1", output: "\($0)", payload: String(repeating: "x", count: 400))
        }
        _ = try queue.add(all, generation: 1)
      }
    }
    let queue = try SQLiteJobQueue(path: folder.file("q"), isChecked: true)
    #expect(try queue.counts().queued == 20_000)
    #expect(
      try queue.lease(3, by: "me", until: at(10), now: at(0)).map(\.spec.id) == ["0", "1", "2"])
  }

  @Test func theJournalBringsBackWhatWasDelivered() throws {
    let folder = try TemporaryFolder()
    let units = (0..<4).map { UnitSpec(id: "u\($0)", digest: "\($0)", output: "u\($0).png") }
    let journal = try ReceiptJournal(folder.file("journal"))
    for (index, unit) in units.enumerated() {
      try folder.write("picture \(index)", to: unit.output)
      let digest = try FileDigestForTests.sha256(folder.file(unit.output))
      journal.add(unit, receipt: #"{"bytes":9,"sha256":"\#(digest)"}"#, milliseconds: 3)
    }
    // Change one output file and one unit, and end the journal with a partial line.
    try folder.write("pictyre 1", to: "u1.png")
    let text = try folder.text("journal") + #"{"unit":"u3","dig"#
    try folder.write(text, to: "journal")
    let queue = MemoryJobQueue()
    var known = units
    known[2].digest = "another"
    _ = queue.add(known, generation: 1)

    #expect(
      try ReceiptJournal.restore(folder.file("journal"), into: queue, out: folder.path) == 2)
    #expect(queue.units(in: .done, most: 9, after: nil).map(\.spec.id) == ["u0", "u3"])
  }

  @Test func whatFollowsHalfALineInTheJournalIsRead() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"unit":"x","#, to: "journal")
    let journal = try ReceiptJournal(folder.file("journal"))
    journal.add(UnitSpec(id: "a", digest: "1", output: "a"), receipt: "{}", milliseconds: 1)
    #expect(try folder.text("journal").split(separator: "\n").count == 2)
  }
}

enum FileDigestForTests {
  /// Returns a file's SHA-256 digest, computed by an independent program.
  static func sha256(_ path: String) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
    process.arguments = [path]
    process.standardOutput = pipe
    try process.run()
    let text = pipe.text()
    process.waitUntilExit()
    return String(text.prefix(64))
  }
}
