import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

@testable import RenderFarm

/// What only a queue in a file can do: outlive its program, be shared, and be damaged.
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
      let leased = try queue.lease(2, until: at(10), now: at(0))
      _ = try queue.record([.done(leased[0].lease, receipt: "{\"a\":1}", milliseconds: 5)])
      try queue.setPaused(true)
    }
    let queue = try SQLiteJobQueue(path: folder.file("q"), isChecked: true)
    #expect(try queue.generation == 4)
    #expect(try queue.isPaused())
    let counts = try queue.counts()
    #expect((counts.queued, counts.leased, counts.done) == (1, 1, 1))
    #expect(try queue.unit("job-0/iphone15")?.receipt == "{\"a\":1}")
    #expect(try queue.recover().map(\.spec.id) == ["job-1/iphone15"])
  }

  @Test func twoConnectionsSeeOneQueue() throws {
    let folder = try TemporaryFolder()
    let one = try SQLiteJobQueue(path: folder.file("q"))
    let other = try SQLiteJobQueue(path: folder.file("q"))
    _ = try one.add(specs(4), generation: 1)
    let first = try one.lease(2, until: at(10), now: at(0))
    let second = try other.lease(9, until: at(10), now: at(0))
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
    #expect(error.code == .queueFailed)
    #expect(SQLiteJobQueue.isDamage(error))
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
    #expect(!SQLiteJobQueue.isDamage(error))
  }

  @Test func aFolderThatIsNotThereIsNoDamage() throws {
    let error = try #require(throws: RenderError.self) {
      _ = try SQLiteJobQueue(path: "/nowhere/at/all/q")
    }
    #expect(error.code == .queueFailed)
    #expect(!SQLiteJobQueue.isDamage(error))
  }

  /// 100,000 units are opened, checked and leased from without reading them all into memory.
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
    #expect(try queue.lease(3, until: at(10), now: at(0)).map(\.spec.id) == ["0", "1", "2"])
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
    // One file changed, one unit changed, and the journal ends in half a line.
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
  /// By a program that is not ours.
  static func sha256(_ path: String) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
    process.arguments = [path]
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data.prefix(64), as: UTF8.self)
  }
}
