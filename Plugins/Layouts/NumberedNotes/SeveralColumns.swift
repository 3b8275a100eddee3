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

  /// The list in columns; nil where one is better.
  ///
  /// Where one column shows all, columns have every note on one line. Where it does not, they may be crowded, and notes
  /// may break, before any of them is left out.
  ///
  /// - Parameter list: the one column; nil where it does not show all.
  /// - Returns: the columns, and the list as what was considered too.
  /// - Throws: what measuring throws.
  func best(beside list: NotesSetting?) throws(RenderError) -> NotesSetting? {
    let notes = one.context.notes
    let isAsked = one.look.form == .columns
    let fewest = isAsked ? 1 : SeveralColumns.fewest
    guard one.look.align != .center, notes.count > 1 else { return nil }
    var best: (metrics: NotesMetrics, size: Double)?
    for count in 2...SeveralColumns.most(one.context) where notes.count >= fewest * count {
      var columns = one
      (columns.columns, columns.shrinking, columns.air) = (count, nil, one.look.air)
      columns.form = .columns
      guard mayFit(columns) else { continue }
      guard let found = try largest(columns, mayBeCrowded: list == nil || isAsked),
        found.size > best?.size ?? 0
      else { continue }
      best = found
    }
    guard let best else { return nil }
    let cost = SettingChoice.sizeCost * (1 - 1 / SeveralColumns.gain)
    var considered = [
      ConsideredSetting(
        form: NotesForm.columns.rawValue, fontSize: best.size, costs: ["columns": cost])
    ]
    if let list {
      let size = list.column.size
      var one = ConsideredSetting(form: NotesForm.list.rawValue, fontSize: size, costs: [:])
      one.costs["smaller than in columns"] = SettingChoice.sizeCost * max(0, 1 - size / best.size)
      guard isAsked || one.cost > cost else { return nil }
      considered.append(one)
    }
    let column = try best.metrics.withEvenLines(best.metrics.column(notes, size: best.size))
    return NotesSetting(metrics: best.metrics, column: column, considered: considered)
  }

  /// Whether all notes could fit in columns, without air.
  private func mayFit(_ columns: NotesMetrics) -> Bool {
    var columns = columns
    columns.air = 0
    let notes = one.context.notes
    return SeveralColumns.mostWhole(of: notes, columns) == notes.count
  }

  /// No more notes than these can be whole in columns at the smallest size, by their lengths alone.
  ///
  /// Without it forty notes of six hundred characters each were measured in columns that could not show them: composing
  /// took ten times as long.
  static func mostWhole(of notes: [Note], _ columns: NotesMetrics) -> Int {
    let size = columns.smallestSize
    let perLine = columns.columnWidth / (narrowest * size)
    var room = columns.inner.height * Double(columns.columns)
    // Lines are as high as 0.85 em at least, with the tightest leading of our themes.
    let heights = notes.map { 0.85 * size * max(1, Double($0.text.count) / perLine) }.sorted()
    return heights.prefix { height in
      room -= height
      return room >= 0
    }.count
  }

  /// Width of a character that no text has on average, in em: an i has a quarter.
  private static let narrowest = 0.2

  /// How many columns there are at most.
  static func most(_ context: ComposeContext) -> Int { context.isTablet ? 3 : 2 }

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
