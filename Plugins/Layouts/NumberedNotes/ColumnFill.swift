/// Splits a list into columns, which are read one after another.
package struct ColumnFill {
  /// The height of each note.
  let heights: [Double]
  /// The vertical step to each note from the previous note, if both are in the same column; 0 for
  /// the first note.
  let steps: [Double]

  package init(heights: [Double], steps: [Double]) {
    (self.heights, self.steps) = (heights, steps)
  }

  /// Returns the index of each column's first note, such that the tallest column is as short as
  /// possible.
  ///
  /// For a given height limit, greedy filling uses the fewest columns, so the smallest limit that
  /// does not require more columns is optimal. If a tall note leaves columns unused, the remaining
  /// notes are spread over the unused columns.
  package func starts(columns: Int) -> Set<Int> {
    var limit = heights.max() ?? 0
    while true {
      let (starts, next) = filled(to: limit)
      guard starts.count > columns, next.isFinite else { return spread(starts, over: columns) }
      limit = next
    }
  }

  /// Splits the tallest column as evenly as possible, repeatedly, until all columns are used.
  private func spread(_ starts: [Int], over columns: Int) -> Set<Int> {
    var starts = Set(starts)
    while starts.count < min(columns, heights.count) {
      let ends = starts.sorted() + [heights.count]
      let parts = zip(ends, ends.dropFirst()).filter { $1 - $0 > 1 }
      let highest = parts.max { height(of: $0.0..<$0.1) < height(of: $1.0..<$1.1) }
      guard let (first, end) = highest else { break }
      // If two splits are equally even, use the split with more notes in the first part.
      let cut = (first + 1..<end).reversed().min {
        max(height(of: first..<$0), height(of: $0..<end))
          < max(height(of: first..<$1), height(of: $1..<end))
      }
      guard let cut else { break }
      starts.insert(cut)
    }
    return starts
  }

  private func height(of notes: Range<Int>) -> Double {
    guard let last = notes.last else { return 0 }
    return notes.dropFirst().reduce(0) { $0 + steps[$1] } + heights[last]
  }

  /// Returns the result of greedy filling up to a height, and the next height to try.
  ///
  /// The next height is the smallest larger height at which a column would have space for another
  /// note.
  private func filled(to limit: Double) -> (starts: [Int], next: Double) {
    var (starts, next) = ([Int](), Double.infinity)
    var top = 0.0
    for index in heights.indices {
      top += steps[index]
      let bottom = top + heights[index]
      if starts.isEmpty || bottom > limit {
        if !starts.isEmpty { next = min(next, bottom) }
        starts.append(index)
        top = 0
      }
    }
    return (starts, next)
  }
}
