import WallfarmPluginKit

/// Finds the best-looking setting for a list, or for the part of the list that can be shown.
struct SettingSearch {
  /// The metrics of the list in one column.
  let metrics: NotesMetrics
  private var look: NotesLook { metrics.look }
  private var notes: [Note] { metrics.context.notes }

  /// The setting with the largest type among the allowed forms.
  ///
  /// If the list does not fit in any form, it is shortened as far as the overflow policy allows.
  ///
  /// - Throws: `notes-do-not-fit`, and the errors of the measurer.
  func best() throws(RenderError) -> NotesSetting {
    let tiers = SizeTiers(metrics)
    // A requested form is used if all notes fit in it.
    let usual: [[SizeTier]] =
      switch look.form {
      case .poster: [tiers.poster, tiers.oneColumn]
      case .columns: [tiers.columns, tiers.oneColumn]
      case .list, nil: [tiers.poster + tiers.oneColumn + tiers.columns]
      }
    for group in usual + [tiers.crowded] {
      if let setting = try largest(of: group) { return setting }
    }
    return try overflowing()
  }

  /// The setting of the tier that allows the largest type, or of the first such tier; nil if the
  /// notes do not fit in any tier.
  private func largest(of tiers: [SizeTier]) throws(RenderError) -> NotesSetting? {
    var found: [(metrics: NotesMetrics, size: Double)] = []
    for var tier in tiers {
      guard let size = try tier.largestSize(above: found.last?.size) else { continue }
      found.append((tier.metrics, size))
    }
    guard let (metrics, size) = found.last else { return nil }
    let column = try metrics.withEvenLines(metrics.column(notes, size: size))
    let open = metrics.opened(for: column)
    return NotesSetting(
      metrics: open, column: open.stack(column.notes, size: size),
      considered: found.reversed().map { tier in
        let loss = 1 - tier.size / size
        return ConsideredSetting(
          form: tier.metrics.form.rawValue, fontSize: tier.size,
          costs: loss > 0 ? ["smaller than it could be": loss] : [:])
      })
  }

  /// Shortens a list that does not fit in any form, or omits notes, as the overflow policy allows.
  ///
  /// Columns and smaller sizes are chosen only if they lose far fewer notes, because a single
  /// column is easier to read. A column may be too narrow for a note that fits in a list, and
  /// columns may show notes that a list cannot show.
  ///
  /// - Throws: `notes-do-not-fit` for the most crowded list if no form fits, even after everything
  ///   that the policy allows has been tried.
  private func overflowing() throws(RenderError) -> NotesSetting {
    var airless = metrics
    (airless.air, airless.dividesGroups) = (0, true)
    let tiers = SizeTiers(metrics)
    var crowded = airless
    crowded.smallest = look.minSize
    let lists = look.minSize < look.crowdedBelow ? [airless.tight, crowded.tight] : [airless]
    // With this policy, no part of the list may be omitted, so this call throws the error.
    guard metrics.context.overflow != .fail else {
      return try climbed(lists[lists.count - 1]).setting
    }
    var best: (setting: NotesSetting, lost: Double)?
    for list in lists {
      var fewest = best.map { $0.lost * SettingLimits.lostShare } ?? .infinity
      for form in [list] + tiers.columns(like: list) {
        guard Double(notes.count) - form.mostShown(of: notes) < fewest,
          let found = try attempted(form), found.lost < fewest
        else { continue }
        fewest = found.lost * (form.columns == 1 ? SettingLimits.lostShare : 1)
        best = found
      }
    }
    if let best { return best.setting }
    return try climbed(lists[lists.count - 1]).setting
  }

  /// Shortens a list like ``climbed(_:)``, but returns nil instead of throwing `notes-do-not-fit`.
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
  /// - Returns: the setting, and the number of lost notes; a shortened note counts as the fraction
  ///   of its lines that are lost.
  /// - Throws: `notes-do-not-fit` if the list does not fit, even after everything that the overflow
  ///   policy allows has been tried.
  private func climbed(
    _ metrics: NotesMetrics
  ) throws(RenderError) -> (setting: NotesSetting, lost: Double) {
    let ladder = try OverflowLadder(metrics: metrics, size: metrics.smallestSize, notes: notes)
    let (column, warnings) = try ladder.climb(metrics.context.overflow)
    let setting = NotesSetting(
      metrics: metrics, column: try metrics.withEvenLines(column), warnings: warnings)
    return (setting, ladder.lost(in: column))
  }
}
