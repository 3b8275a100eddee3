import Testing
import WallfarmCore
import WallfarmTesting

@testable import RenderFarm

/// Numbers that no Int holds, in what a worker says and in the journal: damage, and no crash.
@Suite struct HostileNumberTests {
  /// With the checksum that belongs to it: no accident of the pipe, but a worker gone wrong.
  private func line(_ message: String) -> [UInt8] {
    Array(MessageLine.line(message).utf8.dropLast())
  }

  @Test(arguments: ["1e300", "-1e300", "-1", "0.5", "9223372036854775807", "1e-300"])
  func aWorkerThatSaysSuchANumberIsUnderstoodWithoutIt(_ number: String) throws {
    let text = """
      {"unit":"a/iphone15","token":3,"milliseconds":\(number),"stages":{"draw":\(number)},\
      "hits":{"bands":\(number)},"misses":{"bands":\(number)}}\t{"sha256":"ab"}
      """
    let message = try #require(WorkerMessage.read(line(text)))
    guard case .done(let lease, _, let figures) = message else {
      Issue.record("\(message)")
      return
    }
    #expect(lease == Lease(unit: "a/iphone15", token: 3))
    #expect((0..<1e12).contains(figures.milliseconds))
    // A farm adds them up, for as long as it runs.
    for count in [figures.hits["bands"], figures.misses["bands"]] {
      #expect((0...1 << 40).contains(count ?? 0))
    }
    #expect(WorkerMessage.read(Array(message.line.utf8.dropLast())) != nil)
  }

  @Test(arguments: ["1e300", "-1e300", "0.5", "9.3e18"])
  func aJournalWithSuchANumberRestoresNothingWrong(_ number: String) throws {
    let folder = try TemporaryFolder()
    let unit = UnitSpec(id: "a/iphone15", digest: "d1", output: "a.png")
    let digest = FileDigest.sha256(of: Array("a".utf8))
    try folder.write("a", to: "a.png")
    for (size, milliseconds, isDone) in [(number, "1", false), ("1", number, true)] {
      let queue = MemoryJobQueue()
      _ = queue.add([unit], generation: 1)
      let line =
        #"{"unit":"a/iphone15","digest":"d1","milliseconds":\#(milliseconds)}"#
        + "\t" + #"{"sha256":"\#(digest)","bytes":\#(size)}"# + "\n"
      try folder.write(line, to: "receipts.jsonl")
      let count = try ReceiptJournal.restore(
        folder.file("receipts.jsonl"), into: queue, out: folder.path)
      #expect(count == (isDone ? 1 : 0))
      #expect(queue.counts().done == (isDone ? 1 : 0))
    }
  }
}
