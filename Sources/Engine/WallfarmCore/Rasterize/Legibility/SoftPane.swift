import Graphics
import WallfarmPluginKit

/// A soft-edged pane behind text: one rounded card for each group of nearby lines.
///
/// A pane that follows each line covers less, but people took its stepped outline for a mistake; a
/// regular shape reads as part of the design.
struct SoftPane {
  let color: Color
  /// Opacity, 0…1.
  let strength: Double

  /// Standard deviation of the blur in em.
  private static let softness = 0.29
  /// Margin around a line in standard deviations of the blur.
  ///
  /// With 1.9, 97% of the strength remain at the edge of a line, and 94% at its corner.
  private static let room = 1.9
  /// Maximum gaps in em between lines on one card, horizontal and vertical.
  ///
  /// Notes of a list are within them, separate figures are not.
  private static let nearness = (across: 2.4, along: 1.8)
  /// Corner radius of a card in em.
  private static let radius = 1.1

  func layer(behind lines: [PaneLine]) -> Layer? {
    guard let size = lines.map(\.size).max() else { return nil }
    let blur = SoftPane.softness * size
    let elements = cards(behind: lines).flatMap { card in
      card.inset(by: Insets(horizontal: -SoftPane.room * blur, vertical: -SoftPane.room * blur))
        .rounded(SoftPane.radius * size)
    }
    let shadow = Shadow(color: color.opacity(strength), blur: blur)
    return Layer("scrim", .shape(ShapeContent(.path(elements), shadow: shadow)))
  }

  /// The bounding rectangles of groups of nearby lines; no two of them are near each other.
  private func cards(behind lines: [PaneLine]) -> [Rect] {
    guard let size = lines.map(\.size).max() else { return [] }
    let reach = Insets(
      horizontal: -SoftPane.nearness.across * size, vertical: -SoftPane.nearness.along * size)
    var cards = lines.map(\.bounds)
    var place = 0
    while place < cards.count {
      let near = cards[place].inset(by: reach)
      let others = cards.indices.filter {
        $0 != place && !cards[$0].intersection(near).isEmpty
      }
      guard let other = others.first else {
        place += 1
        continue
      }
      // A larger card may be near to cards that were already visited.
      cards[place] = cards[place].union(cards[other])
      cards.remove(at: other)
      place = 0
    }
    return cards
  }
}

extension Rect {
  /// The outline as a rounded rectangle; each corner is one Bézier curve (Riškus, 2006: 0.5523 of
  /// the radius).
  fileprivate func rounded(_ radius: Double) -> [PathElement] {
    let radius = min(radius, width / 2, height / 2)
    let near = radius * (1 - 0.5523)
    func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
    return [
      .move(point(x + radius, y)), .line(point(maxX - radius, y)),
      .curve(point(maxX - near, y), point(maxX, y + near), point(maxX, y + radius)),
      .line(point(maxX, maxY - radius)),
      .curve(point(maxX, maxY - near), point(maxX - near, maxY), point(maxX - radius, maxY)),
      .line(point(x + radius, maxY)),
      .curve(point(x + near, maxY), point(x, maxY - near), point(x, maxY - radius)),
      .line(point(x, y + radius)),
      .curve(point(x, y + near), point(x + near, y), point(x + radius, y)), .close,
    ]
  }
}

/// A line of text on a pane.
struct PaneLine {
  /// Bounds of its ink in points.
  let bounds: Rect
  /// Type size in points.
  let size: Double
}

extension TextInk {
  /// The bounding rectangle of the ink cells of each line in points.
  var lineBounds: [Rect] {
    (0..<lineCount).compactMap { line in
      let own = cells.filter { $0.line == line }
      guard let left = own.map(\.x).min(), let right = own.map(\.x).max(),
        let top = own.map(\.y).min(), let bottom = own.map(\.y).max()
      else { return nil }
      return Rect(
        x: Double(left), y: Double(top), width: Double(right - left + 1),
        height: Double(bottom - top + 1))
    }
  }
}
