/// Divides a list among columns, which are read one after another.
struct ColumnFill {
  /// Height of each note alone.
  let heights: [Double]
  /// How much lower each stands than the one before it, where both are in one column.
  let steps: [Double]

  /// The first note of each column, where the highest column is as low as it can be.
  ///
  /// Filled to a height, columns are as few as they can be; so the least height that needs no more of them is the best.
  /// Where one high note leaves columns over, the others share them.
  func starts(columns: Int) -> Set<Int> {
    var limit = heights.max() ?? 0
    while true {
      let (starts, next) = filled(to: limit)
      guard starts.count > columns, next.isFinite else { return spread(starts, over: columns) }
      limit = next
    }
  }

  /// As many columns as there may be: the highest that has several notes is parted where its parts are most even.
  private func spread(_ starts: [Int], over columns: Int) -> Set<Int> {
    var starts = Set(starts)
    while starts.count < min(columns, heights.count) {
      let ends = starts.sorted() + [heights.count]
      let parts = zip(ends, ends.dropFirst()).filter { $1 - $0 > 1 }
      let highest = parts.max { height(of: $0.0..<$0.1) < height(of: $1.0..<$1.1) }
      guard let (first, end) = highest else { break }
      // Of two that are as even, the one with more in front.
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

  /// Columns that are filled to a height, and the least height at which any would hold one note more.
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
