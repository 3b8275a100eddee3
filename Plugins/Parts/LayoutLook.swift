public import WallfarmPluginKit

/// The values of the common layout parameters.
public struct LayoutLook: Sendable {
  /// The alignment of lines.
  public enum Align: String, CaseIterable, Sendable { case start, center }

  /// The vertical position in the free area.
  public enum Anchor: String, CaseIterable, Sendable { case top, center, bottom }

  /// The color of text.
  public let color: Color
  /// The color of the most important element.
  public let accent: Color
  /// The alignment of lines.
  public let alignment: TextAlignment
  /// The maximum size of the largest type, in points on a phone.
  public let maxSize: Double
  /// The minimum size of the smallest type, in points on a phone.
  public let minSize: Double
  let emptyText: String
  let card: Card
  private let anchor: Anchor
  let side: Double
  private let font: String
  private let weight: Int
  private let numberFont: String
  private let numberWeight: Int
  private let shadowColor: Color?

  struct Card: Sendable {
    let color: Color?
    let line: Color?
    let radius: Double

    var isDrawn: Bool { color != nil || line != nil }
  }

  /// Reads the parameters.
  public init(_ keys: LayoutKeys, _ values: ParameterValues) throws(RenderError) {
    font = try values.value(of: keys.font)
    weight = try values.value(of: keys.weight)
    numberFont = try values.value(of: keys.numberFont)
    numberWeight = try values.value(of: keys.numberWeight)
    color = try values.value(of: keys.color)
    accent = try values.value(of: keys.accent)
    shadowColor = try values.value(of: keys.shadow)
    card = Card(
      color: try values.value(of: keys.card), line: try values.value(of: keys.cardLine),
      radius: try values.value(of: keys.cardRadius))
    maxSize = try values.value(of: keys.maxSize)
    minSize = try values.value(of: keys.minSize)
    side = try values.value(of: keys.side)
    alignment = try values.value(of: keys.align) == .center ? .center : .start
    anchor = try values.value(of: keys.anchor)
    emptyText = try values.value(of: keys.emptyText)
    guard minSize <= maxSize else {
      throw RenderError(
        .invalidParameter, "'min-size' is larger than 'max-size'",
        origin: values.origin(of: "min-size") ?? values.origin(of: "max-size"),
        hint: "lower min-size or raise max-size"
      ).remedied(.remove(values.setting(among: "min-size", "max-size")))
    }
  }
}

// Type styles: there are three, and each layout uses them in at most three sizes.

extension LayoutLook {
  /// The type size of a title, relative to the largest figure.
  public static let title = 0.28
  /// The type size of small print, relative to the largest figure.
  public static let small = 0.165

  /// The style of large figures, with tabular digits.
  public func figure(_ size: Double, _ color: Color? = nil) -> TextStyle {
    TextStyle(
      family: numberFont, size: size, weight: numberWeight, color: color ?? self.color,
      letterSpacing: -0.03, features: "lnum=1,tnum=1")
  }

  /// The style of titles and other prominent text.
  public func title(_ size: Double, _ color: Color? = nil) -> TextStyle {
    TextStyle(
      family: font, size: size, weight: weight, color: color ?? self.color, lineGap: 0.05,
      features: "lnum=1")
  }

  /// The style of units, days and small print.
  public func label(_ size: Double, _ color: Color? = nil) -> TextStyle {
    TextStyle(
      family: font, size: size, weight: min(weight, 500), color: color ?? self.color,
      lineGap: 0.05, features: "lnum=1,tnum=1")
  }

  /// The background color of marks, such as the track of a progress bar or the mark for a future
  /// day.
  public var track: Color { color.opacity(LayoutLook.track) }

  /// The color of marks for past days, which is fainter than the text color but visible.
  public var past: Color { color.opacity(LayoutLook.past) }

  private static let track = 0.22
  private static let past = 0.45

  /// The shadow of text.
  public func shadow(_ size: Double) -> Shadow? {
    shadowColor.map { Shadow(color: $0, blur: size * 0.08) }
  }
}

// Position: the free area and its margins.

extension LayoutLook {
  /// The maximum width of text in points on a phone; longer lines on a tablet are difficult to
  /// read.
  public static let widest = 520.0
  /// The maximum width of pictures in points on a phone.
  public static func widestOfPictures(in context: ComposeContext) -> Double {
    context.isTablet ? 700 : widest
  }

  /// The upper and lower margins, relative to the height of the free area.
  private static let air = 0.04
  /// The padding of a panel in points on a phone.
  private static let padding = 18.0

  /// The part of the free area that a layout fills.
  public func area(in context: ComposeContext, widest: Double = widest) -> Rect {
    let free = context.freeArea
    let margins = margins(in: context)
    let area = free.inset(by: margins)
    // On a small screen, the margins can be wider than the area; in that case, nothing fits.
    let width = max(1, min(area.width, widest * context.typeScale))
    return Rect(
      x: area.midX - width / 2, y: area.y, width: width, height: max(0, area.height))
  }

  /// The space that content of a given size needs, including its margins and 1 pt for rounding.
  func room(for size: Size, in context: ComposeContext) -> Size {
    let margins = margins(in: context)
    let padding = card.isDrawn ? LayoutLook.padding * context.typeScale : 0
    return Size(
      width: size.width + 2 * margins.left + 1,
      height: (size.height + 2 * padding) / (1 - 2 * LayoutLook.air) + 1)
  }

  private func margins(in context: ComposeContext) -> Insets {
    let padding = card.isDrawn ? LayoutLook.padding * context.typeScale : 0
    // A panel extends beyond its content, so the margins include its padding.
    return Insets(
      horizontal: max(side * context.typeScale, padding + 12 * context.typeScale),
      vertical: context.freeArea.height * LayoutLook.air + padding)
  }

  /// The panel behind a frame; nil if the panel has neither a color nor a line.
  func panel(behind frame: Rect, in context: ComposeContext) -> Layer? {
    guard card.isDrawn else { return nil }
    let padding = LayoutLook.padding * context.typeScale
    return panel(frame.inset(by: Insets(horizontal: -padding, vertical: -padding)), in: context)
  }

  /// A panel in the card color of the look or, if there is no card color, in the color `ground`.
  public func panel(
    _ frame: Rect, ground: Color? = nil, in context: ComposeContext
  ) -> Layer {
    Layer(
      "card",
      .shape(
        ShapeContent(
          .rounded(frame, radius: card.radius * context.typeScale),
          fill: (card.color ?? ground).map(Paint.color),
          stroke: (card.line ?? ground.map { _ in color.opacity(LayoutLook.track) })
            .map { Stroke(color: $0, width: 1) })))
  }

  /// The top of content with a given height, according to the anchor.
  func top(of height: Double, in area: Rect) -> Double {
    switch anchor {
    case .top: area.y
    case .bottom: area.maxY - height
    case .center: area.midY - height / 2
    }
  }
}
