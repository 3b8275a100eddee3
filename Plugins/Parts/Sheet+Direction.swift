public import WallfarmPluginKit

extension Sheet {
  /// How lines read that stand below one another and belong together: all alike, or they would hang on both sides.
  ///
  /// - Parameter first: says it where the language of the picture is not known.
  /// - Returns: a direction, never an automatic one.
  /// - Throws: `missing-glyph`.
  public func direction(of first: TextBlock) throws(RenderError) -> TextDirection {
    guard context.language == nil, context.direction == .automatic, !first.text.isEmpty else {
      return isMirrored ? .rightToLeft : .leftToRight
    }
    return try measure(first).direction
  }
}

extension TextBlock {
  /// The same, in a direction.
  public func reading(_ direction: TextDirection) -> TextBlock {
    var block = self
    block.direction = direction
    return block
  }
}
