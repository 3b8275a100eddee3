import WallfarmPluginKit

/// A setting of a list: its form, type size and line breaks.
struct NotesSetting {
  var metrics: NotesMetrics
  var column: NotesColumn
  var warnings: [RenderWarning] = []
  /// All considered settings, with the chosen one first.
  var considered: [ConsideredSetting] = []
}

/// Chooses the setting of a list.
struct SettingSearch {
  /// The metrics of a single column.
  let metrics: NotesMetrics
  private var look: NotesLook { metrics.look }
  private var notes: [Note] { metrics.context.notes }

  /// The best setting in an allowed form; if the list fits in none, the part of it that the
  /// overflow policy allows.
  ///
  /// - Throws: `notes-do-not-fit`, and the errors of the measurer.
  func best() throws(RenderError) -> NotesSetting {
    if look.forms.contains(.poster), let poster = try Poster(metrics).setting() { return poster }
    var airless = metrics
    airless.air = 0
    // The empty space is the first thing to give up for a note.
    if let whole = try whole(metrics.air > 0 ? [metrics, airless] : [metrics]) { return whole }
    if let crowded, let whole = try whole([crowded]) { return whole }
    return try overflowing()
  }

  /// The metrics with the minimum type size and no empty space; nil if `min-size` is not below
  /// `crowded-below`.
  private var crowded: NotesMetrics? {
    guard look.minSize < look.crowdedBelow else { return nil }
    var crowded = metrics
    (crowded.smallest, crowded.air) = (look.minSize, 0)
    return crowded
  }

  /// The best setting that shows all notes completely; nil if there is none.
  ///
  /// The candidates are single columns with decreasing empty space. Gaps between notes are reduced
  /// only if columns do not hold all notes either.
  private func whole(_ lists: [NotesMetrics]) throws(RenderError) -> NotesSetting? {
    let list = try list(lists)
    if look.forms.contains(.columns) {
      let isCrowded = lists[0].smallest < look.crowdedBelow
      let columns = SeveralColumns(lists[0], mayBeCrowded: list == nil || isCrowded)
      if let best = try columns.best(beside: list) { return best }
    }
    guard list == nil, crowded != nil else { return list }
    return try self.list([lists[lists.count - 1].tight])
  }

  /// All notes completely, in the first of the metrics that holds them.
  private func list(_ lists: [NotesMetrics]) throws(RenderError) -> NotesSetting? {
    for var metrics in lists where metrics.mayHold(notes) {
      if let largest = try largestSize(&metrics) { return try setting(metrics, upTo: largest) }
    }
    return nil
  }

  /// The part of an overflowing list that the policy allows to show.
  ///
  /// Columns, and smaller type, are chosen only if they show considerably more, because one column
  /// is easier to read. A column may be too narrow for a note that a list can show, and the other
  /// way round.
  ///
  /// - Throws: `notes-do-not-fit` of the single column, if the policy allows nothing to be shown.
  private func overflowing() throws(RenderError) -> NotesSetting {
    var airless = metrics
    airless.air = 0
    let lists = crowded.map { [airless.tight, $0.tight] } ?? [airless]
    // If the policy does not allow shortening, an incomplete list is an error.
    guard metrics.context.overflow != .fail else {
      return try climbed(lists[lists.count - 1]).setting
    }
    var best: (setting: NotesSetting, lost: Double)?
    for list in lists {
      var fewest = best.map { $0.lost * SettingSearch.lostShare } ?? .infinity
      for form in [list] + columns(like: list) {
        guard Double(notes.count) - form.mostShown(of: notes) < fewest,
          let found = try attempted(form), found.lost < fewest
        else { continue }
        fewest = found.lost * (form.columns == 1 ? SettingSearch.lostShare : 1)
        best = found
      }
    }
    if let best { return best.setting }
    return try climbed(lists[lists.count - 1]).setting
  }

  private func columns(like list: NotesMetrics) -> [NotesMetrics] {
    guard look.forms.contains(.columns), look.align != .center else { return [] }
    return (2...SeveralColumns.most(list.context)).map { count in
      var columns = list
      (columns.columns, columns.form) = (count, .columns)
      return columns
    }
  }

  /// Sets a list within the overflow policy; nil if the policy does not allow it.
  private func attempted(
    _ metrics: NotesMetrics
  ) throws(RenderError) -> (setting: NotesSetting, lost: Double)? {
    do throws(RenderError) {
      return try climbed(metrics)
    } catch {
      guard error.code == .notesDoNotFit else { throw error }
      return nil
    }
  }

  /// The setting from the overflow ladder, and the number of lost notes; a shortened note counts by
  /// its share of lost lines.
  private func climbed(
    _ metrics: NotesMetrics
  ) throws(RenderError) -> (setting: NotesSetting, lost: Double) {
    let ladder = try OverflowLadder(metrics: metrics, size: metrics.smallestSize, notes: notes)
    let (column, warnings) = try ladder.climb(metrics.context.overflow)
    let setting = NotesSetting(
      metrics: metrics, column: try metrics.withEvenLines(column), warnings: warnings)
    return (setting, ladder.lost(in: column))
  }

  /// The maximum loss of an alternative that is harder to read, relative to the current loss.
  private static let lostShare = 0.7

  private func setting(
    _ metrics: NotesMetrics, upTo largest: Double
  ) throws(RenderError) -> NotesSetting {
    let (column, considered) = try SettingChoice(metrics, upTo: largest).best()
    let open = metrics.opened(for: column)
    return NotesSetting(
      metrics: open, column: open.stack(column.notes, size: column.size), considered: considered)
  }

  /// The largest size at which all notes fit completely; nil if there is none.
  ///
  /// A long word is hyphenated, or its note set smaller, if the other notes would otherwise lose
  /// much size; for a small loss, whole words and a uniform size look better.
  private func largestSize(_ metrics: inout NotesMetrics) throws(RenderError) -> Double? {
    let words = LongWords(notes, metrics)
    let alike = min(metrics.largestSize, metrics.largestSizeForWords(words))
    let best = try metrics.bestSize(of: notes, upTo: alike)
    guard alike < metrics.largestSize, best.map({ $0 > alike - TypeSizes.step }) ?? true else {
      return best
    }
    let parts = LongWords(notes, metrics, isDivided: true)
    if parts.widths != words.widths {
      let divided = min(metrics.largestSize, metrics.largestSizeForWords(parts))
      if divided * SettingSearch.alikeShare > best ?? 0,
        let larger = try metrics.bestSize(of: notes, upTo: divided),
        best.map({ $0 < SettingSearch.alikeShare * larger }) ?? true
      {
        return larger
      }
    }
    var own = metrics
    own.shrinking = words
    guard let larger = try own.bestSize(of: notes, upTo: metrics.largestSize),
      best.map({ $0 < SettingSearch.alikeShare * larger }) ?? true
    else { return best }
    // Smaller notes must remain exceptions.
    let exceptions = notes.indices.count { own.ownSize($0, larger) < larger }
    guard exceptions * 3 <= notes.count else { return best }
    metrics = own
    return larger
  }

  /// The maximum ratio between two sizes of notes, so that they differ clearly.
  private static let alikeShare = 0.8
}
