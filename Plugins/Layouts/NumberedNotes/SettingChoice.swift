import WallfarmPluginKit

/// Chooses the size of a list by how it looks, and not only by what fits.
///
/// The largest size that fits breaks most notes somewhere. A list whose notes have a line each is read faster and
/// looks calmer, at two thirds of that size as well; so sizes are compared by what they cost.
struct SettingChoice {
  /// No size below this share of the largest is considered: a list is there to be read from afar.
  private static let smallestShare = 0.62
  /// Cost of giving up the whole size: a third of it costs as much as that any note breaks.
  private static let sizeCost = 3.0
  /// Cost of giving up the whole of the theme's smallest size, beside that.
  private static let tinyCost = 10.0
  /// Cost of a list in which any note breaks.
  private static let breakCost = 1.0
  /// Cost of a list in which all notes break, beside that; fewer cost their share of it.
  private static let allBreakCost = 1.2
  /// Cost of a list in which all notes end in a line of one word; fewer cost their share of it.
  private static let lonelyCost = 1.6
  /// Cost of a list in which each note has a line that is nearly empty; one among them costs its share of all lines.
  private static let raggedCost = 1.5
  /// Settings whose lines are looked at.
  private static let mostLooks = 4
  /// Distance of the shares of the largest size that are tried where lines are uneven, or words alone on one.
  private static let shareStep = 0.05
  /// From this cost on, uneven lines are worth looking at other sizes.
  private static let unevenFrom = 0.35
  /// Characters of the longest note that might have one line.
  private static let longestLine = 90

  /// Sizes at which each note still has one line; those that never have are infinite or nothing.
  private let lineSizes: [Double]
  /// The largest size at which all notes fit.
  private let largest: Double
  private let sizes: TypeSizes
  private let metrics: NotesMetrics

  /// Measures every note once: widths scale exactly with the size.
  init(_ metrics: NotesMetrics, upTo largest: Double) {
    (self.metrics, self.largest) = (metrics, largest)
    sizes = TypeSizes(smallest: metrics.smallestSize, largest: largest)
    lineSizes = metrics.context.notes.enumerated().map { index, note in
      guard note.text.count <= SettingChoice.longestLine else { return 0 }
      return metrics.sizeThatHolds(note, index)
    }
  }

  /// The column that costs least, its lines even.
  ///
  /// - Returns: it, and all that was considered, from the least cost on.
  /// - Throws: what measuring throws.
  func best() throws(RenderError) -> (column: NotesColumn, considered: [ConsideredSetting]) {
    let candidates = candidates.sorted { $0.cost < $1.cost }
    var seen: [(setting: ConsideredSetting, column: NotesColumn)] = []
    func look(at some: some Collection<ConsideredSetting>) throws(RenderError) {
      for candidate in some {
        // What costs more before its lines were looked at costs no less after.
        if let best = seen.first, best.setting.cost <= candidate.cost { return }
        seen.append(try looked(at: candidate))
        seen.sort { $0.setting.cost < $1.setting.cost }
      }
    }
    try look(at: candidates.prefix(SettingChoice.mostLooks))
    let flaws = seen[0].setting.costs
    if flaws[SettingChoice.lonely] != nil
      || flaws[SettingChoice.ragged] ?? 0 > SettingChoice.unevenFrom
    {
      let shares = stride(
        from: 1 - SettingChoice.shareStep, to: leastShare, by: -SettingChoice.shareStep)
      let sizes = Set(shares.map { self.sizes.rounded(down: $0 * largest) })
      try look(
        at: sizes.filter { size in
          size < largest && !seen.contains { $0.setting.fontSize == size }
        }.sorted(by: >).map(candidate).sorted { $0.cost < $1.cost })
    }
    // What was not looked at and might be better was not considered.
    let others = candidates.filter { candidate in
      candidate.cost >= seen[0].setting.cost
        && !seen.contains { $0.setting.fontSize == candidate.fontSize }
    }
    return (seen[0].column, seen.map(\.setting) + others)
  }

  /// The smallest share of the largest size that is considered; a poster is larger than a list to begin with.
  private var leastShare: Double { SettingChoice.smallestShare / metrics.growth }

  private static let lonely = "lonely words"
  private static let ragged = "uneven lines"

  /// A setting with its lines, and what speaks against these.
  private func looked(
    at candidate: ConsideredSetting
  ) throws(RenderError) -> (setting: ConsideredSetting, column: NotesColumn) {
    let column = try metrics.withEvenLines(
      metrics.column(metrics.context.notes, size: candidate.fontSize))
    let lonely = column.notes.count(where: \.endsInLonelyWord)
    var setting = candidate
    if lonely > 0 {
      setting.costs[SettingChoice.lonely] =
        SettingChoice.lonelyCost * Double(lonely) / Double(column.notes.count)
    }
    // What is broken is looked at longer than what is not: five lines count as much as five notes.
    let lines = column.notes.map { Double($0.measurement.lines.count) }
    let ragged =
      zip(column.notes, lines).reduce(0) { $0 + $1.0.raggedness * $1.1 } / lines.reduce(0, +)
    if ragged > 0 { setting.costs[SettingChoice.ragged] = SettingChoice.raggedCost * ragged }
    return (setting, column)
  }

  /// The largest size, and those at which a note comes to have one line.
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

  /// What speaks against a size, and against a share of notes that break; sizes below the smallest of the theme are
  /// there for what would be left out otherwise.
  static func costs(
    of size: Double, upTo largest: Double, broken share: Double, _ smallest: Double
  ) -> [String: Double] {
    var costs: [String: Double] = [:]
    if size < largest { costs["smaller than it could be"] = sizeCost * (1 - size / largest) }
    if size < smallest { costs["smaller than the theme likes"] = tinyCost * (1 - size / smallest) }
    if share > 0 { costs["notes that break"] = breakCost + allBreakCost * share }
    return costs
  }
}

extension PlacedNote {
  /// How much shorter its shortest line is than its longest, 0…1; the last of more than two may end early.
  fileprivate var raggedness: Double {
    let widths = measurement.lines.map(\.frame.width)
    guard widths.count > 1, let longest = widths.max(), longest > 0 else { return 0 }
    return 1 - ((widths.count > 2 ? widths.dropLast() : widths[...]).min() ?? 0) / longest
  }

  /// Whether its last line is one word, although it has words for two on each line.
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
  /// Of the height, what a list should fill before its notes stand further apart than they have to.
  private static let filled = 0.7
  /// How much further at most.
  private static let mostOpen = 1.7

  /// Notes that stand further apart, where much of the area would be empty below a column.
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
