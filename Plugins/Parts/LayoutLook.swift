public import WallfarmPluginKit

/// How a layout looks: the parameters that layouts have in common, read.
public struct LayoutLook: Sendable {
  /// Where lines stand.
  public enum Align: String, CaseIterable, Sendable { case start, center }

  /// Where in the free area everything stands.
  public enum Anchor: String, CaseIterable, Sendable { case top, center, bottom }

  /// Colour of words.
  public let color: Color
  /// Colour of the one thing that matters most.
  public let accent: Color
  /// Where lines stand.
  public let alignment: TextAlignment
  /// In points on a phone.
  public let maxSize: Double
  /// In points on a phone.
  public let minSize: Double
  let emptyText: String
  let card: Card
  private let anchor: Anchor
  private let side: Double
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

  /// Reads them.
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
        hint: "lower min-size or raise max-size")
    }
  }
}

// Type: of three kinds, and each layout uses three sizes at most.

extension LayoutLook {
  /// Size of a title, of that of the largest figure.
  public static let title = 0.28
  /// Size of small print, of that of the largest figure.
  public static let small = 0.165

  /// Large figures: those below one another have one width.
  public func figure(_ size: Double, _ color: Color? = nil) -> TextStyle {
    TextStyle(
      family: numberFont, size: size, weight: numberWeight, color: color ?? self.color,
      letterSpacing: -0.03, features: "lnum=1,tnum=1")
  }

  /// Titles and other words that are read first.
  public func title(_ size: Double, _ color: Color? = nil) -> TextStyle {
    TextStyle(
      family: font, size: size, weight: weight, color: color ?? self.color, lineGap: 0.05,
      features: "lnum=1")
  }

  /// Units, days and small print.
  public func label(_ size: Double, _ color: Color? = nil) -> TextStyle {
    TextStyle(
      family: font, size: size, weight: min(weight, 500), color: color ?? self.color,
      lineGap: 0.05, features: "lnum=1,tnum=1")
  }

  /// The colour of what is only the ground of a mark: the track of a bar, a day that is still to come.
  public var track: Color { color.opacity(LayoutLook.track) }

  /// The colour of marks that are past: fainter, and still to be seen.
  public var past: Color { color.opacity(LayoutLook.past) }

  private static let track = 0.22
  private static let past = 0.45

  /// The shadow of letters.
  public func shadow(_ size: Double) -> Shadow? {
    shadowColor.map { Shadow(color: $0, blur: size * 0.08) }
  }
}

// Place: the free area with its margins.

extension LayoutLook {
  /// On a tablet a line would be read from one end of the screen to the other: no wider than this, in points on a phone.
  public static let widest = 520.0
  /// The same for pictures, which are not read as lines of text are.
  public static func widestOfPictures(in context: ComposeContext) -> Double {
    context.isTablet ? 700 : widest
  }

  /// Air above and below, of the height of the free area.
  private static let air = 0.04
  /// Room between a panel and what stands on it, in points on a phone.
  private static let padding = 18.0

  /// The part of the free area that a layout fills.
  public func area(in context: ComposeContext, widest: Double = widest) -> Rect {
    let free = context.freeArea
    let margins = margins(in: context)
    let area = free.inset(by: margins)
    let width = min(area.width, widest * context.typeScale)
    return Rect(x: area.midX - width / 2, y: area.y, width: width, height: area.height)
  }

  /// Room for something, with its margins and a point for rounding: what a stack is asked for.
  func room(for size: Size, in context: ComposeContext) -> Size {
    let margins = margins(in: context)
    let padding = card.isDrawn ? LayoutLook.padding * context.typeScale : 0
    return Size(
      width: size.width + 2 * margins.left + 1,
      height: (size.height + 2 * padding) / (1 - 2 * LayoutLook.air) + 1)
  }

  private func margins(in context: ComposeContext) -> Insets {
    let padding = card.isDrawn ? LayoutLook.padding * context.typeScale : 0
    // A panel reaches further out than what stands on it.
    return Insets(
      horizontal: max(side * context.typeScale, padding + 12 * context.typeScale),
      vertical: context.freeArea.height * LayoutLook.air + padding)
  }

  /// The panel behind something; none where no colour is given.
  func panel(behind frame: Rect, in context: ComposeContext) -> Layer? {
    guard card.isDrawn else { return nil }
    let padding = LayoutLook.padding * context.typeScale
    return panel(frame.inset(by: Insets(horizontal: -padding, vertical: -padding)), in: context)
  }

  /// A panel in a frame, with the colours of the look; without them on a ground of its own, if it has one.
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

  /// The top of something so high.
  func top(of height: Double, in area: Rect) -> Double {
    switch anchor {
    case .top: area.y
    case .bottom: area.maxY - height
    case .center: area.midY - height / 2
    }
  }
}
