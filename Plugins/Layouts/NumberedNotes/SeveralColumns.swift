import WallfarmPluginKit

/// Sets a long list in columns if its type is larger there, or if it fits only there.
struct SeveralColumns {
  /// The factor for gaps between notes in a crowded list.
  static let tightGap = 0.4

  private let one: NotesMetrics
  private let mayBeCrowded: Bool
  private var notes: [Note] { one.context.notes }
  private var isAsked: Bool { one.look.form == .columns }

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - one: the metrics of the list in one column.
  ///   - mayBeCrowded: whether notes may break and have smaller gaps, because some would otherwise
  ///     be left out.
  init(_ one: NotesMetrics, mayBeCrowded: Bool) {
    self.one = one
    self.mayBeCrowded = mayBeCrowded || one.look.form == .columns
  }

  /// The list in columns; nil if one column is better.
  ///
  /// - Parameter list: the setting in one column; nil if it does not hold all notes.
  /// - Returns: the columns, with the list among the considered settings.
  /// - Throws: the errors of the measurer.
  func best(beside list: NotesSetting?) throws(RenderError) -> NotesSetting? {
    let fewest = isAsked ? 1 : SettingCosts.fewestInColumn
    guard one.look.align != .center, notes.count > 1 else { return nil }
    var found: [Columns] = []
    for count in 2...SeveralColumns.most(one.context) where notes.count >= fewest * count {
      var columns = one
      (columns.columns, columns.shrinking, columns.air) = (count, nil, one.look.air)
      columns.form = .columns
      found += try sizes(columns)
    }
    let list = isAsked ? nil : list?.column
    guard let largest = (found.map(\.size) + [list?.size].compactMap(\.self)).max() else {
      return nil
    }
    let weighed = found.map { ($0, $0.setting(beside: largest)) }
      .sorted { $0.1.cost < $1.1.cost }
    guard let (best, setting) = weighed.first else { return nil }
    var considered = weighed.map(\.1)
    if let list {
      let broken = list.notes.count { $0.measurement.lines.count > 1 }
      let other = ConsideredSetting(
        form: NotesForm.list.rawValue, fontSize: list.size,
        costs: SettingChoice.costs(
          of: list.size, upTo: largest, broken: Double(broken) / Double(notes.count), one.likedSize)
      )
      guard setting.cost < other.cost else { return nil }
      considered.append(other)
      considered.sort { $0.cost < $1.cost }
    }
    let column = try best.metrics.withEvenLines(best.metrics.column(notes, size: best.size))
    return NotesSetting(metrics: best.metrics, column: column, considered: considered)
  }

  /// The maximum number of columns on a screen.
  static func most(_ context: ComposeContext) -> Int { context.isTablet ? 3 : 2 }

  /// The columns at the largest size at which every note has one line.
  ///
  /// For a crowded list, also those at the largest size at which all notes fit.
  private func sizes(_ columns: NotesMetrics) throws(RenderError) -> [Columns] {
    var airless = columns
    airless.air = 0
    guard airless.mayHold(notes) else { return [] }
    let levels = mayBeCrowded ? [columns, airless, airless.tight] : [columns]
    let lineSizes = notes.indices.map { columns.sizeThatHolds(notes[$0], $0) }
    let line = lineSizes.min() ?? .infinity
    var found: [Columns] = []
    func find(upTo bound: Double) throws(RenderError) {
      for own in levels where bound >= own.smallestSize {
        guard let size = try own.bestSize(of: notes, upTo: min(own.largestSize, bound)) else {
          continue
        }
        let broken = lineSizes.count { $0 < size }
        return found.append(
          Columns(metrics: own, size: size, broken: Double(broken) / Double(notes.count)))
      }
    }
    try find(upTo: line)
    if mayBeCrowded, line < columns.largestSize { try find(upTo: columns.largestSize(of: notes)) }
    return found
  }
}

/// A list in columns at a type size.
private struct Columns {
  let metrics: NotesMetrics
  let size: Double
  /// The share of notes that break, 0…1.
  let broken: Double

  func setting(beside largest: Double) -> ConsideredSetting {
    var costs = SettingChoice.costs(of: size, upTo: largest, broken: broken, metrics.likedSize)
    costs["columns"] = SettingCosts.columns
    return ConsideredSetting(form: NotesForm.columns.rawValue, fontSize: size, costs: costs)
  }
}

extension NotesMetrics {
  /// The metrics with reduced gaps.
  var tight: NotesMetrics {
    var tight = self
    tight.gapShare = SeveralColumns.tightGap
    return tight
  }

  /// Whether all notes could fit, estimated from their lengths.
  func mayHold(_ notes: [Note]) -> Bool { mostShown(of: notes) > Double(notes.count) - 0.001 }

  /// An upper bound for the number of notes that fit at the minimum size, estimated from lengths.
  ///
  /// A shortened note counts by its share of lines. The bound avoids measurements: without it,
  /// composing forty notes of 600 characters took ten times as long.
  func mostShown(of notes: [Note]) -> Double {
    let perLine = columnWidth / (NotesMetrics.narrowest * smallestSize)
    var lines = inner.height * Double(columns) / (NotesMetrics.lowest * smallestSize)
    return notes.map { max(1, Double($0.text.count) / perLine) }.sorted().reduce(0) {
      shown, length in
      let taken = min(lines, length)
      lines -= taken
      return shown + taken / length
    }
  }

  /// A lower bound for the mean width of a character in em; an i is 0.25 em wide.
  private static let narrowest = 0.2
  /// The height of a line with the tightest leading of the themes, in em.
  private static let lowest = 0.85
}
