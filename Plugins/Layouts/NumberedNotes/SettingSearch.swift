import WallfarmPluginKit

/// Chooses how a list is set.
struct SettingSearch {
  /// In one column.
  let metrics: NotesMetrics
  private var look: NotesLook { metrics.look }
  private var notes: [Note] { metrics.context.notes }

  /// The setting that looks best among the forms that are allowed; of a list that fits in none of them, what the policy
  /// allows to show.
  ///
  /// - Throws: `notes-do-not-fit`, and what measuring throws.
  func best() throws(RenderError) -> NotesSetting {
    if look.forms.contains(.poster), let poster = try Poster(metrics).setting() { return poster }
    var airless = metrics
    airless.air = 0
    // Air is the first that is given up for a note.
    if let whole = try whole(metrics.air > 0 ? [metrics, airless] : [metrics]) { return whole }
    if let crowded, let whole = try whole([crowded]) { return whole }
    return try overflowing()
  }

  /// The list with type as small as `min-size` and no air; nil where that is no smaller than `crowded-below`.
  private var crowded: NotesMetrics? {
    guard look.minSize < look.crowdedBelow else { return nil }
    var crowded = metrics
    (crowded.smallest, crowded.air) = (look.minSize, 0)
    return crowded
  }

  /// All notes, whole, in the form that looks best; nil where none holds them.
  ///
  /// The lists are the same one in one column, each with less air than the one before it. Room between notes is given up
  /// last: where columns do not hold all of them either.
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

  /// All notes, whole, in the first of some lists that holds them.
  private func list(_ lists: [NotesMetrics]) throws(RenderError) -> NotesSetting? {
    for var metrics in lists where metrics.mayHold(notes) {
      if let largest = try largestSize(&metrics) { return try setting(metrics, upTo: largest) }
    }
    return nil
  }

  /// The part of a list that the overflow policy shows if the list fits in no form.
  ///
  /// Columns and smaller sizes may show more, but must show much more to be chosen, because one
  /// column is easier to read. A column may be too narrow for a note that a list can show, and
  /// columns may show notes that a list cannot.
  ///
  /// - Throws: `notes-do-not-fit`, with the list's error, if the policy allows to show nothing.
  private func overflowing() throws(RenderError) -> NotesSetting {
    var airless = metrics
    airless.air = 0
    let lists = crowded.map { [airless.tight, $0.tight] } ?? [airless]
    // Without leave to shorten, what is not whole shows nothing.
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

  /// A list as far as it goes; nil where the policy does not allow to show that.
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

  /// The rung of the ladder that a list is set on, and how many notes that leaves out; of one that is shortened, the share
  /// of its lines.
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

  /// The largest size at which all notes fit, whole; nil where they do not.
  ///
  /// A word that is too long is divided, or has its note set smaller, where all the others would lose much for it; where
  /// they lose little, whole words and one size look better.
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
    // It is an exception, or it is no way to set a list.
    let exceptions = notes.indices.count { own.ownSize($0, larger) < larger }
    guard exceptions * SettingCosts.notesPerException <= notes.count else { return best }
    metrics = own
    return larger
  }
}
