public import WallfarmPluginKit

/// What a layout draws at one type size, built from the top down.
///
/// A layout writes the same sheet several times while the largest size is looked for; only the last one is drawn.
public struct Sheet {
  /// What is known of the picture.
  public let context: ComposeContext
  /// The colours and type of the layout.
  public let look: LayoutLook
  /// The type size that is tried, in points: that of the largest type.
  public let size: Double
  /// Where everything stands: its sides are those of the sheet; it may end above its bottom.
  public let area: Rect
  /// Whether reading begins at the right.
  public let isMirrored: Bool
  /// Whether it is a list, whose texts all begin on the same side, whatever their directions.
  let isList: Bool
  /// What was drawn so far, first to last.
  public private(set) var layers: [Layer] = []
  /// From the top of the area to the end of what was drawn, in points.
  public private(set) var height = 0.0
  /// The widest of what was drawn, in points.
  public private(set) var width = 0.0
  /// The widest word or figure that has to stay whole, of the width that it has; above 1 the size is too large.
  public private(set) var crowding = 0.0
  /// Whether words wider than their line may break.
  let breaksWords: Bool

  init(
    context: ComposeContext, look: LayoutLook, size: Double, area: Rect, isMirrored: Bool,
    isList: Bool, breaksWords: Bool
  ) {
    (self.context, self.look, self.size, self.area) = (context, look, size, area)
    (self.isMirrored, self.isList, self.breaksWords) = (isMirrored, isList, breaksWords)
  }

  /// Where the next thing begins.
  public var y: Double { area.y + height }

  /// Leaves room, where something stands above it.
  public mutating func space(_ length: Double) { if height > 0 { height += length } }

  /// Says that something so large was drawn below what is there.
  public mutating func take(_ size: Size) {
    height += size.height
    width = max(width, size.width)
  }

  /// Says how much of its width something takes that has to stay whole.
  public mutating func needs(_ length: Double, of room: Double) {
    crowding = max(crowding, room > 0 ? length / room : .infinity)
  }

  /// An empty sheet for a part of this one, such as a column; ``append(_:)`` adds what is drawn on it.
  public func part(_ area: Rect) -> Sheet {
    Sheet(
      context: context, look: look, size: size, area: area, isMirrored: isMirrored, isList: isList,
      breaksWords: breaksWords)
  }

  /// Adds what was drawn on a part; the room that it takes is said with ``take(_:)``.
  public mutating func append(_ part: Sheet) {
    layers += part.layers
    crowding = max(crowding, part.crowding)
  }

  /// Says the same of something that is made smaller where no size lets it be whole, such as a word that may break.
  public mutating func prefers(_ length: Double, of room: Double) {
    if !breaksWords { needs(length, of: room) }
  }

  /// Adds a layer that was placed by the layout.
  public mutating func draw(_ layer: Layer) { layers.append(layer) }

  /// Adds an outline that was placed by the layout.
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

  /// The same of several spans.
  public func block(
    _ spans: [TextSpan], _ style: TextStyle, alignment: TextAlignment? = nil
  ) -> TextBlock {
    TextBlock(
      spans: spans, style: style, alignment: alignment ?? look.alignment,
      direction: context.direction, language: context.language, breaking: .even)
  }

  /// What a block takes up on lines of a width; nil: on one line.
  public func measure(
    _ block: TextBlock, width: Double? = nil
  ) throws(RenderError) -> TextMeasurement {
    try context.measurer.measure(block, width: width)
  }

  /// Draws text in a frame that is wide enough for its lines.
  public mutating func draw(_ name: String, _ block: TextBlock, in frame: Rect) {
    keepInside(block, width: frame.width)
    draw(
      Layer(
        name, .text(TextContent(block, frame: frame, shadow: look.shadow(block.style.size)))))
  }

  /// Checks that no character of a text is wider than its frame.
  ///
  /// Characters of one or two bytes in UTF-8 always fit, so most texts are not measured again.
  private mutating func keepInside(_ block: TextBlock, width: Double) {
    let size = block.style.size
    guard width < 2 * size || block.text.utf8.contains(where: { $0 >= 0xE0 }),
      let measured = try? measure(block, width: width)
    else { return }
    let share = measured.share(of: width, typeSize: size)
    if share > 1 { needs(share * width, of: width) }
  }

  /// Words below what is there, across the sheet; nothing where they are empty.
  ///
  /// - Parameters:
  ///   - name: of the layer; never the words.
  ///   - block: the words.
  ///   - gap: room above them, where something stands there, in points.
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

  /// Aligns a block of a list to the side where the list begins; other blocks are unchanged.
  public func standing(_ block: TextBlock, _ measured: TextMeasurement) -> TextBlock {
    isList ? block.standing(measured.direction, isMirrored: isMirrored) : block
  }

  /// Looks that no word of a text is wider than its line.
  public mutating func keepWords(of block: TextBlock, in width: Double) throws(RenderError) {
    guard !breaksWords else { return }
    for word in block.text.unbreakableWords {
      needs(try measure(self.block(word, block.style)).size.width, of: width)
    }
  }

  /// A large figure or a word on one line, made smaller where it is wider than the sheet.
  public func fitting(
    _ text: String, _ style: TextStyle, in width: Double
  ) throws(RenderError) -> TextStyle {
    var style = style
    let found = try measure(block(text, style)).size.width
    if found > width { style.size = (style.size * width / found * 0.99).rounded(.down) }
    return style
  }
}
