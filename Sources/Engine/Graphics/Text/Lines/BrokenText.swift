internal import CPango
internal import Languages
import WallfarmPluginKit

/// Shapes a block with its lines broken as it asks for.
struct BrokenText {
  let text: String
  let breaking: LineBreaking
  /// In points.
  let width: Double
  let joints: LineJoints
  /// Bytes after places to break that were added in addresses and names.
  var breaks: [Int] = []

  /// Shapes it, as often as it takes.
  ///
  /// - Parameter shape: shapes the text without a line that ends in some stretches of it.
  /// - Returns: what was shaped last, or before that where it was no better.
  func shaped(_ shape: ([Range<UInt32>]) -> ShapedText) -> ShapedText {
    let joined = whole(shape)
    guard breaking == .even, text.utf8.count <= BrokenText.longest,
      let stretches = evenStretches(joined)
    else { return joined }
    let even = shape(stretches)
    // Pango measures lines a little differently from the sum of their characters.
    guard even.lineCount == joined.lineCount, even.isWithin(width) else { return joined }
    return even
  }

  /// Bytes of the longest text that is shaped more than once: no picture shows all of a longer one, and its lines are
  /// found in a time that grows faster than its length.
  private static let longest = 8000

  /// How often what is too wide to be kept together is given up; then all of it is.
  private static let mostRounds = 12

  /// What belongs together is, where it fits a line.
  private func whole(_ shape: ([Range<UInt32>]) -> ShapedText) -> ShapedText {
    guard text.utf8.count <= BrokenText.longest else { return shape([]) }
    var phrases =
      joints.ranges(from: .phrase, in: text) + AddressBreaks.pieces(of: text, breaks: breaks)
    guard !phrases.isEmpty else { return shape([]) }
    // In a phrase that is too wide, numbers still are whole.
    var numbers = joints.ranges(from: .number, in: text)
    for _ in 0..<BrokenText.mostRounds {
      let joined = shape(phrases + numbers)
      let torn = joined.tornStretches(width)
      func isWhole(_ stretch: Range<UInt32>) -> Bool { !torn.contains { $0.overlaps(stretch) } }
      if !phrases.allSatisfy(isWhole) {
        phrases.removeAll { !isWhole($0) }
      } else if !numbers.allSatisfy(isWhole) {
        // Of a chain, `klo 9.40 ja`, the end first.
        for stretch in torn {
          if let last = numbers.lastIndex(where: stretch.overlaps) { numbers.remove(at: last) }
        }
      } else {
        return joined
      }
    }
    return shape([])
  }

  /// Nil where lines need not change.
  private func evenStretches(_ shaped: borrowing ShapedText) -> [Range<UInt32>]? {
    guard shaped.isWrapped, shaped.breaksOnlyAtWords else { return nil }
    var costs: [Int: Double] = [:]
    for joint in joints.joints { costs[joint.place] = EvenLines.cost(joint.kind) }
    for place in shaped.softHyphenEnds { costs[place] = EvenLines.hyphenCost }
    for place in breaks { costs[place] = EvenLines.addressCost }
    let wide = Double(pangoUnits(width)) - 2
    var stretches: [Range<UInt32>] = []
    var isChanged = false
    for paragraph in shaped.paragraphs(costs: costs) {
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

  /// Where the lines of a paragraph begin when they are even; nil where that takes apart what is whole now.
  ///
  /// A line that Pango has just fitted in may be too wide by the sum of its characters: then even lines are worse.
  private func better(_ paragraph: ShapedParagraph, width: Double) -> [Int]? {
    func torn(_ starts: [Int]) -> Double { starts.reduce(0) { $0 + paragraph.facts.costs[$1] } }
    let least = torn(paragraph.lineStarts) + EvenLines.cost(.phrase)
    return EvenLines(paragraph.facts, width: width).best().flatMap { torn($0) < least ? $0 : nil }
  }
}
