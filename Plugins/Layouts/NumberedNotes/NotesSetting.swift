import WallfarmPluginKit

/// A list as it is set: its form, its size, and where each line ends.
struct NotesSetting {
  var metrics: NotesMetrics
  var column: NotesColumn
  var warnings: [RenderWarning] = []
  /// All that was considered, the one that was chosen first.
  var considered: [ConsideredSetting] = []
}

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
    var metrics = metrics
    var largest = try largestSize(&metrics)
    if largest == nil, metrics.air > 0 {
      // Air is the first that is given up for a note.
      metrics.air = 0
      largest = try largestSize(&metrics)
    }
    let list = try largest.map { (largest) throws(RenderError) in
      try setting(metrics, upTo: largest)
    }
    if look.forms.contains(.columns),
      let columns = try SeveralColumns(metrics).best(beside: list)
    {
      return columns
    }
    if let list { return list }
    return try overflowing(metrics)
  }

  /// What the policy allows to show of a list that fits in no form.
  ///
  /// In columns more of it may be shown, which has to be much more: one column is easier to read. A column may be too
  /// narrow for what a list can show, and columns may show what a list cannot.
  ///
  /// - Throws: `notes-do-not-fit`, as the list has it, where the policy allows to show nothing.
  private func overflowing(_ metrics: NotesMetrics) throws(RenderError) -> NotesSetting {
    let list = try attempted(metrics)
    var best = try? list.get()
    // Without leave to shorten, columns that are not whole show nothing either.
    guard look.forms.contains(.columns), look.align != .center, metrics.context.overflow != .fail
    else {
      return try list.get().setting
    }
    var fewest = best.map { Double($0.lost) * SettingSearch.lostShare } ?? .infinity
    for count in 2...SeveralColumns.most(metrics.context) {
      var columns = metrics
      (columns.columns, columns.form) = (count, .columns)
      guard Double(notes.count - SeveralColumns.mostWhole(of: notes, columns)) < fewest else {
        continue
      }
      guard case .success(let found) = try attempted(columns), Double(found.lost) < fewest else {
        continue
      }
      (best, fewest) = (found, Double(found.lost))
    }
    if let best { return best.setting }
    return try list.get().setting
  }

  /// A list as far as it goes, or that it does not fit.
  private func attempted(
    _ metrics: NotesMetrics
  ) throws(RenderError) -> Result<(setting: NotesSetting, lost: Int), RenderError> {
    do throws(RenderError) {
      return .success(try climbed(metrics))
    } catch {
      guard error.code == .notesDoNotFit else { throw error }
      return .failure(error)
    }
  }

  /// The rung of the ladder that a list is set on, and how many notes that leaves out or shortens.
  private func climbed(
    _ metrics: NotesMetrics
  ) throws(RenderError) -> (setting: NotesSetting, lost: Int) {
    let ladder = try OverflowLadder(metrics: metrics, size: metrics.smallestSize, notes: notes)
    let (column, warnings) = try ladder.climb(metrics.context.overflow)
    let whole = column.notes.count { $0.standIn == nil && !$0.measurement.isClipped }
    let setting = NotesSetting(
      metrics: metrics, column: try metrics.withEvenLines(column), warnings: warnings)
    return (setting, notes.count - whole)
  }

  /// Of the notes that one column does not show whole, the share that columns may not show whole either.
  private static let lostShare = 0.7

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
    // It is an exception, or it is no way to set a list.
    let exceptions = notes.indices.count { own.ownSize($0, larger) < larger }
    guard exceptions * 3 <= notes.count else { return best }
    metrics = own
    return larger
  }

  /// Notes of two sizes are no nearer to each other than this.
  private static let alikeShare = 0.8
}
