public import WallfarmPluginKit

extension ComposeContext {
  /// Whether reading begins at the right: as the picture says, else as its language does.
  ///
  /// - Throws: `language-failed`.
  public func isMirrored() throws(RenderError) -> Bool {
    switch direction {
    case .rightToLeft: true
    case .leftToRight: false
    case .automatic: try words.isRightToLeft()
    }
  }

  /// Whether the rows of a list begin at the right: as the picture or its language says, else as most of the rows do.
  ///
  /// - Parameters:
  ///   - lines: the words of the rows; where as many are read from either side, the first one decides.
  ///   - style: the type that they are set in.
  /// - Returns: whether they begin at the right.
  /// - Throws: `language-failed`.
  public func isMirrored(by lines: [String], in style: TextStyle) throws(RenderError) -> Bool {
    guard language == nil, direction == .automatic else { return try isMirrored() }
    let sides = lines.filter { $0.contains(where: \.isLetter) }.map { isReadFromRight($0, style) }
    guard let first = sides.first else { return try isMirrored() }
    let right = sides.count { $0 }
    return right * 2 == sides.count ? first : right * 2 > sides.count
  }

  private func isReadFromRight(_ text: String, _ style: TextStyle) -> Bool {
    // Letters that are read from the right begin at U+0590, and none of them with a lower byte than this.
    guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return false }
    // A character that no font has is reported where the text is placed.
    return (try? measurer.measure(TextBlock(text, style: style), width: nil).direction)
      == .rightToLeft
  }
}

extension TextBlock {
  /// The same at the side where a list begins: words that are read from the other side end there.
  ///
  /// - Parameters:
  ///   - own: the direction in which the block is read, as measured.
  ///   - isMirrored: whether the list begins at the right.
  /// - Returns: the block with the alignment that puts it there.
  public func standing(_ own: TextDirection, isMirrored: Bool) -> TextBlock {
    guard (own == .rightToLeft) != isMirrored else { return self }
    var block = self
    switch alignment {
    case .start: block.alignment = .end
    case .end: block.alignment = .start
    case .center: break
    }
    return block
  }
}
