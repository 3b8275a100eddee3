import Files
import RenderFarm
import Testing
import WallfarmCore
import WallfarmTesting

/// Numbers in the journal that do not fit in an Int neither crash the program nor cause a unit to
/// be restored incorrectly.
@Suite struct HostileNumberTests {
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
