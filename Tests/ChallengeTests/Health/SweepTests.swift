import Challenge
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests that steps are counted only once for each point in time, even if several devices recorded
/// it.
@Suite struct SweepTests {
  /// Records in seconds, and the expected steps.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let records: [StepRecord]
    let total: Double

    init(_ title: String, _ records: [StepRecord], _ total: Double) {
      (testDescription, self.records, self.total) = (title, records, total)
    }
  }

  private static let cases: [Case] = [
    Case("nothing", [], 0),
    Case("one record", [StepRecord(0, 60, 100)], 100),
    Case(
      "one behind the other", [StepRecord(0, 60, 100), StepRecord(60, 120, 50, source: 1)], 150),
    Case("the same time", [StepRecord(0, 60, 100), StepRecord(0, 60, 90, source: 1)], 100),
    Case(
      "a phone between two of a watch",
      [
        StepRecord(0, 60, 100), StepRecord(30, 150, 120, source: 1), StepRecord(120, 180, 60),
      ], 220),
    Case(
      "three sources",
      [
        StepRecord(0, 100, 100, source: 2), StepRecord(20, 60, 80, source: 1),
        StepRecord(40, 50, 5),
      ], 125),
    Case("a watch that saw nothing", [StepRecord(0, 60, 0), StepRecord(0, 60, 90, source: 1)], 90),
    Case("a source over itself", [StepRecord(0, 60, 60), StepRecord(30, 90, 120)], 150),
    Case("a moment alone", [StepRecord(5, 5, 3)], 3),
    Case("a moment in a record of its source", [StepRecord(0, 60, 60), StepRecord(5, 5, 3)], 60),
    Case(
      "a moment in a worse record", [StepRecord(0, 60, 60, source: 1), StepRecord(5, 5, 3)], 63),
    Case("a moment at an end", [StepRecord(0, 60, 60), StepRecord(60, 60, 3, source: 1)], 63),
    Case("a moment at a beginning", [StepRecord(0, 60, 60), StepRecord(0, 0, 3, source: 1)], 60),
    Case(
      "moments of two sources", [StepRecord(5, 5, 3), StepRecord(5, 5, 4, source: 1)], 3),
    Case("two moments of a source", [StepRecord(5, 5, 3), StepRecord(5, 5, 4)], 7),
    Case(
      "a source that is not in the list",
      [
        StepRecord(0, 60, 60, source: 3), StepRecord(0, 60, 50, source: 99),
      ], 60),
  ]

  @Test(arguments: cases)
  func eachMomentCountsOnce(_ one: Case) {
    for records in [one.records, one.records.reversed()] {
      let totals = totals(records)
      #expect(abs(totals.total - one.total) < 1e-9)
      #expect(totals.flags.isEmpty && totals.share == 0)
      #expect(abs(totals.perDay.values.reduce(0, +) - one.total) < 1e-9)
    }
  }

  @Test(arguments: [(-86_400, 100.0), (0, 100), (15, 75), (30, 50), (59, 100.0 / 60), (60, 0)])
  func whatWasBeforeTheBeginningDoesNotCount(since: Int, total: Double) {
    let counted = totals([StepRecord(0, 60, 100)], since: since)
    #expect(abs(counted.total - total) < 1e-9 && abs(counted.raw - total) < 1e-9)
  }

  @Test func stepsBelongToTheLocalDay() {
    let day = 19_787
    // Noon UTC is 2 a.m. on the next day at UTC+14, and midnight at UTC−12.
    #expect(totals([StepRecord(0, 60, 60)]).perDay == [day: 60])
    #expect(totals([StepRecord(0, 60, 60, offset: 840)]).perDay == [day + 1: 60])
    #expect(totals([StepRecord(0, 60, 60, offset: -720)]).perDay == [day: 60])
    #expect(totals([StepRecord(-60, 0, 60, offset: -720)]).perDay == [day - 1: 60])
    #expect(totals([StepRecord(-30, 60, 90, offset: 720)]).perDay == [day: 30, day + 1: 60])
  }

  @Test func aGoalIsReachedWithinTheRecordThatCrossesIt() {
    let counted = totals([
      StepRecord(0, 100, 100), StepRecord(200, 300, 50), StepRecord(400, 400, 5),
    ])
    let noon = Moment(seconds: Int(StepRecord.noon / 1000))
    for (goal, second) in [
      (1, 1), (50, 50), (100, 100), (101, 202), (150, 300), (151, 400), (155, 400),
    ] {
      #expect(counted.moment(ofReaching: goal) == noon.adding(second), "\(goal)")
    }
    #expect(counted.moment(ofReaching: 156) == nil && counted.steps == 155)
    #expect(totals([]).moment(ofReaching: 1) == nil)
  }

  /// Three thousand records with a third of a step each add up to exactly 1,000 steps.
  @Test func roundingCostsNoStep() {
    let records = (0..<3000).map { index in
      StepRecord(Double(index), Double(index) + 1, 1.0 / 3)
    }
    let counted = totals(records)
    #expect(counted.steps == 1000 && counted.moment(ofReaching: 1000) != nil)
  }

  @Test func recordsFromTheFutureDoNotCount() {
    let counted = totals([
      StepRecord(86_400 * 2, 86_400 * 2 + 60, 9), StepRecord(86_400 * 2 + 1, 86_400 * 3, 9),
    ])
    #expect(counted.total == 9 && counted.fromTheFuture == 1)
  }

  // MARK: - Implausible steps

  @Test func aCadenceThatNobodyHasIsFlaggedAndDoesNotCount() {
    let counted = totals([StepRecord(0, 60, 306), StepRecord(0, 60, 100, source: 1)])
    #expect(counted.total == 100 && counted.implausible == 306 && counted.raw == 406)
    #expect(counted.flags == [StepFlag(day: 19_787, kind: .cadence, steps: 306)])
    #expect(abs(counted.share - 306.0 / 406) < 1e-12)
    #expect(totals([StepRecord(0, 60, 305)]).flags.isEmpty)
  }

  @Test func aMillionRecordsInOneSecondAreACrowd() {
    for length in [0.0, 0.001] {
      let records = (0..<1_000_000).map { index in
        StepRecord(length * Double(index % 1000), length * Double(index % 1000 + 1), 1)
      }
      let counted = totals(records)
      #expect(counted.total <= 3000)
      #expect(counted.raw == 1_000_000)
      #expect(length > 0 || counted.flags.map(\.kind) == [.crowd])
    }
  }

  @Test func aLongDayIsToldAndCounts() {
    let counted = totals([StepRecord(-43_200, 43_200 - 60, 100_500)])
    #expect(counted.steps == 100_500 && counted.implausible == 0)
    #expect(counted.flags.map(\.kind) == [.longDay])
    #expect(totals([StepRecord(-43_200, 43_200 - 60, 100_000)]).flags.isEmpty)
  }

  /// An hour of running at elite cadence is accepted.
  @Test func runnersCount() {
    let counted = totals((0..<60).map { StepRecord(Double($0) * 60, Double($0 + 1) * 60, 220) })
    #expect(counted.steps == 13_200 && counted.flags.isEmpty)
  }
}
