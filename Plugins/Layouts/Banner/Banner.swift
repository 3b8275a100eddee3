public import WallfarmPluginKit

/// A layout of one large centered message, with optional smaller lines below it.
public struct Banner: LayoutPlugin {
  /// The identifier, `banner`.
  public static let id = "banner"
  /// The version; since version 2, lines are balanced.
  public static let version = 2
  /// The one-line summary that is shown in lists of plugins.
  public static let summary = "One large centered message, with optional smaller lines."
  /// The parameters of the plugin.
  public static let schema = ParameterSchema(
    message, lines, emptyText, font, weight, color, lineColor, shadow, maxSize, minSize, lineScale,
    side, gap)

  static let message = Parameter.text(
    "message", limit: 400, summary: "Message to show; if empty, the first note is used.")
  static let lines = Parameter.texts(
    "lines", limit: 6,
    summary: "Smaller lines below the message; if empty, the other notes are used.")
  static let emptyText = Parameter.text(
    "empty-text", limit: 80, default: "Nothing left",
    summary: "Message to show if there are no notes; empty for none.")
  static let font = Parameter.font("font", default: "Inter", summary: "Font family.")
  static let weight = Parameter.integer(
    "weight", in: 100...900, default: 800, summary: "Weight: 400 regular, 900 black.")
  static let color = Parameter.color("color", default: .white, summary: "Color of the message.")
  static let lineColor = Parameter.color(
    "line-color", default: .white, summary: "Color of the smaller lines.")
  static let shadow = Parameter.optionalColor(
    "shadow", summary: "Color of the soft shadow behind the text, or none.")
  static let maxSize = Parameter.number(
    "max-size", in: 10...400, unit: .typePoints, default: 72, summary: "Largest type size.")
  static let minSize = Parameter.number(
    "min-size", in: 8...60, unit: .typePoints, default: 20, summary: "Smallest type size.")
  static let lineScale = Parameter.number(
    "line-scale", in: 0.2...1, unit: .fraction, default: 0.42,
    summary: "Size of the smaller lines, relative to the message.")
  static let side = Parameter.number(
    "side", in: 8...120, unit: .typePoints, default: 30,
    summary: "Margin at the sides of the screen.")
  static let gap = Parameter.number(
    "gap", in: 0...2, unit: .em, default: 0.35,
    summary: "Space between the message and the smaller lines.")

  private let values: Values

  private struct Values {
    var message: String
    var lines: [String]
    var emptyText: String
    var style: TextStyle
    var lineColor: Color
    var shadow: Color?
    var maxSize: Double
    var minSize: Double
    var lineScale: Double
    var side: Double
    var gap: Double
  }

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    self.values = Values(
      message: try values.value(of: Self.message), lines: try values.value(of: Self.lines),
      emptyText: try values.value(of: Self.emptyText),
      style: TextStyle(
        family: try values.value(of: Self.font), size: 0,
        weight: try values.value(of: Self.weight), color: try values.value(of: Self.color),
        letterSpacing: -0.015),
      lineColor: try values.value(of: Self.lineColor),
      shadow: try values.value(of: Self.shadow), maxSize: try values.value(of: Self.maxSize),
      minSize: try values.value(of: Self.minSize),
      lineScale: try values.value(of: Self.lineScale), side: try values.value(of: Self.side),
      gap: try values.value(of: Self.gap))
  }

  /// Arranges the message and the lines, centered in the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let texts = try texts(in: context)
    guard !texts.isEmpty else { return Arrangement(layers: []) }
    let area = context.freeArea.inset(
      by: Insets(horizontal: values.side * context.typeScale, vertical: 4))
    // A screen can be narrower than the margins.
    guard area.width > 0, area.height > 0 else { throw doesNotFit(in: context) }
    let sizes = TypeSizes(
      smallest: values.minSize * context.typeScale, largest: values.maxSize * context.typeScale)
    let words = texts[0].unbreakableWords
    let best = try sizes.largest { (size) throws(RenderError) in
      // The message is too large if one of its words is wider than the area, because such a word
      // would have to be broken.
      for word in words {
        let width = try context.measurer.measure(block(word, size, 0, context), width: nil).size
          .width
        if width > area.width { return .tooMuch(guess: width / area.width) }
      }
      // Measure without balancing, which does not change the number of lines but takes twice as
      // long.
      let stack = try stack(texts, size, area, context, .together)
      if stack.share > 1 { return .tooMuch(guess: stack.share) }
      return RoomTaken(stack.outerHeight, of: area.height)
    }
    guard let size = best else { throw doesNotFit(in: context) }
    var chosen = try stack(texts, size, area, context, .even)
    // With balanced lines, stacked accents can be on the first or the last line, which makes the
    // stack taller.
    if chosen.outerHeight > area.height {
      chosen = try stack(texts, size, area, context, .together)
    }
    return Arrangement(
      layers: chosen.layers(shadow: values.shadow, size: size), fontSize: size,
      room: Size(
        width: chosen.width + context.freeArea.width - area.width + 1,
        height: chosen.height + context.freeArea.height - area.height + 1))
  }

  private func doesNotFit(in context: ComposeContext) -> RenderError {
    .textDoesNotFit("message", minimumSize: values.minSize * context.typeScale)
  }

  private func texts(in context: ComposeContext) throws(RenderError) -> [String] {
    let notes = context.notes.map(\.text)
    guard let message = values.message.isEmpty ? notes.first : values.message else {
      guard context.hasEmptyList else { throw .noNotes() }
      return values.emptyText.isEmpty ? [] : [values.emptyText] + values.lines
    }
    let rest = values.message.isEmpty ? Array(notes.dropFirst()) : notes
    return [message] + (values.lines.isEmpty ? rest : values.lines)
  }

  private func block(
    _ text: String, _ size: Double, _ index: Int, _ context: ComposeContext,
    _ breaking: LineBreaking = .together
  ) -> TextBlock {
    var style = values.style
    style.size = index == 0 ? size : size * values.lineScale
    if index > 0 {
      style.color = values.lineColor
      style.weight = max(400, min(style.weight, 600))
      style.letterSpacing = 0
      style.lineGap = 0.1
    }
    return TextBlock(
      text, style: style, alignment: .center, direction: context.direction,
      language: context.language, breaking: breaking)
  }

  /// Stacks the texts at a type size.
  private func stack(
    _ texts: [String], _ size: Double, _ area: Rect, _ context: ComposeContext,
    _ breaking: LineBreaking
  ) throws(RenderError) -> Stack {
    var parts: [TextContent] = []
    var y = 0.0
    var (widest, share) = (0.0, 0.0)
    var (inkTop, inkBottom) = (0.0, 0.0)
    for (index, text) in texts.enumerated() {
      let block = block(text, size, index, context, breaking)
      if let (part, share) = beginning(of: block, in: area) {
        let height = try context.measurer.measure(part, width: area.width).size.height
        if height > area.height {
          return Stack(
            parts: [], width: area.width, share: 1, height: height / share, inkTop: 0,
            inkBottom: 0, area: area)
        }
      }
      let measured = try context.measurer.measure(block, width: area.width)
      let height = measured.size.height
      widest = max(widest, measured.size.width)
      share = max(share, measured.share(of: area.width, typeSize: block.style.size))
      y += index == 0 ? 0 : size * values.gap * (index == 1 ? 1 : 0.5)
      parts.append(
        TextContent(block, frame: Rect(x: area.x, y: y, width: area.width, height: height)))
      inkTop = min(inkTop, y + measured.ink.y)
      inkBottom = max(inkBottom, y + measured.ink.maxY)
      y += height
    }
    return Stack(
      parts: parts, width: widest, share: share, height: y, inkTop: inkTop, inkBottom: inkBottom,
      area: area)
  }

  /// Returns the beginning of text that is much too long for an area, and its fraction of the whole
  /// text.
  ///
  /// For shorter text, returns nil. Only the beginning is shaped, because shaping time increases
  /// with length, and 20,000 letters do not fit at any size.
  private func beginning(of block: TextBlock, in area: Rect) -> (part: TextBlock, share: Double)? {
    let size = block.style.size
    let most = max(600, Int(2 * area.width * area.height / (0.5 * size * size)))
    guard block.text.utf8.count > 2 * most else { return nil }
    let count = block.text.count
    guard count > 2 * most else { return nil }
    var part = block
    part.spans = [TextSpan(String(block.text.prefix(most)))]
    return (part, Double(most) / Double(count))
  }

  private struct Stack {
    let parts: [TextContent]
    /// The width of the widest line.
    let width: Double
    /// The width of the widest character or line, as a fraction of the area's width.
    let share: Double
    /// The total height of the lines and of the gaps between texts.
    let height: Double
    /// The top and bottom of the ink, which can extend beyond the lines, for example if the text
    /// has stacked accents.
    let inkTop: Double
    let inkBottom: Double
    let area: Rect

    /// The height of the lines or of the ink, whichever is greater.
    var outerHeight: Double { max(height, inkBottom - inkTop) }

    func layers(shadow: Color?, size: Double) -> [Layer] {
      let middle = area.midY - height / 2
      let top = min(max(middle, area.y - inkTop), area.maxY - inkBottom)
      return parts.enumerated().map { index, part in
        var part = part
        part.frame.y += top
        part.shadow = shadow.map { Shadow(color: $0, blur: size * 0.08) }
        return Layer(index == 0 ? "message" : "line.\(index)", .text(part))
      }
    }
  }
}
