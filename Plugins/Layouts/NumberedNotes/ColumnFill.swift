/// Divides a list among columns, which are read one after another.
struct ColumnFill {
  /// Height of each note alone.
  let heights: [Double]
  /// How much lower each stands than the one before it, where both are in one column.
  let steps: [Double]

  /// The first note of each column, where the highest column is as low as it can be.
  ///
  /// Filled to a height, columns are as few as they can be; so the least height that needs no more of them is the best.
  func starts(columns: Int) -> Set<Int> {
    var limit = heights.max() ?? 0
    while true {
      let (starts, next) = filled(to: limit)
      guard starts.count > columns, next.isFinite else { return Set(starts) }
      limit = next
    }
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
