import Processes
import RenderPool
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Messages between a pool and its workers: damage is detected, and noise is rejected.
@Suite(.tags(.torture)) struct PoolMessageTests {
  /// Returns a line with a valid checksum, as if the message came from a faulty worker and not from
  /// a faulty pipe.
  private func line(_ message: String) -> [UInt8] {
    Array(MessageLine.line(message).utf8.dropLast())
  }

  @Test func everyCutAndEveryFlippedBitOfAMessageIsSeen() {
    let message = #"{"token":12,"temporary":".wallfarm-a.tmp","unit":{"id":"ä/b","job":{}}}"#
    let line = Array(MessageLine.line(message).utf8.dropLast())
    #expect(MessageLine.message(in: line) == Array(message.utf8))
    for count in 0..<line.count {
      #expect(MessageLine.message(in: Array(line.prefix(count))) == nil)
      #expect(MessageLine.message(in: Array(line.suffix(count))) == nil)
    }
    for place in line.indices {
      for bit in 0..<8 {
        var changed = line
        changed[place] ^= 1 << bit
        #expect(MessageLine.message(in: changed) == nil, "byte \(place), bit \(bit)")
      }
    }
  }

  @Test(arguments: ["1e300", "-1e300", "-1", "0.5", "9223372036854775807", "1e-300"])
  func aWorkerThatSaysSuchANumberIsUnderstoodWithoutIt(_ number: String) throws {
    let text = """
      {"order":3,"milliseconds":\(number),"stages":{"draw":\(number)},\
      "hits":{"bands":\(number)},"misses":{"bands":\(number)}}\t{"sha256":"ab"}
      """
    let message = try #require(WorkerMessage.read(line(text)))
    guard case .done(let order, _, let figures) = message else {
      Issue.record("\(message)")
      return
    }
    #expect(order == OrderID(3))
    #expect((0..<1e12).contains(figures.milliseconds))
    // A farm sums these counts for as long as it runs, so each count must be bounded.
    for count in [figures.hits["bands"], figures.misses["bands"]] {
      #expect((0...1 << 40).contains(count ?? 0))
    }
    #expect(WorkerMessage.read(Array(message.line.utf8.dropLast())) != nil)
  }

  @Test func everyMessageIsReadAgainAsItWasWritten() throws {
    let id = OrderID(7)
    let error = RenderError(.workerTimeout, "it took long", origin: .option("a"), hint: "b")
    let fence = WorkerFence.Report(standing: [.files, .calls], missing: [.lengths])
    for message: WorkerMessage in [
      .ready(fence), .alive, .leaving, .unable(error), .begun(id), .stage(id, "encode"),
      .done(id, receipt: #"{"sha256":"ab"}"#, WorkerFigures()), .failed(id, error, WorkerFigures()),
    ] {
      let again = try #require(WorkerMessage.read(Array(message.line.utf8.dropLast())))
      #expect(again.line == message.line)
    }
    for request: BrokerRequest in [
      .input(id, path: "/a \"b\"\n"), .input(id, path: "\u{301}.jpg"), .output(id), .commit(id),
      .refused(call: 41),
    ] {
      #expect(BrokerRequest.read(Array(request.text.utf8)) == request)
    }
    for noise in ["", " ", "all 1", "input 1", "output", "output x", "output 1 x", "commit 1e3"] {
      #expect(BrokerRequest.read(Array(noise.utf8)) == nil, "\(noise)")
    }
    #expect(BrokerRequest.read(Array("input 1 ".utf8) + [0xFF]) == nil)
    #expect(BrokerAnswer.error(in: Array(BrokerAnswer.good.utf8)) == nil)
    #expect(BrokerAnswer.error(in: Array(BrokerAnswer.text(error).utf8)) == error)
    #expect(BrokerAnswer.error(in: [])?.code == .messageDamaged)
  }
}
