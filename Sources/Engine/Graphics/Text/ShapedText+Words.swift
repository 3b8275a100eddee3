internal import CPango
public import WallfarmPluginKit

extension ShapedText {
  /// The boxes around words in reading order, in points from the top left corner of the frame.
  ///
  /// Text without spaces, such as Japanese, is split into phrases. A box has the advance width of
  /// its letters and the height of its line; slanted glyphs may extend beyond it.
  public var wordBoxes: [Rect] { FontGate.enter { boxesOfWords() } }

  private func boxesOfWords() -> [Rect] {
    guard let start = pango_layout_get_text(layout) else { return [] }
    return words(of: String(cString: start)).flatMap { boxes(of: $0) }
  }

  /// Returns the byte ranges of words, which are separated by spaces, and of phrases in text
  /// without spaces.
  ///
  /// A phrase ends at punctuation. It also ends before a Han character that follows another kind of
  /// East Asian letter, because most Japanese phrases begin with Han.
  private func words(of text: String) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var offset = 0
    var word: Range<Int>?
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      let end = offset + scalar.utf8.count
      if let before = last, let own = word, scalar.beginsPhrase(after: before) {
        words.append(own)
        word = nil
      }
      if !scalar.properties.isWhitespace { word = (word?.lowerBound ?? offset)..<end }
      (last, offset) = (scalar, end)
    }
    return words + (word.map { [$0] } ?? [])
  }

  /// Returns the boxes of a word; a word has several boxes only if a line ends within it.
  private func boxes(of word: Range<Int>) -> [Rect] {
    guard let iterator = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(iterator) }
    var found: [Rect] = []
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { continue }
      let start = Int(line.pointee.start_index)
      let part = word.clamped(to: start..<start + Int(line.pointee.length))
      guard !part.isEmpty else { continue }
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      var ranges: UnsafeMutablePointer<Int32>?
      var count: Int32 = 0
      pango_layout_line_get_x_ranges(
        line, Int32(part.lowerBound), Int32(part.upperBound), &ranges, &count)
      defer { g_free(ranges) }
      guard let ranges, count > 0 else { continue }
      let left = (0..<Int(count)).map { ranges[2 * $0] }.min() ?? 0
      let right = (0..<Int(count)).map { ranges[2 * $0 + 1] }.max() ?? 0
      found.append(
        Rect(
          x: points(left), y: points(logical.y), width: points(right - left),
          height: points(logical.height)))
    } while pango_layout_iter_next_line(iterator) != 0
    return found
  }
}

extension Unicode.Scalar {
  private var isHan: Bool { (0x3400...0x9FFF).contains(value) }

  /// Whether the scalar is East Asian punctuation that ends a phrase.
  private var endsPhrase: Bool { "、。！？，：；".unicodeScalars.contains(self) }

  private var isOfEastAsia: Bool { value >= 0x2E80 }

  /// Whether a word or phrase ends between `other` and this scalar.
  fileprivate func beginsPhrase(after other: Unicode.Scalar) -> Bool {
    if properties.isWhitespace || other.properties.isWhitespace { return true }
    return (isHan && !other.isHan && other.isOfEastAsia && !other.opensBracket)
      || (other.endsPhrase && !endsPhrase && properties.generalCategory != .closePunctuation)
  }

  private var opensBracket: Bool { properties.generalCategory == .openPunctuation }
}
