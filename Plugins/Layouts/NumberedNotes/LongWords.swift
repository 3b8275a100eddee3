import WallfarmPluginKit

/// The words of notes that may be wider than a line.
struct LongWords {
  /// Words of fewer letters fit at any size that is offered.
  private static let shortWord = 6
  /// Longer ones are links and the like, which break anyway.
  private static let longestWord = 40
  /// How many of the longest words are measured; the widest is among them.
  private static let candidates = 12

  /// The width of the widest of each note at 100 pt, or of its widest part where words may be divided; 0 where it has
  /// none.
  let widths: [Double]

  /// Measures the longest words of some notes; widths scale exactly with the size, so one measurement does.
  ///
  /// - Parameters:
  ///   - notes: whose words they are.
  ///   - metrics: the column they stand in.
  ///   - isDivided: whether words are divided at hyphens where their language is known.
  init(_ notes: [Note], _ metrics: NotesMetrics, isDivided: Bool = false) {
    let words = notes.map { note in
      note.text.unbreakableWords.filter {
        (LongWords.shortWord...LongWords.longestWord).contains($0.count)
      }
    }
    let longest = Set(words.joined()).sorted { ($0.count, $0) > ($1.count, $1) }
      .prefix(LongWords.candidates)
    let known = Dictionary(
      longest.map { word in
        let width = metrics.width(of: word)
        return (word, isDivided ? metrics.dividedWidth(of: word, width) ?? width : width)
      }, uniquingKeysWith: { $1 })
    widths = words.map { $0.compactMap { known[$0] }.max() ?? 0 }
  }
}

extension NotesMetrics {
  /// The largest size at which no word of any note has to break in its middle.
  ///
  /// A word that is wider than a line even at the smallest size breaks at every size, and so sets no bound.
  func largestSizeForWords(_ words: LongWords) -> Double {
    words.widths.map { sizeThatHolds(width: $0) }.filter { $0 >= smallestSize }.min() ?? .infinity
  }

  /// The size at which words are as wide as a line.
  func sizeThatHolds(_ word: String) -> Double { sizeThatHolds(width: width(of: word)) }

  /// The size at which something is as wide as a line that has a width at 100 pt.
  func sizeThatHolds(width: Double) -> Double {
    width > 0 ? columnWidth / (width / 100 + gutterInEm + 0.005) : .infinity
  }

  /// The width of the wider half of a word at 100 pt, with its hyphen.
  ///
  /// - Parameters:
  ///   - word: whose halves they are.
  ///   - width: of all of it.
  /// - Returns: nil where the word cannot be divided.
  func dividedWidth(of word: String, _ width: Double) -> Double? {
    var style = look.text
    style.size = 100
    let block = TextBlock(
      word, style: style, direction: context.direction, language: context.language, breaking: .even)
    // A word that has no place for a hyphen near its middle may have one further on.
    for share in [0.6, 0.75] {
      guard
        let lines = try? context.measurer.measure(block, width: width * share).lines,
        lines.count == 2, lines[0].isHyphenated
      else { continue }
      return lines.map(\.frame.width).max()
    }
    return nil
  }

  /// The width of a word at 100 pt; 0 where a character has no glyph, which is reported when its note is placed.
  func width(of word: String) -> Double {
    var style = look.text
    style.size = 100
    let block = TextBlock(word, style: style, direction: context.direction)
    return (try? context.measurer.measure(block, width: nil).size.width) ?? 0
  }

  /// The size of a note whose longest word would break at the size of the others; that size where it would not.
  func ownSize(_ index: Int, _ size: Double) -> Double {
    guard let words = shrinking, words.widths.indices.contains(index), words.widths[index] > 0
    else {
      return size
    }
    let room = columnWidth - gutterInEm * size
    let own = room / (words.widths[index] / 100 + 0.005)
    // A word that breaks even at the smallest size breaks at that of the others.
    return own < smallestSize ? size : min(size, own)
  }
}
