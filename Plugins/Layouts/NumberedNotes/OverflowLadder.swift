import WallfarmPluginKit

/// What happens when notes do not fit at the smallest size, rung by rung, each with a warning.
struct OverflowLadder {
  let metrics: NotesMetrics
  let size: Double

  /// Shortens notes, then leaves notes out and counts them, as far as the policy allows.
  ///
  /// - Throws: `notes-do-not-fit` when the allowed rungs are not enough.
  func climb(
    _ notes: [Note], policy: OverflowPolicy
  ) throws(RenderError) -> (NotesColumn, [RenderWarning]) {
    if policy != .fail, let column = try shortened(notes, hidden: 0) {
      return (column, warnings(column, hidden: 0))
    }
    if policy == .more, let (column, hidden) = try withMoreLine(notes) {
      return (column, warnings(column, hidden: hidden))
    }
    let fitting = try countFitting(notes, oneLine: policy != .fail)
    throw .notesDoNotFit(count: notes.count, fitting: fitting, minimumSize: size)
  }

  /// Takes lines from the longest notes, one by one, each keeping at least one.
  private func shortened(_ notes: [Note], hidden: Int) throws(RenderError) -> NotesColumn? {
    let full = try metrics.column(notes, size: size, hidden: hidden)
    let heights = full.notes.filter { !$0.isMoreLine }.map(\.lineBottoms)
    var limits = heights.map(\.count)
    var excess = full.inkBottom + full.overshoot - metrics.inner.height
    while true {
      // The sum of line heights finds the limits fast; a real measurement then confirms them.
      while excess > 0 {
        guard let index = longest(limits) else { return nil }
        let bottoms = heights[index]
        excess -= bottoms[limits[index] - 1] - bottoms[limits[index] - 2]
        limits[index] -= 1
      }
      let lineLimits = zip(limits, heights).map { $0 < $1.count ? $0 : nil }
      let column = try metrics.column(notes, size: size, lineLimits: lineLimits, hidden: hidden)
      if metrics.fits(column) { return column }
      excess = column.inkBottom + column.overshoot - metrics.inner.height
      guard excess > 0, limits.contains(where: { $0 > 1 }) else { return nil }
    }
  }

  /// The note with most lines, the last of them where several have as many; nil at one line each.
  private func longest(_ limits: [Int]) -> Int? {
    guard let most = limits.max(), most > 1 else { return nil }
    return limits.lastIndex(of: most)
  }

  /// The most notes that fit together with a last line that counts the others.
  private func withMoreLine(_ notes: [Note]) throws(RenderError) -> (NotesColumn, Int)? {
    var low = 0
    var high = notes.count
    var best: (NotesColumn, Int)?
    while high - low > 1 {
      let shown = (low + high) / 2
      let hidden = notes.count - shown
      if let column = try shortened(Array(notes.prefix(shown)), hidden: hidden) {
        best = (column, hidden)
        low = shown
      } else {
        high = shown
      }
    }
    return best
  }

  /// How many notes, from the first on, fit at the smallest size.
  private func countFitting(_ notes: [Note], oneLine: Bool) throws(RenderError) -> Int {
    var low = 0
    var high = notes.count + 1
    while high - low > 1 {
      let middle = (low + high) / 2
      let some = Array(notes.prefix(middle))
      let limits: [Int?] = oneLine ? some.map { _ in 1 } : []
      let fits = metrics.fits(try metrics.column(some, size: size, lineLimits: limits))
      if fits { low = middle } else { high = middle }
    }
    return low
  }

  private func warnings(_ column: NotesColumn, hidden: Int) -> [RenderWarning] {
    let shortened = column.notes.filter { $0.measurement.isClipped && !$0.isMoreLine }
    var warnings: [RenderWarning] = []
    if !shortened.isEmpty { warnings.append(.shortened(shortened.map { $0.index + 1 })) }
    if hidden > 0 { warnings.append(.hidden(hidden)) }
    return warnings
  }
}

extension PlacedNote {
  /// Bottom of each line, from the top of the note.
  fileprivate var lineBottoms: [Double] { measurement.lines.map(\.frame.maxY) }
}

extension RenderWarning {
  fileprivate static func shortened(_ numbers: [Int]) -> RenderWarning {
    let list = numbers.map(String.init).joined(separator: ", ")
    return RenderWarning(
      .notesShortened,
      "note\(numbers.count == 1 ? "" : "s") \(list) did not fit and end\(numbers.count == 1 ? "s" : "") in …",
      hint: "shorten the notes, or lower 'min-size'")
  }

  fileprivate static func hidden(_ count: Int) -> RenderWarning {
    RenderWarning(
      .notesHidden,
      "\(count) note\(count == 1 ? " does" : "s do") not fit and \(count == 1 ? "is" : "are") counted "
        + "in the last line",
      hint: "show fewer notes, or lower 'min-size'")
  }
}
