import WallfarmPluginKit

/// The words of notes that may be wider than a line.
struct LongWords {
  /// The minimum number of letters in a measured word; shorter words fit at every size.
  private static let shortWord = 6
  /// The maximum number of letters in a measured word; longer words are mostly links, which may be
  /// broken.
  private static let longestWord = 40
  /// The number of longest words that are measured.
  private static let candidates = 12

  /// The width of the widest word in each note at 100 pt, or of its widest part if words may be
  /// hyphenated; 0 for a note without words.
  let widths: [Double]

  /// Measures the longest words of notes; widths scale with the type size, so one measurement is
  /// enough.
  ///
  /// - Parameters:
  ///   - notes: the notes.
  ///   - metrics: the column of the notes.
  ///   - isDivided: whether words may be hyphenated if their language is known.
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
  /// The largest size at which no word in the notes has to be broken; it may be below the smallest
  /// size.
  func largestSizeForWords(_ words: LongWords) -> Double {
    words.widths.filter { !isAlwaysBroken($0) }.map { sizeThatHolds(width: $0) }.min() ?? .infinity
  }

  /// If a word takes more than this fraction of a line at the smallest size, it is broken at every
  /// size.
  private static let widestWord = 0.85

  /// Whether a word takes almost a whole line at the smallest size, so that it is broken at every
  /// size.
  ///
  /// This does not depend on the other notes, which may widen the numbers or cause columns.
  private func isAlwaysBroken(_ width: Double) -> Bool {
    let line = breaksWords ? columnWidth : inner.width
    return width / 100 * smallestSize > NotesMetrics.widestWord * line
  }

  /// The size at which a word is as wide as a line.
  func sizeThatHolds(_ word: String) -> Double { sizeThatHolds(width: width(of: word)) }

  /// The size at which a width, measured at 100 pt, equals the width of a line.
  func sizeThatHolds(width: Double) -> Double {
    width > 0 ? columnWidth / (width / 100 + gutterInEm + 0.005) : .infinity
  }

  /// The width at 100 pt of the wider part of a hyphenated word.
  ///
  /// - Parameters:
  ///   - word: the word.
  ///   - width: its full width.
  /// - Returns: nil if the word cannot be hyphenated.
  func dividedWidth(of word: String, _ width: Double) -> Double? {
    var style = look.text
    style.size = 100
    let block = TextBlock(
      word, style: style, direction: context.direction, language: context.language, breaking: .even)
    // If there is no hyphenation point near the middle, there may be one farther away.
    for share in [0.6, 0.75] {
      guard
        let lines = try? context.measurer.measure(block, width: width * share).lines,
        lines.count == 2, lines[0].isHyphenated
      else { continue }
      return lines.map(\.frame.width).max()
    }
    return nil
  }

  /// The width of a word at 100 pt; 0 if a glyph is missing, which is reported when the note is
  /// placed.
  func width(of word: String) -> Double {
    var style = look.text
    style.size = 100
    let block = TextBlock(word, style: style, direction: context.direction)
    return (try? context.measurer.measure(block, width: nil).size.width) ?? 0
  }

  /// The maximum size of each note at which no word is broken, chosen from the modular scale.
  ///
  /// The numbers have the size `most`, so that the result does not depend on the common size.
  func ownSizes(_ words: LongWords, upTo most: Double) -> [Double] {
    let scale = TypeSizes(onScaleFrom: smallestSize, to: most)
    let room = columnWidth - gutterInEm * most
    return words.widths.map { width in
      guard width > 0, !isAlwaysBroken(width) else { return most }
      return scale.rounded(down: room / (width / 100 + 0.005))
    }
  }

  /// The size of a note if the list has a given common size.
  func ownSize(_ index: Int, _ size: Double) -> Double {
    guard let ownSizes, ownSizes.indices.contains(index) else { return size }
    return min(size, ownSizes[index])
  }
}
