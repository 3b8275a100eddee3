import WallfarmPluginKit

/// Chooses the size of a list by how it looks, and not only by what fits.
///
/// The largest size that fits breaks most notes somewhere. A list whose notes have a line each is read faster and
/// looks calmer, at three quarters of that size as well; so sizes are compared by what they cost.
struct SettingChoice {
  /// A size, and what speaks against it.
  struct Candidate {
    let size: Double
    let cost: Double
  }

  /// No size below this share of the largest is considered: a list is there to be read from afar.
  static let smallestShare = 0.7
  /// What each hundredth of the size costs that is given up: three quarters of the size cost as much as one broken note.
  private static let sizeCost = 4.0
  /// That any note breaks at all.
  private static let breakCost = 1.0
  /// All notes break.
  private static let allBreakCost = 1.2
  /// Longer notes take several lines at every size that is considered.
  private static let longestLine = 90

  /// Sizes at which each note still has one line; those that never have are infinite or nothing.
  private let lineSizes: [Double]
  private let sizes: TypeSizes

  /// Measures every note once: widths scale exactly with the size.
  init(_ notes: [Note], _ metrics: NotesMetrics, sizes: TypeSizes) {
    self.sizes = sizes
    lineSizes = notes.enumerated().map { index, note in
      guard note.text.utf8.count <= SettingChoice.longestLine else { return 0 }
      return metrics.sizeThatHolds(note, index)
    }
  }

  /// The one that costs least, among the largest and those at which a note comes to have one line.
  func best(upTo largest: Double) -> Candidate {
    let least = max(sizes.smallest, largest * SettingChoice.smallestShare)
    let others = Set(lineSizes.filter { $0 < largest && $0 >= least }.map(sizes.rounded(down:)))
    let all = others.filter { $0 >= least }.sorted(by: >).map { candidate($0, of: largest) }
    return all.reduce(candidate(largest, of: largest)) { $1.cost < $0.cost ? $1 : $0 }
  }

  private func candidate(_ size: Double, of largest: Double) -> Candidate {
    let wrapped = lineSizes.count { $0 < size }
    let share = Double(wrapped) / Double(max(1, lineSizes.count))
    let cost =
      SettingChoice.sizeCost * (1 - size / largest)
      + (wrapped > 0 ? SettingChoice.breakCost : 0) + SettingChoice.allBreakCost * share
    return Candidate(size: size, cost: cost)
  }
}

extension NotesMetrics {
  /// Of the height, what a list should fill before its notes stand further apart than they have to.
  private static let filled = 0.7
  /// How much further at most.
  private static let mostOpen = 1.7

  /// A column whose notes stand further apart, where much of the area would be empty below them.
  func opened(_ column: NotesColumn) -> NotesColumn {
    let taken = column.inkBottom + column.overshoot
    let gaps = noteGap(column.size) * Double(column.notes.count - 1)
    let spare = NotesMetrics.filled * inner.height - taken
    guard spare > 0, gaps > 0 else { return column }
    var open = self
    open.gapShare = gapShare * min(NotesMetrics.mostOpen, 1 + spare / gaps)
    return open.stack(column.notes, size: column.size)
  }
}
