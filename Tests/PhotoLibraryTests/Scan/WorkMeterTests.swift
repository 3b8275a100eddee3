import PhotoLibrary
import Testing
import WallfarmTesting

/// The estimate of the remaining time is based on work, not on the number of photos.
@Suite struct WorkMeterTests {
  /// The cost of a tenth of the photos, spread over the whole library, predicts the cost of the
  /// rest.
  ///
  /// The photos are clustered by kind, and one kind takes thirty times as long as another.
  @Test func aTenthOfTheWorkTellsTheRest() throws {
    let costs = (0..<640).map { $0 < 500 ? 1.0 : $0 < 600 ? 30.0 : 7.0 }
    let kinds = (0..<640).map { $0 < 500 ? "jpg" : $0 < 600 ? "heic" : "png" }
    var meter = WorkMeter(readers: 2)
    for kind in kinds { meter.expect(kind) }
    #expect(meter.share == nil && meter.secondsLeft() == nil)
    let all = costs.reduce(0, +)
    var done = 0.0
    var told = false
    for part in WorkMeter.parts(of: kinds, size: 10) {
      for place in part { meter.finish(kinds[place], seconds: costs[place]) }
      let seconds = part.reduce(0) { $0 + costs[$1] }
      done += seconds
      // Two processes run in parallel, so only half of the work time passes.
      meter.pass(seconds / 2)
      guard let left = meter.secondsLeft() else { continue }
      told = true
      #expect(abs(left - (all - done) / 2) < all / 2 * 0.05)
    }
    #expect(told && meter.share == 1 && meter.secondsLeft() == 0)
  }

  /// If the time increases with the size, a photo that is twice as large counts twice as much.
  @Test func sizesCount() throws {
    var meter = WorkMeter()
    for size in [10.0, 10, 30] { meter.expect("look jpeg", size: size) }
    for _ in 0..<2 {
      meter.finish("look jpeg", size: 10, seconds: 5)
      meter.pass(5)
    }
    #expect(meter.share == 0.4 && meter.secondsLeft() == 15)
  }

  /// No estimate is given while most of the remaining photos belong to kinds that were measured
  /// only during the slow start.
  @Test func itWaitsForEachKind() {
    var meter = WorkMeter()
    for kind in ["jpg", "heic"] { for _ in 0..<10 { meter.expect(kind) } }
    for kind in ["jpg", "heic"] { meter.finish(kind, seconds: 9) }
    meter.pass(18)
    for _ in 0..<4 { meter.finish("jpg", seconds: 1) }
    meter.pass(4)
    #expect((meter.share ?? 0) > 0.1 && meter.secondsLeft() == nil)
    meter.finish("heic", seconds: 2)
    meter.pass(2)
    #expect(abs((meter.secondsLeft() ?? 0) - (5 + 16)) < 1e-9)
  }

  /// The estimate excludes start-up time, and includes the time for storing results.
  @Test func whatIsDoneBesideCounts() throws {
    var meter = WorkMeter(readers: 2)
    for _ in 0..<100 { meter.expect("jpg") }
    for beside in [100.0, 5] {
      for _ in 0..<10 { meter.finish("jpg", seconds: 1) }
      meter.pass(10 / 2 + beside)
    }
    #expect(abs((meter.secondsLeft() ?? 0) - 80 * (0.5 + 0.5)) < 1e-9)
  }

  @Test(arguments: [0, 1, 2, 3, 10, 64, 100, 1000])
  func eachTenthIsSpreadOverTheWhole(_ count: Int) {
    let kinds = (0..<count).map { $0 < 3 ? "rare" : "jpg" }
    let parts = WorkMeter.parts(of: kinds, size: 4)
    #expect(parts.joined().sorted() == Array(0..<count))
    #expect(parts.allSatisfy { !$0.isEmpty })
    guard count >= 100 else { return }
    // All photos of rare kinds come first.
    #expect(parts[0].starts(with: [0, 1, 2]))
    let first = parts.prefix(parts.count / 10).joined().sorted()
    for (one, next) in zip(first, first.dropFirst()) { #expect(next - one <= count / 8) }
  }
}
