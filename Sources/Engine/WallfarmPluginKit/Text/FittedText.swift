/// Text at the largest type size that fits an area without breaking words.
public struct FittedText: Sendable {
  /// The text at the chosen size.
  public let block: TextBlock
  /// The measurement at the chosen size.
  public let measurement: TextMeasurement

  /// Finds the largest type size that fits, in steps of ``TypeSizes/step``.
  ///
  /// - Parameters:
  ///   - what: The name of the text in error messages, such as `instruction`.
  ///   - text: The text.
  ///   - style: The style; its size is ignored.
  ///   - alignment: The alignment of lines.
  ///   - area: The available area in points.
  ///   - context: Provides the measurer, language and direction.
  ///   - breaking: The line breaking mode.
  ///   - smallest: The minimum type size in points.
  ///   - largest: The maximum type size in points.
  /// - Throws: `text-does-not-fit` if the text does not fit at the minimum size.
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
    // A line breaks inside a word only if the word is wider than the line, so check that each word
    // fits on a line.
    let words = text.unbreakableWords
    // Balancing does not change the number of lines but doubles the measuring time, so try sizes
    // without balancing.
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
