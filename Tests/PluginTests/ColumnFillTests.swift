import BuiltInPlugins
import Testing
import WallfarmTesting

/// A list is divided into columns so that the tallest column is as short as possible and none is
/// empty.
@Suite struct ColumnFillTests {
  @Test func oneHighNoteLeavesTheOthersTheColumnsThatAreOver() {
    #expect(Self.starts([100, 10, 10, 10], columns: 3) == [0, 1, 3])
    #expect(Self.starts([10, 10, 10, 100], columns: 3) == [0, 2, 3])
    #expect(Self.starts([10, 10, 10, 10, 10, 10], columns: 3) == [0, 2, 4])
    #expect(Self.starts([10, 10], columns: 3) == [0, 1])
  }

  /// Compares the result with every possible division of the list.
  @Test func theHighestColumnIsAsLowAsItCanBe() {
    var random = SeededGenerator()
    for _ in 0..<300 {
      let heights = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        Double(Int.random(in: 10...90, using: &random))
      }
      let columns = Int.random(in: 1...3, using: &random)
      let starts = Self.starts(heights, columns: columns)
      let ways = Self.ways(heights.count, columns: columns).map { Self.highest(heights, $0) }
      #expect(starts.count == min(columns, heights.count), "seed \(random.seed): \(heights)")
      #expect(Self.highest(heights, starts) == ways.min(), "seed \(random.seed): \(heights)")
    }
  }

  private static func fill(_ heights: [Double]) -> ColumnFill {
    // Each item starts where the previous item ends, plus a gap of 5.
    let steps = heights.indices.map { $0 == 0 ? 0 : heights[$0 - 1] + 5 }
    return ColumnFill(heights: heights, steps: steps)
  }

  private static func starts(_ heights: [Double], columns: Int) -> Set<Int> {
    fill(heights).starts(columns: columns)
  }

  /// Returns all divisions of a list into columns, as sets of starting indices.
  private static func ways(_ count: Int, columns: Int) -> [Set<Int>] {
    (0..<1 << (count - 1)).compactMap { bits in
      let starts = Set([0] + (1..<max(count, 1)).filter { bits >> ($0 - 1) & 1 == 1 })
      return starts.count == min(columns, count) ? starts : nil
    }
  }

  private static func highest(_ heights: [Double], _ starts: Set<Int>) -> Double {
    let ends = starts.sorted() + [heights.count]
    return zip(ends, ends.dropFirst()).map { first, end in
      heights[first..<end].reduce(0, +) + 5 * Double(end - first - 1)
    }.max() ?? 0
  }
}
