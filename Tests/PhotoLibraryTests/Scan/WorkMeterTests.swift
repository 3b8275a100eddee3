import Testing
import WallfarmTesting

@testable import PhotoLibrary

/// What is left is told by work, not by number.
@Suite struct WorkMeterTests {
  /// Three kinds in heaps, one thirty times as dear: in parts that are spread a tenth tells all.
  @Test func aTenthOfTheWorkTellsTheRest() throws {
    let costs = (0..<640).map { $0 < 500 ? 1.0 : $0 < 600 ? 30.0 : 7.0 }
    let kinds = (0..<640).map { $0 < 500 ? "jpg" : $0 < 600 ? "heic" : "png" }
    var meter = WorkMeter()
    for kind in kinds { meter.expect(kind) }
    #expect(meter.share == nil && meter.secondsLeft(after: 0) == nil)
    let all = costs.reduce(0, +)
    var done = 0.0
    var told = false
    for part in WorkMeter.parts(of: kinds, size: 10) {
      for place in part {
        meter.finish(kinds[place], seconds: costs[place])
        done += costs[place]
      }
      // Two processes at once, so the clock shows half.
      guard let left = meter.secondsLeft(after: done / 2) else { continue }
      told = true
      #expect(abs(left - (all - done) / 2) < all / 2 * 0.05)
    }
    #expect(told && meter.share == 1)
  }

  /// A photo that is twice as large costs twice as much, where that is so.
  @Test func sizesCount() throws {
    var meter = WorkMeter()
    meter.expect("look jpeg", size: 10)
    meter.expect("look jpeg", size: 30)
    meter.finish("look jpeg", size: 10, seconds: 5)
    #expect(meter.share == 0.25)
    #expect(meter.secondsLeft(after: 4) == 12)
  }

  @Test(arguments: [0, 1, 2, 3, 10, 64, 100, 1000])
  func eachTenthIsSpreadOverTheWhole(_ count: Int) {
    let kinds = (0..<count).map { $0 < 3 ? "rare" : "jpg" }
    let parts = WorkMeter.parts(of: kinds, size: 4)
    #expect(parts.joined().sorted() == Array(0..<count))
    #expect(parts.allSatisfy { !$0.isEmpty })
    guard count >= 100 else { return }
    // All of what is rare comes first.
    #expect(parts[0].starts(with: [0, 1, 2]))
    let first = parts.prefix(parts.count / 10).joined().sorted()
    for (one, next) in zip(first, first.dropFirst()) { #expect(next - one <= count / 8) }
  }
}
