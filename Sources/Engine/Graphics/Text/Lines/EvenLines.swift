internal import Languages

/// Balances the lines of a paragraph without adding lines.
///
/// The algorithm by Knuth and Plass ("Breaking paragraphs into lines", 1981) minimizes the total
/// cost of all breaks instead of filling one line after another. A short paragraph looks like a
/// title, so its last line counts almost as much as the others; if one line has to be short, it is
/// the last one. The last line of a long paragraph can be short at little extra cost.
struct EvenLines {
  /// The input for balancing one paragraph.
  struct Paragraph {
    /// The width of each character in Pango units.
    var widths: [Double]
    /// Whether each character is white space.
    var isBlank: [Bool]
    /// Whether a line can begin with each character.
    var mayBegin: [Bool]
    /// For each character, the extra cost of a line that begins there.
    var costs: [Double]
    /// For each character, the amount by which a line break before it costs less because a clause
    /// ends there.
    var reliefs: [Double]
    /// The number of lines.
    var lines: Int
  }

  /// The maximum number of lines in a title.
  private static let titleLines = 4
  /// The weight of the last line, for a title and for longer text.
  private static let lastLineShare = (title: 0.7, text: 0.15)
  /// The cost of a last line that has only one word; an empty line costs 1.
  private static let lonely = 0.8
  /// The cost of a hyphenated line, which is worse than any uneven line end or a last line of one
  /// word.
  static let hyphenCost = 1.0
  /// The cost of a line that ends within an address or compound name.
  ///
  /// The cost is lower if the line ends between main parts, for example before a slash or a host
  /// name. It is higher if the line ends within a part, for example before a file extension.
  static let addressCost = (parts: 0.2, within: 0.5)
  /// The weight of clause ends in text that is longer than a title.
  private static let clauseShare = 0.3
  /// The maximum number of lines in a paragraph that is balanced.
  private static let mostLines = 60

  /// Returns the cost of a line that ends within a unit that should stay together.
  static func cost(_ kind: LineJoints.Kind) -> Double {
    switch kind {
    case .article: 0.04
    case .name: 0.4
    case .phrase: 1
    case .number: 3
    }
  }

  /// Returns the cost reduction for a line that ends with a clause; for comparison, a half-empty
  /// line costs 0.25.
  static func relief(_ kind: LineJoints.ClauseEnd.Kind) -> Double {
    switch kind {
    case .clause: 0.25
    case .sentence: 0.35
    }
  }

  private let paragraph: Paragraph
  private let width: Double
  /// The indices of the characters that can begin a line, followed by the end of the paragraph.
  private let places: [Int]
  /// The start of each character in Pango units, and the end of the last one, if the paragraph were
  /// a single line.
  private let starts: [Double]
  /// For each character, the end of a line that breaks before it, excluding trailing white space.
  private let ends: [Double]

  /// Prepares a paragraph for balancing.
  ///
  /// - Parameters:
  ///   - paragraph: The paragraph to balance.
  ///   - width: The maximum line width in Pango units.
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

  /// Returns the indices of the characters that begin the second and later lines, or `nil` if no
  /// balanced lines are found.
  func best() -> [Int]? {
    let lines = paragraph.lines
    guard (2...EvenLines.mostLines).contains(lines), places.count > lines else { return nil }
    // For each end position, `costs` contains the minimum cost of the lines up to that position.
    // For each number of lines and each end position, `origins` contains the start of the last
    // line.
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

  /// Returns the cost of a line, or `nil` if the line is too wide.
  private func cost(from start: Int, to end: Int, isLast: Bool) -> Double? {
    let (first, next) = (places[start], places[end])
    let length = ends[next] - starts[first]
    guard length <= width else { return nil }
    let slack = 1 - length / width
    let isTitle = paragraph.lines <= EvenLines.titleLines
    guard isLast else {
      let relief = paragraph.reliefs[next] * (isTitle ? 1 : EvenLines.clauseShare)
      return slack * slack + paragraph.costs[next] - relief
    }
    let share = isTitle ? EvenLines.lastLineShare.title : EvenLines.lastLineShare.text
    return slack * slack * share + lonelyCost(from: start, to: end)
  }

  private func lonelyCost(from start: Int, to end: Int) -> Double {
    let (first, next) = (places[start], places[end])
    guard end == start + 1, !paragraph.isBlank[first..<next].dropLast().contains(true) else {
      return 0
    }
    // In a script without spaces, a phrase can be alone on the last line, but a particle of one or
    // two characters cannot.
    let isWord = first > 0 && paragraph.isBlank[first - 1]
    return isWord || next - first < 3 ? EvenLines.lonely : 0
  }
}
