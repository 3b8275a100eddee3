import RenderFarm
import Testing

/// The rate of a queue in which other programs can requeue units.
@Suite struct DeliveryRateTests {
  private let start = SuspendingClock().now

  /// Returns the rate after a series of counts of delivered units, taken once per second.
  private func rate(_ counts: [Int]) -> Double {
    var rate = DeliveryRate(done: counts[0], now: start)
    for (second, done) in counts.enumerated().dropFirst() {
      rate.add(done: done, now: start + .seconds(second))
    }
    return rate.perSecond
  }

  @Test func aRateIsThatOfItsUnits() {
    #expect(rate([300]) == 0)
    #expect(rate([300, 300, 300]) == 0)
    #expect(rate([0, 4, 10]) == 5)
  }

  /// The rate is not negative after a second submission requeues delivered units, so that their
  /// count drops from 300 to 52.
  @Test func unitsThatAreRequeuedMakeNoNegativeRate() {
    #expect(rate([200, 250, 300, 52]) == 0)
    #expect(rate([200, 250, 300, 52, 55, 60]) == 4)
    for lost in 1...40 {
      let counts = (0...40).map { $0 < lost ? 300 + $0 : $0 }
      for length in 1...counts.count { #expect(rate(Array(counts.prefix(length))) >= 0) }
    }
  }

  @Test func onlyTheLastHalfMinuteCounts() {
    #expect(rate([0, 1000] + Array(repeating: 1000, count: 30)) == 0)
    #expect(abs(rate([0, 1000] + Array(repeating: 1000, count: 29)) - 1000.0 / 30) < 1e-9)
  }
}
