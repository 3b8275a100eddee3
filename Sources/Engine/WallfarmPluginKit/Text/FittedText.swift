/// A text set as large as an area allows, with its longest word whole on a line.
public struct FittedText: Sendable {
  /// The text at the size that was found.
  public let block: TextBlock
  /// What it takes up at that size.
  public let measurement: TextMeasurement

  /// Finds the largest size, in steps of ``TypeSizes/step``.
  ///
  /// - Parameters:
  ///   - what: what the text is, for the message: `instruction`.
  ///   - text: the words.
  ///   - style: how they look; its size is replaced.
  ///   - alignment: where lines stand.
  ///   - area: room for them, in points.
  ///   - context: measures, and knows language and direction.
  ///   - breaking: where lines end.
  ///   - smallest: smallest size tried, in points.
  ///   - largest: largest size tried, in points.
  /// - Throws: `text-does-not-fit` where even the smallest is too large.
  public init(
    what: String, text: String, style: TextStyle, alignment: TextAlignment = .center, area: Size,
    context: ComposeContext, breaking: LineBreaking? = nil, smallest: Double, largest: Double
  ) throws(RenderError) {
    let sizes = TypeSizes(smallest: smallest, largest: largest)
    func block(_ size: Double, _ text: String, _ breaking: LineBreaking?) -> TextBlock {
      var style = style
      style.size = size
      return TextBlock(
        text, style: style, alignment: alignment, direction: context.direction,
        language: context.language, breaking: breaking)
    }
    // Lines break inside a word only when it is wider than the line; a title must not do that.
    let words = text.unbreakableWords
    // Even lines are no more, and take twice as long.
    let tried = breaking.map { _ in LineBreaking.together }
    let best = try sizes.largest { (size) throws(RenderError) in
      for word in words {
        let width = try context.measurer.measure(block(size, word, nil), width: nil).size.width
        if width > area.width { return .tooMuch(guess: width / area.width) }
      }
      let measured = try context.measurer.measure(block(size, text, tried), width: area.width)
      let share = measured.share(of: area.width, typeSize: size)
      if share > 1 { return .tooMuch(guess: share) }
      return RoomTaken(measured.size.height, of: area.height)
    }
    guard let best else { throw .textDoesNotFit(what, minimumSize: smallest) }
    self.block = block(best, text, breaking)
    measurement = try context.measurer.measure(self.block, width: area.width)
  }
}
