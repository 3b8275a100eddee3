import WallfarmPluginKit

/// The parameters of a countdown.
struct CountdownLook {
  static let schema = ParameterSchema(
    most, past, emptyText, font, weight, numberFont, numberWeight, color, numberColor, shadow,
    maxSize, minSize, side, align, anchor)

  private static let most = Parameter.integer(
    "most", in: 1...12, default: 4, summary: "Maximum number of dates to show.")
  private static let past = Parameter.choice(
    "past", default: Past.hide,
    summary: "Past dates: hidden, or shown with the number of days since each date.")
  private static let emptyText = Parameter.text(
    "empty-text", limit: 80, default: "Nothing ahead",
    summary: "Text to show if there are no dates; empty for none.")
  private static let font = Parameter.font(
    "font", default: "Inter", summary: "Font family of the text.")
  private static let weight = Parameter.integer(
    "weight", in: 100...900, default: 700, summary: "Weight of titles: 400 regular, 900 black.")
  private static let numberFont = Parameter.font(
    "number-font", default: "Inter", summary: "Font family of the large number.")
  private static let numberWeight = Parameter.integer(
    "number-weight", in: 100...900, default: 800, summary: "Weight of the large number.")
  private static let color = Parameter.color(
    "color", default: .white, summary: "Color of the text.")
  private static let numberColor = Parameter.color(
    "number-color", default: .white,
    summary: "Color of the large number if the date has no color of its own.")
  private static let shadow = Parameter.optionalColor(
    "shadow", summary: "Color of the soft shadow behind the text, or none.")
  private static let maxSize = Parameter.number(
    "max-size", in: 40...260, unit: .typePoints, default: 132,
    summary: "Maximum type size of the large number.")
  private static let minSize = Parameter.number(
    "min-size", in: 8...40, unit: .typePoints, default: 13,
    summary: "Smallest type size.")
  private static let side = Parameter.number(
    "side", in: 8...120, unit: .typePoints, default: 30,
    summary: "Margin at the sides of the screen.")
  private static let align = Parameter.choice(
    "align", default: Align.center,
    summary: "Alignment of the next date: at the leading edge, or centered.")
  private static let anchor = Parameter.choice(
    "anchor", default: Anchor.center,
    summary: "Vertical position of the dates in the free area.")

  /// The way in which past dates are shown.
  private enum Past: String, Sendable, CaseIterable {
    case hide
    case countUp = "count-up"
  }

  private enum Align: String, Sendable, CaseIterable { case start, center }

  private enum Anchor: String, Sendable, CaseIterable { case top, center, bottom }

  let most: Int
  let countsUp: Bool
  let emptyText: String
  let maxSize: Double
  let minSize: Double
  let numberColor: Color
  let alignment: TextAlignment
  private let font: String
  private let weight: Int
  private let numberFont: String
  private let numberWeight: Int
  private let color: Color
  private let shadowColor: Color?
  private let side: Double
  private let anchor: Anchor

  init(_ values: ParameterValues) throws(RenderError) {
    most = try values.value(of: Self.most)
    countsUp = try values.value(of: Self.past) == .countUp
    emptyText = try values.value(of: Self.emptyText)
    font = try values.value(of: Self.font)
    weight = try values.value(of: Self.weight)
    numberFont = try values.value(of: Self.numberFont)
    numberWeight = try values.value(of: Self.numberWeight)
    color = try values.value(of: Self.color)
    numberColor = try values.value(of: Self.numberColor)
    shadowColor = try values.value(of: Self.shadow)
    maxSize = try values.value(of: Self.maxSize)
    minSize = try values.value(of: Self.minSize)
    side = try values.value(of: Self.side)
    alignment = try values.value(of: Self.align) == .center ? .center : .start
    anchor = try values.value(of: Self.anchor)
  }

  /// Returns the free area without the margins; if the area contains rows, its width is limited.
  func area(in context: ComposeContext, hasRows: Bool) -> Rect {
    let free = context.freeArea
    let sides = Insets(
      horizontal: side * context.typeScale, vertical: free.height * Self.air)
    let area = free.inset(by: sides)
    guard hasRows else { return area }
    // A row that spans the whole width of a tablet is difficult to read.
    let width = min(area.width, 520 * context.typeScale)
    return Rect(x: area.midX - width / 2, y: area.y, width: width, height: area.height)
  }

  /// The upper and lower margins, as a fraction of the free area's height.
  private static let air = 0.04

  /// Returns the size of the smallest free area that holds content of the given size, plus 1 pt for
  /// rounding.
  func room(for size: Size, in context: ComposeContext) -> Size {
    Size(
      width: size.width + 2 * side * context.typeScale + 1,
      height: size.height / (1 - 2 * Self.air) + 1)
  }

  /// Returns the y coordinate of the top of content with a given height, according to the anchor.
  func top(of height: Double, in area: Rect) -> Double {
    switch anchor {
    case .top: area.y
    case .bottom: area.maxY - height
    case .center: area.midY - height / 2
    }
  }

  func numberStyle(_ size: Double, _ color: Color?) -> TextStyle {
    TextStyle(
      family: numberFont, size: size, weight: numberWeight, color: color ?? numberColor,
      letterSpacing: -0.03, features: "lnum=1")
  }

  func titleStyle(_ size: Double) -> TextStyle {
    TextStyle(family: font, size: size, weight: weight, color: color, lineGap: 0.05)
  }

  /// Returns the style of row titles, which is lighter than the style of the main title.
  func rowStyle(_ size: Double) -> TextStyle {
    TextStyle(family: font, size: size, weight: min(weight, 600), color: color, lineGap: 0.05)
  }

  /// Returns the style of units, days and counts, with tabular lining figures.
  func smallStyle(_ size: Double, _ color: Color? = nil) -> TextStyle {
    TextStyle(
      family: font, size: size, weight: min(weight, 500), color: color ?? self.color,
      features: "lnum=1,tnum=1")
  }

  func shadow(_ size: Double) -> Shadow? {
    shadowColor.map { Shadow(color: $0, blur: size * 0.08) }
  }
}
