import Challenge
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests invariants of the step sweep with random records.
@Suite(.tags(.seeded)) struct SweepPropertyTests {
  private static let runs = Torture.isOn ? 20_000 : 400

  /// Creates records within four hours, some with zero duration and some with implausible counts.
  private static func records(_ random: inout SeededGenerator) -> [StepRecord] {
    let isCrowded = Int.random(in: 0..<4, using: &random) == 0
    return (0..<Int.random(in: 1...60, using: &random)).map { _ in
      let start = Int.random(in: 0..<(isCrowded ? 900 : 14_400), using: &random)
      let length =
        Int.random(in: 0..<5, using: &random) == 0 ? 0 : Int.random(in: 4...1500, using: &random)
      // The cadence is clearly above or below the limit, so that rounding does not matter.
      let cadence =
        Int.random(in: 0..<10, using: &random) == 0 ? 7.0 : .random(in: 0.1...4.8, using: &random)
      let most = isCrowded ? 3.0 : 1
      let count =
        length == 0 ? .random(in: 0...most, using: &random).rounded() : cadence * Double(length)
      return StepRecord(
        Double(start), Double(start + length), count,
        source: Int.random(in: 0..<3, using: &random),
        offset: [0, 60, -570, 840].randomElement(using: &random) ?? 0)
    }
  }

  private func forEach(_ body: ([StepRecord], inout SeededGenerator) -> Void) {
    var random = SeededGenerator()
    for _ in 0..<Self.runs { body(Self.records(&random), &random) }
  }

  private static func areAlike(_ one: StepTotals, _ other: StepTotals) -> Bool {
    abs(one.total - other.total) < 1e-6
      && Set(one.perDay.keys).union(other.perDay.keys).allSatisfy {
        abs(one.perDay[$0, default: 0] - other.perDay[$0, default: 0]) < 1e-6
      }
  }

  @Test func theTotalIsNeverMoreThanTheSum() {
    forEach { records, random in
      let counted = totals(records)
      #expect(counted.total <= counted.raw + 1e-6, "seed \(random.seed)")
      #expect((0...1).contains(counted.share), "seed \(random.seed)")
      #expect(abs(counted.raw - records.reduce(0) { $0 + $1.count }) < 1e-6)
      #expect(abs(counted.perDay.values.reduce(0, +) - counted.total) < 1e-6, "seed \(random.seed)")
    }
  }

  @Test func theOrderOfRecordsDoesNotMatter() {
    forEach { records, random in
      let other = totals(records.shuffled(using: &random))
      #expect(Self.areAlike(totals(records), other), "seed \(random.seed): \(records)")
    }
  }

  @Test func whatAWorseSourceCountedTooChangesNothing() {
    forEach { records, random in
      let copies = records.shuffled(using: &random).prefix(5).map {
        StepRecord(start: $0.start, length: Int($0.length), count: $0.count, offset: 0, source: 3)
      }
      #expect(
        Self.areAlike(totals(records), totals(records + copies)), "seed \(random.seed): \(records)")
    }
  }

  @Test func cuttingARecordInTwoChangesNothing() {
    forEach { records, random in
      let cut = records.flatMap { record in
        guard record.length >= 8000 else { return [record] }
        let first = Int.random(in: 4000...Int(record.length) - 4000, using: &random)
        let share = Double(first) / Double(record.length)
        return [(0, first, share), (first, Int(record.length) - first, 1 - share)].map {
          StepRecord(
            start: record.start + Int64($0), length: $1, count: record.count * $2,
            offset: Int(record.offset), source: Int(record.source))
        }
      }
      #expect(Self.areAlike(totals(records), totals(cut)), "seed \(random.seed): \(records)")
    }
  }

  @Test func fromALaterMomentThereAreNeverMore() {
    forEach { records, random in
      let moments = (0..<6).map { _ in Int.random(in: -10...16_000, using: &random) }.sorted()
      let counts = moments.map { totals(records, since: $0).total }
      for (earlier, later) in zip(counts, counts.dropFirst()) {
        #expect(later <= earlier + 1e-6, "seed \(random.seed): \(moments) \(records)")
      }
    }
  }

  @Test func aHigherGoalIsNeverReachedEarlier() {
    forEach { records, random in
      let counted = totals(records)
      var last = Moment(seconds: Int(StepRecord.noon / 1000))
      for goal in 1...max(1, min(counted.steps, 3000)) where counted.steps > 0 {
        guard let moment = counted.moment(ofReaching: goal) else {
          Issue.record("seed \(random.seed): \(goal) of \(counted.steps) is reached at no moment")
          return
        }
        #expect(moment >= last, "seed \(random.seed), goal \(goal)")
        last = moment
      }
      #expect(counted.moment(ofReaching: counted.steps + 1) == nil)
    }
  }

  /// No window of ten minutes contains more than 3,000 counted steps.
  @Test func noTenMinutesHaveMoreThanAnybodyWalks() {
    forEach { records, random in
      let crowd =
        records
        + records.filter { $0.length == 0 }.flatMap { record in
          (0..<200).map {
            StepRecord(
              start: record.start + Int64($0 * 500), length: 0, count: 5, offset: 0, source: 0)
          }
        }
      let curve = PlainCurve(totals(crowd).curve.parts)
      for part in curve.parts {
        let most = max(
          curve.count(at: part.start + 600_000) - curve.count(before: part.start),
          curve.count(at: part.end) - curve.count(before: part.end - 600_000))
        #expect(most <= 3000 + 1e-6, "seed \(random.seed)")
      }
    }
  }

  /// Compares the sweep with a simple loop over all seconds.
  @Test func theSweepCountsWhatAPlainLoopCounts() {
    forEach { records, random in
      let plain = records.filter { $0.length > 0 && CadenceRule.accepts($0) }
      guard plain.allSatisfy({ $0.count / Double($0.length) < 0.004 }) else { return }
      var expected = 0.0
      for second in 0..<16_000 {
        let start = StepRecord.noon + Int64(second) * 1000
        let best = plain.filter { $0.start <= start && $0.end > start }.min {
          ($0.source, -$0.count / Double($0.length)) < ($1.source, -$1.count / Double($1.length))
        }
        expected += best.map { $0.count / Double($0.length) * 1000 } ?? 0
      }
      #expect(abs(totals(plain).total - expected) < 1e-6, "seed \(random.seed): \(plain)")
    }
  }
}

/// The number of counted steps as a function of time.
private struct PlainCurve {
  let parts: [StepCurve.Part]

  init(_ parts: [StepCurve.Part]) { self.parts = parts }

  /// The steps up to and including a time.
  func count(at moment: Int64) -> Double { count(moment) { $0.end <= moment } }

  /// The steps before a time.
  func count(before moment: Int64) -> Double {
    count(moment) { $0.end < moment || $0.end == moment && $0.start < moment }
  }

  private func count(_ moment: Int64, isOver: (StepCurve.Part) -> Bool) -> Double {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if isOver(parts[middle]) { low = middle + 1 } else { high = middle }
    }
    let before = low > 0 ? parts[low - 1].total : 0
    guard low < parts.count, parts[low].start < moment else { return before }
    let part = parts[low]
    let share = Double(moment - part.start) / Double(part.end - part.start)
    return before + share * (part.total - before)
  }
}
