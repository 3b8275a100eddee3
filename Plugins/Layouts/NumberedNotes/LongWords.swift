import WallfarmPluginKit

/// The words of notes that may be wider than a line.
struct LongWords {
  /// The minimum length of a word that is measured, in letters; shorter words fit at every size.
  private static let shortWord = 6
  /// The maximum length of a word that is measured, in letters; longer words are mostly links,
  /// which may be broken.
  private static let longestWord = 40
  /// The maximum number of words that are measured, which are the longest words.
  private static let candidates = 12

  /// The width of the widest measured word in each note, at a type size of 100 pt; 0 for a note
  /// without such words.
  ///
  /// If words may be hyphenated, the width of a word is that of its widest part.
  let widths: [Double]

  /// Measures the longest words of notes; widths scale with the type size, so one measurement is
  /// enough.
  ///
  /// - Parameters:
  ///   - notes: the notes.
  ///   - metrics: the metrics of the column that contains the notes.
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
  /// Returns the largest size at which no word in the notes has to be broken, which may be below
  /// the smallest size.
  func largestSizeForWords(_ words: LongWords) -> Double {
    words.widths.filter { !isAlwaysBroken($0) }.map { sizeThatHolds(width: $0) }.min() ?? .infinity
  }

  /// If a word occupies more than this fraction of a line at the smallest size, it is broken at
  /// every size.
  private static let widestWord = 0.85

  /// Returns whether a word occupies so much of a line at the smallest size that it is broken at
  /// every size.
  ///
  /// The result does not depend on the other notes, although other notes can make the numbers wider
  /// or require columns.
  private func isAlwaysBroken(_ width: Double) -> Bool {
    let line = breaksWords ? columnWidth : inner.width
    return width / 100 * smallestSize > NotesMetrics.widestWord * line
  }

  /// Returns an upper bound of the sizes at which every note fits on one line; larger sizes do not
  /// have to be tried.
  func largestSizeToTry(_ notes: [Note]) -> Double {
    // The notes are measured at 100 pt and without their language, so allow for small differences.
    let tolerance = 1.05
    let paragraphs = notes.flatMap { $0.text.split(whereSeparator: \.isNewline) }
    let sizes = paragraphs.map { sizeThatHolds(width: width(of: String($0))) }
    return tolerance * (sizes.min() ?? .infinity)
  }

  /// Returns the type size at which a word is as wide as a line.
  func sizeThatHolds(_ word: String) -> Double { sizeThatHolds(width: width(of: word)) }

  /// Returns the type size at which a width, measured at 100 pt, equals the width of a line.
  func sizeThatHolds(width: Double) -> Double {
    width > 0 ? columnWidth / (width / 100 + gutterInEm + 0.005) : .infinity
  }

  /// Returns the width of the wider part of a hyphenated word at 100 pt.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - width: The full width of the word.
  /// - Returns: The width, or nil if the word cannot be hyphenated.
  func dividedWidth(of word: String, _ width: Double) -> Double? {
    var style = look.text
    style.size = 100
    let block = TextBlock(
      word, style: style, direction: context.direction, language: context.language, breaking: .even)
    // If there is no hyphenation point near the middle of the word, there may be one farther away.
    for share in [0.6, 0.75] {
      guard
        let lines = try? context.measurer.measure(block, width: width * share).lines,
        lines.count == 2, lines[0].isHyphenated
      else { continue }
      return lines.map(\.frame.width).max()
    }
    return nil
  }

  /// Returns the width of a word at 100 pt; 0 if a glyph is missing, which is reported when the
  /// note is placed.
  func width(of word: String) -> Double {
    var style = look.text
    style.size = 100
    let block = TextBlock(word, style: style, direction: context.direction)
    return (try? context.measurer.measure(block, width: nil).size.width) ?? 0
  }

  /// Returns, for each note, the largest size on the modular scale at which no word is broken.
  ///
  /// The width of the numbers is calculated at a size that does not depend on the number of notes,
  /// so that a note does not become smaller when another note is removed.
  func ownSizes(_ words: LongWords, upTo most: Double) -> [Double] {
    let scale = TypeSizes(onScaleFrom: smallestSize, to: most)
    let room = columnWidth - gutterInEm * size(upTo: SettingLimits.ownSizes)
    return words.widths.map { width in
      guard width > 0, !isAlwaysBroken(width) else { return most }
      return scale.rounded(down: room / (width / 100 + 0.005))
    }
  }

  /// Returns the size of a note, which is the common size of the list or, if smaller, the note's
  /// own maximum size.
  func ownSize(_ index: Int, _ size: Double) -> Double {
    guard let ownSizes, ownSizes.indices.contains(index) else { return size }
    return min(size, ownSizes[index])
  }
}
