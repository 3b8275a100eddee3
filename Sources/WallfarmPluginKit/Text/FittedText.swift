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
  ///   - smallest: smallest size tried, in points.
  ///   - largest: largest size tried, in points.
  /// - Throws: `text-does-not-fit` where even the smallest is too large.
  public init(
    what: String, text: String, style: TextStyle, alignment: TextAlignment = .center, area: Size,
    context: ComposeContext, smallest: Double, largest: Double
  ) throws(RenderError) {
    let sizes = TypeSizes(smallest: smallest, largest: largest)
    func block(_ size: Double, _ text: String) -> TextBlock {
      var style = style
      style.size = size
      return TextBlock(
        text, style: style, alignment: alignment, direction: context.direction,
        language: context.language)
    }
    // Lines break inside a word only when it is wider than the line; a title must not do that.
    let words = text.unbreakableWords
    let best = try sizes.largest { (size) throws(RenderError) in
      for word in words
      where try context.measurer.measure(block(size, word), width: nil).size.width > area.width {
        return false
      }
      let size = try context.measurer.measure(block(size, text), width: area.width).size
      return size.height <= area.height
    }
    guard let best else { throw .textDoesNotFit(what, minimumSize: smallest) }
    self.block = block(best, text)
    measurement = try context.measurer.measure(self.block, width: area.width)
  }
}

/// The type sizes a layout may use.
public struct TypeSizes: Hashable, Sendable {
  /// Distance between two sizes, in points: finer than an eye tells apart.
  public static let step = 0.25

  /// Smallest size, in points.
  public let smallest: Double
  /// Number of steps above it.
  private let steps: Int

  /// Makes the sizes `smallest`, `smallest` + ``step``, … up to `largest`.
  public init(smallest: Double, largest: Double) {
    self.smallest = smallest
    steps = max(0, Int(((largest - smallest) / TypeSizes.step + 1e-9).rounded(.down)))
  }

  /// The largest size that fits, or nil when not even the smallest does.
  ///
  /// Found by halving: text that fits at one size fits at every smaller one, because widths and
  /// heights scale exactly with the size and a narrower line never needs fewer breaks.
  public func largest(
    where fits: (Double) throws(RenderError) -> Bool
  ) throws(RenderError) -> Double? {
    var low = -1
    var high = steps + 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if try fits(size(middle)) { low = middle } else { high = middle }
    }
    return low < 0 ? nil : size(low)
  }

  private func size(_ index: Int) -> Double { smallest + Double(index) * TypeSizes.step }
}
