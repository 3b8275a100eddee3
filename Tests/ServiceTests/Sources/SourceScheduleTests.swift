import Service
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests the times at which sources are fetched.
@Suite(.tags(.seeded)) struct SourceScheduleTests {
  @Test func eachIntervalHasOneFetch() {
    var random = SeededGenerator()
    for _ in 0..<2000 {
      let minutes = Int.random(in: 5...10_080, using: &random)
      let address = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
      let schedule = SourceSchedule(minutes: minutes, address: address)
      let now = Moment(seconds: Int.random(in: -100_000...4_000_000_000, using: &random))
      let next = schedule.next(after: now)
      #expect(next > now && next.seconds - now.seconds <= minutes * 60)
      // The next fetch does not depend on when exactly the previous one ended.
      let late = Moment(seconds: Int.random(in: now.seconds..<next.seconds, using: &random))
      #expect(schedule.next(after: late) == next)
      #expect(schedule.next(after: next).seconds == next.seconds + minutes * 60)
    }
  }

  @Test func failuresDoubleTheWaitUpToADay() {
    let schedule = SourceSchedule(minutes: 15, address: [UInt8](repeating: 7, count: 32))
    let now = Moment(seconds: 1_700_000_000)
    let waits = (0...12).map { failures in
      (schedule.next(after: now, failures: failures).seconds - schedule.next(after: now).seconds)
        / 900 + 1
    }
    #expect(waits == [1, 1, 2, 4, 8, 16, 32, 64, 96, 96, 96, 96, 96])
    let weekly = SourceSchedule(minutes: 10_080, address: [UInt8](repeating: 7, count: 32))
    #expect(weekly.next(after: now, failures: 9) == weekly.next(after: now))
  }

  /// URLs that were subscribed at the same time are fetched evenly over the interval.
  @Test func fetchesAreSpread() {
    var random = SeededGenerator()
    var counts = [Int](repeating: 0, count: 15)
    let now = Moment(seconds: 1_700_000_000)
    for _ in 0..<1500 {
      let address = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
      let next = SourceSchedule(minutes: 15, address: address).next(after: now)
      counts[(next.seconds - now.seconds - 1) / 60] += 1
    }
    // Each minute has 100 of them on average, with a standard deviation of 9.7.
    #expect(counts.allSatisfy { (50...150).contains($0) }, "\(counts)")
  }
}
