import WallfarmPluginKit

/// Finds the setting of a list that looks best, or the part of the list that may be shown.
struct SettingSearch {
  /// The metrics of the list in one column.
  let metrics: NotesMetrics
  private var look: NotesLook { metrics.look }
  private var notes: [Note] { metrics.context.notes }

  /// The setting that looks best among the allowed forms.
  ///
  /// If the list fits in no form, it is shortened as far as the overflow policy allows.
  ///
  /// - Throws: `notes-do-not-fit`, and the errors of the measurer.
  func best() throws(RenderError) -> NotesSetting {
    if look.forms.contains(.poster), let poster = try Poster(metrics).setting() { return poster }
    var airless = metrics
    airless.air = 0
    // Remove the air before the type becomes smaller than `crowded-below`.
    if let whole = try whole(metrics.air > 0 ? [metrics, airless] : [metrics]) { return whole }
    if let crowded, let whole = try whole([crowded]) { return whole }
    return try overflowing()
  }

  /// The list with type down to `min-size` and no air; nil if `crowded-below` is not larger.
  private var crowded: NotesMetrics? {
    guard look.minSize < look.crowdedBelow else { return nil }
    var crowded = metrics
    (crowded.smallest, crowded.air) = (look.minSize, 0)
    return crowded
  }

  /// Sets all notes completely, in one column or several; nil if no form holds them.
  ///
  /// `lists` are the list in one column, with decreasing air. Gaps between notes are reduced last,
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

  /// Sets all notes completely, in the first of several lists that holds them; nil if none does.
  private func list(_ lists: [NotesMetrics]) throws(RenderError) -> NotesSetting? {
    for var metrics in lists where metrics.mayHold(notes) {
      if let largest = try largestSize(&metrics) { return try setting(metrics, upTo: largest) }
    }
    return nil
  }

  /// Shortens a list that fits in no form, and leaves notes out, as the overflow policy allows.
  ///
  /// Columns and smaller sizes are chosen only if they lose far fewer notes, because one column is
  /// easier to read. A column may be too narrow for a note that fits in a list, and columns may
  /// show notes that a list cannot.
  ///
  /// - Throws: `notes-do-not-fit` for the most crowded list if the policy allows no form.
  private func overflowing() throws(RenderError) -> NotesSetting {
    var airless = metrics
    airless.air = 0
    let lists = crowded.map { [airless.tight, $0.tight] } ?? [airless]
    // The policy allows no part of the list, so this throws the error.
    guard metrics.context.overflow != .fail else {
      return try climbed(lists[lists.count - 1]).setting
    }
    var best: (setting: NotesSetting, lost: Double)?
    for list in lists {
      var fewest = best.map { $0.lost * SettingCosts.lostShare } ?? .infinity
      for form in [list] + columns(like: list) {
        guard Double(notes.count) - form.mostShown(of: notes) < fewest,
          let found = try attempted(form), found.lost < fewest
        else { continue }
        fewest = found.lost * (form.columns == 1 ? SettingCosts.lostShare : 1)
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

  /// Shortens a list like ``climbed(_:)``; nil instead of `notes-do-not-fit`.
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

  /// Shortens a list at the minimum size until it fits.
  ///
  /// - Returns: the setting, and the number of lost notes; a shortened note counts by its share of
  ///   lost lines.
  /// - Throws: `notes-do-not-fit` if the overflow policy does not allow enough.
  private func climbed(
    _ metrics: NotesMetrics
  ) throws(RenderError) -> (setting: NotesSetting, lost: Double) {
    let ladder = try OverflowLadder(metrics: metrics, size: metrics.smallestSize, notes: notes)
    let (column, warnings) = try ladder.climb(metrics.context.overflow)
    let setting = NotesSetting(
      metrics: metrics, column: try metrics.withEvenLines(column), warnings: warnings)
    return (setting, ladder.lost(in: column))
  }

  private func setting(
    _ metrics: NotesMetrics, upTo largest: Double
  ) throws(RenderError) -> NotesSetting {
    let (column, considered) = try SettingChoice(metrics, upTo: largest).best()
    let open = metrics.opened(for: column)
    return NotesSetting(
      metrics: open, column: open.stack(column.notes, size: column.size), considered: considered)
  }

  /// The largest size at which all notes fit completely; nil if they do not fit.
  ///
  /// A word that is wider than its line is hyphenated, or its note gets a smaller size, only if
  /// this enlarges the other notes by more than a quarter (see ``SettingCosts/alikeShare``).
  /// Otherwise, whole words and one size look better. If notes have their own size, `metrics` gets
  /// their words as ``NotesMetrics/shrinking``.
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
      if divided * SettingCosts.alikeShare > best ?? 0,
        let larger = try metrics.bestSize(of: notes, upTo: divided),
        best.map({ $0 < SettingCosts.alikeShare * larger }) ?? true
      {
        return larger
      }
    }
    var own = metrics
    own.shrinking = words
    guard let larger = try own.bestSize(of: notes, upTo: metrics.largestSize),
      best.map({ $0 < SettingCosts.alikeShare * larger }) ?? true
    else { return best }
    // Only a few notes of a list may have their own size.
    let exceptions = notes.indices.count { own.ownSize($0, larger) < larger }
    guard exceptions * SettingCosts.notesPerException <= notes.count else { return best }
    metrics = own
    return larger
  }
}
