public import WallfarmPluginKit

/// The drawing of a layout at one type size, built from top to bottom.
///
/// A layout draws the same sheet several times to find the largest size; only the last sheet is
/// used.
public struct Sheet {
  /// The context of the layout.
  public let context: ComposeContext
  /// The colors and type of the layout.
  public let look: LayoutLook
  /// The size of the largest type in points.
  public let size: Double
  /// The area of the sheet; the content may end above the bottom of the area.
  public let area: Rect
  /// Whether reading starts at the right.
  public let isMirrored: Bool
  /// Whether the sheet is a list, whose texts are all aligned to the leading side.
  let isList: Bool
  /// The layers in paint order.
  public private(set) var layers: [Layer] = []
  /// The height of the content in points.
  public private(set) var height = 0.0
  /// The width of the widest content in points.
  public private(set) var width = 0.0
  /// The largest ratio of the width of unbreakable content to the available width; above 1, the
  /// type size is too large.
  public private(set) var crowding = 0.0
  /// Whether words that are wider than their line may be broken.
  let breaksWords: Bool

  init(
    context: ComposeContext, look: LayoutLook, size: Double, area: Rect, isMirrored: Bool,
    isList: Bool, breaksWords: Bool
  ) {
    (self.context, self.look, self.size, self.area) = (context, look, size, area)
    (self.isMirrored, self.isList, self.breaksWords) = (isMirrored, isList, breaksWords)
  }

  /// The y-coordinate of the top of the next element.
  public var y: Double { area.y + height }

  /// Adds vertical space, unless the sheet is empty.
  public mutating func space(_ length: Double) { if height > 0 { height += length } }

  /// Records that an element of the given size was drawn.
  public mutating func take(_ size: Size) {
    height += size.height
    width = max(width, size.width)
  }

  /// Records the width of unbreakable content and the available width.
  public mutating func needs(_ length: Double, of room: Double) {
    crowding = max(crowding, room > 0 ? length / room : .infinity)
  }

  /// An empty sheet for a part of this sheet, such as a column; ``append(_:)`` adds its layers.
  public func part(_ area: Rect) -> Sheet {
    Sheet(
      context: context, look: look, size: size, area: area, isMirrored: isMirrored, isList: isList,
      breaksWords: breaksWords)
  }

  /// Adds the layers of a part; use ``take(_:)`` to record its size.
  public mutating func append(_ part: Sheet) {
    layers += part.layers
    crowding = max(crowding, part.crowding)
  }

  /// Records a width as ``needs(_:of:)`` does, unless words may be broken.
  public mutating func prefers(_ length: Double, of room: Double) {
    if !breaksWords { needs(length, of: room) }
  }

  /// Adds a layer that the layout has placed.
  public mutating func draw(_ layer: Layer) { layers.append(layer) }

  /// Adds a filled or stroked shape that the layout has placed.
  public mutating func draw(
    _ name: String, _ shape: Shape, fill: Paint? = nil, stroke: Stroke? = nil
  ) {
    draw(Layer(name, .shape(ShapeContent(shape, fill: fill, stroke: stroke))))
  }

  /// A block of text with the direction and language of the picture.
  public func block(
    _ text: String, _ style: TextStyle, alignment: TextAlignment? = nil
  ) -> TextBlock {
    block([TextSpan(text)], style, alignment: alignment)
  }

  /// A block of several spans.
  public func block(
    _ spans: [TextSpan], _ style: TextStyle, alignment: TextAlignment? = nil
  ) -> TextBlock {
    TextBlock(
      spans: spans, style: style, alignment: alignment ?? look.alignment,
      direction: context.direction, language: context.language, breaking: .even)
  }

  /// Measures a block at a width, or as a single line if the width is nil.
  ///
  /// The width can be negative on a screen that is narrower than the gaps of a layout. Text with a
  /// negative width does not fit; ``draw(_:_:in:)`` records this.
  public func measure(
    _ block: TextBlock, width: Double? = nil
  ) throws(RenderError) -> TextMeasurement {
    try context.measurer.measure(block, width: width.map { max(0, $0) })
  }

  /// Draws text in a frame.
  public mutating func draw(_ name: String, _ block: TextBlock, in frame: Rect) {
    if frame.width <= 0 { needs(1, of: 0) }
    keepInside(block, width: frame.width)
    draw(
      Layer(
        name, .text(TextContent(block, frame: frame, shadow: look.shadow(block.style.size)))))
  }

  /// Checks that no character of the text is wider than the frame.
  ///
  /// If the frame is at least twice as wide as the type size, characters of one or two bytes in
  /// UTF-8 always fit, so most text is not measured again.
  private mutating func keepInside(_ block: TextBlock, width: Double) {
    let size = block.style.size
    guard width < 2 * size || block.text.utf8.contains(where: { $0 >= 0xE0 }),
      let measured = try? measure(block, width: width)
    else { return }
    let share = measured.share(of: width, typeSize: size, hang: block.hang)
    if share > 1 { needs(share * width, of: width) }
  }

  /// Adds text below the content, across the width of the sheet; if the text is empty, adds
  /// nothing.
  ///
  /// - Parameters:
  ///   - name: the name of the layer, which must not contain the text.
  ///   - block: the text.
  ///   - gap: the gap above the text in points; ignored if the sheet is empty.
  /// - Throws: `missing-glyph`.
  public mutating func add(
    _ name: String, _ block: TextBlock, gap: Double = 0
  ) throws(RenderError) {
    guard !block.text.isEmpty else { return }
    space(gap)
    try keepWords(of: block, in: area.width)
    let measured = try measure(block, width: area.width)
    let size = measured.size
    let placed = standing(block, measured)
    draw(name, placed, in: Rect(x: area.x, y: y, width: area.width, height: size.height))
    take(size)
  }

  /// Aligns a block of a list to the side where the list starts; other blocks are unchanged.
  public func standing(_ block: TextBlock, _ measured: TextMeasurement) -> TextBlock {
    isList ? block.standing(measured.direction, isMirrored: isMirrored) : block
  }

  /// Checks that no word of the text is wider than its line.
  public mutating func keepWords(of block: TextBlock, in width: Double) throws(RenderError) {
    guard !breaksWords else { return }
    for word in block.text.unbreakableWords {
      needs(try measure(self.block(word, block.style)).size.width, of: width)
    }
  }

  /// The style for text on one line; the size is reduced if the text is wider than `width`.
  public func fitting(
    _ text: String, _ style: TextStyle, in width: Double
  ) throws(RenderError) -> TextStyle {
    var style = style
    let found = try measure(block(text, style)).size.width
    if found > width { style.size = (style.size * width / found * 0.99).rounded(.down) }
    return style
  }
}
