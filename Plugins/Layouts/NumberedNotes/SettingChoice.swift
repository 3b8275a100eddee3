import WallfarmPluginKit

/// Chooses the type size of a list by its appearance.
///
/// The largest size that fits breaks most notes. A list with one line per note is read faster and
/// looks calmer, even at two thirds of that size, so sizes are compared by their ``SettingCosts``.
struct SettingChoice {
  /// The largest size at which each note has one line; 0 for a note that is too long for one line.
  private let lineSizes: [Double]
  /// The largest size at which all notes fit.
  private let largest: Double
  private let sizes: TypeSizes
  private let metrics: NotesMetrics

  /// Measures each note once, because widths scale with the size.
  init(_ metrics: NotesMetrics, upTo largest: Double) {
    (self.metrics, self.largest) = (metrics, largest)
    sizes = TypeSizes(smallest: metrics.smallestSize, largest: largest)
    lineSizes = metrics.context.notes.enumerated().map { index, note in
      guard note.text.count <= SettingCosts.longestLine else { return 0 }
      return metrics.sizeThatHolds(note, index)
    }
  }

  /// The column with the lowest cost, with balanced lines.
  ///
  /// - Returns: the column, and all considered settings by increasing cost.
  /// - Throws: the errors of the measurer.
  func best() throws(RenderError) -> (column: NotesColumn, considered: [ConsideredSetting]) {
    let candidates = candidates.sorted { $0.cost < $1.cost }
    var seen: [(setting: ConsideredSetting, column: NotesColumn)] = []
    func look(at some: some Collection<ConsideredSetting>) throws(RenderError) {
      for candidate in some {
        // Measuring lines can only increase the cost of a candidate.
        if let best = seen.first, best.setting.cost <= candidate.cost { return }
        seen.append(try looked(at: candidate))
        seen.sort { $0.setting.cost < $1.setting.cost }
      }
    }
    try look(at: candidates.prefix(SettingCosts.mostLooks))
    let flaws = seen[0].setting.costs
    if flaws[SettingChoice.lonely] != nil
      || flaws[SettingChoice.ragged] ?? 0 > SettingCosts.unevenFrom
    {
      let shares = stride(
        from: 1 - SettingCosts.shareStep, to: leastShare, by: -SettingCosts.shareStep)
      let sizes = Set(shares.map { self.sizes.rounded(down: $0 * largest) })
      try look(
        at: sizes.filter { size in
          size < largest && !seen.contains { $0.setting.fontSize == size }
        }.sorted(by: >).map(candidate).sorted { $0.cost < $1.cost })
    }
    // A candidate that was not measured and might be better is not reported.
    let others = candidates.filter { candidate in
      candidate.cost >= seen[0].setting.cost
        && !seen.contains { $0.setting.fontSize == candidate.fontSize }
    }
    return (seen[0].column, seen.map(\.setting) + others)
  }

  /// The minimum relative size; it is smaller for a poster, which is larger than a list.
  private var leastShare: Double { SettingCosts.smallestShare / metrics.growth }

  private static let lonely = "lonely words"
  private static let ragged = "uneven lines"

  /// Measures the lines of a candidate, and adds the cost of their flaws.
  private func looked(
    at candidate: ConsideredSetting
  ) throws(RenderError) -> (setting: ConsideredSetting, column: NotesColumn) {
    let column = try metrics.withEvenLines(
      metrics.column(metrics.context.notes, size: candidate.fontSize))
    let lonely = column.notes.count(where: \.endsInLonelyWord)
    var setting = candidate
    if lonely > 0 {
      setting.costs[SettingChoice.lonely] =
        SettingCosts.lonelyWords * Double(lonely) / Double(column.notes.count)
    }
    // Notes are weighted by their lines, because wrapped notes draw more attention.
    let lines = column.notes.map { Double($0.measurement.lines.count) }
    let ragged =
      zip(column.notes, lines).reduce(0) { $0 + $1.0.raggedness * $1.1 } / lines.reduce(0, +)
    if ragged > 0 { setting.costs[SettingChoice.ragged] = SettingCosts.unevenLines * ragged }
    return (setting, column)
  }

  /// The largest size, and those at which another note fits on one line.
  private var candidates: [ConsideredSetting] {
    let least = max(sizes.smallest, largest * leastShare)
    let others = Set(lineSizes.filter { $0 < largest && $0 >= least }.map(sizes.rounded(down:)))
    return ([largest] + others.filter { $0 >= least && $0 < largest }.sorted(by: >)).map(candidate)
  }

  private func candidate(_ size: Double) -> ConsideredSetting {
    let wrapped = lineSizes.count { $0 < size }
    let share = Double(wrapped) / Double(max(1, lineSizes.count))
    return ConsideredSetting(
      form: metrics.form.rawValue, fontSize: size,
      costs: SettingChoice.costs(of: size, upTo: largest, broken: share, metrics.likedSize))
  }

  /// The costs of a type size and of a share of wrapped notes; sizes below the theme's minimum are
  /// for notes that would otherwise be left out.
  static func costs(
    of size: Double, upTo largest: Double, broken share: Double, _ smallest: Double
  ) -> [String: Double] {
    var costs: [String: Double] = [:]
    if size < largest {
      costs["smaller than it could be"] = SettingCosts.size * (1 - size / largest)
    }
    if size < smallest {
      costs["smaller than the theme likes"] = SettingCosts.tinySize * (1 - size / smallest)
    }
    if share > 0 {
      costs["notes that break"] = SettingCosts.anyBreak + SettingCosts.allBreaks * share
    }
    return costs
  }
}

extension PlacedNote {
  /// The relative difference between the shortest and the longest line, from 0 to 1; the last of
  /// more than two lines is ignored.
  fileprivate var raggedness: Double {
    let widths = measurement.lines.map(\.frame.width)
    guard widths.count > 1, let longest = widths.max(), longest > 0 else { return 0 }
    return 1 - ((widths.count > 2 ? widths.dropLast() : widths[...]).min() ?? 0) / longest
  }

  /// Whether the last line is a single word, although there are enough words for two per line.
  fileprivate var endsInLonelyWord: Bool {
    guard measurement.lines.count > 1, let last = measurement.lines.last else { return false }
    let bytes = Array(block.text.utf8)
    func words(_ bytes: some Collection<UInt8>) -> Int {
      bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.count
    }
    let ending = bytes.dropFirst(last.range.lowerBound).prefix(last.range.count)
    return words(ending) == 1 && words(bytes) > measurement.lines.count
  }
}

extension NotesMetrics {
  /// The share of the height that a list should fill before gaps are widened.
  private static let filled = 0.7
  /// Maximum factor for widening gaps.
  private static let mostOpen = 1.7

  /// Metrics with wider gaps, if a large part of the area would be empty.
  func opened(for column: NotesColumn) -> NotesMetrics {
    let taken = column.inkBottom + column.overshoot
    let gaps = noteGap(column.size) * Double(column.notes.count - 1)
    let spare = NotesMetrics.filled * inner.height - taken
    guard spare > 0, gaps > 0 else { return self }
    var open = self
    open.gapShare = gapShare * min(NotesMetrics.mostOpen, 1 + spare / gaps)
    return open
  }
}
