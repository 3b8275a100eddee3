import Dispatch
import Glibc
import RenderFarm
import SourceJSON
import Synchronization
import WallfarmPluginKit

/// Times a PostgreSQL queue with several supervisors that only lease units and record results.
///
/// Usage: `wallfarm-bench shared-queue ADDRESS SCHEMA COUNT SUPERVISORS`. Each supervisor is a
/// thread with its own connection. It leases units and records results in batches as large as those
/// of a real supervisor with four fast workers.
enum SharedQueueBench {
  static func run(
    address: String, schema: String, count: Int, supervisors: Int
  ) throws -> JSONValue {
    let clock = ContinuousClock()
    let queue = try PostgresJobQueue(address: address, schema: schema)
    let adding = try clock.measure {
      _ = try queue.together { () throws(RenderError) in
        for start in stride(from: 0, to: count, by: 20_000) {
          _ = try queue.add((start..<min(start + 20_000, count)).map(unit), generation: 1)
        }
      }
    }
    let receipt = "{\"receipt\":\"" + String(repeating: "x", count: 2500) + "\"}"
    let tally = Tally()
    let group = DispatchGroup()
    let began = clock.now
    let before = processor()
    for number in 0..<supervisors {
      let threads = DispatchQueue(label: "supervisor \(number)")
      threads.async(group: group) {
        do {
          let own = try PostgresJobQueue(address: address, schema: schema)
          while true {
            let now = try own.now()
            let leased = try own.lease(
              256, by: "supervisor \(number)", until: now.adding(.seconds(30)), now: now)
            if leased.isEmpty { return }
            for start in stride(from: 0, to: leased.count, by: 64) {
              let some = leased[start..<min(start + 64, leased.count)]
              _ = try own.record(
                some.map { .done($0.lease, receipt: receipt, milliseconds: 20) })
              tally.add(some.count)
            }
          }
        } catch {
          tally.fail(error)
        }
      }
    }
    group.wait()
    if let error = tally.failure { throw error }
    let seconds = (clock.now - began) / .seconds(1)
    let total = Double(tally.done)
    return [
      "units": .number(total), "addEach": .number(adding / .milliseconds(1) / Double(count)),
      "perSecond": .number((total / seconds).rounded()),
      "ownProcessorEach": .number((processor() - before) * 1000 / total),
    ]
  }

  /// The total number of units recorded by all threads, and the last error.
  private final class Tally: Sendable {
    private let state = Mutex<(done: Int, failure: (any Error)?)>((0, nil))
    var done: Int { state.withLock(\.done) }
    var failure: (any Error)? { state.withLock(\.failure) }
    func add(_ count: Int) { state.withLock { $0.done += count } }
    func fail(_ error: any Error) { state.withLock { $0.failure = error } }
  }

  /// The CPU time of this process in seconds.
  private static func processor() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  private static func unit(_ number: Int) -> UnitSpec {
    UnitSpec(
      id: "job-\(number)/iphone15", digest: String(repeating: "d", count: 64),
      affinity: "0123456789abcdef\tiphone15", output: "job-\(number)/lock-iphone15.png",
      payload: "sealed:" + String(repeating: "A", count: 500),
      seal: String(repeating: "e", count: 64))
  }
}
