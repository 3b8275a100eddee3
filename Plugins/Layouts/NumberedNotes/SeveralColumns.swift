import WallfarmPluginKit

/// Looks for columns in which a long list is larger, or is shown whole at all.
struct SeveralColumns {
  /// Notes that a column has at least.
  private static let fewest = 5
  /// How much larger notes have to be: one column is easier to read.
  private static let gain = 1.2

  private let one: NotesMetrics

  /// - Parameter one: the same list in one column.
  init(_ one: NotesMetrics) { self.one = one }

  /// Columns, and the size of the notes in them; nil where one is better.
  ///
  /// Where one column shows all, columns have every note on one line. Where it does not, they may be crowded, and notes
  /// may break, before any of them is left out.
  ///
  /// - Parameter size: that of one column; nil where it does not show all.
  /// - Returns: how to measure them.
  /// - Throws: what measuring throws.
  func best(beside size: Double?) throws(RenderError) -> (metrics: NotesMetrics, size: Double)? {
    let notes = one.context.notes
    guard one.look.align == .start, mayFit(notes) else { return nil }
    var best: (metrics: NotesMetrics, size: Double)?
    for count in 2...SeveralColumns.most(one.context)
    where notes.count >= SeveralColumns.fewest * count {
      var columns = one
      (columns.columns, columns.shrinking, columns.air) = (count, nil, one.look.air)
      guard let found = try largest(columns, mayBeCrowded: size == nil),
        found.size > best?.size ?? 0
      else { continue }
      best = found
    }
    guard let best, size.map({ best.size >= SeveralColumns.gain * $0 }) ?? true else { return nil }
    return best
  }

  /// Whether notes could fit in any columns at the smallest size, by their lengths alone.
  ///
  /// Without it, forty notes of six hundred characters each were measured for nothing, which took as long again.
  private func mayFit(_ notes: [Note]) -> Bool {
    let size = one.smallestSize
    // Lines are as high as 0.85 em at least, with the tightest leading of our themes.
    let perLine = one.inner.width / (SeveralColumns.narrowest * size)
    let lines = notes.reduce(0.0) { $0 + max(1, Double($1.text.count) / perLine) }
    return 0.85 * lines * size <= one.inner.height * Double(SeveralColumns.most(one.context))
  }

  /// Width of a character that no text has on average, in em: an i has a quarter.
  private static let narrowest = 0.2

  /// How many columns there are at most.
  private static func most(_ context: ComposeContext) -> Int { context.isTablet ? 3 : 2 }

  private func largest(
    _ columns: NotesMetrics, mayBeCrowded: Bool
  ) throws(RenderError) -> (metrics: NotesMetrics, size: Double)? {
    let notes = one.context.notes
    let line = notes.indices.map { columns.sizeThatHolds(notes[$0], $0) }.min() ?? .infinity
    var (wide, crowded) = (columns, columns)
    wide.air = 0
    (crowded.air, crowded.gapShare) = (0, 0.4)
    for own in mayBeCrowded ? [columns, wide, crowded] : [columns] {
      let bound = line >= own.smallestSize ? line : mayBeCrowded ? own.largestSize(of: notes) : 0
      guard bound >= own.smallestSize else { return nil }
      let most = min(own.largestSize, bound)
      if let size = try own.bestSize(of: notes, upTo: most) { return (own, size) }
    }
    return nil
  }
}
