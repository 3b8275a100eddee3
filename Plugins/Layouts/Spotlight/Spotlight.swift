public import WallfarmPluginKit

/// A layout that dims the screen except for one part, and explains that part on a card.
public struct Spotlight: LayoutPlugin {
  /// The identifier, `spotlight`.
  public static let id = "spotlight"
  /// The version; since version 2, the card is as wide as its text or the clear part.
  public static let version = 2
  /// The one-line summary for lists.
  public static let summary =
    "A dimmed screen with one clear area, and a card that explains that area."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: tip, dim, spotRadius, margin)
  /// The content: tips, which are required.
  public static let content = [ContentUse(.tips, isNeeded: true)]

  private static let tip = Parameter.integer(
    "tip", in: 1...1000, default: 1, summary: "Number of the tip to show.")
  private static let dim = Parameter.number(
    "dim", in: 0...1, unit: .fraction, default: 0.62,
    summary: "Opacity of the black overlay on the rest of the screen.")
  private static let spotRadius = Parameter.number(
    "spot-radius", in: 0...80, unit: .typePoints, default: 18,
    summary: "Corner radius of the clear area.")
  private static let margin = Parameter.number(
    "spot-margin", in: 0...60, unit: .typePoints, default: 6,
    summary: "Space between the target and the edge of the clear area.")
  private static let keys = LayoutKeys(largest: 26, smallest: 12, emptyText: "")

  private let tip: Int
  private let tipOrigin: Origin?
  private let dim: Double
  private let spotRadius: Double
  private let margin: Double
  private let look: LayoutLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    tip = try values.value(of: Self.tip)
    tipOrigin = values.origin(of: "tip")
    dim = try values.value(of: Self.dim)
    spotRadius = try values.value(of: Self.spotRadius)
    margin = try values.value(of: Self.margin)
    look = try LayoutLook(Self.keys, values)
  }

  /// Dims the screen, and places the card next to the clear part.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let tips = context.content[.tips] ?? []
    guard !tips.isEmpty else { return try look.nothing(in: context) }
    guard tip <= tips.count else {
      throw RenderError(
        .invalidParameter, "tip \(tip) does not exist: the last tip is number \(tips.count)",
        origin: tipOrigin, hint: "set 'tip' to a number from 1 to \(tips.count)")
    }
    let card = TipCard(tips[tip - 1], look, context)
    guard let target = card.target else {
      // Without a target, the card is centered.
      return try card.arrangement(card.placed(beside: nil), dimmed: [])
    }
    let spot = target.inset(
      by: Insets(horizontal: -margin * context.typeScale, vertical: -margin * context.typeScale)
    ).intersection(context.bounds)
    let placed = try card.placed(beside: spot)
    let clear = placed.clear ?? spot
    return try card.arrangement(placed, dimmed: dimmed(around: clear, context))
  }

  /// The dimming layer with a rounded hole, and the outline of the hole.
  private func dimmed(around spot: Rect, _ context: ComposeContext) -> [Layer] {
    guard dim > 0 else { return [] }
    let radius = min(spotRadius * context.typeScale, spot.width / 2, spot.height / 2)
    // With the nonzero winding rule, a path in the opposite direction cuts a hole.
    let screen: [PathElement] = [
      .move(Point(x: 0, y: 0)), .line(Point(x: context.canvas.width, y: 0)),
      .line(Point(x: context.canvas.width, y: context.canvas.height)),
      .line(Point(x: 0, y: context.canvas.height)), .close,
    ]
    let black = Paint.color(Color.black.opacity(dim))
    guard !spot.isEmpty else {
      return [Layer("dim", .shape(ShapeContent(.path(screen), fill: black)))]
    }
    let hole = Marks.roundedRect(spot, radius: radius, isClockwise: false)
    // An outline keeps the hole visible on a black background.
    let line = Stroke(color: look.accent, width: 2 * context.typeScale)
    return [
      Layer("dim", .shape(ShapeContent(.path(screen + hole), fill: black))),
      Layer("spot", .shape(ShapeContent(.rounded(spot, radius: radius), stroke: line))),
    ]
  }
}
