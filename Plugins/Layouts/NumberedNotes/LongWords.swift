import WallfarmPluginKit

extension NotesMetrics {
  /// Words of fewer letters fit at any size that is offered.
  private static let shortWord = 6
  /// Longer ones are links and the like, which break anyway.
  private static let longestWord = 40
  /// How many of the longest words are measured; the widest is among them.
  private static let candidates = 12

  /// The largest size at which no word has to break in its middle.
  ///
  /// A word that is wider than a line even at the smallest size breaks at every size, and so sets
  /// no bound.
  func largestSizeForWords(_ notes: [Note], smallest: Double) -> Double {
    let words = Set(notes.flatMap { $0.text.unbreakableWords })
      .filter { (Self.shortWord...Self.longestWord).contains($0.count) }
      .sorted { ($0.count, $0) > ($1.count, $1) }
    var bound = Double.infinity
    for word in words.prefix(Self.candidates) {
      let size = sizeThatHolds(word)
      if size >= smallest { bound = min(bound, size) }
    }
    return bound
  }

  /// The size at which words are as wide as a line; widths scale exactly, so one measurement does.
  func sizeThatHolds(_ word: String) -> Double {
    var style = look.text
    style.size = 100
    let block = TextBlock(word, style: style, direction: context.direction)
    // A character that no font has is reported with its note when that is placed.
    guard let width = try? context.measurer.measure(block, width: nil).size.width else {
      return .infinity
    }
    return inner.width / (width / 100 + gutterInEm + 0.005)
  }
}
