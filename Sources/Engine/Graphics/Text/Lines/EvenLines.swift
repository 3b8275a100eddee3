internal import Languages

/// Breaks paragraphs so that their lines are as even as they can be, with as few lines as there are.
///
/// As Knuth and Plass do ("Breaking paragraphs into lines", 1981): of all ways to break a paragraph the one that costs
/// least, and not the first line that fits. A short paragraph is a title to the eye, so its last line counts nearly like
/// the others: where one has to be short it is the last. That of a long one may end early.
struct EvenLines {
  /// What there is to know of a paragraph.
  struct Paragraph {
    /// Widths of its characters, in units of Pango.
    var widths: [Double]
    /// Whether a character is a blank.
    var isBlank: [Bool]
    /// Whether a line may begin with a character.
    var mayBegin: [Bool]
    /// What it costs beside that, where a line begins with a character.
    var costs: [Double]
    /// How many lines it has.
    var lines: Int
  }

  /// Lines of a paragraph that is set like a title.
  private static let titleLines = 4
  /// What its last line counts, and that of a longer one.
  private static let lastLineShare = (title: 0.7, text: 0.15)
  /// Cost of a last line of one word; an empty line costs 1.
  private static let lonely = 0.8
  /// Cost of a line that ends in a hyphen: no ragged edge is as bad, nor is a last line of one word.
  static let hyphenCost = 1.0
  /// Cost of a line that ends within an address or a name of several words.
  static let addressCost = 0.3
  /// Lines of the longest paragraph for which it is done.
  private static let mostLines = 60

  /// Cost of a line that ends within what belongs together.
  static func cost(_ kind: LineJoints.Kind) -> Double {
    switch kind {
    case .article: 0.04
    case .name: 0.4
    case .phrase: 1
    case .number: 3
    }
  }

  private let paragraph: Paragraph
  private let width: Double
  /// Characters that may begin a line, and the end.
  private let places: [Int]
  /// Where each character begins, the end included.
  private let starts: [Double]
  /// Where the line ends that the character at a place begins the next of: without the blanks before it.
  private let ends: [Double]

  /// - Parameters:
  ///   - paragraph: a paragraph.
  ///   - width: that no line exceeds, in units of Pango.
  init(_ paragraph: Paragraph, width: Double) {
    self.paragraph = paragraph
    self.width = width
    let count = paragraph.mayBegin.count
    places = (0..<count).filter { $0 == 0 || paragraph.mayBegin[$0] } + [count]
    var starts = [0.0]
    var lastInk = 0.0
    var ends = [0.0]
    for (width, isBlank) in zip(paragraph.widths, paragraph.isBlank) {
      starts.append((starts.last ?? 0) + width)
      if !isBlank { lastInk = starts.last ?? 0 }
      ends.append(lastInk)
    }
    (self.starts, self.ends) = (starts, ends)
  }

  /// The characters that begin its lines but the first; nil where there is nothing to choose.
  func best() -> [Int]? {
    let lines = paragraph.lines
    guard (2...EvenLines.mostLines).contains(lines), places.count > lines else { return nil }
    // The least cost of each number of lines that ends at each place, and where its last line begins.
    var costs = [Double](repeating: .infinity, count: places.count)
    costs[0] = 0
    var origins: [[Int]] = []
    for line in 1...lines {
      var next = [Double](repeating: .infinity, count: places.count)
      var origin = [Int](repeating: -1, count: places.count)
      let isLast = line == lines
      for end in isLast ? [places.count - 1] : Array(line..<places.count - 1) {
        for start in stride(from: end - 1, through: line - 1, by: -1) {
          guard let cost = cost(from: start, to: end, isLast: isLast) else { break }
          if costs[start] + cost < next[end] {
            (next[end], origin[end]) = (costs[start] + cost, start)
          }
        }
      }
      costs = next
      origins.append(origin)
    }
    guard costs[places.count - 1].isFinite else { return nil }
    var found: [Int] = []
    var place = places.count - 1
    for origin in origins.dropFirst().reversed() {
      place = origin[place]
      found.append(places[place])
    }
    return found.reversed()
  }

  /// The cost of a line; nil where it is too wide.
  private func cost(from start: Int, to end: Int, isLast: Bool) -> Double? {
    let (first, next) = (places[start], places[end])
    let length = ends[next] - starts[first]
    guard length <= width else { return nil }
    let slack = 1 - length / width
    guard isLast else { return slack * slack + paragraph.costs[next] }
    let isTitle = paragraph.lines <= EvenLines.titleLines
    let share = isTitle ? EvenLines.lastLineShare.title : EvenLines.lastLineShare.text
    return slack * slack * share + lonelyCost(from: start, to: end)
  }

  private func lonelyCost(from start: Int, to end: Int) -> Double {
    let (first, next) = (places[start], places[end])
    guard end == start + 1, !paragraph.isBlank[first..<next].dropLast().contains(true) else {
      return 0
    }
    // A phrase of a script without spaces may stand alone, a particle may not.
    let isWord = first > 0 && paragraph.isBlank[first - 1]
    return isWord || next - first < 3 ? EvenLines.lonely : 0
  }
}
