internal import CPango
internal import Languages
import WallfarmPluginKit

/// Shapes a block with the kind of line breaking that the block requests.
struct BrokenText {
  let text: String
  let breaking: LineBreaking
  /// The line width in points.
  let width: Double
  let joints: LineJoints
  /// The byte offsets after break opportunities that were added in addresses and names.
  var breaks: [Int] = []

  /// Shapes the text, in several passes if necessary.
  ///
  /// - Parameter shape: Shapes the text without breaking lines inside the given byte ranges.
  /// - Returns: The text with balanced lines, or the first result if balancing does not improve it.
  func shaped(_ shape: ([Range<UInt32>]) -> ShapedText) -> ShapedText {
    let joined = whole(shape)
    guard breaking == .even, text.utf8.count <= BrokenText.longest else { return joined }
    for share in BrokenText.shares {
      guard let stretches = evenStretches(joined, width: share * width) else { break }
      let even = shape(stretches)
      // The line widths that Pango computes differ slightly from the sums of the character widths,
      // so the result is checked.
      if even.lineCount == joined.lineCount, even.isWithin(width), !even.beginsLineWithSpace {
        return even
      }
    }
    return joined
  }

  /// The fractions of the width to try for balanced lines.
  ///
  /// Smaller widths are tried because Pango may break a line differently if the line exactly fills
  /// the width.
  private static let shares = [1, 0.97, 0.94]

  /// The maximum size, in bytes, of text that is shaped several times.
  ///
  /// No picture shows longer text completely, and the search time grows faster than the length of
  /// the text.
  private static let longest = 8000

  /// The maximum number of rounds that relax constraints; after these rounds, all constraints are
  /// dropped.
  private static let mostRounds = 12

  /// Keeps phrases and numbers together if they fit on a line.
  private func whole(_ shape: ([Range<UInt32>]) -> ShapedText) -> ShapedText {
    guard text.utf8.count <= BrokenText.longest else { return shape([]) }
    var phrases =
      joints.ranges(from: .phrase, in: text) + AddressBreaks.pieces(of: text, breaks: breaks)
    guard !phrases.isEmpty else { return shape([]) }
    // Numbers stay together even inside a phrase that is too wide for a line.
    var numbers = joints.ranges(from: .number, in: text)
    for _ in 0..<BrokenText.mostRounds {
      let joined = shape(phrases + numbers)
      let torn = joined.tornStretches(width)
      func isWhole(_ stretch: Range<UInt32>) -> Bool { !torn.contains { $0.overlaps(stretch) } }
      if !phrases.allSatisfy(isWhole) {
        phrases.removeAll { !isWhole($0) }
      } else if !numbers.allSatisfy(isWhole) {
        // In a chain such as `klo 9.40 ja`, the last joint is released first.
        for stretch in torn {
          if let last = numbers.lastIndex(where: stretch.overlaps) { numbers.remove(at: last) }
        }
      } else if joined.beginsLineWithSpace {
        break
      } else {
        return joined
      }
    }
    return shape([])
  }

  /// Returns the byte ranges of balanced lines; `nil` if the lines do not have to change.
  private func evenStretches(
    _ shaped: borrowing ShapedText, width: Double
  ) -> [Range<UInt32>]? {
    guard shaped.isWrapped, shaped.breaksOnlyAtWords else { return nil }
    var costs: [Int: Double] = [:]
    for joint in joints.joints { costs[joint.place] = EvenLines.cost(joint.kind) }
    for place in shaped.softHyphenEnds { costs[place] = EvenLines.hyphenCost }
    let bytes = Array(text.utf8)
    for place in breaks where place < bytes.count {
      costs[place] =
        AddressBreaks.isBetweenParts(place, bytes)
        ? EvenLines.addressCost.parts : EvenLines.addressCost.within
    }
    var reliefs: [Int: Double] = [:]
    for end in joints.clauseEnds { reliefs[end.place] = EvenLines.relief(end.kind) }
    let wide = Double(pangoUnits(width)) - 2
    var stretches: [Range<UInt32>] = []
    var isChanged = false
    for paragraph in shaped.paragraphs(costs: costs, reliefs: reliefs) {
      let lines = paragraph.lineStarts
      let better = better(paragraph, width: wide) ?? lines
      isChanged = isChanged || better != lines
      let bounds = [0] + better + [paragraph.places.count - 1]
      for (start, end) in zip(bounds, bounds.dropFirst()) where end > start {
        stretches.append(UInt32(paragraph.places[start])..<UInt32(paragraph.places[end]))
      }
    }
    return isChanged ? stretches : nil
  }

  /// Returns the starts of balanced lines in a paragraph, or `nil` if balancing would split units
  /// that are not split now.
  ///
  /// If a line fits according to Pango, the sum of its character widths can still exceed the width.
  /// In this case, balanced lines would be worse.
  private func better(_ paragraph: ShapedParagraph, width: Double) -> [Int]? {
    func torn(_ starts: [Int]) -> Double { starts.reduce(0) { $0 + paragraph.facts.costs[$1] } }
    let least = torn(paragraph.lineStarts) + EvenLines.cost(.phrase)
    return EvenLines(paragraph.facts, width: width).best().flatMap { torn($0) < least ? $0 : nil }
  }
}
