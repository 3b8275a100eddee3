import Foundation
import HTTP
import Service
import Synchronization
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests which requests are traced, and how spans are exported.
@Suite struct TraceTests {
  @Test(arguments: [
    ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", true, true),
    ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00", true, false),
    ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-ff", true, true),
    ("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-fe", true, false),
    ("ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", false, false),
    ("00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01", false, false),
    ("00-00000000000000000000000000000000-b7ad6b7169203331-01", false, false),
    ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331", false, false),
    ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-", false, false),
  ])
  func theHeaderIsParsed(_ text: String, _ isValid: Bool, _ isSampled: Bool) throws {
    let parent = TraceParent(text)
    #expect((parent != nil) == isValid && parent?.isSampled ?? false == isSampled)
    guard let parent else { return }
    #expect(parent.trace == "0af7651916cd43dd8448eb211c80319c")
    #expect(parent.span == "b7ad6b7169203331")
    // The flag of the caller decides, whatever the ratio is.
    for ratio in [0.0, 1.0] {
      let trace = TraceSampler(ratio: ratio).trace(parent) { 1 }
      let expected = TraceSampler.Trace(trace: parent.trace, parent: parent.span)
      #expect(trace == (isSampled ? expected : nil))
    }
  }

  /// The share of new traces is the ratio, and a higher ratio selects a superset.
  @Test func theRatioDecides() {
    var random = SeededGenerator()
    let seed = random.seed
    let ratios = [0, 0.01, 0.25, 0.5, 0.9, 1]
    var counts = ratios.map { _ in 0 }
    for _ in 0..<20_000 {
      let words = [random.next(), random.next()]
      let traces = ratios.map { ratio in
        var rest = words[...]
        return TraceSampler(ratio: ratio).trace(nil) { rest.popFirst() ?? 0 }
      }
      for (index, trace) in traces.enumerated() where trace != nil { counts[index] += 1 }
      let first = traces.firstIndex { $0 != nil } ?? traces.count
      #expect(traces[first...].allSatisfy { $0 != nil && $0 == traces[first] }, "seed \(seed)")
    }
    for (ratio, count) in zip(ratios, counts) {
      // Five standard deviations.
      let spread = 5 * (20_000 * ratio * (1 - ratio)).squareRoot()
      #expect(abs(Double(count) - 20_000 * ratio) <= spread, "\(ratio): \(count), seed \(seed)")
    }
  }

  /// Receives documents, and answers with the next of some outcomes.
  private final class Collector: Sendable {
    private let state: Mutex<(documents: [[UInt8]], outcomes: [TraceExporter.Outcome])>

    init(_ outcomes: [TraceExporter.Outcome] = []) { state = Mutex(([], outcomes)) }

    func send(_ document: [UInt8]) -> TraceExporter.Outcome {
      state.withLock { state in
        state.documents.append(document)
        return state.outcomes.isEmpty ? .accepted : state.outcomes.removeFirst()
      }
    }
    /// The number of spans in each document.
    var counts: [Int] {
      state.withLock(\.documents).map {
        String(decoding: $0, as: UTF8.self).components(separatedBy: "\"spanId\"").count - 1
      }
    }
    var documents: [[UInt8]] { state.withLock(\.documents) }
  }

  private static let error = RenderError(.serviceBusy, "test", hint: nil)
  private static let rejected = TraceExporter.Outcome.rejected(error)
  private static let unavailable = TraceExporter.Outcome.unavailable(error)

  private static func spans(_ count: Int) -> [TraceSpan] {
    (0..<count).map { number in
      TraceSpan(
        trace: "0af7651916cd43dd8448eb211c80319c", id: String(format: "%016x", number + 1),
        parent: nil, name: "test", kind: .internal, began: 1, ended: 2, facts: [:])
    }
  }

  private static func limits(
    delay: Duration = .milliseconds(1), pauses: [Duration] = []
  ) -> TraceExporter.Limits {
    var limits = TraceExporter.Limits()
    (limits.queued, limits.batch, limits.delay, limits.pauses) = (100, 30, delay, pauses)
    return limits
  }

  /// Spans are sent when a batch is full or the delay is over, and at the end.
  @Test func spansAreSentInBatches() {
    let collector = Collector()
    let exporter = TraceExporter(limits: Self.limits(delay: .seconds(600))) { collector.send($0) }
    exporter.add(Self.spans(29))
    exporter.add(Self.spans(6))
    #expect(eventually { collector.counts == [30, 5] })
    exporter.add(Self.spans(7))
    exporter.end(within: .seconds(60))
    #expect(collector.counts == [30, 5, 7])
    #expect(exporter.counts == TraceExporter.Counts(sent: 42))
    exporter.add(Self.spans(1))
    #expect(exporter.counts == TraceExporter.Counts(sent: 42, dropped: 1))
  }

  /// A collector that does not respond blocks nobody: the queue is bounded, and drops are counted.
  @Test func aSlowCollectorCausesDrops() {
    let gate = DispatchSemaphore(value: 0)
    let collector = Collector()
    let exporter = TraceExporter(limits: Self.limits()) {
      gate.wait()
      return collector.send($0)
    }
    exporter.add(Self.spans(1))
    let began = SuspendingClock().now
    // The first span may still be in the queue.
    for _ in 0..<1000 { exporter.add(Self.spans(3)) }
    #expect(SuspendingClock().now - began < .seconds(60))
    let dropped = exporter.counts.dropped
    #expect((2870...2901).contains(dropped), "\(dropped)")
    for _ in 0..<10 { gate.signal() }
    exporter.end(within: .seconds(60))
    #expect(exporter.counts == TraceExporter.Counts(sent: 3001 - dropped, dropped: dropped))
    #expect(collector.counts.allSatisfy { $0 <= 30 })
  }

  /// A batch is sent again if the collector is unavailable, but not if it rejects the batch.
  @Test(
    arguments: [
      ([.accepted], 1, 0, 1), ([rejected], 0, 1, 1), ([unavailable, .accepted], 1, 0, 2),
      ([unavailable, rejected], 0, 1, 2), ([unavailable, unavailable, unavailable], 0, 1, 3),
    ] as [([TraceExporter.Outcome], Int, Int, Int)])
  func aBatchIsSentAgain(
    _ outcomes: [TraceExporter.Outcome], _ sent: Int, _ failed: Int, _ attempts: Int
  ) {
    let collector = Collector(outcomes)
    let pauses = [Duration.milliseconds(5), .milliseconds(10)]
    let exporter = TraceExporter(limits: Self.limits(pauses: pauses)) { collector.send($0) }
    exporter.add(Self.spans(1))
    let expected = TraceExporter.Counts(sent: sent, failed: failed)
    #expect(eventually { exporter.counts == expected })
    #expect(collector.counts.count == attempts)
    #expect(Set(collector.documents).count == 1)
    #expect((exporter.failure == nil) == (sent == 1))
    exporter.end(within: .seconds(60))
  }

  /// The end interrupts a pause.
  @Test func theEndDoesNotWaitForAPause() {
    let collector = Collector([Self.unavailable, Self.unavailable])
    let exporter = TraceExporter(limits: Self.limits(pauses: [.seconds(600)])) {
      collector.send($0)
    }
    exporter.add(Self.spans(1))
    #expect(eventually { collector.counts == [1] })
    exporter.end(within: .seconds(60))
    #expect(exporter.counts == TraceExporter.Counts(failed: 1))
  }

  /// A document that would be too large is split.
  @Test func aLargeDocumentIsSplit() {
    let collector = Collector()
    var limits = Self.limits(delay: .seconds(600))
    limits.bytes = 2000
    let exporter = TraceExporter(limits: limits) { collector.send($0) }
    exporter.add(Self.spans(30))
    #expect(eventually { exporter.counts.sent == 30 })
    #expect(collector.counts.count > 2 && collector.counts.reduce(0, +) == 30)
    #expect(collector.documents.allSatisfy { $0.count <= 2000 })
    exporter.end(within: .seconds(60))
  }
}
