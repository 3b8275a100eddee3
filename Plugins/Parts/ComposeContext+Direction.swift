public import WallfarmPluginKit

extension ComposeContext {
  /// Whether reading starts at the right.
  ///
  /// This depends on the direction of the picture or, if the direction is automatic, on its
  /// language.
  ///
  /// - Throws: `language-failed`.
  public func isMirrored() throws(RenderError) -> Bool {
    switch direction {
    case .rightToLeft: true
    case .leftToRight: false
    case .automatic: try words.isRightToLeft()
    }
  }

  /// Whether list rows start at the right.
  ///
  /// If the picture specifies neither a direction nor a language, the majority of the rows
  /// determines the result; otherwise, the direction or the language does.
  public func isMirrored(by lines: [String], in style: TextStyle) throws(RenderError) -> Bool {
    guard language == nil, direction == .automatic else { return try isMirrored() }
    let sides = lines.filter { $0.contains(where: \.isLetter) }.map { isReadFromRight($0, style) }
    guard let first = sides.first else { return try isMirrored() }
    let right = sides.count { $0 }
    return right * 2 == sides.count ? first : right * 2 > sides.count
  }

  private func isReadFromRight(_ text: String, _ style: TextStyle) -> Bool {
    // Right-to-left letters start at U+0590, so their first UTF-8 byte is 0xD6 or more.
    guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return false }
    // Missing glyphs are reported when the text is placed.
    return (try? measurer.measure(TextBlock(text, style: style), width: nil).direction)
      == .rightToLeft
  }
}

extension TextBlock {
  /// Returns the block aligned to the side where the list starts, regardless of the direction of
  /// its text.
  ///
  /// - Parameters:
  ///   - own: the measured direction of the block.
  ///   - isMirrored: whether the list begins at the right.
  /// - Returns: the block with the adjusted alignment.
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
