package import WallfarmPluginKit

/// A card behind text that shows the background blurred, more saturated and tinted, like frosted
/// glass.
///
/// Lines that are near each other share a card. A wide card has equal margins on both sides.
package struct FrostedCard {
  /// The blurred background of the whole screen.
  let background: PixelContent
  let tint: Color
  /// Opacity of the tint, 0…1.
  let strength: Double
  /// The bounds of the screen in points.
  let screen: Rect

  package init(background: PixelContent, tint: Color, strength: Double, screen: Rect) {
    (self.background, self.tint, self.strength, self.screen) = (background, tint, strength, screen)
  }

  /// Standard deviation of the background blur in points.
  static let blur = 27.0
  /// Saturation factor of the background.
  static let saturation = 1.4
  /// The distance from the ink of the text to the edges of the card, in points.
  private static let padding = 19.0
  /// The minimum distance from the card to the edges of the screen, in points.
  private static let margin = 8.0
  /// Corner radius in points.
  private static let radius = 26.0
  /// The opacity and the width in points of the light line along the inner edge of the card.
  private static let highlight = (opacity: 0.16, width: 0.75)
  /// The maximum gap between two lines that share a card, in points, not counting the padding of
  /// the lines.
  private static let nearness = 12.0
  /// A card whose width is at least this fraction of the screen's width is extended so that its
  /// left and right margins are equal.
  private static let wide = 0.5

  package func layer(behind lines: [TextLineBounds]) -> Layer? {
    let cards = cards(behind: lines.map(\.bounds))
    guard !cards.isEmpty else { return nil }
    let outline = Shape.path(cards.flatMap { $0.continuousCorners(FrostedCard.radius) })
    let highlight = Stroke(
      color: Color.white.opacity(FrostedCard.highlight.opacity),
      // The width is doubled, because the clip hides the outer half of the stroke.
      width: 2 * FrostedCard.highlight.width)
    return Layer(
      "card",
      .group(
        GroupContent(
          [
            Layer("card.background", .pixels(background)),
            Layer("card.tint", .fill(.color(tint.opacity(strength)))),
            Layer("card.edge", .shape(ShapeContent(outline, stroke: highlight))),
          ], clip: outline)))
  }

  /// Returns the rectangles of all cards, no two of which are near each other.
  package func cards(behind lines: [Rect]) -> [Rect] {
    let padding = Insets(horizontal: -FrostedCard.padding, vertical: -FrostedCard.padding)
    var cards = lines.map { aligned($0.inset(by: padding)) }
    let reach = Insets(horizontal: -FrostedCard.nearness, vertical: -FrostedCard.nearness)
    var place = 0
    while place < cards.count {
      let near = cards[place].inset(by: reach)
      let other = cards.indices.first { $0 != place && !cards[$0].intersection(near).isEmpty }
      guard let other else {
        place += 1
        continue
      }
      // After a merge, the larger card may be near cards that were already visited.
      cards[place] = aligned(cards[place].union(cards[other]))
      cards.remove(at: other)
      place = 0
    }
    return cards
  }

  /// Returns the part of a card within the screen margins; a wide card is extended so that its left
  /// and right margins are equal.
  private func aligned(_ card: Rect) -> Rect {
    let least = FrostedCard.margin
    var (left, right) = (max(card.x, screen.x + least), min(card.maxX, screen.maxX - least))
    if right - left >= FrostedCard.wide * screen.width {
      let margin = min(left - screen.x, screen.maxX - right)
      (left, right) = (screen.x + margin, screen.maxX - margin)
    }
    let (top, bottom) = (max(card.y, screen.y + least), min(card.maxY, screen.maxY - least))
    return Rect(x: left, y: top, width: max(1, right - left), height: max(1, bottom - top))
  }
}

extension Rect {
  /// Returns the rectangle's outline with continuous corners, whose curvature starts from zero,
  /// like the corners of system cards.
  ///
  /// Each corner is one Bézier curve that begins at 1.28 times the radius from the corner point.
  /// Its handles are at 0.35 times the radius from that point, so the curve crosses the diagonal at
  /// the same point as a circular arc.
  func continuousCorners(_ radius: Double) -> [PathElement] {
    let reach = min(1.28 * radius, width / 2, height / 2)
    let handle = reach * 0.277
    func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
    return [
      .move(point(x + reach, y)), .line(point(maxX - reach, y)),
      .curve(point(maxX - handle, y), point(maxX, y + handle), point(maxX, y + reach)),
      .line(point(maxX, maxY - reach)),
      .curve(
        point(maxX, maxY - handle), point(maxX - handle, maxY), point(maxX - reach, maxY)),
      .line(point(x + reach, maxY)),
      .curve(point(x + handle, maxY), point(x, maxY - handle), point(x, maxY - reach)),
      .line(point(x, y + reach)),
      .curve(point(x, y + handle), point(x + handle, y), point(x + reach, y)), .close,
    ]
  }
}
