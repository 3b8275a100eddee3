import RenderFarm
import SourceJSON
import WallfarmPluginKit

/// Measures the time per unit for a queue's operations, and the time to open a long queue, in
/// milliseconds.
///
/// Usage: `wallfarm-bench queue FOLDER COUNT`.
enum QueueBench {
  static func run(folder: String, count: Int) throws -> JSONValue {
    let path = folder + "/queue.sqlite"
    let clock = ContinuousClock()
    let adding = try clock.measure {
      let queue = try SQLiteJobQueue(path: path, isChecked: true)
      for start in stride(from: 0, to: count, by: 1000) {
        _ = try queue.add((start..<min(start + 1000, count)).map(unit), generation: 1)
      }
    }
    let opening = try clock.measure {
      let queue = try SQLiteJobQueue(path: path, isChecked: true)
      guard try queue.counts().queued == count else { return }
    }
    // Lease many units together and record results in batches, as a supervisor does.
    let queue = try SQLiteJobQueue(path: path, isChecked: true)
    let (now, until) = (Timestamp(milliseconds: 0), Timestamp(milliseconds: 30_000))
    let receipt = "{\"receipt\":\"" + String(repeating: "x", count: 2500) + "\"}"
    var done = 0
    let working = try clock.measure {
      while done < min(count, 5000) {
        var leased = try queue.lease(256, by: "bench", until: until, now: now)[...]
        while !leased.isEmpty {
          _ = try queue.record(
            leased.prefix(8).map { .done($0.lease, receipt: receipt, milliseconds: 20) })
          done += min(8, leased.count)
          leased = leased.dropFirst(8)
        }
      }
    }
    return [
      "units": .number(Double(count)),
      "addEach": .number(adding / .milliseconds(1) / Double(count)),
      "open": .number(opening / .milliseconds(1)),
      "leaseAndRecordEach": .number(working / .milliseconds(1) / Double(done)),
    ]
  }

  private static func unit(_ number: Int) -> UnitSpec {
    UnitSpec(
      id: "job-\(number)/iphone15", digest: String(repeating: "d", count: 64),
      affinity: "beach-\(number / 40).jpg\tiphone15", output: "job-\(number)/lock-iphone15.png",
      payload:
        #"{"confined":true,"device":"iphone15","folder":"/var/lib/jobs","id":"job-\#(number)/iphone15","job":{"devices":["iphone15"],"notes":"notes/\#(number).json","photo":"beach.jpg","theme":"lens"},"output":"job-\#(number)/lock-iphone15.png"}"#
    )
  }
}
