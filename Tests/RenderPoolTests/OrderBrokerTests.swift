import Glibc
import RenderPool
import Testing

/// The last messages of a worker that exits.
@Suite struct OrderBrokerTests {
  /// A worker that the fence kills reports the refused system call and exits at once.
  ///
  /// The pool may notice the exit before it reads the report.
  @Test func theLastWordOfAWorkerIsWaitedFor() throws {
    let orderBroker = try OrderBroker()
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    let pool = ends[1]
    let worker = BrokerSocket(ends[0])
    let isSent = worker.send(BrokerRequest.refused(call: 41).text)
    #expect(isSent)
    #expect(BackgroundThread.start { orderBroker.serve(BrokerSocket(pool)) } == 0)
    orderBroker.waitForLastWord(atMost: .seconds(600))
    #expect(orderBroker.refusedCall == 41)
  }

  @Test func aWorkerThatSaysNothingIsNotWaitedForLongerThanItIsThere() throws {
    let orderBroker = try OrderBroker()
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    close(ends[0])
    orderBroker.serve(BrokerSocket(ends[1]))
    orderBroker.waitForLastWord(atMost: .seconds(600))
    #expect(orderBroker.refusedCall == nil && orderBroker.hasEnded)
  }
}
