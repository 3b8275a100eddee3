public import WallfarmPluginKit

extension Sheet {
  /// The common reading direction of related lines, which are all aligned to the same side.
  ///
  /// - Parameter first: the text that determines the direction if the picture specifies neither a
  ///   direction nor a language.
  /// - Returns: a direction other than `automatic`.
  /// - Throws: `missing-glyph`.
  public func direction(of first: TextBlock) throws(RenderError) -> TextDirection {
    guard context.language == nil, context.direction == .automatic, !first.text.isEmpty else {
      return isMirrored ? .rightToLeft : .leftToRight
    }
    return try measure(first).direction
  }
}

extension TextBlock {
  /// The block with a given direction.
  public func reading(_ direction: TextDirection) -> TextBlock {
    var block = self
    block.direction = direction
    return block
  }
}
